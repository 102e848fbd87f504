/** What differs from venue to venue about its public stream of books. */
import type { BookFrame } from './book-frame.ts';
import type { FrameReader } from './frame-reader.ts';
import type { LiveBook } from './live-book.ts';
import type { SnapshotDepth } from './snapshot-queue.ts';

/** A public request through the venue's own limiter, which weighs it. @throws VenueError */
export type FeedRequest = (
	method: string,
	params?: Readonly<Record<string, unknown>>,
	weight?: number,
) => Promise<unknown>;

/**
 * What a message is to a book. `replace`: it is the whole of it; `apply`: it follows what was applied last; `ignore`: it changes
 * nothing; `gap`: something between is missing.
 */
export type Verdict = 'replace' | 'apply' | 'ignore' | 'gap';

/** What a message that is of no book says. */
export type ControlMessage =
	| { readonly kind: 'other' }
	/** `command` or `symbol`: what was refused, as far as the venue says it. */
	| {
			readonly kind: 'refused';
			readonly command?: string | undefined;
			readonly symbol?: string | undefined;
			readonly reason: string;
	  };

/** Requests for REST snapshots of a book, at a small and a large depth. */
export type SnapshotSource = {
	/**
	 * Levels a side that are asked for; a side with as many may go on below. `quick` where there is no book and every moment counts,
	 * `deep` to know more of one that is there.
	 */
	readonly levels: Readonly<Record<SnapshotDepth, number>>;
	/** The answer's body. @throws VenueError */
	readonly fetch: (request: FeedRequest, symbol: string, depth: SnapshotDepth) => Promise<unknown>;
	/** Reads it into a frame that the protocol's `judge` will take for a snapshot. @throws FrameError */
	readonly read: (reader: FrameReader, frame: BookFrame) => void;
};

/** The request whose answer a streamed book is compared with (`book-comparison.ts`). */
export type ComparisonSource = {
	/** The answer's body, with at least the levels that are handed on. @throws VenueError */
	readonly fetch: (request: FeedRequest, symbol: string) => Promise<unknown>;
	/** Reads its levels into the frame. @throws FrameError */
	readonly read: (reader: FrameReader, frame: BookFrame) => void;
};

/** Address, commands, limits and frame format of an exchange's book stream. */
export type FeedProtocol = {
	readonly venue: string;
	/** The address to connect to, asked for again for every connection: below the origin of the venue's public streams. @throws VenueError */
	readonly address: (publicStream: string, request: FeedRequest) => Promise<string>;
	/** Instruments of one connection, and of one command. */
	readonly symbolsPerSocket: number;
	readonly symbolsPerCommand: number;
	/** Shortest time between two commands of one connection, milliseconds: the venue's limit. */
	readonly commandGapMs: number;
	readonly subscribe: (symbols: readonly string[], id: string) => string;
	readonly unsubscribe: (symbols: readonly string[], id: string) => string;
	/** How often we show the venue that we are there, and what we say; without a text a ping frame of the protocol itself. */
	readonly heartbeat: { readonly periodMs: number; readonly text?: string };
	/**
	 * A book that has not been told of for so long is not current, milliseconds: where the venue repeats it without a change.
	 * Undefined where it only tells of changes.
	 */
	readonly repeatedWithinMs?: number;
	/** Reads a frame; it stays without a symbol where it is of no book. @throws FrameError */
	readonly read: (reader: FrameReader, frame: BookFrame) => void;
	/** Reads what is of no book. */
	readonly readControl: (text: string) => ControlMessage;
	/**
	 * @param last sequence number of what was applied last; `NaN` while there is no book
	 * @param isFresh nothing has been applied since the book was replaced
	 */
	readonly judge: (last: number, frame: BookFrame, isFresh: boolean) => Verdict;
	/** Where the stream itself begins with no snapshot. */
	readonly snapshot?: SnapshotSource;
	/** Present where nothing in the stream shows a level that is lost within a message. */
	readonly comparison?: ComparisonSource;
	/** The venue's checksum over a book; a frame that has none is not checked. */
	readonly checksum?: (book: LiveBook) => number;
};

/** Control message that needs no reaction. */
export const OTHER: ControlMessage = { kind: 'other' };

/** The object that a text is, or undefined. */
export function bodyOf(text: string): Readonly<Record<string, unknown>> | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === 'object' && value !== null && !Array.isArray(value)
			? (value as Readonly<Record<string, unknown>>)
			: undefined;
	} catch {
		return undefined;
	}
}
