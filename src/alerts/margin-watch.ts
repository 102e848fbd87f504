/**
 * Compares the margin of users' exchange accounts with the levels of the margin planner, every few seconds and from
 * memory. The level is stored as the conditions that are active, so a restart keeps it and its hysteresis. A level that
 * passes several limits at once raises one alert.
 */
import { published } from '../domain/estimate.ts';
import { type ExecutionState, isEnded, legPlan } from '../domain/execution.ts';
import type { LegRole } from '../domain/ids.ts';
import type { VenueName } from '../domain/instrument.ts';
import { isWaiting } from '../planner/margin-arrivals.ts';
import { accountFigures, emptyingMoves } from '../planner/margin-book.ts';
import { LEVEL_SHARES, marginLevel, targetShare } from '../planner/margin-levels.ts';
import { planTransfers } from '../planner/margin-transfers.ts';
import { type BookReason, bookAccount, type ContractFigures } from '../planner/reported-book.ts';
import type { ShockAccount } from '../planner/shock-types.ts';
import type { StandingCondition } from '../ports/alert-store.ts';
import type { AlertKind, AlertSeverity } from '../ports/alerts.ts';
import type { Clock } from '../ports/clock.ts';
import { MARGIN_LEVELS, type MarginLevel } from '../ports/margin-plan.ts';
import type { OwnTransferService } from '../ports/own-transfer-service.ts';
import type { PlannedTransfers, ShownTransfer } from '../ports/planned-transfers.ts';
import { joined, type Words } from '../sentences/sentence.ts';
import { shownNameOf } from '../venues/facts.ts';
import type { AccountMemory } from './account-memory.ts';
import type { RunningAlertService } from './alert-service.ts';
import { type ConditionBatch, createConditions, type FindingContent, type Subject } from './conditions.ts';
import { figure, figureOrNull } from './figures.ts';
import { periodicCheck } from './periodic-check.ts';
import { ALERT_TEXT } from './text.ts';

/** Dependencies of the margin watch. */
export type MarginWatchOptions = {
	readonly service: Pick<RunningAlertService, 'raise' | 'failed'>;
	/** Conditions that were active at startup; those of other kinds are ignored. */
	readonly standing: readonly StandingCondition[];
	readonly clock: Clock;
	/** Returns all executions in memory. */
	readonly states: () => readonly ExecutionState[];
	readonly memory: Pick<AccountMemory, 'readings'>;
	readonly figures: Omit<ContractFigures, 'shownNameOf'>;
	readonly transfers: PlannedTransfers;
	readonly ownTransfers: Pick<OwnTransferService, 'topUp' | 'settleOpen'>;
	readonly periodMs: number;
};

/** The alert of each level. */
const KINDS: Readonly<Record<Exclude<MarginLevel, 'ok'>, AlertKind>> = {
	watch: 'margin_watch',
	transfer: 'margin_transfer',
	reduce: 'margin_reduce',
};
const SEVERITIES: Readonly<Record<Exclude<MarginLevel, 'ok'>, AlertSeverity>> = {
	watch: 'warning',
	transfer: 'critical',
	reduce: 'critical',
};
const ALERTED = ['watch', 'transfer', 'reduce'] as const;
const HOUR_MS = 3_600_000;
const LEGS: readonly LegRole[] = ['long', 'short'];

type Watch = MarginWatchOptions & {
	readonly conditions: ReturnType<typeof createConditions>;
};

/** One account with its level now and at the last check. */
type Judged = {
	readonly account: ShockAccount;
	readonly target: number;
	readonly before: MarginLevel;
	readonly level: MarginLevel;
};

/** Creates the watch. `close` resolves when the last check has ended. */
export function createMarginWatch(options: MarginWatchOptions) {
	const kinds: ReadonlySet<AlertKind> = new Set(Object.values(KINDS));
	const watch: Watch = {
		...options,
		conditions: createConditions(options.standing.filter(({ kind }) => kinds.has(kind))),
	};
	return periodicCheck(options.clock, options.periodMs, () => check(watch));
}

/** Runs one check of all accounts. Never rejects. */
async function check(watch: Watch): Promise<void> {
	// An exchange that does not answer must not hold back the alerts of the others.
	void watch.ownTransfers.settleOpen();
	await watch.transfers
		.advance()
		.catch((error) => watch.service.failed('requested transfers could not be updated', error));
	try {
		const batch: ConditionBatch = { alerts: [], began: [], over: [] };
		const open = watch.states().filter((state) => !isEnded(state));
		const users = new Set([
			...open.map(({ plan }) => plan.userId),
			...watch.conditions.all().map(({ userId }) => userId),
		]);
		const now = watch.clock.now();
		for (const userId of users) {
			const own = open.filter(({ plan }) => plan.userId === userId);
			await checkUser(watch, batch, userId, own, now);
		}
		if (batch.began.length + batch.over.length === 0) return;
		await watch.service.raise(batch);
		watch.conditions.stored(batch);
	} catch (error) {
		watch.service.failed('the margin of accounts could not be checked', error);
	}
}

async function checkUser(
	watch: Watch,
	batch: ConditionBatch,
	userId: string,
	states: readonly ExecutionState[],
	now: number,
): Promise<void> {
	const reasons: BookReason[] = [];
	const figures = { ...watch.figures, shownNameOf };
	const accounts = [...watch.memory.readings(userId)].map(([exchange, { balance, positions }]) =>
		bookAccount({ exchange, balance, positions }, states, figures, reasons),
	);
	// Without a mark, the notional of an account is unknown, so its level stays.
	const unknown = new Set(reasons.filter(({ code }) => code === 'MARK_UNKNOWN').map(({ field }) => field));
	const judged = accounts
		.filter(({ exchange }) => !unknown.has(`exchanges.${exchange}`))
		.map((account) => judgedAccount(watch, userId, account));
	const asked = await askFor(watch, userId, judged, now);
	for (const one of judged) {
		const isOurs = states.some((state) =>
			LEGS.some((leg) => legPlan(state, leg).venue === one.account.exchange),
		);
		// The service does not watch accounts that only have manual trades.
		if (isOurs && (one.level === 'transfer' || one.level === 'reduce')) topUp(watch, userId, one);
		if (isOurs || one.before !== 'ok') report(watch, batch, userId, { one, asked, now });
	}
}

/** Fills the account up to what its plan wants from the owner's main wallet at the same exchange. */
function topUp({ ownTransfers }: Watch, userId: string, { account, target }: Judged): void {
	const { equity, gross } = accountFigures(account);
	ownTransfers.topUp(userId, account.exchange, target * gross - equity);
}

function judgedAccount(watch: Watch, userId: string, account: ShockAccount): Judged {
	const target = targetShare(account);
	const before = [...ALERTED]
		.reverse()
		.find((level) => watch.conditions.isActive(subjectOf(userId, account.exchange, level)));
	const known = before ?? 'ok';
	return {
		account,
		target,
		before: known,
		level: marginLevel(accountFigures(account).share, target, known),
	};
}

function report(
	watch: Watch,
	batch: ConditionBatch,
	userId: string,
	{
		one,
		asked,
		now,
	}: { readonly one: Judged; readonly asked: readonly ShownTransfer[]; readonly now: number },
): void {
	const { account, before, level } = one;
	const [was, is] = [MARGIN_LEVELS.indexOf(before), MARGIN_LEVELS.indexOf(level)];
	for (const other of ALERTED) {
		const rank = MARGIN_LEVELS.indexOf(other);
		const subject = subjectOf(userId, account.exchange, other);
		// Only the present level is reported; milder ones begin and worse ones end with it.
		if (rank > was && rank < is) batch.began.push({ ...subject, since: now });
		if (rank > was && other === level)
			watch.conditions.judge(
				batch,
				subject,
				{ is: 'active', severity: SEVERITIES[level], ...contentOf(one, asked, now) },
				now,
			);
		if (rank <= was && rank > is)
			watch.conditions.judge(
				batch,
				subject,
				other === before ? { is: 'over', ...contentOf(one, asked, now) } : { is: 'gone' },
				now,
			);
	}
}

function contentOf(one: Judged, asked: readonly ShownTransfer[], now: number): FindingContent {
	const { account, target, level } = one;
	const { equity, gross, share } = accountFigures(account);
	const limit = level === 'ok' ? LEVEL_SHARES.watch * target : LEVEL_SHARES[level] * target;
	return {
		message: messageOf(one, limit, asked, now),
		executionId: null,
		exchange: account.exchange,
		facts: {
			level,
			equity: figure(published(equity)),
			notional: figure(published(gross)),
			equityPerNotional: figureOrNull(share === null ? null : published(share)),
			limit: figure(published(limit)),
			targetEquityPerNotional: figure(published(target)),
		},
	};
}

function messageOf(
	{ account, level, before }: Judged,
	limit: number,
	asked: readonly ShownTransfer[],
	now: number,
): Words {
	const exchange = account.shownName;
	const { share } = accountFigures(account);
	const isBetter = MARGIN_LEVELS.indexOf(level) < MARGIN_LEVELS.indexOf(before);
	if (level === 'ok' || isBetter || share === null)
		return joined([
			ALERT_TEXT.marginBack({ exchange, share: share === null ? null : published(share) }),
			...arrivals(account.exchange, asked, now),
		]);
	const { fall, rise } = emptyingMoves(account);
	const move = fall === null || (rise !== null && rise < -fall) ? rise : fall;
	const facts = {
		exchange,
		share: published(share),
		limit: published(limit),
		move: move === null ? null : published(move),
	};
	if (level === 'watch') return ALERT_TEXT.marginWatch(facts);
	const advice = transferAdvice(account.exchange, asked, now);
	return level === 'transfer'
		? ALERT_TEXT.marginTransfer({ ...facts, advice })
		: ALERT_TEXT.marginReduce({ ...facts, advice });
}

/**
 * Requests the transfers that the accounts need now, and takes back those that they no longer need. Returns the user's
 * transfers.
 */
async function askFor(
	{ transfers }: Watch,
	userId: string,
	judged: readonly Judged[],
	now: number,
): Promise<readonly ShownTransfer[]> {
	// Without a reading of both accounts, nothing is known about what is requested already.
	const known = new Set(judged.map(({ account }) => account.exchange));
	const isUnsure = transfers
		.of(userId)
		.some((one) => isWaiting(one) && !(known.has(one.from) && known.has(one.to)));
	if (isUnsure) return transfers.of(userId);
	const plan = planTransfers(
		judged.map(({ account }) => account),
		new Map(judged.map(({ account, level }) => [account.exchange, level])),
		new Map(judged.map(({ account, target }) => [account.exchange, target])),
		now,
		transfers.underWay(userId),
	);
	await transfers.ask(userId, { kind: 'alert' }, plan.transfers);
	return transfers.of(userId);
}

/** Returns the transfers to an exchange in words: what to send, and what is under way; null if nobody can give anything. */
function transferAdvice(to: VenueName, asked: readonly ShownTransfer[], now: number): Words | null {
	const moves = asked
		.filter((transfer) => transfer.to === to)
		.flatMap((transfer): readonly Words[] => {
			const { from, amount, by } = transfer;
			const names = { from: shownNameOf(from), to: shownNameOf(to) };
			if (transfer.underWay > 0n) return [ALERT_TEXT.marginUnderWay({ ...names, amount: transfer.underWay })];
			if (!isWaiting(transfer)) return [];
			return [ALERT_TEXT.moveMargin({ ...names, amount, by: by !== null && by > now ? by : null })];
		});
	return moves.length === 0 ? null : joined(moves);
}

/** Returns the transfers that reached the exchange within the last hour in words. */
function arrivals(to: VenueName, asked: readonly ShownTransfer[], now: number): readonly Words[] {
	return asked
		.filter((one) => one.to === to && one.state === 'arrived' && now - one.changedAt <= HOUR_MS)
		.map((one) =>
			ALERT_TEXT.marginArrived({
				amount: one.arrived,
				from: shownNameOf(one.from),
				to: shownNameOf(to),
			}),
		);
}

function subjectOf(userId: string, exchange: VenueName, level: (typeof ALERTED)[number]): Subject {
	return { userId, kind: KINDS[level], thing: exchange };
}
