/** Connects a user's exchange account. Times are milliseconds. */
import type { VenueName } from '../domain/instrument.ts';
import type { VenueCredentials } from './venue.ts';

/**
 * Asks the exchange for the credentials' permissions, and stores the credentials.
 * @throws CarrywireError if the credentials are refused because they can withdraw, cannot trade, or do not work.
 * Nothing is stored in that case.
 */
export type ConnectAccount = (request: {
	readonly userId: string;
	readonly venue: VenueName;
	/** The user's name for the account, 1 to 64 characters. */
	readonly label: string;
	readonly kind: 'oauth';
	readonly credentials: VenueCredentials;
	/** Expiry that the issuer gave for the credentials; null if it gave none. */
	readonly keyExpiresAt: number | null;
}) => Promise<unknown>;
