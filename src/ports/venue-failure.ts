/** Describes a failing read from a venue, for display. `src/market/` reports it. */

/** Reads that the service repeats at each venue. The venue's data depends on them. */
export const READ_OVER_AND_OVER = ['prices', 'contracts', 'clock', 'notices'] as const;
/** One of `READ_OVER_AND_OVER`. */
export type Tried = (typeof READ_OVER_AND_OVER)[number];

/** A read that currently fails, and its next try. Times are milliseconds. */
export type VenueFailure = {
	readonly tried: Tried;
	/** The message as received. */
	readonly message: string;
	/** Start of the current series of failures. */
	readonly since: number;
	/** Time of the next try; null while a try is in progress. */
	readonly nextTryAt: number | null;
};
