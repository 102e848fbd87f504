/**
 * Plays a dataset of grade B or C as public market data. Only what was known at the present instant is visible: a
 * settlement once its publication lag is over, a price from its own time on.
 */

import {
	add,
	type Decimal,
	fromNumber,
	mulTrunc,
	ONE,
	parseDecimal,
	sub,
	ZERO,
} from '../../domain/decimal.ts';
import { HOUR_MS } from '../../domain/funding.ts';
import type { Instrument } from '../../domain/instrument.ts';
import type { OrderBook } from '../../domain/order-book.ts';
import type { BookUpdate, FeeRates, InstrumentTicker, VenueMarketData } from '../../ports/venue-market.ts';
import { countUpTo, exactAt } from '../data/columns.ts';
import type { Dataset, Track } from '../data/dataset.ts';

/** What the dataset does not say and the replay assumes. Every report states it. */
export type MarketAssumptions = {
	/** Time from a settlement until its rate is known, ms. */
	readonly publicationLagMs: number;
	/** Constant price of grade C, USD per coin. */
	readonly price: Decimal;
	/** Distance of bid and ask from the price, as a fraction. */
	readonly halfSpread: Decimal;
	/** Fees per exchange. */
	readonly feesOf: (venue: string) => FeeRates;
};

/** Recorded markets that play on a clock. */
export type RecordedMarkets = {
	readonly sources: () => readonly VenueMarketData[];
	/** Returns the next instant after the given one at which something becomes known; undefined at the end. */
	readonly nextAfter: (at: number) => number | undefined;
	/** Makes everything visible that is known at `at`, and pushes the books that changed. */
	readonly playTo: (at: number) => void;
};

/** Depth of each side of a book. No recording of grade B or C has a size, so no order reaches its end. */
const QUANTITY = parseDecimal('1000000000');
const LOT = parseDecimal('0.000001');
const TICK = parseDecimal('0.00000001');
const QUANTITY_MAX = parseDecimal('1000000000');
const LEVERAGE_MAX = 50;
const TIERS = [
	{
		valueMax: parseDecimal('1000000000'),
		maintenanceRate: parseDecimal('0.005'),
		deduction: ZERO,
		leverageMax: parseDecimal('50'),
	},
];
/** A contract whose last settlement is older than this many intervals has a gap in its recording. */
const GAP_INTERVALS = 3;
/** Number of price decimals that the replay keeps, relative to the price. */
const PRICE_DIGITS = 9;

type Live = {
	readonly track: Track;
	readonly instrument: Instrument;
	/** Number of settlements and prices known now. */
	settled: number;
	priced: number;
	price: Decimal;
	book: OrderBook;
	/** The ticker of the present data; undefined after a change. */
	ticker: InstrumentTicker | undefined;
};

type Listener = { readonly symbols: ReadonlySet<string>; readonly onBook: (update: BookUpdate) => void };

type Markets = {
	readonly assumed: MarketAssumptions;
	readonly byVenue: ReadonlyMap<string, ReadonlyMap<string, Live>>;
	readonly listeners: Map<string, Set<Listener>>;
	now: number;
};

/** Prepares the dataset's markets. Nothing is visible before the first `playTo`. */
export function recordedMarkets(dataset: Dataset, assumed: MarketAssumptions): RecordedMarkets {
	const byVenue = new Map<string, Map<string, Live>>();
	for (const track of dataset.tracks) {
		const lives = byVenue.get(track.venue) ?? new Map<string, Live>();
		byVenue.set(track.venue, lives.set(track.symbol, liveOf(track, assumed)));
	}
	const markets: Markets = { assumed, byVenue, listeners: new Map(), now: Number.NEGATIVE_INFINITY };
	const instants = instantsOf(dataset, assumed.publicationLagMs);
	return {
		sources: () => [...byVenue.keys()].map((venue) => sourceOf(markets, venue)),
		nextAfter: (at) => instants[countUpTo(instants, at)],
		playTo(at) {
			markets.now = at;
			for (const lives of byVenue.values()) for (const live of lives.values()) play(markets, live);
		},
	};
}

function liveOf(track: Track, { price, halfSpread }: MarketAssumptions): Live {
	const { venue, symbol, coin, quote } = track;
	return {
		track,
		instrument: {
			venue,
			symbol,
			coin,
			quote,
			coinsPerOrderUnit: ONE,
			coinsPerPriceUnit: ONE,
			tickSize: TICK,
			lotSize: LOT,
			quantityMin: LOT,
			quantityMax: QUANTITY_MAX,
			notionalMin: ZERO,
			leverageMax: LEVERAGE_MAX,
		},
		settled: 0,
		priced: 0,
		price,
		book: bookAt(price, halfSpread),
		ticker: undefined,
	};
}

/** Returns all instants at which something becomes known, ascending, each once. */
function instantsOf({ tracks }: Dataset, lagMs: number): Float64Array {
	const all = new Set<number>();
	for (const { settled, prices } of tracks) {
		for (const at of settled.at) all.add(at + lagMs);
		for (const at of prices?.at ?? []) all.add(at);
	}
	return Float64Array.from(all).sort();
}

function play(markets: Markets, live: Live): void {
	const { assumed, now, listeners } = markets;
	const { settled, prices, venue, symbol } = live.track;
	const before = live.settled + live.priced;
	while (
		live.settled < settled.at.length &&
		(settled.at[live.settled] as number) + assumed.publicationLagMs <= now
	)
		live.settled += 1;
	if (prices !== undefined) {
		const priced = live.priced;
		while (live.priced < prices.at.length && (prices.at[live.priced] as number) <= now) live.priced += 1;
		if (live.priced > priced) {
			live.price = shortened(prices.marks[live.priced - 1] as number);
			live.book = bookAt(live.price, assumed.halfSpread);
			for (const listener of listeners.get(venue) ?? [])
				if (listener.symbols.has(symbol)) listener.onBook({ symbol, book: live.book, venueAt: undefined });
		}
	}
	if (live.settled + live.priced > before) live.ticker = undefined;
}

function shortened(price: number): Decimal {
	return fromNumber(Number(price.toPrecision(PRICE_DIGITS)));
}

function bookAt(price: Decimal, halfSpread: Decimal): OrderBook {
	return {
		bids: [[mulTrunc(price, sub(ONE, halfSpread)), QUANTITY]],
		asks: [[mulTrunc(price, add(ONE, halfSpread)), QUANTITY]],
	};
}

/** Returns the interval of the next settlement, ms, as far as the known settlements tell. */
function intervalOf({ track: { settled }, settled: known }: Live): number {
	const stated = settled.intervalsMs[known - 1] ?? 0;
	if (stated > 0) return stated;
	const [last, before] = [settled.at[known - 1], settled.at[known - 2] ?? settled.at[known]];
	if (last === undefined || before === undefined) return 8 * HOUR_MS;
	return Math.max(HOUR_MS, Math.round(Math.abs(last - before) / HOUR_MS) * HOUR_MS);
}

/** True from a contract's first settlement until its last one is over. */
function isListed(live: Live, now: number): boolean {
	const { at } = live.track.settled;
	return live.settled > 0 && (live.settled < at.length || now < (at.at(-1) as number) + intervalOf(live));
}

function tickerOf(live: Live, now: number): InstrumentTicker {
	const { track, settled: known, price } = live;
	const intervalMs = intervalOf(live);
	const last = track.settled.at[known - 1] as number;
	const isCurrent = now < last + GAP_INTERVALS * intervalMs;
	let nextSettlementAt = last + intervalMs;
	while (nextSettlementAt <= now) nextSettlementAt += intervalMs;
	return {
		symbol: track.symbol,
		mark: price,
		index: price,
		last: price,
		volume24h: null,
		openInterest: null,
		funding: isCurrent
			? { predictedRate: exactAt(track.settled.rates, known - 1), intervalMs, nextSettlementAt }
			: null,
		fundingCap: null,
		fundingFloor: null,
		tradable: true,
		delistingAt: null,
		problems: [],
		...(track.quote === 'USDT' || track.quote === 'USDC'
			? { otherIndex: { quote: track.quote === 'USDT' ? 'USDC' : 'USDT', price } }
			: {}),
	};
}

function sourceOf(markets: Markets, venue: string): VenueMarketData {
	const lives = markets.byVenue.get(venue) ?? new Map<string, Live>();
	const listed = () => [...lives.values()].filter((live) => isListed(live, markets.now));
	const liveOfSymbol = (symbol: string): Live => {
		const live = lives.get(symbol);
		if (live === undefined) throw new Error(`Invariant broken: ${venue} ${symbol} is not in the recording.`);
		return live;
	};
	const fees = markets.assumed.feesOf(venue);
	return {
		venue,
		loadInstruments: async () => listed().map(({ instrument }) => instrument),
		fetchTickers: async () => listed().map((live) => (live.ticker ??= tickerOf(live, markets.now))),
		// A paper order fills at the next book after its arrival, which it tells by the object.
		fetchBook: async (symbol) => ({ ...liveOfSymbol(symbol).book }),
		async fetchSettledRates(symbol, from, to) {
			const { track, settled: known } = liveOfSymbol(symbol);
			const { at, rates } = track.settled;
			const found = [];
			for (let index = Math.min(known, countUpTo(at, to)) - 1; index >= 0; index -= 1) {
				const settledAt = at[index] as number;
				if (settledAt < from) break;
				found.push({ settledAt, rate: exactAt(rates, index) });
			}
			return { rates: found, unusable: [] };
		},
		streamBooks(symbols, { onBook }) {
			const listener: Listener = { symbols: new Set(symbols), onBook };
			const listeners = markets.listeners.get(venue) ?? new Set();
			markets.listeners.set(venue, listeners.add(listener));
			for (const symbol of symbols) onBook({ symbol, book: liveOfSymbol(symbol).book, venueAt: undefined });
			return {
				async close() {
					listeners.delete(listener);
				},
			};
		},
		fetchTrades: async () => [],
		fetchRiskTiers: async () => TIERS,
		fetchNotices: async () => ({ maintenance: [], transfers: new Map(), coinNames: new Map(), unknown: [] }),
		baseFees: () => fees,
		measureClockOffset: async () => 0,
		roundTripMs: () => 0,
		async close() {},
	};
}
