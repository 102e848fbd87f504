/** Defines the ways to connect accounts at exchanges. */
import type { VenueName } from '../domain/instrument.ts';
import type { VenueCredentials } from './venue.ts';

/**
 * `page`: on the exchange's own page (OAuth). `simulated`: by opening a new simulated account. `key`: with an API
 * key.
 */
export const CONNECT_WAYS = ['page', 'simulated', 'key'] as const;
/** One way to connect an account. */
export type ConnectWay = (typeof CONNECT_WAYS)[number];

/** An exchange with the ways to connect accounts there, simplest first. */
export type AccountOffer = { readonly venue: VenueName; readonly ways: readonly ConnectWay[] };

/** Lists the ways to connect accounts, and opens simulated accounts. */
export interface AccountOffers {
	/**
	 * Returns the exchanges on which the service trades, with the ways to connect accounts there. The list of ways is
	 * empty if the service keeps the accounts itself (paper mode).
	 */
	list(): readonly AccountOffer[];
	/**
	 * Opens a new simulated account with its deposit. @throws Error if the exchange is not simulated or does not
	 * respond
	 */
	open(venue: VenueName, userId: string): Promise<VenueCredentials>;
}
