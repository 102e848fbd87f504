/** Connecting an exchange account of a user, however its credentials were come by. Times are milliseconds. */
import type { VenueName } from '../domain/instrument.ts';
import type { VenueCredentials } from './venue.ts';

/** A token that stands where an API key would: of exchanges whose OAuth token trades by itself. */
export type BearerCredentials = {
	readonly accessToken: string;
	/** When the access token ends; null where the exchange does not say. */
	readonly accessEndsAt: number | null;
	readonly refreshToken: string | null;
};

/**
 * Asks the exchange what the credentials may do, and keeps them.
 * @throws CarrywireError when they are refused: they can withdraw, cannot trade, or do not work. Then nothing is kept.
 */
export type ConnectAccount<Credentials = VenueCredentials> = (request: {
	readonly userId: string;
	readonly venue: VenueName;
	/** What the user calls the account: 1 to 64 characters. */
	readonly label: string;
	readonly kind: 'oauth';
	readonly credentials: Credentials;
	/** When the credentials end, by the word of whoever issued them; null where it says nothing. */
	readonly keyExpiresAt: number | null;
}) => Promise<unknown>;
