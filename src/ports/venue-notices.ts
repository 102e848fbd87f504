/** Defines a venue's announcements: maintenance, suspended transfers, and the names of its coins. */

/**
 * A time during which a venue stops or restricts trading of perpetuals. `until` is null while the end is not
 * announced.
 */
export type Maintenance = { readonly title: string; readonly from: number; readonly until: number | null };

/** Whether a currency can be deposited and withdrawn. A field is false if no network allows that transfer. */
export type TransferState = { readonly deposit: boolean; readonly withdrawal: boolean };

/** A venue's public statements about itself, other than prices. */
export type VenueNotices = {
	/** Current and announced maintenance, unordered. */
	readonly maintenance: readonly Maintenance[];
	/** Transfers by currency. A missing currency is unknown. */
	readonly transfers: ReadonlyMap<string, TransferState>;
	/** Full names by coin, if the venue states them. */
	readonly coinNames: ReadonlyMap<string, string>;
	/** One sentence for each part of the notices that could not be read. */
	readonly unknown: readonly string[];
};
