/**
 * Keeps the latest data of every instrument with its time of receipt, and reports whether each venue's data is fresh.
 *
 * A venue that does not respond becomes stale, then down, and is fresh again once it responds. Other venues are not
 * affected. A streamed book counts as current while its stream is in sync and the venue responds, because an
 * unchanged book is not stale.
 */
import { ONE } from '../domain/decimal.ts';
import type { Instrument, InstrumentKey, VenueName } from '../domain/instrument.ts';
import { instrumentKey } from '../domain/instrument.ts';
import type { OrderBook } from '../domain/order-book.ts';
import { VENUE_REQUEST_TEXT } from '../domain/venue-text.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { InstrumentInputs, Market, VenueDataStatus } from '../ports/market.ts';
import type { Ages, VenueReading } from '../ports/metrics.ts';
import { VenueError } from '../ports/venue-error.ts';
import type { VenueMarketData } from '../ports/venue-market.ts';
import type { Inputs, MarketLimits } from './inputs.ts';
import { createQuoteRates, type QuoteRates } from './quote-rates.ts';
import { createVenueWatch, type VenueWatch } from './venue-watch.ts';

/** Dependencies of the market: one data source per exchange, clock, log and limits. */
export type MarketOptions = {
	readonly sources: readonly VenueMarketData[];
	/** True if the service can place orders at the venue. */
	readonly isTraded: (venue: VenueName) => boolean;
	/** True if one unit of each quote currency counts as one of any other. Default: false. */
	readonly quotesAtPar?: boolean | undefined;
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Logger;
	readonly limits: MarketLimits;
};

/** The market, with its metrics and `close`. */
export type RunningMarket = Market & {
	/** Current state of each venue's data, and statistics of its streams. */
	readonly readings: () => readonly VenueReading[];
	readonly close: () => Promise<void>;
};

type MarketState = MarketOptions & {
	readonly entryOf: (venue: VenueName, symbol: string) => Inputs | undefined;
	readonly changeListeners: Set<(changed: InstrumentInputs) => void>;
	readonly watches: Map<VenueName, VenueWatch>;
	readonly ofVenue: ReturnType<typeof createIndex>;
};

function quoteRatesOf(
	{ quotesAtPar = false, clock, limits }: MarketOptions,
	inputs: () => Iterable<InstrumentInputs>,
): QuoteRates {
	if (quotesAtPar) return () => ({ rate: ONE, at: clock.now() });
	return createQuoteRates({ inputs, clock, tickerStaleMs: limits.tickerStaleMs });
}

/** Starts to watch every source until `close`, and keeps the latest data of each instrument. */
export function createMarket(options: MarketOptions): RunningMarket {
	const inputs = new Map<InstrumentKey, Inputs>();
	/** The same entries by venue and symbol, because joining the two for each lookup costs more than both lookups. */
	const bySymbol = new Map<VenueName, Map<string, Inputs>>();
	const ofVenue = createIndex(({ venue }) => venue);
	const ofCoin = createIndex(({ coin }) => coin);
	const venueListeners = new Set<(venue: VenueName) => void>();
	const venues = options.sources.map((source) => source.venue);
	const store = {
		all: ofVenue.of,
		count: ofVenue.count,
		get: (venue: VenueName, symbol: string): Inputs | undefined => bySymbol.get(venue)?.get(symbol),
		put(entry: Inputs): void {
			const { venue, symbol } = entry.instrument;
			inputs.set(instrumentKey(entry.instrument), entry);
			bySymbol.set(venue, (bySymbol.get(venue) ?? new Map<string, Inputs>()).set(symbol, entry));
			ofVenue.put(entry);
			ofCoin.put(entry);
		},
		remove(entry: Inputs): void {
			inputs.delete(instrumentKey(entry.instrument));
			bySymbol.get(entry.instrument.venue)?.delete(entry.instrument.symbol);
			ofVenue.remove(entry);
			ofCoin.remove(entry);
		},
		adopt(entry: Inputs, instrument: Instrument): void {
			ofCoin.remove(entry);
			entry.instrument = instrument;
			ofCoin.put(entry);
		},
		changed: (entry: Inputs) => changed(market, entry),
		venueChanged(venue: VenueName): void {
			for (const listener of venueListeners) listener(venue);
		},
		/** True if another venue lists the coin too. Only the books of such instruments are worth a stream. */
		isShared: (instrument: Instrument): boolean =>
			ofCoin.of(instrument.coin).some((entry) => entry.instrument.venue !== instrument.venue),
	};
	const market: MarketState = {
		...options,
		entryOf: store.get,
		changeListeners: new Set(),
		watches: new Map<VenueName, VenueWatch>(
			options.sources.map((source) => [source.venue, createVenueWatch({ ...options, source, store })]),
		),
		ofVenue,
	};
	const quoteRate = quoteRatesOf(options, () => inputs.values());
	return {
		venues,
		readings: () => options.sources.map((given) => readingOf(market, given)),
		status: (venue): VenueDataStatus => watchOf(market, venue).status(),
		inputs: (venue) =>
			(venue === undefined ? [...inputs.values()] : ofVenue.of(venue)).map((entry) => current(market, entry)),
		get(venue, symbol) {
			const entry = store.get(venue, symbol);
			return entry === undefined ? undefined : current(market, entry);
		},
		quoteRate,
		onChange: (listener) => listening(market.changeListeners, listener),
		onVenue: (listener) => listening(venueListeners, listener),
		refreshBook: (venue, symbol) => refreshBook(market, venue, symbol),
		checkAgain: (venue) => watchOf(market, venue).checkAgain(),
		async close() {
			await Promise.all([...market.watches.values()].map((watch) => watch.close()));
		},
	};
}

function listening<T>(listeners: Set<T>, listener: T): () => void {
	listeners.add(listener);
	return () => void listeners.delete(listener);
}

/**
 * Fetches an instrument's book by request instead of from its stream. @throws VenueError if the instrument is unknown
 * or the venue does not respond
 */
async function refreshBook(market: MarketState, venue: VenueName, symbol: string): Promise<OrderBook> {
	const source = market.sources.find((candidate) => candidate.venue === venue);
	const entry = market.entryOf(venue, symbol);
	if (source === undefined || entry === undefined)
		throw new VenueError(venue, 'unavailable', VENUE_REQUEST_TEXT.unknownInstrument({ venue, symbol }));
	const book = await source.fetchBook(symbol, market.limits.bookDepth);
	entry.book = book;
	entry.bookReceivedAt = market.clock.now();
	changed(market, entry);
	return book;
}

/** Notifies the listeners, unless the instrument is no longer listed. */
function changed(market: MarketState, entry: Inputs): void {
	const { venue, symbol } = entry.instrument;
	if (market.entryOf(venue, symbol) !== entry) return;
	const present = current(market, entry);
	for (const listener of market.changeListeners) listener(present);
}

function watchOf(market: MarketState, venue: VenueName): VenueWatch {
	const watch = market.watches.get(venue);
	if (watch === undefined) throw new Error(`Invariant broken: every venue is watched, but ${venue} is not.`);
	return watch;
}

/**
 * Returns the current inputs of an instrument. While a book is in sync with its stream, it counts as received with
 * the venue's last response, even if it has not changed.
 */
function current(market: MarketState, entry: Inputs): InstrumentInputs {
	if (!entry.bookInStep || entry.bookReceivedAt === undefined) return entry;
	const alive = watchOf(market, entry.instrument.venue).lastAnswerAt();
	return alive === undefined || alive <= entry.bookReceivedAt ? entry : { ...entry, bookReceivedAt: alive };
}

function readingOf(market: MarketState, { venue, feed }: VenueMarketData): VenueReading {
	const { state, reason, failure, stopped, dataAgeMs, clockOffsetMs } = watchOf(market, venue).status();
	const entries = market.ofVenue.of(venue);
	const now = market.clock.now();
	return {
		venue,
		state,
		reason,
		failure,
		stopped,
		dataAgeMs,
		clockOffsetMs,
		instruments: entries.length,
		...booksOf(entries, watchOf(market, venue).streamed()),
		tickerAges: agesOf(
			entries.map(({ tickerReceivedAt }) => tickerReceivedAt),
			now,
		),
		bookAges: agesOf(
			entries.map((entry) => current(market, entry).bookReceivedAt),
			now,
		),
		feed: feed?.(),
	};
}

/** Counts the books that are in sync with their stream, and the wanted books that are not in sync yet. */
function booksOf(
	entries: readonly Inputs[],
	wanted: number,
): Pick<VenueReading, 'booksInStep' | 'booksWaiting'> {
	const booksInStep = entries.filter(({ bookInStep }) => bookInStep).length;
	return { booksInStep, booksWaiting: Math.max(0, wanted - booksInStep) };
}

function agesOf(receivedAt: readonly (number | undefined)[], now: number): Ages {
	const ages = receivedAt
		.flatMap((at) => (at === undefined ? [] : [Math.max(0, now - at)]))
		.toSorted((a, b) => a - b);
	return { median: ages[Math.floor(ages.length / 2)], oldest: ages.at(-1) };
}

/** Indexes entries by one property of their instrument, which must not change while the entry is in the index. */
function createIndex(property: (instrument: Instrument) => string) {
	const groups = new Map<string, Set<Inputs>>();
	return {
		of: (value: string): readonly Inputs[] => [...(groups.get(value) ?? [])],
		count: (value: string): number => groups.get(value)?.size ?? 0,
		put(entry: Inputs): void {
			const value = property(entry.instrument);
			const group = groups.get(value);
			if (group === undefined) groups.set(value, new Set([entry]));
			else group.add(entry);
		},
		remove(entry: Inputs): void {
			const value = property(entry.instrument);
			const group = groups.get(value);
			group?.delete(entry);
			if (group?.size === 0) groups.delete(value);
		},
	};
}
