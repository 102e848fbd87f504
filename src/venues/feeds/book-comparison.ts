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

/** Compares one book at a time, in rotation, until the answer is called. */
export function startComparisons(options: {
	readonly source: ComparisonSource;
	readonly instruments: readonly Instrument[];
	readonly books: ComparedBooks;
	readonly request: FeedRequest;
	readonly clock: Clock;
	readonly log: Logger;
	readonly counters: BookFeedCounters;
}): () => void {
	const { source, instruments, books, clock, log, counters } = options;
	const reader = new FrameReader();
	const frame = new BookFrame();
	let next = 0;
	let isRunning = false;
	let isStopped = false;

	function answered(instrument: Instrument, body: unknown): OrderBook {
		frame.reset();
		reader.start(Buffer.from(JSON.stringify(body)));
		source.read(reader, frame);
		const book = new LiveBook(instrument, false);
		book.replace(frame.bids, frame.asks);
		return book.top(BOOK_DEPTH);
	}

	function pause(ms: number): Promise<void> {
		return new Promise((resolve) => {
			clock.after(ms, resolve);
		});
	}

	/** Prices that differ; undefined where the book could not be watched to the end. @throws VenueError, FrameError */
	async function compared(instrument: Instrument, watch: BookWatch): Promise<readonly Decimal[] | undefined> {
		await pause(AROUND_MS);
		const book = answered(instrument, await source.fetch(options.request, instrument.symbol));
		await pause(AROUND_MS);
		if (watch.isOver || isStopped) return undefined;
		watch.isOver = true;
		counters.compared += 1;
		return watch.differences(book);
	}

	/** Undefined where no book is in step. */
	function nextWatched(): { readonly instrument: Instrument; readonly watch: BookWatch } | undefined {
		for (let tried = 0; tried < instruments.length; tried += 1) {
			const instrument = instruments[next % instruments.length] as Instrument;
			next += 1;
			const watch = books.watch(instrument.symbol);
			if (watch !== undefined) return { instrument, watch };
		}
		return undefined;
	}

	async function compareNext(): Promise<void> {
		const begun = nextWatched();
		if (begun === undefined) return;
		const { instrument } = begun;
		const { venue, symbol } = instrument;
		try {
			const first = await compared(instrument, begun.watch);
			const again = (first ?? []).length === 0 ? undefined : books.watch(symbol);
			if (first === undefined || again === undefined) return;
			const second = new Set(await compared(instrument, again));
			const both = first.filter((price) => second.has(price));
			const [price] = both;
			if (price !== undefined)
				books.disagree(
					symbol,
					`${both.length} of its levels differ from ${venue}'s answer to a request, one of them at ${formatDecimal(price)}`,
				);
		} catch (error) {
			// Not compared is not wrong: it comes again in its turn.
			log.debug({ venue, symbol, error: String(error) }, 'book could not be compared');
		}
	}

	const cancel = clock.every(PERIOD_MS, () => {
		if (isRunning) return;
		isRunning = true;
		void compareNext().finally(() => {
			isRunning = false;
		});
	});
	return () => {
		isStopped = true;
		cancel();
	};
}
