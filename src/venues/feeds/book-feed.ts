/**
 * Defines the interface of a book feed, implemented by our own streams (`own-feed.ts`) and by ccxt's
 * (`src/venues/shared/book-stream.ts`).
 */
import { type FeedCounts, GAP_REASONS, type GapReason, type StreamCounts } from '../../ports/metrics.ts';
import type { BookUpdate } from '../../ports/venue-market.ts';

/** Number of levels per side that a feed delivers; slippage estimates need no more. */
export const BOOK_DEPTH = 50;
/** Minimum time between two deliveries of a symbol's book, milliseconds; the latest state is always delivered. */
export const HAND_ON_PERIOD_MS = 200;

/** Receives books that are in sync, and learns when books are no longer current. */
export type BookFeedListener = {
	readonly onBook: (update: BookUpdate) => void;
	/** Called when the symbols' books are no longer current; the feed is already restoring them. */
	readonly onDown: (symbols: readonly string[], reason: string) => void;
};

/**
 * Counters of an exchange's book feed. A new feed continues the counters of the feed that it replaces, so they never
 * decrease.
 */
export type BookFeedCounters = {
	/**
	 * Number of received messages of any kind. ccxt's feed counts the resolved calls to `watchOrderBookForSymbols`,
	 * and one call may cover several messages.
	 */
	messages: number;
	/** Number of delivered books. */
	books: number;
	/**
	 * Number of times that a book was found out of sync for any reason, such as a sequence gap or a wrong checksum.
	 */
	gaps: number;
	/** Number of `gaps` for each reason. */
	readonly gapsBy: Record<GapReason, number>;
	/** Number of times that a book restarted because of a gap. */
	resyncs: number;
	/** Number of lost connections, each of which is reopened. */
	reconnects: number;
	/** Number of comparisons between a book and the exchange's response to a request. */
	compared: number;
};

/** Order book stream for one exchange, with its counters and the offset of the exchange's clock. */
export type BookFeed = {
	readonly counters: () => Readonly<BookFeedCounters>;
	/**
	 * The exchange's clock minus ours, milliseconds, from the timestamps of the least delayed messages over the last
	 * one to two minutes. The value is too low by the shortest delay from the exchange to us. Undefined before the
	 * first timestamp.
	 */
	readonly clockOffsetMs: () => number | undefined;
	readonly close: () => Promise<void>;
};

/** Creates a feed's counters, all at 0. */
export function noneCounted(): BookFeedCounters {
	const gapsBy = Object.fromEntries(GAP_REASONS.map((reason) => [reason, 0])) as Record<GapReason, number>;
	return { messages: 0, books: 0, gaps: 0, gapsBy, resyncs: 0, reconnects: 0, compared: 0 };
}

/**
 * Combines a feed's counters with those of the ticker stream, which are undefined for an exchange without a ticker
 * stream.
 */
export function feedCounts(
	{ messages, reconnects, books: delivered, gapsBy: gaps, resyncs, compared }: BookFeedCounters,
	tickers: StreamCounts | undefined,
): FeedCounts {
	return { books: { messages, reconnects, delivered, gaps, resyncs, compared }, tickers };
}

/** Counts a gap in the total and under its reason. */
export function noteGap(counters: BookFeedCounters, reason: GapReason): void {
	counters.gaps += 1;
	counters.gapsBy[reason] += 1;
}
