/**
 * Generates a market that moves like a real one: coins on several venues, with order books whose levels come and go,
 * running funding estimates, prices, volumes and settlements. The same seed always gives the same market.
 *
 * The liveliest class of coins is at least as lively as the recorded BTCUSDT book of Binance on 8 August 2024: within
 * ten seconds, 38 of its 40 best levels changed.
 */
import { type Decimal, fromInteger, parseDecimal } from '../src/domain/decimal.ts';
import { HOUR_MS, type SettledRate } from '../src/domain/funding.ts';
import { type Instrument, instrumentKey } from '../src/domain/instrument.ts';
import type { BookLevel, OrderBook } from '../src/domain/order-book.ts';
import type { FundingHistory, SettledListener } from '../src/ports/funding-history.ts';
import type { InstrumentInputs, Market } from '../src/ports/market.ts';
import { VenueError } from '../src/ports/venue-error.ts';
import type { InstrumentTicker } from '../src/ports/venue-market.ts';
import type { VenueNotices } from '../src/ports/venue-notices.ts';
import { seededUnit } from './true-book.ts';

/** How lively a coin's books are. */
type Class = {
	/** Price in price steps. */
	readonly ticks: number;
	/** Standard deviation of the price in ten seconds, price steps. */
	readonly move: number;
	/** Mean distance of two levels, price steps. */
	readonly gap: number;
	/** Share of the levels whose quantity changes in ten seconds. */
	readonly turnover: number;
	/** Decimals of a price. */
	readonly places: number;
};

const MAJOR: Class = { ticks: 618_000, move: 80, gap: 4, turnover: 0.95, places: 1 };
const MID_SIZED: Class = { ticks: 50_000, move: 12, gap: 1.6, turnover: 0.8, places: 3 };
const SMALL: Class = { ticks: 12_000, move: 4, gap: 1.2, turnover: 0.5, places: 5 };
/** The first 5 coins are majors, and the next 15 are mid-sized. */
const MAJORS = 5;
const MID_SIZED_END = 20;

/** Interval at which each venue in turn changes its estimates, seconds. */
const ESTIMATE_SECONDS = [5, 5, 60, 60, 60];
/** Intervals between settlements of each venue in turn, hours. */
const FUNDING_HOURS = [8, 8, 8, 4, 1];
const LEVELS = 50;
const LOTS_MAX = 100_000;
const COINS_OF_NOTICES = 300;
const HISTORY_DAYS = 31;

type Level = { tick: number; lots: number };
type Entry = {
	inputs: InstrumentInputs;
	readonly kind: Class;
	readonly unit: () => number;
	mid: number;
	readonly bids: Level[];
	readonly asks: Level[];
	rate: number;
	volume: number;
	readonly estimateSeconds: number;
	readonly fundingHours: number;
};

/** A market that moves on request. */
export type MovingMarket = {
	readonly market: Market;
	readonly history: Pick<FundingHistory, 'settled' | 'onSettled'>;
	readonly instruments: readonly Instrument[];
	/** Moves every ticker on to the given second, and settles what is due. */
	readonly tick: (second: number) => void;
	/** Changes one instrument's book as much as `seconds` do. */
	readonly changeBook: (index: number, seconds: number) => void;
};

/** Creates the market. `now` is the time of the recorder's clock. */
export function createMovingMarket(venueCount: number, coinCount: number, now: () => number): MovingMarket {
	const venues = Array.from({ length: venueCount }, (_, index) => `venue${index}`);
	const entries = venues.flatMap((venue, place) =>
		Array.from({ length: coinCount }, (_, coin) => entryOf(venue, place, coin)),
	);
	const entryByKey = new Map(entries.map((entry) => [instrumentKey(entry.inputs.instrument), entry]));
	const changeListeners = new Set<(inputs: InstrumentInputs) => void>();
	const settledListeners = new Set<SettledListener>();
	const notices = noticesOf();
	const change = (entry: Entry, next: Partial<InstrumentInputs>): void => {
		entry.inputs = { ...entry.inputs, ...next };
		for (const listener of changeListeners) listener(entry.inputs);
	};
	return {
		instruments: entries.map(({ inputs }) => inputs.instrument),
		market: {
			venues,
			status: (venue) => ({
				...{
					venue,
					isTraded: true,
					state: 'fresh',
					reason: null,
					failure: null,
					dataAgeMs: 0,
					clockOffsetMs: 0,
				},
				...{ instrumentCount: coinCount, notices, stopped: null, needs: [] },
			}),
			inputs: () => entries.map(({ inputs }) => inputs),
			get: (venue, symbol) => entryByKey.get(instrumentKey({ venue, symbol }))?.inputs,
			quoteRate: () => ({ rate: null, reason: 'All is quoted in one currency here.' }),
			onChange: (listener) => adding(changeListeners, listener),
			onVenue: () => () => {},
			refreshBook: (venue) => Promise.reject(new VenueError(venue, 'unavailable', 'There is no venue here.')),
			checkAgain: () => {},
		},
		history: {
			settled: async (venue, symbol, _from, to) => pastRates(entryByKey.get(`${venue}:${symbol}`), to),
			onSettled: (listener) => adding(settledListeners, listener),
		},
		tick(second) {
			for (const entry of entries) {
				change(entry, { ticker: nextTicker(entry, second, now()) });
				if ((second * 1_000) % (entry.fundingHours * HOUR_MS) !== 0) continue;
				const { venue, symbol } = entry.inputs.instrument;
				const rates = [{ settledAt: second * 1_000, rate: exact(entry.rate, 8) }];
				for (const listener of settledListeners) listener(venue, symbol, rates);
			}
		},
		changeBook(index, seconds) {
			const entry = entries[index] as Entry;
			moveBook(entry, seconds);
			change(entry, { book: bookOf(entry) });
		},
	};
}

function adding<T>(listeners: Set<T>, listener: T): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

function entryOf(venue: string, place: number, coin: number): Entry {
	const kind = coin < MAJORS ? MAJOR : coin < MID_SIZED_END ? MID_SIZED : SMALL;
	const unit = seededUnit(1 + place * 1_000 + coin);
	const entry: Entry = {
		inputs: {
			instrument: instrumentOf(venue, `C${coin}`, kind),
			ticker: undefined,
			tickerReceivedAt: undefined,
			book: undefined,
			bookReceivedAt: undefined,
			fees: { taker: parseDecimal('0.00055'), maker: parseDecimal('0.0002') },
		},
		kind,
		unit,
		mid: kind.ticks + 10 * coin,
		bids: [],
		asks: [],
		rate: (unit() - 0.4) * 0.0006,
		volume: 1e6 * 10 ** (3 * unit()),
		estimateSeconds: ESTIMATE_SECONDS[place % ESTIMATE_SECONDS.length] ?? 60,
		fundingHours: FUNDING_HOURS[place % FUNDING_HOURS.length] ?? 8,
	};
	moveBook(entry, 0);
	return entry;
}

function instrumentOf(venue: string, coin: string, { places }: Class): Instrument {
	const tick = exact(10 ** -places, places);
	return {
		...{ venue, symbol: `${coin}USDT`, coin, quote: 'USDT' },
		coinsPerOrderUnit: fromInteger(1),
		coinsPerPriceUnit: fromInteger(1),
		tickSize: tick,
		lotSize: parseDecimal('0.01'),
		quantityMin: parseDecimal('0.01'),
		quantityMax: fromInteger(1_000_000),
		notionalMin: fromInteger(5),
		leverageMax: 50,
	};
}

/** Draws a number with mean 0 and variance 1. */
function normal(unit: () => number): number {
	return Math.sqrt(-2 * Math.log(1 - unit())) * Math.cos(2 * Math.PI * unit());
}

/** Moves the price, drops the levels that it passes, fills the gap with new ones, and redraws some quantities. */
function moveBook(entry: Entry, seconds: number): void {
	const { kind, unit, bids, asks } = entry;
	entry.mid += kind.move * Math.sqrt(seconds / 10) * normal(unit);
	const best = Math.floor(entry.mid);
	const share = kind.turnover * Math.min(1, seconds / 10);
	fillSide(entry, bids, best, -1);
	fillSide(entry, asks, best + 1 + Math.floor(unit() * kind.gap), 1);
	for (const side of [bids, asks]) for (const level of side) if (unit() < share) level.lots = lotsOf(unit);
}

function fillSide({ kind, unit }: Entry, side: Level[], best: number, direction: 1 | -1): void {
	const kept = side.filter(({ tick }) => (tick - best) * direction >= 0);
	const gap = (): number => 1 + Math.floor(-Math.log(1 - unit()) * (kind.gap - 1));
	const near: Level[] = [];
	const end = kept[0]?.tick ?? best + direction * LEVELS * 100;
	for (let tick = best; (end - tick) * direction > 0 && near.length < LEVELS; tick += direction * gap())
		near.push({ tick, lots: lotsOf(unit) });
	const levels = [...near, ...kept].slice(0, LEVELS);
	while (levels.length < LEVELS)
		levels.push({ tick: (levels.at(-1)?.tick ?? best) + direction * gap(), lots: lotsOf(unit) });
	side.splice(0, side.length, ...levels);
}

/** Draws a quantity. Small ones are as frequent as large ones on a logarithmic scale. */
function lotsOf(unit: () => number): number {
	return Math.max(1, Math.floor(LOTS_MAX ** unit()));
}

function bookOf({ inputs: { instrument }, bids, asks }: Entry): OrderBook {
	const { tickSize, lotSize } = instrument;
	const levels = (side: readonly Level[]): BookLevel[] =>
		side.map(({ tick, lots }) => [(BigInt(tick) * tickSize) as Decimal, (BigInt(lots) * lotSize) as Decimal]);
	return { bids: levels(bids), asks: levels(asks) };
}

function nextTicker(entry: Entry, second: number, now: number): InstrumentTicker {
	const { unit, kind, inputs, estimateSeconds, fundingHours } = entry;
	const price = entry.mid * 10 ** -kind.places;
	if (second % estimateSeconds === 0) entry.rate += normal(unit) * 0.000002;
	entry.volume *= 1 + normal(unit) * 0.0001;
	const interval = fundingHours * HOUR_MS;
	return {
		symbol: inputs.instrument.symbol,
		mark: exact(price * (1 + normal(unit) * 0.00003), kind.places + 2),
		index: exact(price * (1 + normal(unit) * 0.00003), kind.places + 2),
		last: exact(price, kind.places),
		volume24h: exact(entry.volume * 10, 4),
		openInterest: exact(entry.volume * (1 + normal(unit) * 0.00001), 4),
		funding: {
			predictedRate: exact(entry.rate, 8),
			intervalMs: interval,
			nextSettlementAt: (Math.floor(now / interval) + 1) * interval,
		},
		fundingCap: parseDecimal('0.02'),
		fundingFloor: parseDecimal('-0.02'),
		tradable: true,
		delistingAt: null,
		problems: [],
	};
}

function pastRates(entry: Entry | undefined, to: number): readonly SettledRate[] {
	if (entry === undefined) return [];
	const interval = entry.fundingHours * HOUR_MS;
	const last = Math.floor(to / interval) * interval;
	const count = (HISTORY_DAYS * 24) / entry.fundingHours;
	return Array.from({ length: count }, (_, index) => ({
		settledAt: last - (count - 1 - index) * interval,
		rate: exact(entry.rate + normal(entry.unit) * 0.0001, 8),
	}));
}

function noticesOf(): VenueNotices {
	const coins = Array.from({ length: COINS_OF_NOTICES }, (_, index) => `COIN${index}`);
	return {
		maintenance: [],
		transfers: new Map(coins.map((coin) => [coin, { deposit: true, withdrawal: true }])),
		coinNames: new Map(coins.map((coin) => [coin, `Name of ${coin}`])),
		unknown: [],
	};
}

function exact(value: number, places: number): Decimal {
	return parseDecimal(value.toFixed(places));
}
