/**
 * Holds one streamed book after another against the exchange's own answer to a request, where messages carry nothing by which a loss
 * within one of them would show. Numbers of messages say that none is missing, not that each was whole.
 *
 * A comparison notes for some seconds around the request which levels move, and looks at the others. A difference is checked a
 * second time: only a level that differs in both, and stood still both times, proves that the book is wrong.
 */
import { type Decimal, formatDecimal } from '../../domain/decimal.ts';
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

/** Shortest time between two comparisons of a venue, milliseconds: with 250 contracts each is compared every twenty minutes or so. */
const PERIOD_MS = 5_000;
/** Changes so long before the request and after its answer may be in one of both and not yet in the other, milliseconds. */
const AROUND_MS = 1_000;

/** Books of one feed as a comparison watches them and, on proof of a difference, rejects them. */
export type ComparedBooks = {
	/** Begins to note what moves in the book; undefined while it is not in step. */
	readonly watch: (symbol: string) => BookWatch | undefined;
	/** The book is not the exchange's: it must begin anew. */
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

/** Compares one book at a time, in rotation, until the answer is called. */
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

/** Prices that differ; undefined where the book could not be watched to the end. @throws VenueError, FrameError */
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

type Begun = { readonly instrument: Instrument; readonly watch: BookWatch };

/** Undefined where no book is in step. */
function nextWatched(comparing: Comparing): Begun | undefined {
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
	const begun = nextWatched(comparing);
	if (begun === undefined) return;
	const { instrument } = begun;
	const { venue, symbol } = instrument;
	try {
		const first = await compared(comparing, instrument, begun.watch);
		const again = (first ?? []).length === 0 ? undefined : comparing.books.watch(symbol);
		if (first === undefined || again === undefined) return;
		const second = new Set(await compared(comparing, instrument, again));
		const both = first.filter((price) => second.has(price));
		const [price] = both;
		if (price !== undefined)
			comparing.books.disagree(
				symbol,
				`${both.length} of its levels differ from ${venue}'s answer to a request, one of them at ${formatDecimal(price)}`,
			);
	} catch (error) {
		// Not compared is not wrong: it comes again in its turn.
		comparing.log.debug({ venue, symbol, error: String(error) }, 'book could not be compared');
	}
}
