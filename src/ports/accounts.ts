/** Defines a user's exchange accounts with their trading sessions. */
import type { VenueName } from '../domain/instrument.ts';
import type { VenueTrading } from './venue.ts';

/**
 * Records the baseline of an account's balance. `account` is the account's id in the journal. @throws VenueError,
 * JournalError
 */
export type PrepareAccount = (
	userId: string,
	venue: VenueName,
	trading: VenueTrading,
	account: string,
) => Promise<void>;

/** Exchange accounts for executions. A user has at most one active account per venue, each with its own session. */
export interface TradingAccounts {
	/** Returns the venues at which the user has an active account whose key is available. */
	connected(userId: string): readonly VenueName[];
	/**
	 * Returns the active account's session, opened on first use; undefined if the user has no active account with an
	 * available key at the venue.
	 */
	trading(userId: string, venue: VenueName): VenueTrading | undefined;
	/**
	 * Opens the user's sessions at `venues`, by default at all venues, and records the baselines of their balances.
	 * Resolves at once if that has already been done. A trade passes `venues`, so that it waits only for its own two
	 * exchanges and not for a slow third one.
	 * @throws VenueError if a venue does not respond; JournalError if a baseline could not be recorded.
	 */
	ensure(userId: string, venues?: readonly VenueName[]): Promise<void>;
	/** Sets the preparation that runs once per account before it may trade. Call it once, before the first `ensure`. */
	onOpened(prepare: PrepareAccount): void;
	/** Returns the users with at least one active account whose key is available. */
	users(): readonly string[];
	/** Returns the active account's id in the journal (`domain/ids.ts`, `journalId`). */
	journalId(userId: string, venue: VenueName): string;
	/**
	 * Returns the session of the account with this journal id, whether active or not, because ended executions on it
	 * may still receive payments. Returns `gone` once the account is disconnected; undefined if its key is
	 * unavailable.
	 */
	tradingOn(userId: string, venue: VenueName, journalId: string): VenueTrading | 'gone' | undefined;
	/**
	 * True while the active account is waiting to be disconnected. The service then opens no positions on it and
	 * closes its open executions.
	 */
	isLeaving(userId: string, venue: VenueName): boolean;
	/**
	 * Calls `listener` when another account, or none, becomes active at the venue. State that the listener keeps
	 * about the previously active account is then out of date.
	 */
	onSwitch(listener: (userId: string, venue: VenueName) => void): () => void;
}
