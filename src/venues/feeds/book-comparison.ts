/**
 * Compares streamed books, one after another, with the exchange's response to a request. Some exchanges send nothing
 * that reveals a level lost within a message. Their sequence numbers show that no message is missing, but not that
 * each message was complete.
 *
 * A comparison records which levels change during the few seconds around the request, and checks the other levels.
 * Levels that differ are checked a second time. We treat the book as wrong only if a level differs both times and
 * never changed.
 */
import type { Decimal } from '../../domain/decimal.ts';
import type { Instrument } from '../../domain/instrument.ts';
import type { OrderBook } from '../../domain/order-book.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import { BOOK_DEPTH, type BookFeedCounters } from './book-feed.ts';
import { BookFrame } from './book-frame.ts';
import type { BookWatch } from './book-watch.ts';
import { FrameReader } from './frame-reader.ts';
import { LiveBook } from './live-book.ts';
import type { ComparisonSource, FeedRequest } from './protocol.ts';
import { levelsDiffer } from './text.ts';

/**
 * Minimum time between two comparisons at one exchange, milliseconds. With 250 contracts, each contract is compared
 * about every twenty minutes.
 */
const PERIOD_MS = 5_000;
/**
 * How long we record changes before the request and after its response, milliseconds. A change in this time may be in
 * the response but not yet in the streamed book, or the reverse.
 */
const AROUND_MS = 1_000;

/** Access to one feed's books, for the comparison. */
export type ComparedBooks = {
	/** Starts recording changes in the symbol's book; returns undefined while the book is out of sync. */
	readonly watch: (symbol: string) => BookWatch | undefined;
	/** Restarts the symbol's book, because it differs from the exchange's. */
	readonly disagree: (symbol: string, problem: string) => void;
};

type ComparisonOptions = {
	readonly source: ComparisonSource;
	readonly instruments: readonly Instrument[];
	readonly books: ComparedBooks;
	readonly request: FeedRequest;
	readonly clock: Clock;
	readonly log: Logger;
	readonly counters: BookFeedCounters;
};

type Comparing = ComparisonOptions & {
	readonly reader: FrameReader;
	readonly frame: BookFrame;
	next: number;
	isStopped: boolean;
};

/** Compares one book at a time, in rotation, until the caller calls the returned function. */
export function startComparisons(options: ComparisonOptions): () => void {
	const comparing: Comparing = {
		...options,
		reader: new FrameReader(),
		frame: new BookFrame(),
		next: 0,
		isStopped: false,
	};
	let isRunning = false;
	const cancel = options.clock.every(PERIOD_MS, () => {
		if (isRunning) return;
		isRunning = true;
		void compareNext(comparing).finally(() => {
			isRunning = false;
		});
	});
	return () => {
		comparing.isStopped = true;
		cancel();
	};
}

function answered({ source, reader, frame }: Comparing, instrument: Instrument, body: unknown): OrderBook {
	frame.reset();
	reader.start(Buffer.from(JSON.stringify(body)));
	source.read(reader, frame);
	const book = new LiveBook(instrument, false);
	book.replace(frame.bids, frame.asks);
	return book.top(BOOK_DEPTH);
}

function pause(comparing: Comparing, ms: number): Promise<void> {
	return new Promise((resolve) => {
		comparing.clock.after(ms, resolve);
	});
}

/**
 * Returns the prices at which the streamed book differs from the exchange's response. Returns undefined if the book
 * restarted meanwhile or the comparisons were stopped. @throws VenueError, FrameError
 */
async function compared(
	comparing: Comparing,
	instrument: Instrument,
	watch: BookWatch,
): Promise<readonly Decimal[] | undefined> {
	await pause(comparing, AROUND_MS);
	const body = await comparing.source.fetch(comparing.request, instrument.symbol);
	const book = answered(comparing, instrument, body);
	await pause(comparing, AROUND_MS);
	if (watch.isOver || comparing.isStopped) return undefined;
	watch.isOver = true;
	comparing.counters.compared += 1;
	return watch.differences(book);
}

type Watched = { readonly instrument: Instrument; readonly watch: BookWatch };

/**
 * Returns the next book in the rotation that is in sync, with the `BookWatch` that records its changes. Returns
 * undefined if no book is in sync.
 */
function nextWatched(comparing: Comparing): Watched | undefined {
	const { instruments, books } = comparing;
	for (let tried = 0; tried < instruments.length; tried += 1) {
		const instrument = instruments[comparing.next % instruments.length] as Instrument;
		comparing.next += 1;
		const watch = books.watch(instrument.symbol);
		if (watch !== undefined) return { instrument, watch };
	}
	return undefined;
}

async function compareNext(comparing: Comparing): Promise<void> {
	const watched = nextWatched(comparing);
	if (watched === undefined) return;
	const { instrument } = watched;
	const { venue, symbol } = instrument;
	try {
		const first = await compared(comparing, instrument, watched.watch);
		const again = (first ?? []).length === 0 ? undefined : comparing.books.watch(symbol);
		if (first === undefined || again === undefined) return;
		const second = new Set(await compared(comparing, instrument, again));
		const both = first.filter((price) => second.has(price));
		const [price] = both;
		if (price !== undefined) comparing.books.disagree(symbol, levelsDiffer(both.length, venue, price));
	} catch (error) {
		// A failed comparison does not show whether the book is right, so the book waits for its next turn in the
		// rotation.
		comparing.log.debug({ venue, symbol, error: String(error) }, 'book could not be compared');
	}
}
