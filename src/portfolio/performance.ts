/** Reads the history of a user's money from stored samples, the journal and the stored forecasts. */
import { CarrywireError } from '../domain/carrywire-error.ts';
import { add, divTrunc, ONE, sub, ZERO } from '../domain/decimal.ts';
import { type ExecutionState, isEnded, legPlan, takenOver } from '../domain/execution.ts';
import { DAY_MS, dayBegin } from '../domain/funding.ts';
import type { LegRole } from '../domain/ids.ts';
import { executionLedger } from '../domain/ledger.ts';
import { oppositeSide } from '../domain/order-book.ts';
import { openExecutionsOf } from '../domain/user-executions.ts';
import type { Clock } from '../ports/clock.ts';
import type { ForecastStore } from '../ports/forecasts.ts';
import type { Journal } from '../ports/journal.ts';
import type { ExecutionSample, SampleStore, Stored } from '../ports/money-samples.ts';
import {
	type EquityHistory,
	EXECUTION_ROWS_MAX,
	type ExecutionHistory,
	type ExecutionPoint,
	type FillRow,
	type FundingStep,
	type HistoryRange,
	type HistoryReason,
	type NewestRows,
	type OrderRow,
	type PerformanceReader,
	type PortfolioHistory,
	RANGE_TERMS,
} from '../ports/performance.ts';
import { equitySeries } from './equity-series.ts';
import { executionProfit } from './execution-profit.ts';
import { profitHistory } from './profit-history.ts';
import { PORTFOLIO_TEXT } from './text.ts';
import type { EndedFigures } from './totals.ts';
import { endedSince, yieldHistory } from './yield-history.ts';

/** Dependencies of the histories. */
export type PerformanceOptions = {
	readonly samples: Omit<SampleStore, 'add'>;
	/** Time since which samples cannot be stored, milliseconds; undefined while they are stored. */
	readonly failingSince: () => number | undefined;
	readonly journal: Pick<Journal, 'findExecution'>;
	readonly ended: EndedFigures;
	readonly forecasts: Pick<ForecastStore, 'ofExecutions'>;
	/** Returns the user's executions in memory: all open ones, and those that ended recently. */
	readonly statesOf: (userId: string) => readonly ExecutionState[];
	readonly clock: Clock;
};

/** Creates the reader of histories. */
export function createPerformanceReader(options: PerformanceOptions): PerformanceReader {
	return {
		portfolio: ({ userId, range }) => portfolioHistory(options, userId, range),
		async execution({ userId, executionId, range }) {
			return executionHistory(options, await stateOf(options, userId, executionId), range);
		},
	};
}

async function portfolioHistory(
	options: PerformanceOptions,
	userId: string,
	range: HistoryRange,
): Promise<PortfolioHistory> {
	const { ended, forecasts, statesOf, clock } = options;
	const from = clock.now() - RANGE_TERMS[range].spanMs;
	const equity = await equityHistory(options, userId, range, from);
	await ended.prepare(userId);
	const closed = endedSince(ended.profits(userId), from);
	const known = await forecasts.ofExecutions(closed.map(({ executionId }) => executionId));
	// Everything below belongs to the same time, because nothing waits.
	const open = openExecutionsOf(statesOf(userId), userId).map(executionProfit);
	return {
		range,
		asOf: clock.now(),
		equity,
		profit: profitHistory([...ended.profits(userId), ...open], dayBegin(from)),
		yields: yieldHistory(closed, known),
		reasons: equityReasons(equity),
	};
}

async function equityHistory(
	{ samples, failingSince }: PerformanceOptions,
	userId: string,
	range: HistoryRange,
	from: number,
): Promise<EquityHistory> {
	const { step, resolutionMs } = RANGE_TERMS[range];
	const span = await samples.span(userId);
	return {
		from,
		resolutionMs,
		samplesSince: span?.first ?? null,
		lastSampleAt: span?.last ?? null,
		failingSince: failingSince() ?? null,
		...equitySeries(await samples.accounts(userId, step, from), resolutionMs),
	};
}

function equityReasons({ samplesSince, failingSince }: EquityHistory): readonly HistoryReason[] {
	const reasons: HistoryReason[] = [];
	if (samplesSince === null)
		reasons.push({ field: 'equity.total', code: 'NO_SAMPLES_YET', message: PORTFOLIO_TEXT.noEquity() });
	if (failingSince !== null)
		reasons.push({
			field: 'equity.total',
			code: 'SAMPLES_NOT_STORED',
			message: PORTFOLIO_TEXT.notStored({ since: failingSince }),
		});
	return reasons;
}

async function stateOf(
	{ journal, ended, statesOf }: PerformanceOptions,
	userId: string,
	executionId: string,
): Promise<ExecutionState> {
	const inMemory = statesOf(userId).find(({ plan }) => plan.executionId === executionId);
	if (inMemory !== undefined) return inMemory;
	const row = await journal.findExecution(executionId);
	if (row?.userId !== userId)
		throw new CarrywireError('UNKNOWN_EXECUTION', PORTFOLIO_TEXT.unknownExecution({ id: executionId }), {
			field: 'execution_id',
		});
	return ended.state(executionId);
}

async function executionHistory(
	{ samples, failingSince, clock }: PerformanceOptions,
	state: ExecutionState,
	range: HistoryRange,
): Promise<ExecutionHistory> {
	const now = clock.now();
	const { executionId } = state.plan;
	const until = isEnded(state) ? (state.closedAt ?? state.updatedAt) : now;
	const from = Math.max(state.createdAt, until - RANGE_TERMS[range].spanMs);
	// Minutes are stored for a day, so the last day of an execution that ended earlier has hours only.
	const terms = RANGE_TERMS[range === '24h' && from < now - DAY_MS ? '7d' : range];
	const points = await samples.execution(executionId, terms.step, from - (from % terms.step));
	return {
		executionId,
		range,
		asOf: now,
		from,
		until,
		resolutionMs: terms.resolutionMs,
		points: pointsOf(points, terms.resolutionMs),
		entryBasis: entryBasis(state),
		funding: newest(fundingSteps(state), from),
		orders: newest(orderRows(state), from),
		fills: newest(fillRows(state), from),
		reasons: executionReasons(points.length, failingSince()),
	};
}

function executionReasons(count: number, failingSince: number | undefined): readonly HistoryReason[] {
	if (failingSince !== undefined)
		return [
			{
				field: 'points',
				code: 'SAMPLES_NOT_STORED',
				message: PORTFOLIO_TEXT.notStored({ since: failingSince }),
			},
		];
	return count > 0 ? [] : [{ field: 'points', code: 'NO_SAMPLES', message: PORTFOLIO_TEXT.noPoints() }];
}

/** Keeps the first sample of each step of `resolutionMs`, at the step's start. */
function pointsOf(
	samples: readonly Stored<ExecutionSample>[],
	resolutionMs: number,
): readonly ExecutionPoint[] {
	const steps = Map.groupBy(samples, ({ at }) => at - (at % resolutionMs));
	return [...steps].flatMap(([at, [sample]]) => {
		if (sample === undefined) return [];
		const { pricePnl, fundingPnl, feeCost, slippageCost } = sample;
		const totalPnl = pricePnl === null ? null : sub(add(pricePnl, fundingPnl), add(feeCost, slippageCost));
		return [{ ...sample, at, totalPnl }];
	});
}

function entryBasis(state: ExecutionState): ExecutionHistory['entryBasis'] {
	const { long, short } = executionLedger(state, { long: null, short: null });
	return long.entryPrice === null || short.entryPrice === null || long.entryPrice === 0n
		? null
		: sub(divTrunc(short.entryPrice, long.entryPrice), ONE);
}

function newest<Row extends { readonly at: number }>(rows: readonly Row[], from: number): NewestRows<Row> {
	const inRange = rows.filter(({ at }) => at >= from);
	return { rows: inRange.slice(-EXECUTION_ROWS_MAX), count: inRange.length };
}

function fundingSteps(state: ExecutionState): readonly FundingStep[] {
	let cumulative = ZERO;
	return [...state.funding]
		.sort((a, b) => a.settledAt - b.settledAt || (a.recordId < b.recordId ? -1 : 1))
		.map(({ settledAt, leg, amount, rate }) => {
			cumulative = add(cumulative, amount);
			return { at: settledAt, leg, exchange: legPlan(state, leg).venue, amount, rate, cumulative };
		});
}

function orderRows(state: ExecutionState): readonly OrderRow[] {
	return state.orders.map((order) => ({
		clientOrderId: order.clientOrderId,
		at: order.intendedAt,
		leg: order.leg,
		exchange: legPlan(state, order.leg).venue,
		purpose: order.purpose,
		side: order.side,
		quantity: order.quantity,
		filled: order.filledQuantity,
		limitPrice: order.limitPrice,
		status: order.status,
	}));
}

/**
 * Lists the fills of orders, the reductions by others and the handovers, oldest first. A handover has the time of its
 * commit, because the time that decides on payments may be before the execution began.
 */
function fillRows(state: ExecutionState): readonly FillRow[] {
	const rowOf = (
		leg: LegRole,
		side: FillRow['side'],
		cause: FillRow['cause'],
		{ filledAt, handedAt, quantity, price, fee }: ExecutionState['orders'][number]['fills'][number],
	) => ({
		at: handedAt ?? filledAt,
		leg,
		exchange: legPlan(state, leg).venue,
		side,
		quantity,
		price,
		fee,
		cause,
	});
	const rows = [
		...takenOver(state).map(({ leg, fill }) => rowOf(leg, legPlan(state, leg).openSide, 'handover', fill)),
		...state.orders.flatMap(({ leg, side, fills }) => fills.map((fill) => rowOf(leg, side, 'order', fill))),
		...state.reductions.flatMap(({ leg, cause, fills }) =>
			fills.map((fill) => rowOf(leg, oppositeSide(legPlan(state, leg).openSide), cause, fill)),
		),
	].sort((a, b) => a.at - b.at);
	let cumulativeFees = ZERO;
	return rows.map((row) => {
		cumulativeFees = add(cumulativeFees, row.fee);
		return { ...row, cumulativeFees };
	});
}
