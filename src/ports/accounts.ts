/** Which exchange accounts a user trades on, and the trading session of each. */
import type { VenueName } from '../domain/instrument.ts';
import type { VenueTrading } from './venue.ts';

/** Takes the baseline of an account's balance. `account`: the account as the journal names it. @throws VenueError, JournalError */
export type PrepareAccount = (
	userId: string,
	venue: VenueName,
	trading: VenueTrading,
	account: string,
) => Promise<void>;

/** Exchange accounts that executions trade on: at most one in use per user and venue, each with its open session. */
export interface TradingAccounts {
	/** Venues at which an account of the user is in use. */
	connected(userId: string): readonly VenueName[];
	/** The session of the account in use, opened on first use. Undefined when the user has none there. */
	trading(userId: string, venue: VenueName): VenueTrading | undefined;
	/**
	 * Brings the user's sessions up, those at `venues` or all, and takes the baseline of their balances; resolves at once
	 * when that is done. A trade waits for its own two exchanges alone: a third that is slow is none of its business.
	 * @throws VenueError when a venue does not answer.
	 */
	ensure(userId: string, venues?: readonly VenueName[]): Promise<void>;
	/** Sets what runs once per account before it may trade. To be set once, before the first `ensure`. */
	onOpened(prepare: PrepareAccount): void;
	/** Users with at least one account in use. */
	users(): readonly string[];
	/** Names the account in use in the journal (`domain/ids.ts`, `journalId`). */
	journalId(userId: string, venue: VenueName): string;
	/**
	 * The session of the account that the journal names so, in use or not: what ended on it may still have something to come.
	 * `gone` once it is disconnected; undefined where its key is not at hand.
	 */
	tradingOn(userId: string, venue: VenueName, journalId: string): VenueTrading | 'gone' | undefined;
	/** True while the account in use waits to be disconnected: nothing is opened on it, and what is open is closed. */
	isLeaving(userId: string, venue: VenueName): boolean;
	/** Calls back when another account has come into use, or none is any more: what was known of the account is of another. */
	onSwitch(listener: (userId: string, venue: VenueName) => void): () => void;
}
