/** How accounts at exchanges can be connected here. */
import type { VenueName } from '../domain/instrument.ts';
import type { VenueCredentials } from './venue.ts';

/** `page`: on the exchange's own page (OAuth). `simulated`: a new simulated account is opened. `key`: by an API key. */
export const CONNECT_WAYS = ['page', 'simulated', 'key'] as const;
/** One way to connect an account. */
export type ConnectWay = (typeof CONNECT_WAYS)[number];

/** An exchange with the ways in which its accounts are connected, the simplest first. */
export type AccountOffer = { readonly venue: VenueName; readonly ways: readonly ConnectWay[] };

/** Knows the ways, and opens simulated accounts. */
export interface AccountOffers {
	/** Exchanges at which the service trades; no ways where it keeps the accounts itself (mode paper). */
	list(): readonly AccountOffer[];
	/** A new simulated account with its deposit. @throws Error where the exchange is not simulated, or does not answer */
	open(venue: VenueName, userId: string): Promise<VenueCredentials>;
}
