/** A book feed, whatever implements it: our own streams (`own-feed.ts`) or ccxt's (`src/venues/shared/book-stream.ts`). */
import { type FeedCounts, GAP_REASONS, type GapReason, type StreamCounts } from '../../ports/metrics.ts';
import type { BookUpdate } from '../../ports/venue-market.ts';

/** Levels per side that are handed on: what the slippage walks need. */
export const BOOK_DEPTH = 50;
/** A symbol's book is handed on at most this often, milliseconds; the latest state is never lost. */
export const HAND_ON_PERIOD_MS = 200;

/** Receives books in step, and reports of books that are not current. */
export type BookFeedListener = {
	readonly onBook: (update: BookUpdate) => void;
	/** The books of these symbols are no longer current; the feed is already working on it. */
	readonly onDown: (symbols: readonly string[], reason: string) => void;
};

/** What has happened since the feed was opened; each only grows. */
export type BookFeedCounters = {
	/** Messages that came, of whatever kind. Of ccxt's feed: times that it woke up for one or more of them. */
	messages: number;
	/** Books that were handed on. */
	books: number;
	/** Times that a book was found out of step: a gap, a wrong checksum, a crossed book, an unreadable message. */
	gaps: number;
	/** The same, by why. */
	readonly gapsBy: Record<GapReason, number>;
	/** Times that a book was begun anew for that. */
	resyncs: number;
	/** Connections that were lost and opened again. */
	reconnects: number;
	/** Times that a book was held against the venue's answer to a request. */
	compared: number;
};

/** Stream of order books of one exchange with its counters and clock. */
export type BookFeed = {
	readonly counters: () => Readonly<BookFeedCounters>;
	/**
	 * The venue's clock minus ours, milliseconds, as the stamps of the least delayed messages of the last minutes show it: too low
	 * by the shortest way from the venue to us. Undefined while no message had a stamp.
	 */
	readonly clockOffsetMs: () => number | undefined;
	readonly close: () => Promise<void>;
};

/** Creates the counters of a feed, all at 0. */
export function noneCounted(): BookFeedCounters {
	const gapsBy = Object.fromEntries(GAP_REASONS.map((reason) => [reason, 0])) as Record<GapReason, number>;
	return { messages: 0, books: 0, gaps: 0, gapsBy, resyncs: 0, reconnects: 0, compared: 0 };
}

/** Counters of a feed with those of the ticker stream; undefined for the latter where an exchange has none. */
export function feedCounts(
	{ messages, reconnects, books: handedOn, gapsBy: gaps, resyncs, compared }: BookFeedCounters,
	tickers: StreamCounts | undefined,
): FeedCounts {
	return { books: { messages, reconnects, handedOn, gaps, resyncs, compared }, tickers };
}

/** Counts one gap in total and by its reason. */
export function noteGap(counters: BookFeedCounters, reason: GapReason): void {
	counters.gaps += 1;
	counters.gapsBy[reason] += 1;
}
