/** Connected exchange accounts with their secrets at hand, in memory alone: what trading sessions are opened from. */
import type { VenueName } from '../domain/instrument.ts';
import type { VenueCredentials } from './venue.ts';

/** A connected account together with its unsealed key. It never leaves the memory of the process. */
export type OpenedAccount = {
	readonly accountId: string;
	readonly userId: string;
	readonly venue: VenueName;
	/** Names it in the journal. */
	readonly journalId: string;
	/** Undefined where what is sealed does not open. */
	readonly keys: VenueCredentials | undefined;
	readonly isLeaving: boolean;
};

/**
 * `switched`: another account of the user has come into use at the venue, or none is. `renewed`: an account has another key.
 * `gone`: it is disconnected.
 */
export type AccountNews =
	| { readonly kind: 'switched'; readonly userId: string; readonly venue: VenueName }
	| { readonly kind: 'renewed' | 'gone'; readonly account: OpenedAccount };

/** Finds opened accounts by user, by venue and by their name in the journal. */
export interface OpenedAccounts {
	/** With an account in use whose key is at hand. */
	users(): readonly string[];
	/** Venues at which the user has such an account. */
	venues(userId: string): readonly VenueName[];
	/** Undefined while none is in use, or it is being changed at this moment. */
	inUse(userId: string, venue: VenueName): OpenedAccount | undefined;
	/** The connected account that the journal names so. */
	named(journalId: string): OpenedAccount | undefined;
	onNews(listener: (news: AccountNews) => void): () => void;
}
