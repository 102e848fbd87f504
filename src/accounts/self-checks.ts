/**
 * When the self-check of an account runs, and what it found: once at each start, when an account is connected or gets another
 * key, when its owner asks, and again by itself while an exchange gives no usable answer or its stream is silent. Until one has
 * passed, nothing is opened on the account; what is open is closed all the same.
 */
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
import type { AccountBook, BookedAccount } from './account-book.ts';
import { type ClockLimits, runSteps } from './self-check-steps.ts';

export type RunningSelfChecks = SelfChecks & {
	/** Checks every connected account, one after the other at each exchange, and from now on whatever is connected or renewed. */
	readonly start: () => void;
	readonly close: () => Promise<void>;
};

/** Between tries while the exchange gives no usable answer, or its stream is silent; the last one is kept. */
const RETRY_MS = [1_000, 2_000, 5_000, 15_000, 30_000, 60_000, 120_000, 300_000] as const;
/** How long a stop waits for an order that is on its way. */
const STOP_WAIT_MS = 5_000;

export async function createSelfChecks(options: {
	readonly book: AccountBook;
	readonly store: SelfCheckStore;
	readonly openKey: OpenVenueKey;
	readonly market: Pick<Market, 'inputs' | 'refreshBook'>;
	readonly measureClock: (venue: string) => Promise<number>;
	readonly clockLimits: (venue: string) => ClockLimits;
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Logger;
}): Promise<RunningSelfChecks> {
	const { book, clock, log } = options;
	const reports = new Map<string, SelfCheckReport>(await options.store.reports());
	const probes = new Map<string, ProbeOrder>();
	for (const probe of await options.store.openProbes()) probes.set(probe.clientOrderId, probe);
	/** Accounts whose last report is of this process and of the key that they have. */
	const current = new Set<string>();
	const running = new Map<string, Promise<void>>();
	const retries = new Map<string, { at: number; count: number; cancel: () => void }>();
	/** The last check at each exchange: they run one after the other. */
	const turns = new Map<string, Promise<void>>();
	let stopping = false;
	/** The time for what was under way is over. */
	let abandoned = false;
	let stopNews: (() => void) | undefined;

	const store: SelfCheckStore = {
		...options.store,
		async beginProbe(probe) {
			await options.store.beginProbe(probe);
			probes.set(probe.clientOrderId, probe);
		},
		async endProbe(clientOrderId, end) {
			await options.store.endProbe(clientOrderId, end);
			probes.delete(clientOrderId);
		},
	};
	const probesOf = (accountId: string): readonly ProbeOrder[] =>
		[...probes.values()].filter((probe) => probe.accountId === accountId);

	function hearNews(news: AccountNews): void {
		if (news.kind === 'switched') {
			const account = book.usedAt(news.userId, news.venue);
			if (account !== undefined && !current.has(account.accountId)) void check(account.accountId);
			return;
		}
		const { accountId } = news.account;
		current.delete(accountId);
		retries.get(accountId)?.cancel();
		retries.delete(accountId);
		if (news.kind === 'renewed') void check(accountId);
	}

	function check(accountId: string): Promise<void> {
		const known = running.get(accountId);
		if (known !== undefined) return known;
		const account = book.find(accountId);
		if (account === undefined || stopping) return Promise.resolve();
		retries.get(accountId)?.cancel();
		const turn = (turns.get(account.venue) ?? Promise.resolve()).then(() => checkNow(accountId));
		turns.set(account.venue, turn);
		running.set(accountId, turn);
		return turn;
	}

	/** Never rejects. */
	async function checkNow(accountId: string): Promise<void> {
		const account = book.find(accountId);
		try {
			if (account?.keys === undefined || stopping) return;
			await note(account, await stepsOf(account));
		} catch (error) {
			log.error({ accountId, error }, 'the self-check of an exchange account could not be written down');
			retryLater(accountId);
		} finally {
			running.delete(accountId);
		}
	}

	async function stepsOf(account: BookedAccount): Promise<readonly SelfCheckStep[]> {
		const { venue, keys, accountId } = account;
		if (keys === undefined) return [];
		const session = options.openKey(venue, keys);
		try {
			return await runSteps(
				{ ...options, store, isStopping: () => stopping, isAbandoned: () => abandoned },
				account,
				session,
				probesOf(accountId),
			);
		} finally {
			await session.close().catch(() => undefined);
		}
	}

	async function note(
		{ accountId, userId, venue, keys }: BookedAccount,
		steps: readonly SelfCheckStep[],
	): Promise<void> {
		// What was said of a key that has been replaced meanwhile is of no use, nor what a stop has broken off.
		if (stopping || book.find(accountId)?.keys !== keys) return;
		const report: SelfCheckReport = { verdict: verdictOf(steps), checkedAt: clock.now(), steps };
		reports.set(accountId, report);
		current.add(accountId);
		const wrong = steps.find(({ verdict }) => verdict === 'failed' || verdict === 'unknown');
		const said = {
			accountId,
			userId,
			venue,
			verdict: report.verdict,
			step: wrong?.name,
			reason: wrong?.said,
		};
		if (report.verdict === 'passed') log.info(said, 'an exchange account passed its self-check');
		else log.warn(said, 'an exchange account did not pass its self-check: nothing is opened on it');
		for (const { name, verdict, said: sentence } of steps)
			if (verdict === 'warned') log.warn({ accountId, userId, venue, step: name }, sentence);
		// A silent stream may speak again without anybody's doing.
		if (report.verdict === 'unknown' || wrong?.name === 'stream') retryLater(accountId);
		else retries.delete(accountId);
		await store.keep(accountId, report);
	}

	function retryLater(accountId: string): void {
		if (stopping) return;
		const count = retries.get(accountId)?.count ?? 0;
		const delayMs = RETRY_MS[Math.min(count, RETRY_MS.length - 1)] ?? RETRY_MS[0];
		const cancel = clock.after(delayMs, () => void check(accountId));
		retries.set(accountId, { at: clock.now() + delayMs, count: count + 1, cancel });
	}

	function stateOf(accountId: string): SelfCheckState {
		const report = reports.get(accountId);
		const isCurrent = report !== undefined && current.has(accountId);
		return {
			status: isCurrent && !running.has(accountId) ? report.verdict : 'checking',
			checkedAt: report?.checkedAt ?? null,
			retryAt: running.has(accountId) ? null : (retries.get(accountId)?.at ?? null),
			steps: report?.steps ?? [],
		};
	}

	function refusal(userId: string, venue: string): SelfCheckRefusal | undefined {
		const account = book.usedAt(userId, venue);
		if (account === undefined) return undefined;
		const report = current.has(account.accountId) ? reports.get(account.accountId) : undefined;
		// While a passed check is repeated, the word of the last one counts.
		if (report?.verdict === 'passed') return undefined;
		const what = `Your account at ${venue} has not passed its self-check, so nothing is opened on it`;
		if (report === undefined) return { said: `${what}: it is under way.`, isFinal: false };
		const wrong = report.steps.find(({ verdict }) => verdict === 'failed' || verdict === 'unknown');
		return { said: `${what}. ${wrong?.said ?? ''}`.trimEnd(), isFinal: report.verdict === 'failed' };
	}

	return {
		stateOf,
		refusal,
		check,
		hasOpenProbe: (accountId) => probesOf(accountId).length > 0,
		hearStream(userId, venue) {
			const account = book.usedAt(userId, venue);
			if (account !== undefined) void check(account.accountId);
		},
		start() {
			stopNews = book.opened.onNews(hearNews);
			for (const { accountId } of book.all()) void check(accountId);
			const connected = new Set(book.all().map(({ accountId }) => accountId));
			for (const { accountId, venue, symbol, clientOrderId } of probes.values())
				if (!connected.has(accountId))
					log.error(
						{ accountId, venue, symbol, clientOrderId },
						'the order of a self-check is not proven gone, and its account is not connected any more: look at the exchange',
					);
		},
		async close() {
			stopping = true;
			stopNews?.();
			for (const { cancel } of retries.values()) cancel();
			// An order that is on the book is taken off it, where that is soon done.
			const cancelLimit = clock.after(STOP_WAIT_MS, () => {
				abandoned = true;
			});
			await Promise.allSettled([...running.values()]);
			cancelLimit();
		},
	};
}

/** Null where none is asked for: every mode but live. */
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
