/** How accounts at exchanges can be connected here. Implemented by `connections/`. */
import type { VenueName } from '../domain/instrument.ts';
import type { VenueCredentials } from './venue.ts';

/** `page`: on the exchange's own page (OAuth). `simulated`: a new simulated account is opened. `key`: by an API key. */
export const CONNECT_WAYS = ['page', 'simulated', 'key'] as const;
export type ConnectWay = (typeof CONNECT_WAYS)[number];

export type AccountOffer = { readonly venue: VenueName; readonly ways: readonly ConnectWay[] };

export interface AccountOffers {
	/** Exchanges at which the service trades; no ways where it keeps the accounts itself (mode paper). */
	list(): readonly AccountOffer[];
	/** A new simulated account with its deposit. @throws Error where the exchange is not simulated, or does not answer */
	open(venue: VenueName, userId: string): Promise<VenueCredentials>;
}
