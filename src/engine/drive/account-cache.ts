/**
 * Balance and positions of every connected account, kept fresh without being asked, so that a trade is judged on what is
 * known and waits for no venue.
 *
 * An account is read every few seconds while its user trades, rarely while not, and at once when the venue's own stream
 * hints at a change. At most one read of an account is under way, and at most one waits behind it. What a read says is
 * as old as its beginning, and it says nothing of orders that were filled or ended after that: it is too old for the user's
 * next trade.
 */

import type { VenueName } from '../../domain/instrument.ts';
import { messageOf } from '../../domain/message-of.ts';
import type { TradingAccounts } from '../../ports/accounts.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import type { BalanceReport, PositionReport, VenueTrading } from '../../ports/venue.ts';
import { isUnreachable, VenueError } from '../../ports/venue-error.ts';

/** Balance and positions of an account, from one read. */
export type AccountState = {
	readonly balance: BalanceReport;
	readonly positions: readonly PositionReport[];
	/** When the read began, by the wall clock and by the one that only grows. */
	readonly takenAt: number;
	readonly takenMonotonic: number;
};

/** The parts that reading accounts needs. */
export type AccountCacheOptions = {
	readonly accounts: TradingAccounts;
	readonly clock: Clock;
	readonly log: Logger;
	/** True while the user has an execution that has not ended. */
	readonly hasOpenExecutions: (userId: string) => boolean;
	/** True while a leg of the user's stands alone and it or the other is at the venue: then what is held there is needed soon. */
	readonly hasLoneLeg: (userId: string, venue: VenueName) => boolean;
	/** The account's stream speaks of an order. */
	readonly onOrderHint: (
		userId: string,
		venue: VenueName,
		symbol: string,
		clientOrderId: string | null,
	) => void;
	readonly limits: {
		/** Between two reads of an account whose user trades. */
		readonly accountPollMs: number;
		/** Between two reads of any other. */
		readonly accountIdlePollMs: number;
		/** What is older is read again before a trade is judged on it. */
		readonly accountAgeMsMax: number;
	};
};

/** Keeps balances and positions of all accounts fresh. */
export type AccountCache = {
	/**
	 * The account as a trade may be judged on, at most `accountAgeMsMax` old. The call says that the user is at work.
	 * @throws VenueError when it has to be read and the venue does not answer, or no account is connected there.
	 */
	readonly state: (userId: string, venue: VenueName) => Promise<AccountState>;
	/** The same at most `ageMsMax` old; says nothing of the user. @throws VenueError */
	readonly read: (userId: string, venue: VenueName, ageMsMax: number) => Promise<AccountState>;
	/** An order of the user's was filled or has ended there: what was read before may lack it, and is not answered any more. */
	readonly noteOrderMoved: (userId: string, venue: VenueName) => void;
	/** Reads the account in `delayMs`, unasked; a later wish takes the place of an earlier one. */
	readonly readAgain: (userId: string, venue: VenueName, delayMs: number) => void;
	/** Calls back with every read that succeeds, whoever caused it. The listener must not throw. */
	readonly onState: (listener: (userId: string, venue: VenueName, state: AccountState) => void) => () => void;
	/** Calls back with every read that fails. The listener must not throw. */
	readonly onFailure: (listener: (userId: string, venue: VenueName, error: unknown) => void) => () => void;
	/** Another account is in use there: nothing that was read of the one before is answered any more. */
	readonly forget: (userId: string, venue: VenueName) => void;
	/** From now on accounts are read unasked. */
	readonly start: () => void;
	readonly close: () => void;
};

/** How long after the last trading call an account is still read often. */
const AT_WORK_MS = 15 * 60_000;
const CHECK_PERIOD_MS = 250;
/** Reads that one look begins at a venue: all accounts share the budget of this machine's address there. */
const READS_PER_CHECK_MAX = 3;
/** Between two reads that hints cause: an account that moves without a pause must not use up what trades need. */
const HINT_GAP_MS = 1_000;
/** A venue that fails is asked half as often after each failure, down to the idle pace, unless a leg stands alone. */
const BACKOFF_MAX = 6;

/** Which of the account's past a read can have seen: monotonic begin, and moves of own orders known by then. */
type Begun = { readonly begunAt: number; readonly ordersMoved: number };

type Account = {
	readonly userId: string;
	readonly venue: VenueName;
	readonly unwatch: () => void;
	ordersMoved: number;
	kept: (Begun & { readonly state: AccountState }) | undefined;
	reading: (Begun & { readonly answer: Promise<AccountState> }) | undefined;
	/** The read that begins when the one under way has ended. */
	next: Promise<AccountState> | undefined;
	lastBegunAt: number;
	/** The number of the last look that found it connected. */
	seenBy: number;
	failures: number;
	cancelHinted: (() => void) | undefined;
	cancelAgain: (() => void) | undefined;
};

type CacheState = AccountCacheOptions & {
	/** In the order in which they were taken up, and by user and venue. */
	readonly known: Set<Account>;
	readonly byUser: Map<string, Map<VenueName, Account>>;
	checks: number;
	closed: boolean;
	readonly listeners: Set<(userId: string, venue: VenueName, state: AccountState) => void>;
	readonly failureListeners: Set<(userId: string, venue: VenueName, error: unknown) => void>;
	/** Monotonic instant of each user's last trading call. */
	readonly calledAt: Map<string, number>;
	cancelChecks: (() => void) | undefined;
};

/** Makes a keeper without a reading; a call or an open execution begins the reads of an account. */
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

/** @throws VenueError when none is connected, or all is closed. */
function accountOf(cache: CacheState, userId: string, venue: VenueName): Account {
	return knownAt(cache, userId, venue) ?? takeUp(cache, userId, venue);
}

function takeUp(cache: CacheState, userId: string, venue: VenueName): Account {
	if (cache.closed) throw new VenueError(venue, 'unavailable', 'The service is stopping.');
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
	throw new VenueError(venue, 'unavailable', `No account of this user is connected at ${venue}.`);
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
	return readAnew(cache, account);
}

/** A read that begins now, or as soon as the one under way has ended; whoever asks meanwhile shares it. */
function readAnew(cache: CacheState, account: Account): Promise<AccountState> {
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
	// Whatever was hinted at until now, this read sees.
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
	// News of an account that is in use no more is dropped.
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
		'an account could not be read; it is read again',
	);
}

/** Unasked: who waits for the answer of a failed read has been told, and nobody waits for this one. */
function readUnasked(cache: CacheState, account: Account): void {
	if (!cache.closed) readAnew(cache, account).catch(() => undefined);
}

function readForHint(cache: CacheState, account: Account): void {
	if (account.cancelHinted !== undefined || cache.closed) return;
	const waitMs = Math.max(0, account.lastBegunAt + HINT_GAP_MS - cache.clock.monotonic());
	account.cancelHinted = cache.clock.after(waitMs, () => {
		account.cancelHinted = undefined;
		readUnasked(cache, account);
	});
}

/** Takes up new accounts, drops those that are no longer connected, and reads the ones whose time has come. */
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

/** The latest first, so many at each venue. */
function readDue(cache: CacheState, due: { readonly account: Account; readonly late: number }[]): void {
	const begun = new Map<VenueName, number>();
	for (const { account } of due.sort((a, b) => b.late - a.late)) {
		const count = begun.get(account.venue) ?? 0;
		if (count >= READS_PER_CHECK_MAX) continue;
		begun.set(account.venue, count + 1);
		readUnasked(cache, account);
	}
}

/** Time since the last read began over what there may be; 0 while one is under way. */
function lateness(cache: CacheState, account: Account): number {
	if (account.reading !== undefined) return 0;
	return (cache.clock.monotonic() - account.lastBegunAt) / periodOf(cache, account);
}

function periodOf(cache: CacheState, { userId, venue, failures }: Account): number {
	if (!isAtWork(cache, userId)) return cache.limits.accountIdlePollMs;
	if (cache.hasLoneLeg(userId, venue)) return cache.limits.accountPollMs;
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
