/** A whole market by hand for measurements: venues × coins, each with a ticker, a book and thirty days of settled rates. */
import { type Decimal, fromInteger, parseDecimal } from '../src/domain/decimal.ts';
import { HOUR_MS, type SettledRate } from '../src/domain/funding.ts';
import { type Instrument, instrumentKey } from '../src/domain/instrument.ts';
import type { BookLevel, OrderBook } from '../src/domain/order-book.ts';
import type { FundingHistory } from '../src/ports/funding-history.ts';
import type { InstrumentInputs, Market, VenueDataStatus } from '../src/ports/market.ts';
import { type InstrumentTicker, VenueError } from '../src/ports/venue.ts';

export type Universe = {
	readonly market: Market;
	readonly history: FundingHistory;
	readonly instruments: readonly Instrument[];
	/** A new running estimate and mark of one instrument. */
	readonly tick: (index: number) => void;
	/** A new book of one instrument. */
	readonly book: (index: number) => void;
};

const LEVELS = 50;
const POOL = 509;
const TICKERS_EACH = 3;
const SETTLEMENTS = 90;

/** Seeded: the same numbers in every run. */
function createDraws(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 0x1_0000_0000;
	};
}

export function createUniverse(venueCount: number, coinCount: number, now: () => number): Universe {
	const draw = createDraws(1);
	const venues = Array.from({ length: venueCount }, (_, index) => `venue${index}`);
	const status = (venue: string): VenueDataStatus => ({
		venue,
		state: 'fresh',
		reason: null,
		dataAgeMs: 0,
		clockOffsetMs: 0,
		instrumentCount: coinCount,
		notices: null,
	});
	const entries = new Map<string, InstrumentInputs>();
	const instruments: Instrument[] = [];
	const listeners = new Set<(inputs: InstrumentInputs) => void>();
	for (let coin = 0; coin < coinCount; coin += 1)
		for (const venue of venues) instruments.push(instrumentOf(venue, `C${coin}`));
	for (const instrument of instruments)
		entries.set(instrumentKey(instrument), {
			instrument,
			ticker: tickerOf(instrument, draw, now()),
			tickerReceivedAt: now(),
			book: bookOf(draw),
			bookReceivedAt: now(),
			fees: { taker: parseDecimal('0.00055'), maker: parseDecimal('0.0002') },
			feesSource: 'exchange',
		});

	function put(index: number, change: Partial<InstrumentInputs>): void {
		const instrument = instruments[index % instruments.length] as Instrument;
		const key = instrumentKey(instrument);
		const inputs = { ...(entries.get(key) as InstrumentInputs), ...change };
		entries.set(key, inputs);
		for (const listener of listeners) listener(inputs);
	}

	// What arrives is made beforehand, so that a measurement is of what is done with it.
	const books = Array.from({ length: POOL }, () => bookOf(draw));
	const tickers = instruments.map((instrument) =>
		Array.from({ length: TICKERS_EACH }, () => tickerOf(instrument, draw, now())),
	);
	let turn = 0;
	const rates = settledRates(draw, now());
	return {
		instruments,
		market: {
			venues,
			status,
			inputs: (venue) =>
				[...entries.values()].filter(({ instrument }) => venue === undefined || instrument.venue === venue),
			get: (venue, symbol) => entries.get(instrumentKey({ venue, symbol })),
			onChange(listener) {
				listeners.add(listener);
				return () => listeners.delete(listener);
			},
			onVenue: () => () => {},
			quoteRate: () => ({ rate: null, reason: 'All is quoted in one currency here.' }),
			refreshBook: (venue) => Promise.reject(new VenueError(venue, 'unavailable', 'There is no venue here.')),
		},
		history: {
			settled: (venue, _symbol, from, to) =>
				(rates[venues.indexOf(venue) % rates.length] ?? []).filter(
					({ settledAt }) => settledAt >= from && settledAt <= to,
				),
			coverage: () => ({ from: null, to: null, count: SETTLEMENTS, gaps: [], failure: null }),
			onSettled: () => () => {},
			ensure: () => Promise.resolve(),
		},
		tick(index) {
			turn += 1;
			put(index, {
				ticker: tickers[index % instruments.length]?.[turn % TICKERS_EACH],
				tickerReceivedAt: now(),
			});
		},
		book(index) {
			turn += 1;
			put(index, { book: books[turn % POOL], bookReceivedAt: now() });
		},
	};
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

function tickerOf(instrument: Instrument, draw: () => number, now: number): InstrumentTicker {
	const price = decimal(100 + (draw() - 0.5) / 10, 4);
	return {
		symbol: instrument.symbol,
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
