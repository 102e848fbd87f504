/** Defines sources of channel snapshots. */
import type { CarrywireError } from '../../domain/carrywire-error.ts';
import type { Snapshot } from './snapshot.ts';

/** Result of reading a source once. */
export type SourceRead =
	| Snapshot
	/** Undefined: nothing has changed since the last read. */
	| undefined
	/** The source has ended; `error` is the reason. */
	| { readonly kind: 'over'; readonly error: CarrywireError };

/** Reads a channel's state and reports when it may have changed. */
export interface Source {
	/**
	 * Reads the current state. @param isForced if true, the result must not be undefined @throws the errors of the
	 * method that returns the same data
	 */
	read(isForced: boolean): SourceRead | Promise<SourceRead>;
	/** Interval between reads if no change is reported, milliseconds; undefined: read only after changes. */
	readonly periodMs: number | undefined;
	/** Minimum time between the starts of two reads, milliseconds. */
	readonly pauseMs: number;
	/**
	 * Calls back whenever the state may have changed, until the returned function is called. The source is read only
	 * while it is watched.
	 */
	watch(onChange: () => void): () => void;
}

/** A validated subscription request. */
export type Wanted = {
	/** The channel's name in notifications. */
	readonly channel: string;
	/** Key of the group; subscribers with the same content have the same key. */
	readonly key: string;
	/** User to whom a private channel belongs; undefined for a public one. */
	readonly userId: string | undefined;
	/** True for a caller without a valid token. These callers have a separate limit. */
	readonly isOfStranger?: boolean;
	readonly open: () => Source;
};
