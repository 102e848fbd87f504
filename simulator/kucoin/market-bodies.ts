/** Builds response bodies for KuCoin's public endpoints. Names and types follow the documented bodies. */
import { type Decimal, divTrunc, fromInteger, sub } from '../../src/domain/decimal.ts';
import type { Book, BookLevel, Exchange, Instrument, PublicTrade, Settlement } from '../core/types.ts';
import { keptTexts } from '../core/visible-book.ts';
import { lots, number, price } from './numbers.ts';
import { sequencesOf } from './sequence.ts';

const HOUR_MS = 3_600_000;
const NANOSECONDS_PER_MS = 1_000_000;
const MAX_PRICE = 1_000_000;
/** Maximum position value in the only risk tier, USDT. */
const RISK_LIMIT_MAX = 1_000_000;

export function contractBody(exchange: Exchange, instrument: Instrument) {
	const quote = exchange.quote(instrument.symbol);
	const funding = exchange.funding(instrument.symbol);
	const hours = Math.round(funding.intervalMs / HOUR_MS);
	const change = sub(quote.last, quote.price24hAgo);
	const base = instrument.base;
	const delistingAt = exchange.announcements.delistingAt(instrument.symbol);
	return {
		symbol: instrument.symbol,
		rootSymbol: instrument.quote,
		type: 'FFWCSX',
		firstOpenDate: instrument.listedAt,
		expireDate: delistingAt ?? null,
		settleDate: delistingAt ?? null,
		baseCurrency: base,
		quoteCurrency: instrument.quote,
		settleCurrency: instrument.quote,
		maxOrderQty: lots(instrument, instrument.quantityMax),
		maxPrice: MAX_PRICE,
		lotSize: 1,
		tickSize: number(instrument.tickSize),
		indexPriceTickSize: number(instrument.tickSize),
		multiplier: number(instrument.contractSize),
		initialMargin: number(divTrunc(fromInteger(1), fromInteger(instrument.leverageMax))),
		maintainMargin: number(instrument.maintenanceMarginRate),
		maxRiskLimit: RISK_LIMIT_MAX,
		minRiskLimit: RISK_LIMIT_MAX,
		riskStep: 500_000,
		makerFeeRate: number(instrument.makerFeeRate),
		takerFeeRate: number(instrument.takerFeeRate),
		takerFixFee: 0,
		makerFixFee: 0,
		settlementFee: null,
		isDeleverage: true,
		isQuanto: false,
		isInverse: false,
		markMethod: 'FairPrice',
		fairMethod: 'FundingRate',
		fundingBaseSymbol: `.${base}INT${hours}H`,
		fundingQuoteSymbol: `.${instrument.quote}INT${hours}H`,
		fundingRateSymbol: fundingSymbol(instrument, hours),
		indexSymbol: `.K${base}${instrument.quote}`,
		settlementSymbol: '',
		status: exchange.announcements.isPaused(instrument.symbol) ? 'Paused' : 'Open',
		fundingFeeRate: number(funding.predictedRate),
		predictedFundingFeeRate: null,
		fundingRateGranularity: funding.intervalMs,
		currentFundingRateGranularity: funding.intervalMs,
		fundingRateCap: number(instrument.fundingCap),
		fundingRateFloor: number(instrument.fundingFloor),
		openInterest: String(lots(instrument, quote.openInterest)),
		turnoverOf24h: number(quote.turnover24h),
		volumeOf24h: number(quote.volume24h),
		markPrice: price(quote.mark),
		indexPrice: price(quote.index),
		lastTradePrice: price(quote.last),
		// Despite its name, the field is the time remaining until the settlement, milliseconds.
		nextFundingRateTime: Math.max(0, funding.nextSettlementAt - exchange.now()),
		nextFundingRateDateTime: funding.nextSettlementAt,
		maxLeverage: instrument.leverageMax,
		sourceExchanges: ['okex', 'binance', 'kucoin', 'bybit', 'bitget'],
		premiumsSymbol1M: `.${instrument.symbol}PI`,
		premiumsSymbol8H: `.${instrument.symbol}PI8H`,
		fundingBaseSymbol1M: `.${base}INT`,
		fundingQuoteSymbol1M: `.${instrument.quote}INT`,
		lowPrice: price(quote.low24h),
		highPrice: price(quote.high24h),
		priceChgPct: number(
			quote.price24hAgo === 0n ? quote.price24hAgo : roundedShare(change, quote.price24hAgo),
		),
		priceChg: price(change),
	};
}

/** Returns part / whole with four decimals, rounded toward zero. */
function roundedShare(part: Decimal, whole: Decimal): Decimal {
	return (((part * 10_000n) / whole) * 10n ** 14n) as Decimal;
}

function fundingSymbol(instrument: Instrument, hours: number): string {
	return `.${instrument.symbol}FPI${hours}H`;
}

export function currentFundingBody(exchange: Exchange, instrument: Instrument) {
	const funding = exchange.funding(instrument.symbol);
	return {
		symbol: fundingSymbol(instrument, Math.round(funding.intervalMs / HOUR_MS)),
		granularity: funding.intervalMs,
		// KuCoin reports the start of the current interval here, not the next settlement.
		timePoint: funding.previousSettlementAt,
		value: number(funding.predictedRate),
		predictedValue: null,
		fundingRateCap: number(instrument.fundingCap),
		fundingRateFloor: number(instrument.fundingFloor),
		period: 1,
		fundingTime: funding.nextSettlementAt,
	};
}

/** Builds a row of the unified `market/funding-rate`. */
export function unifiedFundingBody(exchange: Exchange, instrument: Instrument) {
	const funding = exchange.funding(instrument.symbol);
	return {
		symbol: instrument.symbol,
		nextFundingRate: number(funding.predictedRate),
		fundingTime: funding.nextSettlementAt,
		fundingRateCap: number(instrument.fundingCap),
		fundingRateFloor: number(instrument.fundingFloor),
		currentGranularity: funding.intervalMs,
		newGranularity: funding.intervalMs,
		newGranularityStartTime: null,
	};
}

export function settledRateBody(settlement: Settlement) {
	return { symbol: settlement.symbol, fundingRate: number(settlement.rate), timepoint: settlement.at };
}

/** Builds book levels as `[price text, lots]`. */
export function levelsBody(instrument: Instrument, levels: readonly BookLevel[]) {
	return levels.map(([levelPrice, quantity]) => [price(levelPrice).jsonNumber, lots(instrument, quantity)]);
}

/**
 * Returns a function that writes levels like `levelsBody`, but as JSON text without the outer brackets. It caches the
 * text of unchanged levels, because one side is written many times.
 */
export function levelsJson(instrument: Instrument): (levels: readonly BookLevel[]) => string {
	return keptTexts(
		([levelPrice, quantity]) => `[${price(levelPrice).jsonNumber},${lots(instrument, quantity)}]`,
	);
}

export function bookBody(exchange: Exchange, instrument: Instrument, book: Book) {
	return {
		symbol: instrument.symbol,
		sequence: sequencesOf(exchange).of(instrument.symbol, book.sequence),
		asks: levelsBody(instrument, book.asks),
		bids: levelsBody(instrument, book.bids),
		ts: book.at * NANOSECONDS_PER_MS,
	};
}

export function tickerBody(exchange: Exchange, instrument: Instrument) {
	const book = exchange.book(instrument.symbol, 1);
	const trade = exchange.publicTrades(instrument.symbol, 1)[0];
	const quote = exchange.quote(instrument.symbol);
	const bid = book.bids[0];
	const ask = book.asks[0];
	return {
		sequence: sequencesOf(exchange).of(instrument.symbol, book.sequence),
		symbol: instrument.symbol,
		side: trade?.side ?? 'buy',
		size: trade === undefined ? 0 : lots(instrument, trade.quantity),
		price: price(trade?.price ?? quote.last).jsonNumber,
		bestBidSize: bid === undefined ? 0 : lots(instrument, bid[1]),
		bestBidPrice: bid === undefined ? '' : price(bid[0]).jsonNumber,
		bestAskSize: ask === undefined ? 0 : lots(instrument, ask[1]),
		bestAskPrice: ask === undefined ? '' : price(ask[0]).jsonNumber,
		tradeId: trade?.id ?? '',
		ts: (trade?.at ?? quote.at) * NANOSECONDS_PER_MS,
	};
}

export function publicTradeBody(instrument: Instrument, trade: PublicTrade) {
	return {
		sequence: Number(trade.id) || 0,
		tradeId: trade.id,
		takerOrderId: trade.id,
		makerOrderId: trade.id,
		price: price(trade.price).jsonNumber,
		size: lots(instrument, trade.quantity),
		side: trade.side,
		ts: trade.at * NANOSECONDS_PER_MS,
	};
}

/** Builds the single risk tier. There is only one because a simulated instrument has one maintenance rate. */
export function riskLimitBody(instrument: Instrument) {
	return {
		symbol: instrument.symbol,
		level: 1,
		maxRiskLimit: RISK_LIMIT_MAX,
		minRiskLimit: 0,
		maxLeverage: instrument.leverageMax,
		initialMargin: number(divTrunc(fromInteger(1), fromInteger(instrument.leverageMax))),
		maintainMargin: number(instrument.maintenanceMarginRate),
	};
}

export function markPriceBody(exchange: Exchange, instrument: Instrument) {
	const quote = exchange.quote(instrument.symbol);
	return {
		symbol: instrument.symbol,
		granularity: 1_000,
		timePoint: quote.at,
		value: price(quote.mark),
		indexPrice: price(quote.index),
	};
}

const SERVICE_WORDS = { open: 'open', closed: 'close', cancelOnly: 'cancelonly' } as const;

/**
 * Builds the service status. Planned maintenance closes the service while it lasts; this endpoint does not announce
 * it beforehand.
 */
export function serviceBody({ announcements }: Exchange, now: number) {
	const service = announcements.service();
	const planned = announcements.maintenance().find(({ from, until }) => from <= now && now < until);
	if (service.state !== 'open' || planned === undefined)
		return { status: SERVICE_WORDS[service.state], msg: service.title };
	return { status: 'close', msg: planned.title };
}

/** Lists every base and quote currency of a contract, each on one network. */
export function currencyBodies(exchange: Exchange) {
	const names = new Set(exchange.instruments().flatMap(({ quote, underlying }) => [quote, underlying]));
	return [...names].map((name) => {
		const { deposit, withdrawal } = exchange.announcements.transfers(name);
		return {
			currency: name,
			name,
			fullName: name,
			precision: 8,
			confirms: null,
			contractAddress: null,
			isMarginEnabled: false,
			isDebitEnabled: false,
			chains: [
				{
					chainName: 'ERC20',
					withdrawalMinSize: '1',
					depositMinSize: '1',
					withdrawFeeRate: '0',
					withdrawalMinFee: '1',
					isWithdrawEnabled: withdrawal,
					isDepositEnabled: deposit,
					confirms: 64,
					preConfirms: 12,
					contractAddress: '',
					withdrawPrecision: 6,
					maxWithdraw: null,
					maxDeposit: null,
					needTag: false,
					chainId: 'eth',
				},
			],
		};
	});
}
