/** Features that an exchange without an adapter of its own must provide. */

/**
 * One required feature of an exchange without an adapter of its own, and whether the last check found it. Without an
 * essential one the exchange is down.
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
	/** The part of the exchange that provides it, or why nothing does. */
	readonly how: string;
	/** Consequence if it is missing; null if there is none. */
	readonly consequence: string | null;
};
