/**
 * Builds response bodies for OKX's public endpoints and streams. Names and types follow the documentation's samples.
 */
import {
	type Decimal,
	divTrunc,
	formatDecimal,
	fromInteger,
	mulTrunc,
	parseDecimal,
} from '../../src/domain/decimal.ts';
import type { Announcements } from '../core/announcements.ts';
import type { BookLevel, Exchange, Instrument, PublicTrade, Settlement } from '../core/types.ts';
import { priceLimits } from './errors.ts';
import { contracts, instant, price } from './numbers.ts';
import { familyOf } from './params.ts';

/** Trading fee group of USDT-margined perpetuals (page "Get instruments", groupId, read 2026-11). */
export const FEE_GROUP = '2';

/**
 * Builds the information on one contract. A contract that will be delisted has the delisting time as `expTime`; a
 * paused contract is suspended (page "Get instruments").
 */
export function instrumentBody(exchange: Exchange, instrument: Instrument) {
	const { announcements } = exchange;
	const delistingAt = announcements.delistingAt(instrument.symbol);
	const most = contracts(instrument, instrument.quantityMax);
	const limit = formatDecimal(PRICE_LIMIT);
	return {
		alias: '',
		auctionEndTime: '',
		baseCcy: '',
		category: '1',
		contTdSwTime: '',
		ctMult: '1',
		ctType: 'linear',
		ctVal: formatDecimal(instrument.contractSize),
		ctValCcy: instrument.base,
		expTime: delistingAt === undefined ? '' : instant(delistingAt),
		floatPxLmtPct: limit,
		futureSettlement: false,
		groupId: FEE_GROUP,
		initPxLmtPct: limit,
		instCategory: '1',
		instFamily: familyOf(instrument),
		instId: instrument.symbol,
		instIdCode: null,
		instType: 'SWAP',
		lever: String(instrument.leverageMax),
		listTime: instant(instrument.listedAt),
		lotSz: contracts(instrument, instrument.lotSize),
		maxIcebergSz: most,
		maxLmtAmt: '20000000',
		maxLmtSz: most,
		maxMktAmt: '',
		maxMktSz: most,
		maxPxLmtPct: limit,
		maxStopSz: most,
		maxTriggerSz: most,
		maxTwapSz: most,
		minSz: contracts(instrument, instrument.quantityMin),
		openType: '',
		optType: '',
		preMktSwTime: '',
		quoteCcy: '',
		ruleType: 'normal',
		settleCcy: instrument.quote,
		state: announcements.isPaused(instrument.symbol) ? 'suspend' : 'live',
		stk: '',
		tickSz: formatDecimal(instrument.tickSize),
		tradeQuoteCcyList: [],
		uly: familyOf(instrument),
		upcChg: [],
	};
}

/**
 * Maximum distance of a limit price from the mark price, as a fraction. It must equal the limit that the core checks.
 */
const PRICE_LIMIT = parseDecimal('0.05');

export function tickerBody(exchange: Exchange, instrument: Instrument) {
	const quote = exchange.quote(instrument.symbol);
	const book = exchange.book(instrument.symbol, 1);
	const trade = exchange.publicTrades(instrument.symbol, 1)[0];
	const [bid, ask] = [book.bids[0], book.asks[0]];
	const size = (level: BookLevel | undefined): string =>
		level === undefined ? '' : contracts(instrument, level[1]);
	return {
		instType: 'SWAP',
		instId: instrument.symbol,
		last: price(trade?.price ?? quote.last),
		lastSz: trade === undefined ? '0' : contracts(instrument, trade.quantity),
		askPx: ask === undefined ? '' : price(ask[0]),
		askSz: size(ask),
		bidPx: bid === undefined ? '' : price(bid[0]),
		bidSz: size(bid),
		open24h: price(quote.price24hAgo),
		high24h: price(quote.high24h),
		low24h: price(quote.low24h),
		// For derivatives, OKX reports volume in coins (`volCcy24h`) and in contracts (`vol24h`).
		volCcy24h: formatDecimal(quote.volume24h),
		vol24h: contracts(instrument, quote.volume24h),
		sodUtc0: price(quote.price24hAgo),
		sodUtc8: price(quote.price24hAgo),
		ts: instant(quote.at),
	};
}

export function markPriceBody(exchange: Exchange, { symbol }: Instrument) {
	const quote = exchange.quote(symbol);
	return { instType: 'SWAP', instId: symbol, markPx: price(quote.mark), ts: instant(quote.at) };
}

export function indexTickerBody(exchange: Exchange, instrument: Instrument) {
	const quote = exchange.quote(instrument.symbol);
	return {
		instId: familyOf(instrument),
		idxPx: price(quote.index),
		high24h: price(quote.high24h),
		low24h: price(quote.low24h),
		open24h: price(quote.price24hAgo),
		sodUtc0: price(quote.price24hAgo),
		sodUtc8: price(quote.price24hAgo),
		ts: instant(quote.at),
	};
}

export function openInterestBody(exchange: Exchange, instrument: Instrument) {
	const { openInterest, mark, at } = exchange.quote(instrument.symbol);
	return {
		instType: 'SWAP',
		instId: instrument.symbol,
		oi: contracts(instrument, openInterest),
		oiCcy: formatDecimal(openInterest),
		oiUsd: price(mulTrunc(openInterest, mark)),
		ts: instant(at),
	};
}

/**
 * Builds the funding rate. `fundingTime` is the next settlement and `nextFundingTime` the one after it; their
 * difference is the funding interval.
 */
export function fundingBody(exchange: Exchange, instrument: Instrument) {
	const funding = exchange.funding(instrument.symbol);
	const { mark, index } = exchange.quote(instrument.symbol);
	return {
		formulaType: 'withRate',
		fundingRate: formatDecimal(funding.predictedRate),
		fundingTime: instant(funding.nextSettlementAt),
		impactValue: '10000.0000000000000000',
		instId: instrument.symbol,
		instType: 'SWAP',
		interestRate: '0.0001000000000000',
		maxFundingRate: formatDecimal(instrument.fundingCap),
		method: 'current_period',
		minFundingRate: formatDecimal(instrument.fundingFloor),
		nextFundingRate: '',
		nextFundingTime: instant(funding.nextSettlementAt + funding.intervalMs),
		premium: formatDecimal(divTrunc((mark - index) as Decimal, index)),
		settFundingRate: formatDecimal(funding.previousRate),
		settState: 'settled',
		ts: instant(exchange.now()),
	};
}

/**
 * Ratio of the last estimate of a funding rate to the rate paid. The two differ so that tests detect a client that
 * confuses them.
 */
const ESTIMATE_SHARE = parseDecimal('0.98');

/** Builds a settled rate. `realizedRate` is the rate paid, and `fundingRate` is its last estimate. */
export function settledRateBody(settlement: Settlement) {
	return {
		formulaType: 'withRate',
		fundingRate: formatDecimal(mulTrunc(settlement.rate, ESTIMATE_SHARE)),
		fundingTime: instant(settlement.at),
		instId: settlement.symbol,
		instType: 'SWAP',
		method: 'current_period',
		realizedRate: formatDecimal(settlement.rate),
	};
}

export function priceLimitBody(exchange: Exchange, instrument: Instrument) {
	const { buy, sell } = priceLimits(exchange, instrument);
	return {
		instType: 'SWAP',
		instId: instrument.symbol,
		buyLmt: formatDecimal(buy),
		sellLmt: formatDecimal(sell),
		enabled: true,
		ts: instant(exchange.now()),
	};
}

/** Builds the only position tier, because the core has no others. */
export function positionTierBody(instrument: Instrument) {
	return {
		baseMaxLoan: '',
		imr: formatDecimal(divTrunc(fromInteger(1), fromInteger(instrument.leverageMax))),
		instFamily: familyOf(instrument),
		instId: '',
		maxLever: String(instrument.leverageMax),
		maxSz: contracts(instrument, instrument.quantityMax),
		minSz: '0',
		mmr: formatDecimal(instrument.maintenanceMarginRate),
		optMgnFactor: '0',
		quoteMaxLoan: '',
		tier: '1',
		uly: familyOf(instrument),
	};
}

/**
 * Builds book levels: price, contracts, a deprecated zero, and the number of orders. The core does not count orders,
 * so the number is 1.
 */
export function levelsBody(instrument: Instrument, levels: readonly BookLevel[]) {
	return levels.map(([levelPrice, quantity]) => {
		const size = contracts(instrument, quantity);
		return [price(levelPrice), size, '0', size === '0' ? '0' : '1'];
	});
}

export function publicTradeBody(instrument: Instrument, trade: PublicTrade) {
	return {
		instId: instrument.symbol,
		tradeId: trade.id,
		px: price(trade.price),
		sz: contracts(instrument, trade.quantity),
		side: trade.side,
		source: '0',
		ts: instant(trade.at),
	};
}

const HOUR_MS = 3_600_000;

/**
 * Builds system status rows for the trading service (5) of the trading account. A closed service is ongoing
 * maintenance, and a service that accepts only cancels is `pre_open`. Their end is unknown and reported as one hour
 * after their start.
 */
export function statusRows(announcements: Announcements, now: number): readonly StatusRow[] {
	const service = announcements.service();
	const ongoing =
		service.state === 'open'
			? []
			: [
					statusRow({
						title: service.title,
						state: service.state === 'closed' ? 'ongoing' : 'pre_open',
						begin: service.since,
						end: service.since + HOUR_MS,
						isPlanned: false,
					}),
				];
	const planned = announcements.maintenance().map(({ title, from, until }) =>
		statusRow({
			title,
			state: now < from ? 'scheduled' : now < until ? 'ongoing' : 'completed',
			begin: from,
			end: until,
			isPlanned: true,
		}),
	);
	return [...ongoing, ...planned];
}

export type StatusRow = ReturnType<typeof statusRow>;

function statusRow(event: {
	readonly title: string;
	readonly state: 'scheduled' | 'ongoing' | 'pre_open' | 'completed';
	readonly begin: number;
	readonly end: number;
	readonly isPlanned: boolean;
}) {
	return {
		begin: instant(event.begin),
		end: instant(event.end),
		env: '1',
		href: '',
		maintType: event.isPlanned ? '1' : '2',
		preOpenBegin: '',
		scheDesc: '',
		serviceType: '5',
		state: event.state,
		system: 'unified',
		title: event.title,
	};
}
