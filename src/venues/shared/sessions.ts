/** Trading sessions of users' exchange accounts, opened on first use and kept until the account is disconnected. */
import { journalId } from '../../domain/ids.ts';
import type { VenueName } from '../../domain/instrument.ts';
import type { PrepareAccount, TradingAccounts } from '../../ports/accounts.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OpenedAccount, OpenedAccounts } from '../../ports/opened-accounts.ts';
import type { VenueCredentials, VenueTrading } from '../../ports/venue.ts';
import { type RenewableTrading, renewableTrading } from './renewable-trading.ts';

export type SessionOptions = {
	readonly accounts: OpenedAccounts;
	readonly clock: Clock;
	readonly open: (venue: VenueName, credentials: VenueCredentials) => VenueTrading;
};

export type Sessions = TradingAccounts & { readonly close: () => Promise<void> };

type Session = RenewableTrading & {
	/** Resolves when it is warm and its baseline taken; undefined before that is asked, and again when it failed. */
	ensured: Promise<void> | undefined;
	/** Rises with every new key: of two that come at once the later one stays. */
	keys: number;
};

export function createSessions(options: SessionOptions): Sessions {
	const { accounts, clock } = options;
	let prepare: PrepareAccount | undefined;
	/** By account id. */
	const sessions = new Map<string, Session>();
	const switchListeners = new Set<(userId: string, venue: VenueName) => void>();
	const stopNews = accounts.onNews((news) => {
		if (news.kind === 'switched')
			for (const listener of [...switchListeners]) listener(news.userId, news.venue);
		else if (news.kind === 'renewed') void renew(news.account).catch(() => undefined);
		else void end(news.account).catch(() => undefined);
	});

	function sessionOf(account: OpenedAccount | undefined): Session | undefined {
		if (account?.keys === undefined) return undefined;
		const known = sessions.get(account.accountId);
		if (known !== undefined) return known;
		const opened = renewableTrading(options.open(account.venue, account.keys), clock);
		const session: Session = { ...opened, ensured: undefined, keys: 0 };
		sessions.set(account.accountId, session);
		return session;
	}

	/** Warm before it takes over: an order must not wait for a connection. A key that does not answer takes over all the same. */
	async function renew({ accountId, venue, keys }: OpenedAccount): Promise<void> {
		const session = sessions.get(accountId);
		if (session === undefined || keys === undefined) return;
		session.keys += 1;
		const mine = session.keys;
		const next = options.open(venue, keys);
		await next.warmUp().catch(() => undefined);
		if (sessions.get(accountId) === session && session.keys === mine) session.renew(next);
		else await next.close();
	}

	async function end({ accountId }: OpenedAccount): Promise<void> {
		const session = sessions.get(accountId);
		sessions.delete(accountId);
		await session?.trading.close();
	}

	const prepared: PrepareAccount = async (...account) => {
		if (prepare === undefined) throw new Error('Invariant broken: onOpened is set before the first ensure.');
		return prepare(...account);
	};

	function ensureOne(account: OpenedAccount | undefined): Promise<void> {
		const session = sessionOf(account);
		if (account === undefined || session === undefined) return Promise.resolve();
		const { userId, venue, journalId: named } = account;
		session.ensured ??= session.trading
			.warmUp()
			.then(() => prepared(userId, venue, session.trading, named))
			.catch((error: unknown) => {
				session.ensured = undefined;
				throw error;
			});
		return session.ensured;
	}

	return {
		connected: (userId) => accounts.venues(userId),
		trading: (userId, venue) => sessionOf(accounts.inUse(userId, venue))?.trading,
		async ensure(userId, venues = accounts.venues(userId)) {
			await Promise.all(venues.map((venue) => ensureOne(accounts.inUse(userId, venue))));
		},
		onOpened(next) {
			if (prepare !== undefined) throw new Error('Invariant broken: onOpened is set once.');
			prepare = next;
		},
		users: () => accounts.users(),
		journalId: (userId, venue) => accounts.inUse(userId, venue)?.journalId ?? journalId(userId, venue),
		tradingOn(_userId, _venue, account) {
			const named = accounts.named(account);
			return named === undefined ? 'gone' : sessionOf(named)?.trading;
		},
		isLeaving: (userId, venue) => accounts.inUse(userId, venue)?.isLeaving === true,
		onSwitch(listener) {
			switchListeners.add(listener);
			return () => switchListeners.delete(listener);
		},
		async close() {
			stopNews();
			await Promise.allSettled([...sessions.values()].map(({ trading }) => trading.close()));
		},
	};
}
