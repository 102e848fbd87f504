/** Connecting an exchange account of a user. Times are milliseconds. */
import type { VenueName } from '../domain/instrument.ts';
import type { VenueCredentials } from './venue.ts';

/**
 * Requests the permissions of the credentials from the exchange, and stores them.
 * @throws CarrywireError if they are refused: they can withdraw, cannot trade, or do not work. Then nothing is
 * stored.
 */
export type ConnectAccount = (request: {
	readonly userId: string;
	readonly venue: VenueName;
	/** The user's name for the account: 1 to 64 characters. */
	readonly label: string;
	readonly kind: 'oauth';
	readonly credentials: VenueCredentials;
	/** When the credentials expire, according to their issuer; null if it does not say. */
	readonly keyExpiresAt: number | null;
}) => Promise<unknown>;
