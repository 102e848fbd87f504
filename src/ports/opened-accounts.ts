/**
 * Defines connected exchange accounts with their secrets, which are kept only in memory. Trading sessions use them.
 */
import type { VenueName } from '../domain/instrument.ts';
import type { VenueCredentials } from './venue.ts';

/** A connected account with its decrypted key, which never leaves the process's memory. */
export type OpenedAccount = {
	readonly accountId: string;
	readonly userId: string;
	readonly venue: VenueName;
	/** Id of the account in the journal. */
	readonly journalId: string;
	/** Decrypted keys; undefined if the sealed keys cannot be opened. */
	readonly keys: VenueCredentials | undefined;
	readonly isLeaving: boolean;
};

/**
 * `switched`: another account of the user, or none, is now active at the venue. `renewed`: an account has another
 * key. `gone`: an account is disconnected.
 */
export type AccountNews =
	| { readonly kind: 'switched'; readonly userId: string; readonly venue: VenueName }
	| { readonly kind: 'renewed' | 'gone'; readonly account: OpenedAccount };

/** Finds opened accounts by user, by venue and by journal id. */
export interface OpenedAccounts {
	/** Returns the users with an active account whose key is available. */
	users(): readonly string[];
	/** Returns the venues at which the user has an active account whose key is available. */
	venues(userId: string): readonly VenueName[];
	/**
	 * Returns the active account; undefined while none is active, or while a change of the active account at the
	 * venue is being written.
	 */
	inUse(userId: string, venue: VenueName): OpenedAccount | undefined;
	/** Returns the connected account with this journal id. */
	named(journalId: string): OpenedAccount | undefined;
	onNews(listener: (news: AccountNews) => void): () => void;
}
