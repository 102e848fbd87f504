/**
 * One contract of a dataset of grade B or C on the replay's clock. Only the past is visible: a settlement or a price
 * once its publication lag is over. Whether the contract still exists follows from its past alone, too.
 */

import {
	add,
	type Decimal,
	fromNumber,
	mulTrunc,
	ONE,
	parseDecimal,
	sub,
	toNumber,
	ZERO,
} from '../../domain/decimal.ts';
import { DAY_MS, HOUR_MS } from '../../domain/funding.ts';
import type { Instrument } from '../../domain/instrument.ts';
import type { BookLevel, OrderBook } from '../../domain/order-book.ts';
import type { FeeRates, InstrumentTicker } from '../../ports/venue-market.ts';
import { countUpTo, exactAt } from '../data/columns.ts';
import type { PriceColumns, Track } from '../data/dataset.ts';

/** Values that the replay assumes because the dataset lacks them. Every report states them. */
export type MarketAssumptions = {
	/** Time from a settlement, or from the hour of a price, until it is known, ms. */
	readonly publicationLagMs: number;
	/** Constant price of grade C, USD per coin. */
	readonly price: Decimal;
	/** Distance of the best bid and ask from the price, as a fraction. */
	readonly halfSpread: Decimal;
	/**
	 * Further distance for each hundredth of the last hour's volume that an order takes, as a fraction. Contracts
	 * without a known volume have books without an end at the best price.
	 */
	readonly impact: Decimal;
	/** Fees per exchange. */
	readonly feesOf: (venue: string) => FeeRates;
	/** Fees that replace the recorded ones at grade A; undefined for an exchange without. Absent: none. */
	readonly givenFeesOf?: (venue: string) => FeeRates | undefined;
};

/** The present state of one contract. */
export type RecordedContract = {
	readonly instrument: Instrument;
	readonly track: Track;
	/** Makes everything visible that is known at `now`. Returns true if the book changed. */
	readonly playTo: (now: number) => boolean;
	/** True while the contract exists as far as its past tells. */
	readonly isListed: (now: number) => boolean;
	readonly ticker: (now: number) => InstrumentTicker;
	readonly book: () => OrderBook;
	/** Number of settlements known now. */
	readonly settled: () => number;
};

/** Depth of a side whose size is not known. No order reaches its end. */
const ENDLESS = parseDecimal('1000000000000');
const LOT = parseDecimal('0.000001');
const TICK = parseDecimal('0.000000000000001');
const LEVERAGE_MAX = 50;
/** Levels of a book with a known volume. Each holds a hundredth of the last hour's volume. */
const LEVELS = 10;
const LEVEL_SHARE = 0.01;
/** A running estimate older than this many intervals is not shown. */
const GAP_INTERVALS = 3;
/** Age of the last price from which a contract shows no running estimate, so that nothing opens there, ms. */
const PRICE_AGE_MS_MAX = 3 * HOUR_MS;
/** A contract without rates, or without prices at grade B, for this long counts as delisted, ms. */
const SILENCE_MS = 2 * DAY_MS;
/** Time from then until it is gone, ms. The service closes its positions meanwhile, as at any announced delisting. */
const LEAVING_MS = DAY_MS;
/** Number of significant digits of a price that the replay keeps. */
const PRICE_DIGITS = 9;
/** Interval of a contract whose file states none and that has settled once, ms. */
const FIRST_INTERVAL_MS = 8 * HOUR_MS;
const HOURS_OF_DAY = 24;

type Live = {
	readonly track: Track;
	readonly assumed: MarketAssumptions;
	settled: number;
	priced: number;
	price: Decimal;
	book: OrderBook;
	/** The ticker of the present data, and the time at which it changes without new data. */
	shown: { readonly ticker: InstrumentTicker; readonly until: number } | undefined;
};

/** Prepares a contract. The service sees nothing before the first `playTo`. */
export function recordedContract(track: Track, assumed: MarketAssumptions): RecordedContract {
	const live: Live = {
		track,
		assumed,
		settled: 0,
		priced: 0,
		price: assumed.price,
		book: bookAt(assumed.price, Number.NaN, assumed),
		shown: undefined,
	};
	return {
		instrument: instrumentOf(track),
		track,
		playTo: (now) => playTo(live, now),
		isListed: (now) => isListed(live, now),
		ticker(now) {
			if (live.shown === undefined || now >= live.shown.until) live.shown = shownAt(live, now);
			return live.shown.ticker;
		},
		book: () => live.book,
		settled: () => live.settled,
	};
}

function instrumentOf({ venue, symbol, coin, quote }: Track): Instrument {
	return {
		venue,
		symbol,
		coin,
		quote,
		coinsPerOrderUnit: ONE,
		coinsPerPriceUnit: ONE,
		tickSize: TICK,
		lotSize: LOT,
		quantityMin: LOT,
		quantityMax: ENDLESS,
		notionalMin: ZERO,
		leverageMax: LEVERAGE_MAX,
	};
}

function playTo(live: Live, now: number): boolean {
	const { settled, prices } = live.track;
	const known = now - live.assumed.publicationLagMs;
	const before = live.settled;
	while (live.settled < settled.at.length && (settled.at[live.settled] as number) <= known) live.settled += 1;
	if (live.settled > before) live.shown = undefined;
	if (prices === undefined) return false;
	const priced = live.priced;
	while (live.priced < prices.at.length && (prices.at[live.priced] as number) <= known) live.priced += 1;
	if (live.priced === priced) return false;
	live.price = fromNumber(Number((prices.marks[live.priced - 1] as number).toPrecision(PRICE_DIGITS)));
	live.book = bookAt(live.price, prices.volumesUsd[live.priced - 1] as number, live.assumed);
	live.shown = undefined;
	return true;
}

/** Builds a book around a price. @param volumeUsd value traded in the hour before, USD; NaN if it is not known */
function bookAt(
	price: Decimal,
	volumeUsd: number,
	{ halfSpread, impact }: Pick<MarketAssumptions, 'halfSpread' | 'impact'>,
): OrderBook {
	const isKnown = volumeUsd > 0 && impact > 0n;
	const quantity = isKnown
		? fromNumber(Number(((volumeUsd * LEVEL_SHARE) / toNumber(price)).toPrecision(PRICE_DIGITS)))
		: ENDLESS;
	const bids: BookLevel[] = [];
	const asks: BookLevel[] = [];
	let distance = halfSpread;
	for (let level = 0; level < (isKnown ? LEVELS : 1); level += 1) {
		bids.push([mulTrunc(price, sub(ONE, distance)), quantity]);
		asks.push([mulTrunc(price, add(ONE, distance)), quantity]);
		distance = add(distance, impact);
	}
	return { bids, asks };
}

/** Returns the interval of the next settlement, ms, as far as the known settlements tell. */
function intervalOf({ track: { settled }, settled: known }: Live): number {
	const stated = settled.intervalsMs[known - 1] ?? 0;
	if (stated > 0) return stated;
	const [last, before] = [settled.at[known - 1], settled.at[known - 2]];
	if (last === undefined || before === undefined) return FIRST_INTERVAL_MS;
	return Math.max(HOUR_MS, Math.round((last - before) / HOUR_MS) * HOUR_MS);
}

/** Returns the time from which the contract counts as delisted unless it has new data, ms. */
function silentFrom(live: Live): number {
	const last = live.track.settled.at[live.settled - 1];
	if (last === undefined) return Number.NEGATIVE_INFINITY;
	return Math.min(
		last + Math.max(SILENCE_MS, GAP_INTERVALS * intervalOf(live)),
		lastPriceAt(live) + SILENCE_MS,
	);
}

/** Returns the time of the last known price, ms. A constant price has no end. */
function lastPriceAt({ track: { prices }, priced }: Live): number {
	if (prices === undefined) return Number.POSITIVE_INFINITY;
	return prices.at[priced - 1] ?? Number.NEGATIVE_INFINITY;
}

function isListed(live: Live, now: number): boolean {
	return now < silentFrom(live) + LEAVING_MS;
}

function shownAt(live: Live, now: number): NonNullable<Live['shown']> {
	const { track, settled: known } = live;
	const intervalMs = intervalOf(live);
	const last = track.settled.at[known - 1] as number;
	const staleFrom = Math.min(last + GAP_INTERVALS * intervalMs, lastPriceAt(live) + PRICE_AGE_MS_MAX);
	const leavesFrom = silentFrom(live);
	let nextSettlementAt = last + intervalMs;
	while (nextSettlementAt <= now) nextSettlementAt += intervalMs;
	const changes = [nextSettlementAt, staleFrom, leavesFrom].filter((at) => at > now);
	const funding =
		now < staleFrom
			? { predictedRate: exactAt(track.settled.rates, known - 1), intervalMs, nextSettlementAt }
			: null;
	const delistingAt = now < leavesFrom ? null : leavesFrom + LEAVING_MS;
	return { ticker: tickerOf(live, { funding, delistingAt }), until: Math.min(...changes) };
}

function tickerOf(
	{ track: { symbol, prices }, priced, price }: Live,
	{ funding, delistingAt }: Pick<InstrumentTicker, 'funding' | 'delistingAt'>,
): InstrumentTicker {
	return {
		symbol,
		mark: price,
		index: price,
		last: price,
		volume24h: dayVolumeOf(prices, priced),
		openInterest: null,
		funding,
		fundingCap: null,
		fundingFloor: null,
		tradable: true,
		delistingAt,
		problems: [],
	};
}

/** Returns the value traded in the last 24 hours, USD; null unless all of them are known. */
function dayVolumeOf(prices: PriceColumns | undefined, priced: number): Decimal | null {
	if (prices === undefined || priced < HOURS_OF_DAY) return null;
	const spanMs = (prices.at[priced - 1] as number) - (prices.at[priced - HOURS_OF_DAY] as number);
	if (spanMs !== (HOURS_OF_DAY - 1) * HOUR_MS) return null;
	let sum = 0;
	for (let index = priced - HOURS_OF_DAY; index < priced; index += 1)
		sum += prices.volumesUsd[index] as number;
	return Number.isNaN(sum) ? null : fromNumber(Math.round(sum));
}

/** Returns the known settlements of a contract in [from, to], newest first. */
export function settledBetween(
	{ track: { settled }, settled: known }: RecordedContract,
	from: number,
	to: number,
): { readonly settledAt: number; readonly rate: Decimal }[] {
	const found = [];
	for (let index = Math.min(known(), countUpTo(settled.at, to)) - 1; index >= 0; index -= 1) {
		const settledAt = settled.at[index] as number;
		if (settledAt < from) break;
		found.push({ settledAt, rate: exactAt(settled.rates, index) });
	}
	return found;
}
