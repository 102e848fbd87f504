/**
 * Keeps the trading sessions for users' exchange accounts. A session opens on first use and stays open until the
 * account is disconnected.
 */
import { journalId } from '../../domain/ids.ts';
import type { VenueName } from '../../domain/instrument.ts';
import type { PrepareAccount, TradingAccounts } from '../../ports/accounts.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OpenedAccount, OpenedAccounts } from '../../ports/opened-accounts.ts';
import type { VenueCredentials, VenueTrading } from '../../ports/venue.ts';
import type { VenueOutcomes } from '../../ports/venue-outcomes.ts';
import { type RenewableTrading, renewableTrading } from './renewable-trading.ts';

/** Accounts for the sessions, and the function that opens a session. */
export type SessionOptions = {
	readonly accounts: OpenedAccounts;
	readonly clock: Clock;
	readonly open: (venue: VenueName, credentials: VenueCredentials) => VenueTrading;
	/** Receives the outcome of every request, whether it succeeded or failed. */
	readonly outcomes: VenueOutcomes;
};

/** Trading sessions for all connected accounts, until `close`. */
export type Sessions = TradingAccounts & { readonly close: () => Promise<void> };

type Session = RenewableTrading & {
	/**
	 * Resolves once the session is warm and its account prepared; undefined before the first request, and after a
	 * failure.
	 */
	ensured: Promise<void> | undefined;
	/** Counts new keys, so that the later of two concurrent renewals wins. */
	keys: number;
};

type SessionTable = SessionOptions & {
	/** Sessions, keyed by account id. */
	readonly byAccount: Map<string, Session>;
	prepare: PrepareAccount | undefined;
};

/** Creates the registry. It opens a session on first use, renews it with a new key and closes it with its account. */
export function createSessions(options: SessionOptions): Sessions {
	const { accounts } = options;
	const sessions: SessionTable = { ...options, byAccount: new Map(), prepare: undefined };
	const switchListeners = new Set<(userId: string, venue: VenueName) => void>();
	const stopNews = accounts.onNews((news) => {
		if (news.kind === 'switched')
			for (const listener of [...switchListeners]) listener(news.userId, news.venue);
		else if (news.kind === 'renewed') void renew(sessions, news.account).catch(() => undefined);
		else void end(sessions, news.account).catch(() => undefined);
	});
	return {
		connected: (userId) => accounts.venues(userId),
		trading: (userId, venue) => sessionOf(sessions, accounts.inUse(userId, venue))?.trading,
		async ensure(userId, venues = accounts.venues(userId)) {
			await Promise.all(venues.map((venue) => ensureOne(sessions, accounts.inUse(userId, venue))));
		},
		onOpened(next) {
			if (sessions.prepare !== undefined) throw new Error('Invariant broken: onOpened is set once.');
			sessions.prepare = next;
		},
		users: () => accounts.users(),
		journalId: (userId, venue) => accounts.inUse(userId, venue)?.journalId ?? journalId(userId, venue),
		tradingOn(_userId, _venue, account) {
			const named = accounts.named(account);
			return named === undefined ? 'gone' : sessionOf(sessions, named)?.trading;
		},
		isLeaving: (userId, venue) => accounts.inUse(userId, venue)?.isLeaving === true,
		onSwitch(listener) {
			switchListeners.add(listener);
			return () => switchListeners.delete(listener);
		},
		async close() {
			stopNews();
			await Promise.allSettled([...sessions.byAccount.values()].map(({ trading }) => trading.close()));
		},
	};
}

function sessionOf(sessions: SessionTable, account: OpenedAccount | undefined): Session | undefined {
	if (account?.keys === undefined) return undefined;
	const known = sessions.byAccount.get(account.accountId);
	if (known !== undefined) return known;
	const opened = renewableTrading(
		sessions.open(account.venue, account.keys),
		sessions.clock,
		sessions.outcomes,
	);
	const session: Session = { ...opened, ensured: undefined, keys: 0 };
	sessions.byAccount.set(account.accountId, session);
	return session;
}

/**
 * Opens a session with the new key, and warms it before it takes over, so that no order waits for a connection. The
 * new session takes over even if the warm-up fails.
 */
async function renew(sessions: SessionTable, { accountId, venue, keys }: OpenedAccount): Promise<void> {
	const session = sessions.byAccount.get(accountId);
	if (session === undefined || keys === undefined) return;
	session.keys += 1;
	const mine = session.keys;
	const next = sessions.open(venue, keys);
	await next.warmUp().catch(() => undefined);
	if (sessions.byAccount.get(accountId) === session && session.keys === mine) session.renew(next);
	else await next.close();
}

async function end(sessions: SessionTable, { accountId }: OpenedAccount): Promise<void> {
	const session = sessions.byAccount.get(accountId);
	sessions.byAccount.delete(accountId);
	await session?.trading.close();
}

async function prepared(sessions: SessionTable, ...account: Parameters<PrepareAccount>): Promise<void> {
	if (sessions.prepare === undefined)
		throw new Error('Invariant broken: onOpened is set before the first ensure.');
	return sessions.prepare(...account);
}

function ensureOne(sessions: SessionTable, account: OpenedAccount | undefined): Promise<void> {
	const session = sessionOf(sessions, account);
	if (account === undefined || session === undefined) return Promise.resolve();
	const { userId, venue, journalId: named } = account;
	session.ensured ??= session.trading
		.warmUp()
		.then(() => prepared(sessions, userId, venue, session.trading, named))
		.catch((error: unknown) => {
			session.ensured = undefined;
			throw error;
		});
	return session.ensured;
}
