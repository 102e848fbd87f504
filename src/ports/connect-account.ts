/** Connecting an exchange account of a user. Times are milliseconds. */
import type { VenueName } from '../domain/instrument.ts';
import type { VenueCredentials } from './venue.ts';

/**
 * Asks the exchange what the credentials may do, and keeps them.
 * @throws CarrywireError when they are refused: they can withdraw, cannot trade, or do not work. Then nothing is kept.
 */
export type ConnectAccount = (request: {
	readonly userId: string;
	readonly venue: VenueName;
	/** What the user calls the account: 1 to 64 characters. */
	readonly label: string;
	readonly kind: 'oauth';
	readonly credentials: VenueCredentials;
	/** When the credentials end, by the word of whoever issued them; null where it says nothing. */
	readonly keyExpiresAt: number | null;
}) => Promise<unknown>;
