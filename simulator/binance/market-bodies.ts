/** Builds response bodies for Binance's public endpoints (USD-M futures, "Market Data", read 2026-11). */
import {
	add,
	type Decimal,
	divTrunc,
	formatDecimal,
	formatFixed,
	mulTrunc,
	neg,
	ONE,
	parseDecimal,
	sub,
} from '../../src/domain/decimal.ts';
import type { Book, Exchange, Instrument, PublicTrade, Settlement } from '../core/types.ts';
import { BINANCE_LIMITS } from './limits.ts';
import {
	average,
	computedPriceText,
	levelsText,
	moneyText,
	placesOf,
	priceText,
	quantityText,
} from './numbers.ts';
import { snapshotId } from './update-ids.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DEFAULT_INTERVAL_HOURS = 8;
/** Delivery date of a contract without a planned delisting: 2100-12-25. */
const NEVER = 4_133_404_800_000;
/** Maximum distance of a limit price from the mark price, as a fraction of the mark price; the core enforces it. */
const BAND = parseDecimal('0.05');
const HUNDRED = parseDecimal('100');
/**
 * Funding rate cap as a multiple of the maintenance margin rate, for contracts without their own cap (help centre,
 * "Introduction to Binance Futures Funding Rates").
 */
const CAP_SHARE = parseDecimal('0.75');
const INTEREST_RATE = '0.00010000';

export function exchangeInfoBody(exchange: Exchange) {
	const limit = (rateLimitType: string, interval: string, intervalNum: number, most: number) => ({
		rateLimitType,
		interval,
		intervalNum,
		limit: most,
	});
	return {
		timezone: 'UTC',
		serverTime: exchange.now(),
		futuresType: 'U_MARGINED',
		rateLimits: [
			limit('REQUEST_WEIGHT', 'MINUTE', 1, BINANCE_LIMITS.weightPerMinute),
			limit('ORDERS', 'MINUTE', 1, BINANCE_LIMITS.ordersPerMinute),
			limit('ORDERS', 'SECOND', 10, BINANCE_LIMITS.ordersPerTenSeconds),
		],
		exchangeFilters: [],
		assets: [
			{ asset: 'USDT', marginAvailable: true, autoAssetExchange: '-10000' },
			{ asset: 'BNB', marginAvailable: true, autoAssetExchange: '-10' },
		],
		symbols: exchange.instruments().map((instrument) => symbolBody(exchange, instrument)),
	};
}

/**
 * Builds the information on one contract. A paused contract gets the status of a contract that is not traded yet,
 * because Binance's page lists no status for a pause.
 */
function symbolBody(exchange: Exchange, instrument: Instrument) {
	const { announcements } = exchange;
	const { symbol, base, quote, tickSize, lotSize } = instrument;
	const quantity = (value: Decimal): string => formatDecimal(value);
	const step = { maxQty: quantity(instrument.quantityMax), minQty: quantity(instrument.quantityMin) };
	return {
		symbol,
		pair: symbol,
		contractType: 'PERPETUAL',
		deliveryDate: announcements.delistingAt(symbol) ?? NEVER,
		onboardDate: instrument.listedAt,
		status: announcements.isPaused(symbol) ? 'PENDING_TRADING' : 'TRADING',
		// Binance returns the same two percentages for every contract. They have no meaning (page "Exchange
		// Information": "ignore").
		maintMarginPercent: '2.5000',
		requiredMarginPercent: '5.0000',
		baseAsset: base,
		quoteAsset: quote,
		marginAsset: quote,
		pricePrecision: placesOf(tickSize),
		quantityPrecision: placesOf(lotSize),
		baseAssetPrecision: 8,
		quotePrecision: 8,
		underlyingType: 'COIN',
		underlyingSubType: [],
		triggerProtect: '0.0500',
		liquidationFee: '0.012500',
		marketTakeBound: formatFixed(BAND, 2),
		maxMoveOrderLimit: 10_000,
		filters: [
			{
				filterType: 'PRICE_FILTER',
				minPrice: formatDecimal(tickSize),
				maxPrice: '4529764',
				tickSize: formatDecimal(tickSize),
			},
			{ filterType: 'LOT_SIZE', ...step, stepSize: quantity(lotSize) },
			{ filterType: 'MARKET_LOT_SIZE', ...step, stepSize: quantity(lotSize) },
			{ filterType: 'MAX_NUM_ORDERS', limit: 500 },
			{ filterType: 'MAX_NUM_ALGO_ORDERS', limit: 10 },
			{ filterType: 'MIN_NOTIONAL', notional: formatDecimal(instrument.notionalMin) },
			{
				filterType: 'PERCENT_PRICE',
				multiplierUp: formatFixed(add(ONE, BAND), 4),
				multiplierDown: formatFixed(sub(ONE, BAND), 4),
				multiplierDecimal: '4',
			},
		],
		orderTypes: ['LIMIT', 'MARKET'],
		timeInForce: ['GTC', 'IOC', 'FOK', 'GTX'],
		permissionSets: ['GRID'],
	};
}

/**
 * Builds the premium index. `lastFundingRate` is the predicted rate of the next settlement (page "Mark Price", help
 * centre on funding).
 */
export function premiumBody(exchange: Exchange, instrument: Instrument) {
	const quote = exchange.quote(instrument.symbol);
	const funding = exchange.funding(instrument.symbol);
	return {
		symbol: instrument.symbol,
		markPrice: computedPriceText(quote.mark),
		indexPrice: computedPriceText(quote.index),
		estimatedSettlePrice: computedPriceText(quote.index),
		lastFundingRate: formatFixed(funding.predictedRate, 8),
		interestRate: INTEREST_RATE,
		nextFundingTime: funding.nextSettlementAt,
		time: quote.at,
	};
}

/**
 * Lists only contracts whose funding interval or rate bounds differ from the default (page "Get Funding Rate Info").
 */
export function fundingInfoBodies(exchange: Exchange) {
	return exchange.instruments().flatMap((instrument) => {
		const hours = Math.round(exchange.funding(instrument.symbol).intervalMs / HOUR_MS);
		const usual = mulTrunc(CAP_SHARE, instrument.maintenanceMarginRate);
		const isUsual =
			hours === DEFAULT_INTERVAL_HOURS &&
			instrument.fundingCap === usual &&
			instrument.fundingFloor === neg(usual);
		if (isUsual) return [];
		return [
			{
				symbol: instrument.symbol,
				adjustedFundingRateCap: formatFixed(instrument.fundingCap, 8),
				adjustedFundingRateFloor: formatFixed(instrument.fundingFloor, 8),
				fundingIntervalHours: hours,
				disclaimer: false,
			},
		];
	});
}

export function settledRateBody(settlement: Settlement) {
	return {
		symbol: settlement.symbol,
		fundingTime: settlement.at,
		fundingRate: formatFixed(settlement.rate, 8),
		markPrice: computedPriceText(settlement.mark),
	};
}

export function bookBody(instrument: Instrument, book: Book, now: number) {
	return {
		lastUpdateId: snapshotId(book.sequence),
		E: now,
		T: book.at,
		bids: levelsText(instrument, book.bids),
		asks: levelsText(instrument, book.asks),
	};
}

export function dayBody(exchange: Exchange, instrument: Instrument) {
	const quote = exchange.quote(instrument.symbol);
	const change = sub(quote.last, quote.price24hAgo);
	const last = exchange.publicTrades(instrument.symbol, 1)[0];
	const share = quote.price24hAgo === 0n ? change : divTrunc(mulTrunc(change, HUNDRED), quote.price24hAgo);
	const price = (value: Decimal): string => priceText(instrument, value);
	return {
		symbol: instrument.symbol,
		priceChange: price(change),
		priceChangePercent: formatFixed(share, 3),
		weightedAvgPrice: price(average(quote.turnover24h, quote.volume24h)),
		lastPrice: price(quote.last),
		lastQty: quantityText(instrument, last?.quantity ?? instrument.lotSize),
		openPrice: price(quote.price24hAgo),
		highPrice: price(quote.high24h),
		lowPrice: price(quote.low24h),
		volume: quantityText(instrument, quote.volume24h),
		quoteVolume: formatFixed(quote.turnover24h, 2),
		openTime: quote.at - DAY_MS,
		closeTime: quote.at,
		firstId: 1,
		lastId: Number(last?.id ?? 1),
		count: Number(last?.id ?? 1),
	};
}

export function bookTickerBody(exchange: Exchange, instrument: Instrument) {
	const book = exchange.book(instrument.symbol, 1);
	const [bid, ask] = [book.bids[0], book.asks[0]];
	return {
		symbol: instrument.symbol,
		bidPrice: bid === undefined ? '0' : priceText(instrument, bid[0]),
		bidQty: bid === undefined ? '0' : quantityText(instrument, bid[1]),
		askPrice: ask === undefined ? '0' : priceText(instrument, ask[0]),
		askQty: ask === undefined ? '0' : quantityText(instrument, ask[1]),
		time: book.at,
		lastUpdateId: snapshotId(book.sequence),
	};
}

export function openInterestBody(exchange: Exchange, instrument: Instrument) {
	const { openInterest, at } = exchange.quote(instrument.symbol);
	return {
		symbol: instrument.symbol,
		openInterest: quantityText(instrument, openInterest),
		time: at,
	};
}

export function publicTradeBody(instrument: Instrument, trade: PublicTrade) {
	return {
		id: Number(trade.id),
		price: priceText(instrument, trade.price),
		qty: quantityText(instrument, trade.quantity),
		quoteQty: moneyText(mulTrunc(trade.price, trade.quantity)),
		time: trade.at,
		isBuyerMaker: trade.side === 'sell',
		isRPITrade: false,
	};
}
