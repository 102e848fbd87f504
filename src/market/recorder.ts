/**
 * Records the raw market data on which the service acts, so that users have their own history. It writes every change
 * in an instrument's predicted funding rate. Once per `bookPeriodMs` it also writes the top of the book, if changed,
 * for instruments that another venue lists too. Both are written at least once in every UTC hour, so that each hour's
 * file is complete by itself.
 *
 * `funding-history.ts` keeps the settled rates in the store.
 */
import { HOUR_MS } from '../domain/funding.ts';
import { type Instrument, type InstrumentKey, instrumentKey } from '../domain/instrument.ts';
import type { BookLevel, OrderBook } from '../domain/order-book.ts';
import { bookLine, estimateLine, type RecordedLevel } from '../domain/recorded-lines.ts';
import type { Clock } from '../ports/clock.ts';
import type { InstrumentInputs, Market } from '../ports/market.ts';
import type { RecordingSink } from '../ports/recording-sink.ts';
import type { InstrumentTicker } from '../ports/venue-market.ts';
import { sharedInstruments } from './shared-instruments.ts';

/** Dependencies of the recorder. */
export type RecorderOptions = {
	readonly market: Market;
	readonly sink: RecordingSink;
	readonly clock: Clock;
	/** Interval between two checks of the books, ms. */
	readonly bookPeriodMs: number;
};

/** Number of lines written since the recorder started. */
export type RecordedCounts = { readonly estimates: number; readonly books: number };

/** A running recorder. */
export type Recorder = {
	readonly recorded: () => RecordedCounts;
	/** Stops the recording and writes the remaining lines. */
	readonly close: () => Promise<void>;
};

/** The last value written for an instrument, and the hour in which it was written, in hours since 1970. */
type Written<T> = { readonly value: T; readonly hour: number };

type Recording = {
	readonly market: Market;
	readonly clock: Clock;
	readonly sink: RecordingSink;
	shared: readonly Instrument[];
	readonly tickers: Map<InstrumentKey, Written<InstrumentTicker>>;
	readonly books: Map<InstrumentKey, Written<OrderBook | undefined>>;
	estimateCount: number;
	bookCount: number;
};

/**
 * Starts to record predicted rates for all instruments, and the top of the book for instruments that two exchanges
 * list.
 */
export function createRecorder({ market, sink, clock, bookPeriodMs }: RecorderOptions): Recorder {
	const recorder: Recording = {
		market,
		clock,
		sink,
		shared: [],
		tickers: new Map(),
		books: new Map(),
		estimateCount: 0,
		bookCount: 0,
	};
	adoptInstruments(recorder);
	const stops = [
		market.onVenue(() => adoptInstruments(recorder)),
		market.onChange((given) => recordEstimate(recorder, given)),
		clock.every(bookPeriodMs, () => recordBooks(recorder)),
	];
	return {
		recorded: () => ({ estimates: recorder.estimateCount, books: recorder.bookCount }),
		async close() {
			for (const stop of stops) stop();
			await sink.close();
		},
	};
}

function adoptInstruments(recorder: Recording): void {
	const instruments = recorder.market.inputs().map(({ instrument }) => instrument);
	recorder.shared = sharedInstruments(instruments);
	const listed = new Set(instruments.map(instrumentKey));
	for (const known of [recorder.tickers, recorder.books])
		for (const key of known.keys()) if (!listed.has(key)) known.delete(key);
}

function recordEstimate(recorder: Recording, { instrument, ticker }: InstrumentInputs): void {
	if (ticker === undefined) return;
	const key = instrumentKey(instrument);
	const last = recorder.tickers.get(key);
	// Most market changes concern the book and leave the ticker object unchanged.
	if (last?.value === ticker) return;
	const at = recorder.clock.now();
	const hour = Math.floor(at / HOUR_MS);
	const isKnown = last !== undefined && last.hour === hour && hasSameEstimate(last.value, ticker);
	recorder.tickers.set(key, { value: ticker, hour: isKnown ? last.hour : hour });
	if (isKnown) return;
	const { venue, symbol } = instrument;
	const { funding, mark, index } = ticker;
	recorder.estimateCount += 1;
	recorder.sink.write(at, estimateLine({ kind: 'estimate', at, venue, symbol, funding, mark, index }));
}

function recordBooks(recorder: Recording): void {
	const at = recorder.clock.now();
	const hour = Math.floor(at / HOUR_MS);
	let lines = '';
	for (const instrument of recorder.shared) lines += bookLineOf(recorder, instrument, at, hour);
	if (lines !== '') recorder.sink.write(at, lines);
}

/** Formats the line for an instrument's book; empty if the top of the book has not changed. */
function bookLineOf(recorder: Recording, instrument: Instrument, at: number, hour: number): string {
	const { venue, symbol } = instrument;
	const key = instrumentKey(instrument);
	const book = recorder.market.get(venue, symbol)?.book;
	const last = recorder.books.get(key);
	if (last === undefined ? book === undefined : last.hour === hour && hasSameTop(last.value, book)) return '';
	recorder.books.set(key, { value: book, hour });
	recorder.bookCount += 1;
	return bookLine({
		kind: 'book',
		at,
		venue,
		symbol,
		bid: levelOf(book?.bids[0]),
		ask: levelOf(book?.asks[0]),
	});
}

/**
 * Compares only the funding estimates. Mark and index prices change constantly, so they are written with each line
 * but do not cause one.
 */
function hasSameEstimate(a: InstrumentTicker, b: InstrumentTicker): boolean {
	return (
		a.funding?.predictedRate === b.funding?.predictedRate &&
		a.funding?.intervalMs === b.funding?.intervalMs &&
		a.funding?.nextSettlementAt === b.funding?.nextSettlementAt
	);
}

function hasSameTop(a: OrderBook | undefined, b: OrderBook | undefined): boolean {
	return a === b || (isSameLevel(a?.bids[0], b?.bids[0]) && isSameLevel(a?.asks[0], b?.asks[0]));
}

function isSameLevel(a: BookLevel | undefined, b: BookLevel | undefined): boolean {
	return a?.[0] === b?.[0] && a?.[1] === b?.[1];
}

function levelOf(level: BookLevel | undefined): RecordedLevel | null {
	return level === undefined ? null : { price: level[0], quantity: level[1] };
}
