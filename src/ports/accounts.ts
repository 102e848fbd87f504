/** Which exchange accounts a user has, and the trading session of each. */
import type { VenueName } from '../domain/instrument.ts';
import type { VenueTrading } from './venue.ts';

export interface TradingAccounts {
	/** Venues at which the user has an account. */
	connected(userId: string): readonly VenueName[];
	/** The session, opened on first use. Undefined when the user has no account there. */
	trading(userId: string, venue: VenueName): VenueTrading | undefined;
	/**
	 * Brings every session of the user up and takes the baseline of its balance; resolves at once when that is done.
	 * @throws VenueError when a venue does not answer.
	 */
	ensure(userId: string): Promise<void>;
	/** Users with at least one account. */
	users(): readonly string[];
}
