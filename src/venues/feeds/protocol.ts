/**
 * Defines the interface of a book stream protocol, which covers everything that differs between the exchanges' public
 * book streams.
 */
import type { BookFrame } from './book-frame.ts';
import type { FrameReader } from './frame-reader.ts';
import type { LiveBook } from './live-book.ts';
import type { SnapshotDepth } from './snapshot-queue.ts';

/** Sends a public request through the exchange's limiter, which counts the request's weight. @throws VenueError */
export type FeedRequest = (
	method: string,
	params?: Readonly<Record<string, unknown>>,
	weight?: number,
) => Promise<unknown>;

/**
 * Effect of a message on a book. `replace`: the message is the complete book; `apply`: it follows the last applied
 * message; `ignore`: it changes nothing; `gap`: a message between the last applied one and this one is missing.
 */
export type Verdict = 'replace' | 'apply' | 'ignore' | 'gap';

/** Content of a message that is not about a book. */
export type ControlMessage =
	| { readonly kind: 'other' }
	/** `command` or `symbol` identifies the refused subscription, if the exchange names it. */
	| {
			readonly kind: 'refused';
			readonly command?: string | undefined;
			readonly symbol?: string | undefined;
			readonly reason: string;
	  };

/** Requests REST snapshots of a book, at a small and a large depth. */
export type SnapshotSource = {
	/**
	 * Requested levels per side. A side with that many levels in the response may have further levels in the
	 * exchange's book. `quick` is for a missing book, which is urgent; `deep` extends an existing one.
	 */
	readonly levels: Readonly<Record<SnapshotDepth, number>>;
	/** Fetches the response body. @throws VenueError */
	readonly fetch: (request: FeedRequest, symbol: string, depth: SnapshotDepth) => Promise<unknown>;
	/** Parses the response into a frame that the protocol's `judge` treats as a snapshot. @throws FrameError */
	readonly read: (reader: FrameReader, frame: BookFrame) => void;
};

/** Request whose response is compared with a streamed book (`book-comparison.ts`). */
export type ComparisonSource = {
	/** Fetches the response body, with at least as many levels as a feed delivers. @throws VenueError */
	readonly fetch: (request: FeedRequest, symbol: string) => Promise<unknown>;
	/** Parses the response's levels into the frame. @throws FrameError */
	readonly read: (reader: FrameReader, frame: BookFrame) => void;
};

/** Address, commands, limits and frame format of an exchange's book stream. */
export type FeedProtocol = {
	readonly venue: string;
	/**
	 * Returns the stream's address below the origin of the exchange's public streams. Called for every connection.
	 * @throws VenueError
	 */
	readonly address: (publicStream: string, request: FeedRequest) => Promise<string>;
	/** Maximum number of instruments per connection. */
	readonly symbolsPerSocket: number;
	/** Maximum number of instruments per command. */
	readonly symbolsPerCommand: number;
	/** Minimum time between two commands on one connection, milliseconds, as the exchange requires. */
	readonly commandGapMs: number;
	readonly subscribe: (symbols: readonly string[], id: string) => string;
	readonly unsubscribe: (symbols: readonly string[], id: string) => string;
	/** Period and text of our heartbeat. Without a text we send a ping frame. */
	readonly heartbeat: { readonly periodMs: number; readonly text?: string };
	/**
	 * A book that gets no message for this long is no longer current, milliseconds. Omitted for an exchange that does
	 * not repeat unchanged books.
	 */
	readonly repeatedWithinMs?: number;
	/** Parses a frame; leaves the symbol empty for a frame without a book. @throws FrameError */
	readonly read: (reader: FrameReader, frame: BookFrame) => void;
	/** Parses a message that is not about a book. */
	readonly readControl: (text: string) => ControlMessage;
	/**
	 * Decides how a message affects the book.
	 * @param last sequence number of the last applied message; `NaN` if there is no book yet @param isFresh true if
	 * no message has been applied since the book was replaced
	 */
	readonly judge: (last: number, frame: BookFrame, isFresh: boolean) => Verdict;
	/** Source of snapshots; defined if the stream starts without a snapshot. */
	readonly snapshot?: SnapshotSource;
	/** Source for comparisons; defined if the stream would not reveal a level that is lost within a message. */
	readonly comparison?: ComparisonSource;
	/** Computes the exchange's checksum over a book. Frames without a checksum are not checked. */
	readonly checksum?: (book: LiveBook) => number;
};

/** Control message that needs no reaction. */
export const OTHER: ControlMessage = { kind: 'other' };

/** Parses the JSON object in a text; undefined for any other text. */
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
