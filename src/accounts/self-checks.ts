/**
 * Runs the self-check for each account and keeps its report. A check runs when the service starts, when an account is
 * connected or gets another key, and when the account's owner requests one. It repeats while the exchange gives no
 * usable response or the account's stream is silent. Until a check has passed, the service opens no positions on the
 * account; open positions can still be closed.
 */
import { isShadowUser } from '../domain/ids.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { OpenVenueKey } from '../ports/exchange-accounts.ts';
import type { Logger } from '../ports/logger.ts';
import type { Market } from '../ports/market.ts';
import type { AccountNews } from '../ports/opened-accounts.ts';
import type {
	ProbeOrder,
	SelfCheckRefusal,
	SelfCheckReport,
	SelfCheckState,
	SelfCheckStep,
	SelfCheckStore,
	SelfChecks,
} from '../ports/self-check.ts';
import { joined, textOf } from '../sentences/sentence.ts';
import { shownNameOf } from '../venues/facts.ts';
import type { AccountBook, BookedAccount } from './account-book.ts';
import { type ClockLimits, runSteps } from './self-check-steps.ts';
import { CHECK_TEXT } from './self-check-text.ts';

/** Self-checks with their background work. */
export type RunningSelfChecks = SelfChecks & {
	/**
	 * Checks every connected account, one at a time per exchange. Later, also checks each account that is connected
	 * or gets another key.
	 */
	readonly start: () => void;
	readonly close: () => Promise<void>;
};

/**
 * Delays between retries while the exchange gives no usable response or the account's stream is silent, milliseconds.
 * The last delay repeats.
 */
const RETRY_MS = [1_000, 2_000, 5_000, 15_000, 30_000, 60_000, 120_000, 300_000] as const;
/** Maximum time that a stopping service waits for a test order in flight, milliseconds. */
const STOP_WAIT_MS = 5_000;

type SelfChecksOptions = {
	readonly book: AccountBook;
	readonly store: SelfCheckStore;
	readonly openKey: OpenVenueKey;
	readonly market: Pick<Market, 'inputs' | 'refreshBook'>;
	readonly measureClock: (venue: string) => Promise<number>;
	readonly clockLimits: (venue: string) => ClockLimits;
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Logger;
};

type Checks = SelfChecksOptions & {
	readonly probes: Map<string, ProbeOrder>;
	/** Ids of the accounts whose last report was made by this process, for their current key. */
	readonly current: Set<string>;
	readonly retries: Map<string, { at: number; count: number; cancel: () => void }>;
	readonly running: Map<string, Promise<void>>;
	stopping: boolean;
	/** The last queued check for each exchange. Checks at one exchange run one after another. */
	readonly turns: Map<string, Promise<void>>;
	readonly store: SelfCheckStore;
	/** True once the stopping service no longer waits for running checks. */
	abandoned: boolean;
	readonly reports: Map<string, SelfCheckReport>;
	stopNews: (() => void) | undefined;
};

/** Creates the self-checks and reads the stored reports. */
export async function createSelfChecks(options: SelfChecksOptions): Promise<RunningSelfChecks> {
	const { book, clock, log } = options;
	const probes = new Map<string, ProbeOrder>();
	const checks: Checks = {
		...options,
		probes,
		current: new Set(),
		retries: new Map(),
		running: new Map(),
		stopping: false,
		turns: new Map(),
		store: {
			...options.store,
			async beginProbe(probe) {
				await options.store.beginProbe(probe);
				probes.set(probe.clientOrderId, probe);
			},
			async endProbe(clientOrderId, end) {
				await options.store.endProbe(clientOrderId, end);
				probes.delete(clientOrderId);
			},
		},
		abandoned: false,
		reports: new Map<string, SelfCheckReport>(await options.store.reports()),
		stopNews: undefined,
	};
	for (const probe of await options.store.openProbes()) probes.set(probe.clientOrderId, probe);
	return {
		stateOf: (accountId) => stateOf(checks, accountId),
		refusal: (userId, venue) => refusal(checks, userId, venue),
		check: (accountId) => check(checks, accountId),
		hasOpenProbe: (accountId) => probesOf(checks, accountId).length > 0,
		hearStream(userId, venue) {
			const account = book.usedAt(userId, venue);
			if (account !== undefined) void check(checks, account.accountId);
		},
		start() {
			checks.stopNews = book.opened.onNews((news) => hearNews(checks, news));
			for (const { accountId } of book.all()) void check(checks, accountId);
			const connected = new Set(book.all().map(({ accountId }) => accountId));
			for (const { accountId, venue, symbol, clientOrderId } of probes.values())
				if (!connected.has(accountId))
					log.error(
						{ accountId, venue, symbol, clientOrderId },
						'a test order of a self-check may still be open, and its account is no longer connected; check the open orders at the exchange',
					);
		},
		async close() {
			checks.stopping = true;
			checks.stopNews?.();
			for (const { cancel } of checks.retries.values()) cancel();
			// Give running checks a short time to cancel a test order that is on the book.
			const cancelLimit = clock.after(STOP_WAIT_MS, () => {
				checks.abandoned = true;
			});
			await Promise.allSettled([...checks.running.values()]);
			cancelLimit();
		},
	};
}

function probesOf(checks: Checks, accountId: string): readonly ProbeOrder[] {
	return [...checks.probes.values()].filter((probe) => probe.accountId === accountId);
}

function hearNews(checks: Checks, news: AccountNews): void {
	if (news.kind === 'switched') {
		const account = checks.book.usedAt(news.userId, news.venue);
		if (account !== undefined && !checks.current.has(account.accountId))
			void check(checks, account.accountId);
		return;
	}
	const { accountId } = news.account;
	checks.current.delete(accountId);
	checks.retries.get(accountId)?.cancel();
	checks.retries.delete(accountId);
	if (news.kind === 'renewed') void check(checks, accountId);
}

function check(checks: Checks, accountId: string): Promise<void> {
	const known = checks.running.get(accountId);
	if (known !== undefined) return known;
	const account = checks.book.find(accountId);
	// A shadow pot's paper account has no exchange that could be checked.
	if (account === undefined || isShadowUser(account.userId) || checks.stopping) return Promise.resolve();
	checks.retries.get(accountId)?.cancel();
	const turn = (checks.turns.get(account.venue) ?? Promise.resolve()).then(() => checkNow(checks, accountId));
	checks.turns.set(account.venue, turn);
	checks.running.set(accountId, turn);
	return turn;
}

/** Checks the account and stores the report. Never rejects. */
async function checkNow(checks: Checks, accountId: string): Promise<void> {
	const account = checks.book.find(accountId);
	try {
		if (account?.keys === undefined || checks.stopping) return;
		await note(checks, account, await stepsOf(checks, account));
	} catch (error) {
		checks.log.error(
			{ accountId, error },
			'the self-check of an exchange account could not be stored; the service tries again',
		);
		retryLater(checks, accountId);
	} finally {
		checks.running.delete(accountId);
	}
}

async function stepsOf(checks: Checks, account: BookedAccount): Promise<readonly SelfCheckStep[]> {
	const { venue, keys, accountId } = account;
	if (keys === undefined) return [];
	const session = checks.openKey(venue, keys);
	try {
		return await runSteps(
			{
				...checks,
				store: checks.store,
				isStopping: () => checks.stopping,
				isAbandoned: () => checks.abandoned,
			},
			account,
			session,
			probesOf(checks, accountId),
		);
	} finally {
		await session.close().catch(() => undefined);
	}
}

async function note(
	checks: Checks,
	{ accountId, userId, venue, keys }: BookedAccount,
	steps: readonly SelfCheckStep[],
): Promise<void> {
	// A report does not count if the key was replaced, or if stopping the service interrupted the check.
	if (checks.stopping || checks.book.find(accountId)?.keys !== keys) return;
	const report: SelfCheckReport = { verdict: verdictOf(steps), checkedAt: checks.clock.now(), steps };
	checks.reports.set(accountId, report);
	checks.current.add(accountId);
	const wrong = steps.find(({ verdict }) => verdict === 'failed' || verdict === 'unknown');
	const said = {
		accountId,
		userId,
		venue,
		verdict: report.verdict,
		step: wrong?.name,
		reason: wrong === undefined ? undefined : textOf(wrong.said),
	};
	if (report.verdict === 'passed') checks.log.info(said, 'an exchange account passed its self-check');
	else
		checks.log.warn(
			said,
			'an exchange account did not pass its self-check, so the service opens no positions on it',
		);
	for (const { name, verdict, said: sentence } of steps)
		if (verdict === 'warned') checks.log.warn({ accountId, userId, venue, step: name }, textOf(sentence));
	// A silent stream can recover without any action, so the check is repeated.
	if (report.verdict === 'unknown' || wrong?.name === 'stream') retryLater(checks, accountId);
	else checks.retries.delete(accountId);
	await checks.store.keep(accountId, report);
}

function retryLater(checks: Checks, accountId: string): void {
	if (checks.stopping) return;
	const count = checks.retries.get(accountId)?.count ?? 0;
	const delayMs = RETRY_MS[Math.min(count, RETRY_MS.length - 1)] ?? RETRY_MS[0];
	const cancel = checks.clock.after(delayMs, () => void check(checks, accountId));
	checks.retries.set(accountId, { at: checks.clock.now() + delayMs, count: count + 1, cancel });
}

function stateOf(checks: Checks, accountId: string): SelfCheckState {
	const report = checks.reports.get(accountId);
	const isCurrent = report !== undefined && checks.current.has(accountId);
	return {
		status: isCurrent && !checks.running.has(accountId) ? report.verdict : 'checking',
		checkedAt: report?.checkedAt ?? null,
		retryAt: checks.running.has(accountId) ? null : (checks.retries.get(accountId)?.at ?? null),
		steps: report?.steps ?? [],
	};
}

function refusal(checks: Checks, userId: string, venue: string): SelfCheckRefusal | undefined {
	const account = checks.book.usedAt(userId, venue);
	if (account === undefined || isShadowUser(userId)) return undefined;
	const report = checks.current.has(account.accountId) ? checks.reports.get(account.accountId) : undefined;
	// While an account that has passed is being checked again, its last verdict still counts.
	if (report?.verdict === 'passed') return undefined;
	const exchange = shownNameOf(venue);
	if (report === undefined) return { said: CHECK_TEXT.running({ exchange }), isFinal: false };
	const wrong = report.steps.find(({ verdict }) => verdict === 'failed' || verdict === 'unknown');
	const what = CHECK_TEXT.notPassed({ exchange });
	return {
		said: wrong === undefined ? what : joined([what, wrong.said]),
		isFinal: report.verdict === 'failed',
	};
}

/** Self-checks for modes that need none: no account has a state, and no account is refused. */
export const NO_SELF_CHECKS: SelfChecks = {
	stateOf: () => null,
	refusal: () => undefined,
	check: async () => undefined,
	hearStream() {},
	hasOpenProbe: () => false,
};

function verdictOf(steps: readonly SelfCheckStep[]): SelfCheckReport['verdict'] {
	if (steps.some(({ verdict }) => verdict === 'failed')) return 'failed';
	return steps.every(({ verdict }) => verdict === 'passed' || verdict === 'warned') ? 'passed' : 'unknown';
}
