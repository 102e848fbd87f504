/** A failing read of a venue, for display. Reported by `src/market/`. */

/** Repeated reads of a venue, on which its data depend. */
export const READ_OVER_AND_OVER = ['prices', 'contracts', 'clock', 'notices'] as const;
/** One of `READ_OVER_AND_OVER`. */
export type Tried = (typeof READ_OVER_AND_OVER)[number];

/** A read that fails at present, and its next try. Times are milliseconds. */
export type VenueFailure = {
	readonly tried: Tried;
	/** The received message, as its source wrote it. */
	readonly message: string;
	/** Start of the present series of failures. */
	readonly since: number;
	/** Null: a try is in progress. */
	readonly nextTryAt: number | null;
};
