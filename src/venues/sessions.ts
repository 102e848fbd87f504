/** Trading sessions of users' exchange accounts, opened on first use and kept. */
import type { VenueName } from '../domain/instrument.ts';
import type { TradingAccounts } from '../ports/accounts.ts';
import type { VenueCredentials, VenueTrading } from '../ports/venue.ts';

export type SessionOptions = {
	readonly credentials: {
		readonly users: () => readonly string[];
		readonly venues: (userId: string) => readonly VenueName[];
		readonly find: (userId: string, venue: VenueName) => VenueCredentials | undefined;
	};
	readonly open: (venue: VenueName, credentials: VenueCredentials) => VenueTrading;
	/** Runs once per account before it may trade: takes the baseline of its balance. */
	readonly onOpened: (userId: string, venue: VenueName, trading: VenueTrading) => Promise<void>;
};

export type Sessions = TradingAccounts & { readonly close: () => Promise<void> };

export function createSessions(options: SessionOptions): Sessions {
	const { credentials } = options;
	const sessions = new Map<string, VenueTrading>();
	/** Per account: resolves when the session is warm and its baseline taken; removed on failure, so that it is tried again. */
	const ensured = new Map<string, Promise<void>>();

	function trading(userId: string, venue: VenueName): VenueTrading | undefined {
		const id = `${userId}:${venue}`;
		const known = sessions.get(id);
		if (known !== undefined) return known;
		const keys = credentials.find(userId, venue);
		if (keys === undefined) return undefined;
		const session = options.open(venue, keys);
		sessions.set(id, session);
		return session;
	}

	function ensureOne(userId: string, venue: VenueName): Promise<void> {
		const id = `${userId}:${venue}`;
		const known = ensured.get(id);
		if (known !== undefined) return known;
		const session = trading(userId, venue);
		if (session === undefined) return Promise.resolve();
		const work = session
			.warmUp()
			.then(() => options.onOpened(userId, venue, session))
			.catch((error: unknown) => {
				ensured.delete(id);
				throw error;
			});
		ensured.set(id, work);
		return work;
	}

	return {
		connected: (userId) => credentials.venues(userId),
		trading,
		async ensure(userId) {
			await Promise.all(credentials.venues(userId).map((venue) => ensureOne(userId, venue)));
		},
		users: () => credentials.users(),
		async close() {
			await Promise.allSettled([...sessions.values()].map((session) => session.close()));
		},
	};
}
