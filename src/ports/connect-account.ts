/** Connects a user's exchange account. Times are milliseconds. */
import type { VenueName } from '../domain/instrument.ts';
import type { VenueCredentials } from './venue.ts';

/**
 * Requests the credentials' permissions from the exchange, and stores the credentials.
 * @throws CarrywireError if the credentials are refused, because they can withdraw, cannot trade, or do not work.
 * Nothing is stored in that case.
 */
export type ConnectAccount = (request: {
	readonly userId: string;
	readonly venue: VenueName;
	/** The user's name for the account, 1 to 64 characters. */
	readonly label: string;
	readonly kind: 'oauth';
	readonly credentials: VenueCredentials;
	/** Expiry of the credentials according to their issuer; null if the issuer states none. */
	readonly keyExpiresAt: number | null;
}) => Promise<unknown>;
