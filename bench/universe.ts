/**
 * Generates a market for measurements: every coin on every venue, each with a ticker, an order book and thirty days
 * of settled rates.
 */
import { type Decimal, fromInteger, parseDecimal } from '../src/domain/decimal.ts';
import { HOUR_MS, type SettledRate } from '../src/domain/funding.ts';
import { type Instrument, instrumentKey } from '../src/domain/instrument.ts';
import type { BookLevel, OrderBook } from '../src/domain/order-book.ts';
import type { FundingHistory } from '../src/ports/funding-history.ts';
import type { InstrumentInputs, Market, VenueDataStatus } from '../src/ports/market.ts';
import { VenueError } from '../src/ports/venue-error.ts';
import type { InstrumentTicker } from '../src/ports/venue-market.ts';
import { isTradedAt } from '../src/venues/facts.ts';

export type Universe = {
	readonly market: Market;
	readonly history: FundingHistory;
	readonly instruments: readonly Instrument[];
	/** Gives one instrument a new funding estimate and mark price. */
	readonly tick: (index: number) => void;
	/** Gives one instrument a new order book, by default the next prepared one. */
	readonly book: (index: number, book?: OrderBook) => void;
};

/** An instrument's entry in the market. The universe changes entries in place, as the service does. */
type Entry = { -readonly [member in keyof InstrumentInputs]: InstrumentInputs[member] };

const LEVELS = 50;
/**
 * Number of prepared tickers. It is small enough for all of them to stay in the processor's cache, where data just
 * read from the network would be too. The same is true of the prepared books.
 */
const TICKERS = 1_021;
const BOOKS = 61;
const SETTLEMENTS = 90;

/**
 * Returns a function that draws uniform numbers in [0, 1) from a fixed seed, so that every run gets the same numbers.
 */
function createDraws(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 0x1_0000_0000;
	};
}

/** Names of the venues and coins, by their index. */
export type UniverseNames = {
	readonly venue: (index: number) => string;
	readonly coin: (index: number) => string;
};

const NUMBERED: UniverseNames = { venue: (index) => `venue${index}`, coin: (index) => `C${index}` };

export function createUniverse(
	venueCount: number,
	coinCount: number,
	now: () => number,
	names: UniverseNames = NUMBERED,
): Universe {
	const draw = createDraws(1);
	const venues = Array.from({ length: venueCount }, (_, index) => names.venue(index));
	const status = (venue: string): VenueDataStatus => ({
		venue,
		isTraded: isTradedAt(venue),
		state: 'fresh',
		reason: null,
		dataAgeMs: 0,
		clockOffsetMs: 0,
		instrumentCount: coinCount,
		notices: null,
		failure: null,
		stopped: null,
		needs: [],
	});
	const listeners = new Set<(inputs: InstrumentInputs) => void>();
	// Instruments are ordered by venue, as the service reads them. The two legs of a pair are therefore far apart in
	// memory.
	const instruments = venues.flatMap((venue) =>
		Array.from({ length: coinCount }, (_, coin) => instrumentOf(venue, names.coin(coin))),
	);
	const entries = instruments.map(
		(instrument): Entry => ({
			instrument,
			ticker: tickerOf(instrument.symbol, draw, now()),
			tickerReceivedAt: now(),
			book: bookOf(draw),
			bookReceivedAt: now(),
			fees: { taker: parseDecimal('0.00055'), maker: parseDecimal('0.0002') },
		}),
	);
	const entryOf = new Map(entries.map((entry) => [instrumentKey(entry.instrument), entry]));

	function changed(entry: Entry): void {
		for (const listener of listeners) listener(entry);
	}

	const books = Array.from({ length: BOOKS }, () => bookOf(draw));
	const tickers = Array.from({ length: TICKERS }, () => tickerOf('', draw, now()));
	let turn = 0;
	const rates = settledRates(draw, now());
	return {
		instruments,
		market: {
			venues,
			status,
			inputs: (venue) =>
				entries.filter(({ instrument }) => venue === undefined || instrument.venue === venue),
			get: (venue, symbol) => entryOf.get(instrumentKey({ venue, symbol })),
			onChange(listener) {
				listeners.add(listener);
				return () => listeners.delete(listener);
			},
			onVenue: () => () => {},
			quoteRate: () => ({ rate: null, reason: 'All is quoted in one currency here.' }),
			checkAgain: () => undefined,
			refreshBook: (venue) => Promise.reject(new VenueError(venue, 'unavailable', 'There is no venue here.')),
		},
		history: {
			settled: async (venue, _symbol, from, to) =>
				(rates[venues.indexOf(venue) % rates.length] ?? []).filter(
					({ settledAt }) => settledAt >= from && settledAt <= to,
				),
			coverage: async () => ({ from: null, to: null, count: SETTLEMENTS, gaps: [], failure: null }),
			failure: () => null,
			recent: (venue) => (rates[venues.indexOf(venue) % rates.length] ?? []).slice(-1),
			onSettled: () => () => {},
			ensure: () => Promise.resolve(),
		},
		tick(index) {
			turn += 1;
			const entry = entryAt(entries, index);
			entry.ticker = tickers[turn % TICKERS];
			entry.tickerReceivedAt = now();
			changed(entry);
		},
		book(index, book) {
			turn += 1;
			const entry = entryAt(entries, index);
			entry.book = book ?? books[turn % BOOKS];
			entry.bookReceivedAt = now();
			changed(entry);
		},
	};
}

function entryAt(entries: readonly Entry[], index: number): Entry {
	const entry = entries[index];
	if (entry === undefined)
		throw new RangeError(`There are ${entries.length} instruments; requested index ${index}.`);
	return entry;
}

function instrumentOf(venue: string, coin: string): Instrument {
	return {
		venue,
		symbol: `${coin}USDT`,
		coin,
		quote: 'USDT',
		coinsPerOrderUnit: fromInteger(1),
		coinsPerPriceUnit: fromInteger(1),
		tickSize: parseDecimal('0.01'),
		lotSize: parseDecimal('0.01'),
		quantityMin: parseDecimal('0.01'),
		quantityMax: fromInteger(1_000_000),
		notionalMin: fromInteger(5),
		leverageMax: 50,
	};
}

function tickerOf(symbol: string, draw: () => number, now: number): InstrumentTicker {
	const price = decimal(100 + (draw() - 0.5) / 10, 4);
	return {
		symbol,
		mark: price,
		index: price,
		last: price,
		volume24h: fromInteger(10_000_000),
		openInterest: fromInteger(5_000_000),
		funding: {
			predictedRate: decimal((draw() - 0.4) * 0.002, 8),
			intervalMs: 8 * HOUR_MS,
			nextSettlementAt: (Math.floor(now / (8 * HOUR_MS)) + 1) * 8 * HOUR_MS,
		},
		fundingCap: parseDecimal('0.02'),
		fundingFloor: parseDecimal('-0.02'),
		tradable: true,
		delistingAt: null,
		problems: [],
	};
}

function bookOf(draw: () => number): OrderBook {
	const mid = 100 + (draw() - 0.5) / 20;
	const side = (sign: 1 | -1): BookLevel[] =>
		Array.from({ length: LEVELS }, (_, level) => [
			decimal(mid + sign * 0.01 * (level + 1), 2),
			decimal(1 + draw() * 20, 2),
		]);
	return { bids: side(-1), asks: side(1) };
}

function settledRates(draw: () => number, now: number): readonly (readonly SettledRate[])[] {
	const last = Math.floor(now / (8 * HOUR_MS)) * 8 * HOUR_MS;
	return Array.from({ length: 16 }, () => {
		const mean = (draw() - 0.5) * 0.0006;
		return Array.from({ length: SETTLEMENTS + 30 }, (_, index) => ({
			settledAt: last - (SETTLEMENTS + 29 - index) * 8 * HOUR_MS,
			rate: decimal(mean + (draw() - 0.5) * 0.0002, 8),
		}));
	});
}

function decimal(value: number, places: number): Decimal {
	return parseDecimal(value.toFixed(places));
}
