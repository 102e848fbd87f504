/** Where the pictures of a channel come from. */
import type { CarrywireError } from '../../domain/carrywire-error.ts';
import type { Snapshot } from './snapshot.ts';

/** Result of reading a source. */
export type SourceRead =
	| Snapshot
	/** Nothing has changed since the last read. */
	| undefined
	/** There is nothing more to show, and why. */
	| { readonly kind: 'over'; readonly error: CarrywireError };

/** Reads the state of a channel and reports when it may have changed. */
export interface Source {
	/** How things stand now. `anew`: undefined must not be the answer. @throws what a call of the method would throw */
	read(anew: boolean): SourceRead | Promise<SourceRead>;
	/** Read again after so long, whatever happens, milliseconds; undefined: only when there is news. */
	readonly periodMs: number | undefined;
	/** Least time between two reads, milliseconds. */
	readonly pauseMs: number;
	/** Calls back when there may be news, until the returned function is called. Between the two calls it is read. */
	watch(onNews: () => void): () => void;
}

/** What a subscriber has asked for, once it is known to make sense. */
export type Wanted = {
	/** As the channel is named in notifications. */
	readonly channel: string;
	/** The same text for everybody who is to get the same bytes. */
	readonly key: string;
	/** Whose it is; undefined where it is nobody's. */
	readonly userId: string | undefined;
	/** Wanted by a caller without a valid token; such callers have places of their own. */
	readonly isOfStranger?: boolean;
	readonly open: () => Source;
};
