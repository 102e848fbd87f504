/** Defines a venue's announcements: maintenance, suspended transfers, and its coins' names. */
import type { Words } from '../sentences/sentence.ts';

/**
 * A period in which a venue stops or restricts trading of perpetuals. `until` is null while the end is not announced.
 */
export type Maintenance = { readonly title: Words; readonly from: number; readonly until: number | null };

/** Whether a currency can be deposited and withdrawn. A field is false if no network allows it. */
export type TransferState = { readonly deposit: boolean; readonly withdrawal: boolean };

/** A venue's public statements about itself, prices aside. */
export type VenueNotices = {
	/** Current and announced maintenance, unordered. */
	readonly maintenance: readonly Maintenance[];
	/** Transfers by currency. If a currency is missing, its state is unknown. */
	readonly transfers: ReadonlyMap<string, TransferState>;
	/** Full names by coin, if the venue publishes them. */
	readonly coinNames: ReadonlyMap<string, string>;
	/** One sentence for each part of the notices that could not be read. */
	readonly unknown: readonly Words[];
};
