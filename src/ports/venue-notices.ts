/** Announcements of a venue: maintenance, suspended transfers, names of its coins. */

/** A time in which a venue stops or restricts trading of perpetuals. `until` is null while it is not announced. */
export type Maintenance = { readonly title: string; readonly from: number; readonly until: number | null };

/** False if no network can move the currency. */
export type TransferState = { readonly deposit: boolean; readonly withdrawal: boolean };

/** Public statements of a venue about itself, apart from prices. */
export type VenueNotices = {
	/** Running and announced ones, unordered. */
	readonly maintenance: readonly Maintenance[];
	/** Transfers by currency; a missing one is unknown. */
	readonly transfers: ReadonlyMap<string, TransferState>;
	/** Full names by coin, if the venue states them. */
	readonly coinNames: ReadonlyMap<string, string>;
	/** A sentence for each unknown part. */
	readonly unknown: readonly string[];
};
