/** Sources of channel snapshots. */
import type { CarrywireError } from '../../domain/carrywire-error.ts';
import type { Snapshot } from './snapshot.ts';

/** Result of reading a source. */
export type SourceRead =
	| Snapshot
	/** Undefined: nothing has changed since the last read. */
	| undefined
	/** The source has ended, with its reason. */
	| { readonly kind: 'over'; readonly error: CarrywireError };

/** Reads the state of a channel and reports when it may have changed. */
export interface Source {
	/**
	 * Reads the current state. @param isForced true: the result must not be undefined @throws the errors of the
	 * matching method
	 */
	read(isForced: boolean): SourceRead | Promise<SourceRead>;
	/** Period of reads without a reported change, milliseconds; undefined: read only after changes. */
	readonly periodMs: number | undefined;
	/** Minimum time between two reads, milliseconds. */
	readonly pauseMs: number;
	/**
	 * Calls back when the state may have changed, until the returned function is called. The source is read only
	 * between these two calls.
	 */
	watch(onChange: () => void): () => void;
}

/** A validated subscription request. */
export type Wanted = {
	/** Channel as named in notifications. */
	readonly channel: string;
	/** Key of the group; equal for subscribers with equal content. */
	readonly key: string;
	/** User of a private channel; undefined for a public one. */
	readonly userId: string | undefined;
	/** True for a caller without a valid token; such callers have a separate limit. */
	readonly isOfStranger?: boolean;
	readonly open: () => Source;
};
