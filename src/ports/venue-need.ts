/** Defines the features that an exchange without its own adapter must provide. */

/**
 * One feature required of an exchange without its own adapter, and whether the last check found it. An exchange that
 * lacks an essential feature counts as down.
 */
export type VenueNeed = {
	readonly need:
		| 'instruments'
		| 'prices'
		| 'marks'
		| 'index'
		| 'funding'
		| 'funding caps'
		| 'settled rates'
		| 'books'
		| 'clock'
		| 'status'
		| 'delistings'
		| 'volume'
		| 'open interest';
	readonly isEssential: boolean;
	readonly met: 'yes' | 'partly' | 'no';
	/** The part of the exchange that provides the feature, or why nothing does. */
	readonly how: string;
	/** Consequence if the feature is missing; null if there is none. */
	readonly consequence: string | null;
};
