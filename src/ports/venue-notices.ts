/** Announcements of a venue: maintenance, transfers that are suspended, names of its coins. */

/** A time in which a venue stops or restricts trading of perpetuals. `until` is null while it has not said. */
export type Maintenance = { readonly title: string; readonly from: number; readonly until: number | null };

/** False where a currency can be moved over no network. */
export type TransferState = { readonly deposit: boolean; readonly withdrawal: boolean };

/** Public statements of a venue about itself, beside its prices. */
export type VenueNotices = {
	/** Running and announced, in no order. */
	readonly maintenance: readonly Maintenance[];
	/** Transfers by currency; one that is not there is not known. */
	readonly transfers: ReadonlyMap<string, TransferState>;
	/** Full names by coin, where the venue gives them. */
	readonly coinNames: ReadonlyMap<string, string>;
	/** A sentence for each part that is not known. */
	readonly unknown: readonly string[];
};
