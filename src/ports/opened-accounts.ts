/** Connected exchange accounts with their secrets, in memory only; trading sessions use them. */
import type { VenueName } from '../domain/instrument.ts';
import type { VenueCredentials } from './venue.ts';

/** A connected account with its unsealed key, which never leaves the memory of the process. */
export type OpenedAccount = {
	readonly accountId: string;
	readonly userId: string;
	readonly venue: VenueName;
	/** Its name in the journal. */
	readonly journalId: string;
	/** Undefined if the sealed keys cannot be opened. */
	readonly keys: VenueCredentials | undefined;
	readonly isLeaving: boolean;
};

/**
 * `switched`: another account of the user, or none, is now active at the venue. `renewed`: an account has another
 * key. `gone`: it is disconnected.
 */
export type AccountNews =
	| { readonly kind: 'switched'; readonly userId: string; readonly venue: VenueName }
	| { readonly kind: 'renewed' | 'gone'; readonly account: OpenedAccount };

/** Finds opened accounts by user, by venue and by their name in the journal. */
export interface OpenedAccounts {
	/** Users with an active account whose key is available. */
	users(): readonly string[];
	/** Venues at which the user has such an account. */
	venues(userId: string): readonly VenueName[];
	/** Undefined while none is active, or while it is being changed. */
	inUse(userId: string, venue: VenueName): OpenedAccount | undefined;
	/** The connected account with this name in the journal. */
	named(journalId: string): OpenedAccount | undefined;
	onNews(listener: (news: AccountNews) => void): () => void;
}
