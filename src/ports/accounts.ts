/** The exchange accounts of a user, with their trading sessions. */
import type { VenueName } from '../domain/instrument.ts';
import type { VenueTrading } from './venue.ts';

/**
 * Records the baseline of an account's balance. `account`: its name in the journal. @throws VenueError, JournalError
 */
export type PrepareAccount = (
	userId: string,
	venue: VenueName,
	trading: VenueTrading,
	account: string,
) => Promise<void>;

/** Exchange accounts for executions: at most one active per user and venue, each with its open session. */
export interface TradingAccounts {
	/** Venues at which an account of the user is active. */
	connected(userId: string): readonly VenueName[];
	/** The session of the active account, opened on first use. Undefined if the user has none there. */
	trading(userId: string, venue: VenueName): VenueTrading | undefined;
	/**
	 * Opens the user's sessions, those at `venues` or all, and records the baseline of their balances; resolves at
	 * once if that is done. A trade waits for its own two exchanges only, not for a slow third one.
	 * @throws VenueError if a venue does not answer.
	 */
	ensure(userId: string, venues?: readonly VenueName[]): Promise<void>;
	/** Sets the preparation that runs once per account before it may trade. Call it once, before the first `ensure`. */
	onOpened(prepare: PrepareAccount): void;
	/** Users with at least one active account. */
	users(): readonly string[];
	/** Name of the active account in the journal (`domain/ids.ts`, `journalId`). */
	journalId(userId: string, venue: VenueName): string;
	/**
	 * The session of the account with this journal name, active or not: ended executions on it may still receive
	 * payments. `gone` once it is disconnected; undefined if its key is unavailable.
	 */
	tradingOn(userId: string, venue: VenueName, journalId: string): VenueTrading | 'gone' | undefined;
	/**
	 * True while the active account waits to be disconnected: no positions are opened on it, and open executions are
	 * closed.
	 */
	isLeaving(userId: string, venue: VenueName): boolean;
	/** Calls back when another account, or none, becomes active: earlier knowledge concerns a different account. */
	onSwitch(listener: (userId: string, venue: VenueName) => void): () => void;
}
