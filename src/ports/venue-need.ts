/** What is needed of an exchange for which no adapter was made. */

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
	/** By what it is met, or why not. */
	readonly how: string;
	/** What follows of what is missing; null where nothing does. */
	readonly consequence: string | null;
};
