/** A read of a venue that fails, as it is told to whoever looks. Told by `market-data/`. */

/** What is read of a venue over and over, what its data hang on first. */
export const READ_OVER_AND_OVER = ['prices', 'contracts', 'clock', 'notices'] as const;
/** One of `READ_OVER_AND_OVER`. */
export type Tried = (typeof READ_OVER_AND_OVER)[number];

/** A read that fails at present, and when it is tried again. Times are milliseconds. */
export type VenueFailure = {
	readonly tried: Tried;
	/** What came, in the words of whoever said it. */
	readonly message: string;
	/** The first try of those in a row that failed. */
	readonly since: number;
	/** Null: it is being tried now. */
	readonly nextTryAt: number | null;
};
