/**
 * Refreshes the balance and positions of every connected account in advance, so that the gate has current figures and
 * need not wait for a venue.
 *
 * An account is read every few seconds while its user trades, rarely otherwise, and at once when the venue's own
 * stream hints at a change. At most one read per account is in progress, and at most one waits behind it. The age of
 * a read counts from its start. A read that began before an order filled or ended is too old for the user's next
 * trade.
 */

import type { VenueName } from '../../domain/instrument.ts';
import { messageOf } from '../../domain/message-of.ts';
import { VENUE_REQUEST_TEXT } from '../../domain/venue-text.ts';
import type { TradingAccounts } from '../../ports/accounts.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import type { BalanceReport, PositionReport, VenueTrading } from '../../ports/venue.ts';
import { isUnreachable, VenueError } from '../../ports/venue-error.ts';
import { shownNameOf } from '../../venues/facts.ts';

/** Balance and positions of an account, from one read. */
export type AccountState = {
	readonly balance: BalanceReport;
	readonly positions: readonly PositionReport[];
	/** Start of the read on the wall clock. */
	readonly takenAt: number;
	/** Start of the read on the monotonic clock. */
	readonly takenMonotonic: number;
};

/** Dependencies of the account cache. */
export type AccountCacheOptions = {
	readonly accounts: TradingAccounts;
	readonly clock: Clock;
	readonly log: Logger;
	/** True while the user has an open execution. */
	readonly hasOpenExecutions: (userId: string) => boolean;
	/**
	 * True while the user has an unhedged execution with a leg at the venue. The account's positions are then needed
	 * soon.
	 */
	readonly hasUnhedgedLeg: (userId: string, venue: VenueName) => boolean;
	/** Called when the account's stream mentions an order. */
	readonly onOrderHint: (
		userId: string,
		venue: VenueName,
		symbol: string,
		clientOrderId: string | null,
	) => void;
	readonly limits: {
		/** Interval between reads of an account while its user is trading or has an open execution. */
		readonly accountPollMs: number;
		/** Interval between reads of any other account. */
		readonly accountIdlePollMs: number;
		/** Maximum age of a read that the gate may use. */
		readonly accountAgeMsMax: number;
	};
};

/** Keeps balances and positions of all accounts fresh. */
export type AccountCache = {
	/**
	 * Returns the account's state for the gate, at most `accountAgeMsMax` old. The call marks the user as active.
	 * @throws VenueError if a read is needed and the venue does not respond, or no account is connected at the venue
	 */
	readonly state: (userId: string, venue: VenueName) => Promise<AccountState>;
	/** Returns the account's state, at most `ageMsMax` old, without marking the user as active. @throws VenueError */
	readonly read: (userId: string, venue: VenueName, ageMsMax: number) => Promise<AccountState>;
	/**
	 * Notes that an order of the user filled or ended at the venue. Earlier reads may miss this change and are no
	 * longer used.
	 */
	readonly noteOrderMoved: (userId: string, venue: VenueName) => void;
	/** Reads the account after `delayMs`. A later request replaces an earlier one. */
	readonly readAgain: (userId: string, venue: VenueName, delayMs: number) => void;
	/** Calls the listener with every successful read, whatever its cause. The listener must not throw. */
	readonly onState: (listener: (userId: string, venue: VenueName, state: AccountState) => void) => () => void;
	/** Calls the listener with every failed read. The listener must not throw. */
	readonly onFailure: (listener: (userId: string, venue: VenueName, error: unknown) => void) => () => void;
	/** Discards the reads of the previous account after the user switched accounts at the venue. */
	readonly forget: (userId: string, venue: VenueName) => void;
	/** Starts the regular reads. */
	readonly start: () => void;
	readonly close: () => void;
};

/** Time after the last trading call for which an account is read often. */
const AT_WORK_MS = 15 * 60_000;
const CHECK_PERIOD_MS = 250;
/**
 * Maximum number of reads that one check starts at a venue, because all accounts share this machine's rate limit at
 * the venue.
 */
const READS_PER_CHECK_MAX = 3;
/**
 * Minimum time between reads caused by hints, so that a constantly changing account does not use up the rate limit
 * that trades need.
 */
const HINT_GAP_MS = 1_000;
/**
 * Maximum number of times that consecutive failures halve an account's read rate, which never falls below the idle
 * rate. The rate is not halved while a leg is unhedged.
 */
const BACKOFF_MAX = 6;

/**
 * `begunAt`: monotonic start of a read. `ordersMoved`: number of order changes noted by then; the read may miss later
 * ones.
 */
type Begun = { readonly begunAt: number; readonly ordersMoved: number };

type Account = {
	readonly userId: string;
	readonly venue: VenueName;
	readonly unwatch: () => void;
	ordersMoved: number;
	kept: (Begun & { readonly state: AccountState }) | undefined;
	reading: (Begun & { readonly answer: Promise<AccountState> }) | undefined;
	/** The read that starts when the current one has ended. */
	next: Promise<AccountState> | undefined;
	lastBegunAt: number;
	/** Sequence number of the last check that found the account connected. */
	seenBy: number;
	failures: number;
	cancelHinted: (() => void) | undefined;
	cancelAgain: (() => void) | undefined;
};

type CacheState = AccountCacheOptions & {
	/** Known accounts, in the order in which the cache added them. */
	readonly known: Set<Account>;
	/** The accounts in `known`, by user and venue. */
	readonly byUser: Map<string, Map<VenueName, Account>>;
	checks: number;
	closed: boolean;
	readonly listeners: Set<(userId: string, venue: VenueName, state: AccountState) => void>;
	readonly failureListeners: Set<(userId: string, venue: VenueName, error: unknown) => void>;
	/** Monotonic time of each user's last trading call. */
	readonly calledAt: Map<string, number>;
	cancelChecks: (() => void) | undefined;
};

/** Creates an empty cache. `start`, or the first call for an account, begins its reads. */
export function createAccountCache(options: AccountCacheOptions): AccountCache {
	const { clock, limits } = options;
	const cache: CacheState = {
		...options,
		known: new Set(),
		byUser: new Map(),
		checks: 0,
		closed: false,
		listeners: new Set(),
		failureListeners: new Set(),
		calledAt: new Map(),
		cancelChecks: undefined,
	};
	return {
		async state(userId, venue) {
			cache.calledAt.set(userId, clock.monotonic());
			return read(cache, userId, venue, limits.accountAgeMsMax);
		},
		read: (userId, venue, ageMsMax) => read(cache, userId, venue, ageMsMax),
		noteOrderMoved(userId, venue) {
			const account = knownAt(cache, userId, venue);
			if (account === undefined) return;
			account.ordersMoved += 1;
			readForHint(cache, account);
		},
		readAgain(userId, venue, delayMs) {
			const account = knownAt(cache, userId, venue);
			if (account === undefined || cache.closed) return;
			account.cancelAgain?.();
			account.cancelAgain = clock.after(delayMs, () => readUnasked(cache, account));
		},
		onState(listener) {
			cache.listeners.add(listener);
			return () => cache.listeners.delete(listener);
		},
		onFailure(listener) {
			cache.failureListeners.add(listener);
			return () => cache.failureListeners.delete(listener);
		},
		forget(userId, venue) {
			const account = knownAt(cache, userId, venue);
			if (account !== undefined) drop(cache, account);
		},
		start() {
			if (cache.closed || cache.cancelChecks !== undefined) return;
			check(cache);
			cache.cancelChecks = clock.every(CHECK_PERIOD_MS, () => check(cache));
		},
		close() {
			cache.closed = true;
			cache.cancelChecks?.();
			for (const account of cache.known) drop(cache, account);
		},
	};
}

function knownAt(cache: CacheState, userId: string, venue: VenueName): Account | undefined {
	return cache.byUser.get(userId)?.get(venue);
}

/** @throws VenueError if no account is connected, or the cache is closed */
function accountOf(cache: CacheState, userId: string, venue: VenueName): Account {
	return knownAt(cache, userId, venue) ?? takeUp(cache, userId, venue);
}

function takeUp(cache: CacheState, userId: string, venue: VenueName): Account {
	if (cache.closed) throw new VenueError(venue, 'unavailable', VENUE_REQUEST_TEXT.stopping());
	const account: Account = {
		userId,
		venue,
		unwatch: sessionOf(cache, userId, venue).watchAccount((hint) => {
			if (hint.kind === 'order') cache.onOrderHint(userId, venue, hint.symbol, hint.clientOrderId);
			else readForHint(cache, account);
		}),
		ordersMoved: 0,
		kept: undefined,
		reading: undefined,
		next: undefined,
		lastBegunAt: Number.NEGATIVE_INFINITY,
		seenBy: 0,
		failures: 0,
		cancelHinted: undefined,
		cancelAgain: undefined,
	};
	cache.known.add(account);
	const ofUser = cache.byUser.get(userId) ?? new Map<VenueName, Account>();
	cache.byUser.set(userId, ofUser.set(venue, account));
	return account;
}

function sessionOf(cache: CacheState, userId: string, venue: VenueName): VenueTrading {
	const trading = cache.accounts.trading(userId, venue);
	if (trading !== undefined) return trading;
	throw new VenueError(
		venue,
		'unavailable',
		VENUE_REQUEST_TEXT.notConnected({ exchange: shownNameOf(venue) }),
	);
}

/** @throws VenueError */
async function read(
	cache: CacheState,
	userId: string,
	venue: VenueName,
	ageMsMax: number,
): Promise<AccountState> {
	const account = accountOf(cache, userId, venue);
	const isYoung = (begun: Begun): boolean =>
		begun.ordersMoved === account.ordersMoved && cache.clock.monotonic() - begun.begunAt <= ageMsMax;
	if (account.kept !== undefined && isYoung(account.kept)) return account.kept.state;
	if (account.reading !== undefined && isYoung(account.reading)) return account.reading.answer;
	return readFresh(cache, account);
}

/** Starts a read now, or as soon as the current one has ended. Calls made before that start share the read. */
function readFresh(cache: CacheState, account: Account): Promise<AccountState> {
	if (account.reading === undefined) return begin(cache, account);
	account.next ??= account.reading.answer
		.catch(() => undefined)
		.then(() => {
			account.next = undefined;
			return begin(cache, account);
		});
	return account.next;
}

function begin(cache: CacheState, account: Account): Promise<AccountState> {
	const begun = { begunAt: cache.clock.monotonic(), ordersMoved: account.ordersMoved };
	account.lastBegunAt = begun.begunAt;
	// This read covers every hint received so far, so the read that they scheduled is not needed.
	account.cancelHinted?.();
	account.cancelHinted = undefined;
	const answer = ask(cache, account)
		.then(
			(state) => {
				account.kept = { ...begun, state };
				account.failures = 0;
				return state;
			},
			(error: unknown) => {
				noteFailure(cache, account, error);
				throw error;
			},
		)
		.finally(() => {
			account.reading = undefined;
		});
	account.reading = { ...begun, answer };
	return answer;
}

async function ask(cache: CacheState, account: Account): Promise<AccountState> {
	const { userId, venue } = account;
	const taken = { takenAt: cache.clock.now(), takenMonotonic: cache.clock.monotonic() };
	const trading = sessionOf(cache, userId, venue);
	const [balance, positions] = await Promise.all([trading.balance(), trading.positions()]);
	const state = { balance, positions, ...taken };
	// Drops the result if the account is no longer in use.
	if (!cache.closed && cache.known.has(account))
		for (const listener of [...cache.listeners]) listener(userId, venue, state);
	return state;
}

function noteFailure(cache: CacheState, account: Account, error: unknown): void {
	const { userId, venue } = account;
	if (!cache.closed && cache.known.has(account))
		for (const listener of [...cache.failureListeners]) listener(userId, venue, error);
	account.failures += 1;
	if (account.failures > 1) return;
	cache.log[isUnreachable(error) ? 'debug' : 'warn'](
		{ userId, venue, error: messageOf(error) },
		'an account could not be read; retrying',
	);
}

/**
 * Starts a read that no caller waits for. Its failure is ignored here; any caller that shares the read receives it.
 */
function readUnasked(cache: CacheState, account: Account): void {
	if (!cache.closed) readFresh(cache, account).catch(() => undefined);
}

function readForHint(cache: CacheState, account: Account): void {
	if (account.cancelHinted !== undefined || cache.closed) return;
	const waitMs = Math.max(0, account.lastBegunAt + HINT_GAP_MS - cache.clock.monotonic());
	account.cancelHinted = cache.clock.after(waitMs, () => {
		account.cancelHinted = undefined;
		readUnasked(cache, account);
	});
}

/** Adds new accounts, drops disconnected ones, and reads the accounts that are due. */
function check(cache: CacheState): void {
	cache.checks += 1;
	for (const userId of cache.accounts.users())
		for (const venue of cache.accounts.connected(userId))
			accountOf(cache, userId, venue).seenBy = cache.checks;
	const due: { readonly account: Account; readonly late: number }[] = [];
	for (const account of cache.known) {
		if (account.seenBy !== cache.checks) {
			drop(cache, account);
			continue;
		}
		const late = lateness(cache, account);
		if (late >= 1) due.push({ account, late });
	}
	if (due.length > 0) readDue(cache, due);
}

/** Reads the most overdue accounts first, with a limit per venue. */
function readDue(cache: CacheState, due: { readonly account: Account; readonly late: number }[]): void {
	const begun = new Map<VenueName, number>();
	for (const { account } of due.sort((a, b) => b.late - a.late)) {
		const count = begun.get(account.venue) ?? 0;
		if (count >= READS_PER_CHECK_MAX) continue;
		begun.set(account.venue, count + 1);
		readUnasked(cache, account);
	}
}

/** Returns the time since the last read began, as a multiple of the account's interval; 0 during a read. */
function lateness(cache: CacheState, account: Account): number {
	if (account.reading !== undefined) return 0;
	return (cache.clock.monotonic() - account.lastBegunAt) / periodOf(cache, account);
}

function periodOf(cache: CacheState, { userId, venue, failures }: Account): number {
	if (!isAtWork(cache, userId)) return cache.limits.accountIdlePollMs;
	if (cache.hasUnhedgedLeg(userId, venue)) return cache.limits.accountPollMs;
	const slowed = cache.limits.accountPollMs * 2 ** Math.min(failures, BACKOFF_MAX);
	return Math.min(slowed, cache.limits.accountIdlePollMs);
}

function isAtWork(cache: CacheState, userId: string): boolean {
	const at = cache.calledAt.get(userId);
	return (at !== undefined && cache.clock.monotonic() - at <= AT_WORK_MS) || cache.hasOpenExecutions(userId);
}

function drop(cache: CacheState, account: Account): void {
	account.unwatch();
	account.cancelHinted?.();
	account.cancelAgain?.();
	cache.known.delete(account);
	const ofUser = cache.byUser.get(account.userId);
	ofUser?.delete(account.venue);
	if (ofUser?.size === 0) cache.byUser.delete(account.userId);
}
