/**
 * Records the raw inputs that the service acts on, so that its users have a history of their own: the running estimate
 * of every instrument at each change, and the top of the book of those that another venue lists too, once per period
 * when it has changed. Both are written at least once in every UTC hour, so that each hour's file stands alone.
 *
 * What settled is in the store (`funding-history.ts`).
 */
import { HOUR_MS } from '../domain/funding.ts';
import { type Instrument, type InstrumentKey, instrumentKey } from '../domain/instrument.ts';
import type { BookLevel, OrderBook } from '../domain/order-book.ts';
import { bookLine, estimateLine, type RecordedLevel } from '../domain/recorded-lines.ts';
import type { Clock } from '../ports/clock.ts';
import type { InstrumentInputs, Market } from '../ports/market.ts';
import type { RecordingSink } from '../ports/recording-sink.ts';
import type { InstrumentTicker } from '../ports/venue.ts';
import { sharedInstruments } from './shared-instruments.ts';

/** Parts that estimates and tops of books are recorded with. */
export type RecorderOptions = {
	readonly market: Market;
	readonly sink: RecordingSink;
	readonly clock: Clock;
	/** Between two looks at the books, milliseconds. */
	readonly bookPeriodMs: number;
};

/** Lines that were written since the recorder was opened. */
export type RecordedCounts = { readonly estimates: number; readonly books: number };

/** A recording that runs. */
export type Recorder = {
	readonly recorded: () => RecordedCounts;
	/** Ends the recording; what was seen is written. */
	readonly close: () => Promise<void>;
};

/** What was written last of an instrument, and in which hour. */
type Written<T> = { readonly value: T; readonly hour: number };

/** Begins to record the estimates and tops of books of all instruments that two exchanges list. */
export function createRecorder({ market, sink, clock, bookPeriodMs }: RecorderOptions): Recorder {
	const tickers = new Map<InstrumentKey, Written<InstrumentTicker>>();
	const books = new Map<InstrumentKey, Written<OrderBook | undefined>>();
	let shared: readonly Instrument[] = [];
	let estimateCount = 0;
	let bookCount = 0;

	function adoptInstruments(): void {
		const instruments = market.inputs().map(({ instrument }) => instrument);
		shared = sharedInstruments(instruments);
		const listed = new Set(instruments.map(instrumentKey));
		for (const known of [tickers, books])
			for (const key of known.keys()) if (!listed.has(key)) known.delete(key);
	}

	function recordEstimate({ instrument, ticker }: InstrumentInputs): void {
		if (ticker === undefined) return;
		const key = instrumentKey(instrument);
		const last = tickers.get(key);
		// A market change is mostly a book's: the ticker is then the one that was seen before.
		if (last?.value === ticker) return;
		const at = clock.now();
		const hour = Math.floor(at / HOUR_MS);
		const isKnown = last !== undefined && last.hour === hour && hasSameEstimate(last.value, ticker);
		tickers.set(key, { value: ticker, hour: isKnown ? last.hour : hour });
		if (isKnown) return;
		const { venue, symbol } = instrument;
		const { funding, mark, index } = ticker;
		estimateCount += 1;
		sink.write(at, estimateLine({ kind: 'estimate', at, venue, symbol, funding, mark, index }));
	}

	function recordBooks(): void {
		const at = clock.now();
		const hour = Math.floor(at / HOUR_MS);
		let lines = '';
		for (const instrument of shared) lines += bookLineOf(instrument, at, hour);
		if (lines !== '') sink.write(at, lines);
	}

	/** Empty where nothing has changed. */
	function bookLineOf(instrument: Instrument, at: number, hour: number): string {
		const { venue, symbol } = instrument;
		const key = instrumentKey(instrument);
		const book = market.get(venue, symbol)?.book;
		const last = books.get(key);
		if (last === undefined ? book === undefined : last.hour === hour && hasSameTop(last.value, book))
			return '';
		books.set(key, { value: book, hour });
		bookCount += 1;
		return bookLine({
			kind: 'book',
			at,
			venue,
			symbol,
			bid: levelOf(book?.bids[0]),
			ask: levelOf(book?.asks[0]),
		});
	}

	adoptInstruments();
	const stops = [
		market.onVenue(adoptInstruments),
		market.onChange(recordEstimate),
		clock.every(bookPeriodMs, recordBooks),
	];
	return {
		recorded: () => ({ estimates: estimateCount, books: bookCount }),
		async close() {
			for (const stop of stops) stop();
			await sink.close();
		},
	};
}

/** Marks and indices move all the time: they are written along, and make no line of their own. */
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
