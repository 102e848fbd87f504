/** The needs that an exchange without an adapter of its own must meet. */

/**
 * One thing that is needed of an exchange for which no adapter was made, and whether it was there at the last look. Without
 * an essential one the exchange is down.
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
	/** The part of the exchange that meets it, or why nothing does. */
	readonly how: string;
	/** The consequence where it is missing; null where there is none. */
	readonly consequence: string | null;
};
