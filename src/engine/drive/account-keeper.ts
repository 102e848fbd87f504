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
export type AccountKeeperOptions = {
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
export type AccountKeeper = {
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
const LOOK_PERIOD_MS = 250;
/** Reads that one look begins at a venue: all accounts share the budget of this machine's address there. */
const READS_PER_LOOK_MAX = 3;
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

type Keeper = AccountKeeperOptions & {
	/** In the order in which they were taken up, and by user and venue. */
	readonly known: Set<Account>;
	readonly byUser: Map<string, Map<VenueName, Account>>;
	looks: number;
	closed: boolean;
	readonly listeners: Set<(userId: string, venue: VenueName, state: AccountState) => void>;
	readonly failureListeners: Set<(userId: string, venue: VenueName, error: unknown) => void>;
	/** Monotonic instant of each user's last trading call. */
	readonly calledAt: Map<string, number>;
	cancelLooks: (() => void) | undefined;
};

/** Makes a keeper without a reading; a call or an open execution begins the reads of an account. */
export function createAccountKeeper(options: AccountKeeperOptions): AccountKeeper {
	const { clock, limits } = options;
	const keeper: Keeper = {
		...options,
		known: new Set(),
		byUser: new Map(),
		looks: 0,
		closed: false,
		listeners: new Set(),
		failureListeners: new Set(),
		calledAt: new Map(),
		cancelLooks: undefined,
	};
	return {
		async state(userId, venue) {
			keeper.calledAt.set(userId, clock.monotonic());
			return read(keeper, userId, venue, limits.accountAgeMsMax);
		},
		read: (userId, venue, ageMsMax) => read(keeper, userId, venue, ageMsMax),
		noteOrderMoved(userId, venue) {
			const account = knownAt(keeper, userId, venue);
			if (account === undefined) return;
			account.ordersMoved += 1;
			readForHint(keeper, account);
		},
		readAgain(userId, venue, delayMs) {
			const account = knownAt(keeper, userId, venue);
			if (account === undefined || keeper.closed) return;
			account.cancelAgain?.();
			account.cancelAgain = clock.after(delayMs, () => readUnasked(keeper, account));
		},
		onState(listener) {
			keeper.listeners.add(listener);
			return () => keeper.listeners.delete(listener);
		},
		onFailure(listener) {
			keeper.failureListeners.add(listener);
			return () => keeper.failureListeners.delete(listener);
		},
		forget(userId, venue) {
			const account = knownAt(keeper, userId, venue);
			if (account !== undefined) drop(keeper, account);
		},
		start() {
			if (keeper.closed || keeper.cancelLooks !== undefined) return;
			look(keeper);
			keeper.cancelLooks = clock.every(LOOK_PERIOD_MS, () => look(keeper));
		},
		close() {
			keeper.closed = true;
			keeper.cancelLooks?.();
			for (const account of keeper.known) drop(keeper, account);
		},
	};
}

function knownAt(keeper: Keeper, userId: string, venue: VenueName): Account | undefined {
	return keeper.byUser.get(userId)?.get(venue);
}

/** @throws VenueError when none is connected, or all is closed. */
function accountOf(keeper: Keeper, userId: string, venue: VenueName): Account {
	return knownAt(keeper, userId, venue) ?? takeUp(keeper, userId, venue);
}

function takeUp(keeper: Keeper, userId: string, venue: VenueName): Account {
	if (keeper.closed) throw new VenueError(venue, 'unavailable', 'The service is stopping.');
	const account: Account = {
		userId,
		venue,
		unwatch: sessionOf(keeper, userId, venue).watchAccount((hint) => {
			if (hint.kind === 'order') keeper.onOrderHint(userId, venue, hint.symbol, hint.clientOrderId);
			else readForHint(keeper, account);
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
	keeper.known.add(account);
	const ofUser = keeper.byUser.get(userId) ?? new Map<VenueName, Account>();
	keeper.byUser.set(userId, ofUser.set(venue, account));
	return account;
}

function sessionOf(keeper: Keeper, userId: string, venue: VenueName): VenueTrading {
	const trading = keeper.accounts.trading(userId, venue);
	if (trading !== undefined) return trading;
	throw new VenueError(venue, 'unavailable', `No account of this user is connected at ${venue}.`);
}

/** @throws VenueError */
async function read(
	keeper: Keeper,
	userId: string,
	venue: VenueName,
	ageMsMax: number,
): Promise<AccountState> {
	const account = accountOf(keeper, userId, venue);
	const isYoung = (begun: Begun): boolean =>
		begun.ordersMoved === account.ordersMoved && keeper.clock.monotonic() - begun.begunAt <= ageMsMax;
	if (account.kept !== undefined && isYoung(account.kept)) return account.kept.state;
	if (account.reading !== undefined && isYoung(account.reading)) return account.reading.answer;
	return readAnew(keeper, account);
}

/** A read that begins now, or as soon as the one under way has ended; whoever asks meanwhile shares it. */
function readAnew(keeper: Keeper, account: Account): Promise<AccountState> {
	if (account.reading === undefined) return begin(keeper, account);
	account.next ??= account.reading.answer
		.catch(() => undefined)
		.then(() => {
			account.next = undefined;
			return begin(keeper, account);
		});
	return account.next;
}

function begin(keeper: Keeper, account: Account): Promise<AccountState> {
	const begun = { begunAt: keeper.clock.monotonic(), ordersMoved: account.ordersMoved };
	account.lastBegunAt = begun.begunAt;
	// Whatever was hinted at until now, this read sees.
	account.cancelHinted?.();
	account.cancelHinted = undefined;
	const answer = ask(keeper, account)
		.then(
			(state) => {
				account.kept = { ...begun, state };
				account.failures = 0;
				return state;
			},
			(error: unknown) => {
				noteFailure(keeper, account, error);
				throw error;
			},
		)
		.finally(() => {
			account.reading = undefined;
		});
	account.reading = { ...begun, answer };
	return answer;
}

async function ask(keeper: Keeper, account: Account): Promise<AccountState> {
	const { userId, venue } = account;
	const taken = { takenAt: keeper.clock.now(), takenMonotonic: keeper.clock.monotonic() };
	const trading = sessionOf(keeper, userId, venue);
	const [balance, positions] = await Promise.all([trading.balance(), trading.positions()]);
	const state = { balance, positions, ...taken };
	// News of an account that is in use no more is dropped.
	if (!keeper.closed && keeper.known.has(account))
		for (const listener of [...keeper.listeners]) listener(userId, venue, state);
	return state;
}

function noteFailure(keeper: Keeper, account: Account, error: unknown): void {
	const { userId, venue } = account;
	if (!keeper.closed && keeper.known.has(account))
		for (const listener of [...keeper.failureListeners]) listener(userId, venue, error);
	account.failures += 1;
	if (account.failures > 1) return;
	keeper.log[isUnreachable(error) ? 'debug' : 'warn'](
		{ userId, venue, error: messageOf(error) },
		'an account could not be read; it is read again',
	);
}

/** Unasked: who waits for the answer of a failed read has been told, and nobody waits for this one. */
function readUnasked(keeper: Keeper, account: Account): void {
	if (!keeper.closed) readAnew(keeper, account).catch(() => undefined);
}

function readForHint(keeper: Keeper, account: Account): void {
	if (account.cancelHinted !== undefined || keeper.closed) return;
	const waitMs = Math.max(0, account.lastBegunAt + HINT_GAP_MS - keeper.clock.monotonic());
	account.cancelHinted = keeper.clock.after(waitMs, () => {
		account.cancelHinted = undefined;
		readUnasked(keeper, account);
	});
}

/** Takes up new accounts, drops those that are no longer connected, and reads the ones whose time has come. */
function look(keeper: Keeper): void {
	keeper.looks += 1;
	for (const userId of keeper.accounts.users())
		for (const venue of keeper.accounts.connected(userId))
			accountOf(keeper, userId, venue).seenBy = keeper.looks;
	const due: { readonly account: Account; readonly late: number }[] = [];
	for (const account of keeper.known) {
		if (account.seenBy !== keeper.looks) {
			drop(keeper, account);
			continue;
		}
		const late = lateness(keeper, account);
		if (late >= 1) due.push({ account, late });
	}
	if (due.length > 0) readDue(keeper, due);
}

/** The latest first, so many at each venue. */
function readDue(keeper: Keeper, due: { readonly account: Account; readonly late: number }[]): void {
	const begun = new Map<VenueName, number>();
	for (const { account } of due.sort((a, b) => b.late - a.late)) {
		const count = begun.get(account.venue) ?? 0;
		if (count >= READS_PER_LOOK_MAX) continue;
		begun.set(account.venue, count + 1);
		readUnasked(keeper, account);
	}
}

/** Time since the last read began over what there may be; 0 while one is under way. */
function lateness(keeper: Keeper, account: Account): number {
	if (account.reading !== undefined) return 0;
	return (keeper.clock.monotonic() - account.lastBegunAt) / periodOf(keeper, account);
}

function periodOf(keeper: Keeper, { userId, venue, failures }: Account): number {
	if (!isAtWork(keeper, userId)) return keeper.limits.accountIdlePollMs;
	if (keeper.hasLoneLeg(userId, venue)) return keeper.limits.accountPollMs;
	const slowed = keeper.limits.accountPollMs * 2 ** Math.min(failures, BACKOFF_MAX);
	return Math.min(slowed, keeper.limits.accountIdlePollMs);
}

function isAtWork(keeper: Keeper, userId: string): boolean {
	const at = keeper.calledAt.get(userId);
	return (
		(at !== undefined && keeper.clock.monotonic() - at <= AT_WORK_MS) || keeper.hasOpenExecutions(userId)
	);
}

function drop(keeper: Keeper, account: Account): void {
	account.unwatch();
	account.cancelHinted?.();
	account.cancelAgain?.();
	keeper.known.delete(account);
	const ofUser = keeper.byUser.get(account.userId);
	ofUser?.delete(account.venue);
	if (ofUser?.size === 0) keeper.byUser.delete(account.userId);
}
