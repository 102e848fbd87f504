/**
 * Builds the daily summary: results and fees of the 24 hours before it is due, open executions, and balance changes
 * that no record explains.
 */
import { abs, add, type Decimal, fromNumber, sub, sum, ZERO } from '../domain/decimal.ts';
import type { ExecutionEvent } from '../domain/event.ts';
import { type ExecutionState, isEnded } from '../domain/execution.ts';
import { foldExecution } from '../domain/execution-fold.ts';
import { DAY_MS, dayBegin, HOUR_MS } from '../domain/funding.ts';
import { alertId } from '../domain/ids.ts';
import { executionLedger } from '../domain/ledger.ts';
import type { Alert } from '../ports/alerts.ts';
import type { Journaled } from '../ports/journal.ts';
import type { PortfolioRecord } from '../ports/portfolio.ts';
import { shownNameOf } from '../venues/facts.ts';
import { alertWords } from './alert-words.ts';
import { figure, figureOrNull } from './figures.ts';
import { ALERT_TEXT } from './text.ts';

/**
 * Maximum delay of a summary, milliseconds. A summary that would be later, because the service was down, is skipped.
 */
export const SUMMARY_LATE_MS_MAX = 12 * HOUR_MS;
/**
 * An unexplained balance change above this amount raises the summary's severity, USD (API specification, section 4).
 */
export const UNEXPLAINED_USD = fromNumber(0.01);
/** Maximum number of open executions that an alert's `facts` list by name. */
const NAMED_MAX = 20;

/**
 * Returns the latest time up to `now` at which a summary was due, Unix milliseconds. Summaries are due daily at
 * `hourUtc`.
 */
export function summaryDue(now: number, hourUtc: number): number {
	const today = dayBegin(now) + hourUtc * HOUR_MS;
	return today <= now ? today : today - DAY_MS;
}

/** Returns the id of the summary due at `due`, milliseconds. There is one summary per user and day. */
export function summaryId(userId: string, due: number): string {
	return alertId(userId, ['daily_summary', new Date(due).toISOString().slice(0, 10)]);
}

type Sums = {
	readonly received: Decimal;
	readonly paid: Decimal;
	readonly fees: Decimal;
	readonly price: Decimal;
};

const NOTHING: Sums = { received: ZERO, paid: ZERO, fees: ZERO, price: ZERO };

/** Computes the amounts that an execution booked from `from` until `until`, USD. */
export function bookedBetween(
	journal: readonly Journaled<ExecutionEvent>[],
	from: number,
	until: number,
): Sums {
	const [before, after] = [sumsAt(journal, from), sumsAt(journal, until)];
	return {
		received: sub(after.received, before.received),
		paid: sub(after.paid, before.paid),
		fees: sub(after.fees, before.fees),
		price: sub(after.price, before.price),
	};
}

function sumsAt(journal: readonly Journaled<ExecutionEvent>[], at: number): Sums {
	const until = journal.filter(({ recordedAt }) => recordedAt < at);
	if (until.length === 0) return NOTHING;
	const { long, short } = executionLedger(foldExecution(until), { long: null, short: null });
	return {
		received: add(long.fundingReceived, short.fundingReceived),
		paid: add(long.fundingPaid, short.fundingPaid),
		fees: add(long.fees, short.fees),
		price: add(long.realizedPrice, short.realizedPrice),
	};
}

/** The inputs of a daily summary. */
export type SummaryFacts = {
	readonly userId: string;
	readonly due: number;
	readonly now: number;
	/**
	 * Amounts booked during the 24 hours before `due`, USD: one entry for each execution that was open in that time.
	 */
	readonly booked: readonly Sums[];
	readonly open: readonly ExecutionState[];
	/** The user's portfolio; undefined if it could not be read. */
	readonly portfolio: Pick<PortfolioRecord, 'summary' | 'accounts'> | undefined;
};

/** Builds the alert of a daily summary. */
export function summaryAlert({ userId, due, now, booked, open, portfolio }: SummaryFacts): Alert {
	const total = {
		received: sum(booked.map(({ received }) => received)),
		paid: sum(booked.map(({ paid }) => paid)),
		fees: sum(booked.map(({ fees }) => fees)),
		price: sum(booked.map(({ price }) => price)),
	};
	const earned = sub(add(sub(total.received, total.paid), total.price), total.fees);
	const deployed = sum(open.map((state) => executionLedger(state, { long: null, short: null }).deployed));
	const unexplained = unexplainedOf(portfolio);
	const alarms = (unexplained ?? []).filter(({ amount }) => abs(amount) > UNEXPLAINED_USD);
	const unrealized = portfolio?.summary.totalUnrealizedPnl ?? null;
	return {
		alertId: summaryId(userId, due),
		userId,
		kind: 'daily_summary',
		severity: alarms.length > 0 ? 'warning' : 'info',
		raisedAt: now,
		...alertWords(
			ALERT_TEXT.summary({
				...total,
				until: due,
				earned,
				openCount: open.length,
				deployed,
				unrealized,
				unexplained: alarms.map(({ exchange, amount }) => ({ exchange: shownNameOf(exchange), amount })),
			}),
		),
		executionId: null,
		exchange: null,
		facts: {
			from: new Date(due - DAY_MS).toISOString(),
			until: new Date(due).toISOString(),
			earned: figure(earned),
			fundingReceived: figure(total.received),
			fundingPaid: figure(total.paid),
			pricePnl: figure(total.price),
			fees: figure(total.fees),
			openExecutions: open.length,
			openExecutionIds: open.slice(0, NAMED_MAX).map(({ plan }) => plan.executionId),
			deployed: figure(deployed),
			unrealizedPnl: figureOrNull(unrealized),
			unexplained: unexplained?.map(({ exchange, amount }) => ({ exchange, amount: figure(amount) })) ?? null,
		},
	};
}

/**
 * Returns the unexplained balance change of each account for which it is known, USD; undefined if the portfolio could
 * not be read.
 */
function unexplainedOf(
	portfolio: SummaryFacts['portfolio'],
): readonly { readonly exchange: string; readonly amount: Decimal }[] | undefined {
	return portfolio?.accounts.flatMap(({ exchange, unexplained }) =>
		unexplained === null ? [] : [{ exchange, amount: unexplained }],
	);
}

/** Returns the user's open executions that were created before the given time. */
export function openBefore(
	states: readonly ExecutionState[],
	userId: string,
	at: number,
): readonly ExecutionState[] {
	return states.filter((state) => state.plan.userId === userId && !isEnded(state) && state.createdAt < at);
}
