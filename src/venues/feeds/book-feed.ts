/**
 * Interface of a book feed, implemented by our own streams (`own-feed.ts`) and by ccxt's
 * (`src/venues/shared/book-stream.ts`).
 */
import { type FeedCounts, GAP_REASONS, type GapReason, type StreamCounts } from '../../ports/metrics.ts';
import type { BookUpdate } from '../../ports/venue-market.ts';

/** Levels per side that a feed delivers: enough for slippage estimates. */
export const BOOK_DEPTH = 50;
/** Shortest time between two deliveries of a symbol's book, milliseconds; the latest state is always delivered. */
export const HAND_ON_PERIOD_MS = 200;

/** Receives books in step, and reports of books that are no longer current. */
export type BookFeedListener = {
	readonly onBook: (update: BookUpdate) => void;
	/** The books of these symbols are no longer current; the feed is already restoring them. */
	readonly onDown: (symbols: readonly string[], reason: string) => void;
};

/** Counts since the feed opened; each only grows. */
export type BookFeedCounters = {
	/** Messages of any kind. For ccxt's feed: wake-ups for one or more messages. */
	messages: number;
	/** Delivered books. */
	books: number;
	/** Books found out of step: a gap, a wrong checksum, a crossed book, an unreadable message. */
	gaps: number;
	/** The same by reason. */
	readonly gapsBy: Record<GapReason, number>;
	/** Restarts of a book for one of these reasons. */
	resyncs: number;
	/** Connections that were lost and reopened. */
	reconnects: number;
	/** Comparisons of a book with the exchange's answer to a request. */
	compared: number;
};

/** Stream of order books of one exchange with its counters and clock. */
export type BookFeed = {
	readonly counters: () => Readonly<BookFeedCounters>;
	/**
	 * The exchange's clock minus ours, milliseconds, from the stamps of the least delayed messages of the last minutes.
	 * It is too low by the shortest delay from the exchange to us. Undefined before the first stamp.
	 */
	readonly clockOffsetMs: () => number | undefined;
	readonly close: () => Promise<void>;
};

/** Creates the counters of a feed, all at 0. */
export function noneCounted(): BookFeedCounters {
	const gapsBy = Object.fromEntries(GAP_REASONS.map((reason) => [reason, 0])) as Record<GapReason, number>;
	return { messages: 0, books: 0, gaps: 0, gapsBy, resyncs: 0, reconnects: 0, compared: 0 };
}

/** Counters of a feed with those of the ticker stream; the latter are undefined for an exchange without one. */
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
