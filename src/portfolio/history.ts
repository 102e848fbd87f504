/** Sorts and filters a user's ended executions by the figures of their journals. Pure functions. */
import type { Decimal } from '../domain/decimal.ts';
import type { ExecutionState } from '../domain/execution.ts';
import { executionLedger } from '../domain/ledger.ts';
import type { HistoryQuery, HistorySort } from '../ports/portfolio.ts';
import { executionFigures, pnlPart } from './execution-record.ts';

/** Figures of one ended execution that the history sorts and filters by. Amounts are USD, times milliseconds. */
export type HistoryRow = {
	readonly executionId: string;
	readonly longExchange: string;
	readonly shortExchange: string;
	/** Time of the last change of an execution that failed, and of the end of any other. */
	readonly endedAt: number;
	readonly isFailed: boolean;
	/** The value of each sort key; null if the execution has none. */
	readonly values: Readonly<Record<HistorySort, Decimal | number | string | null>>;
};

const NO_MARKS = { long: null, short: null };

/** Builds the row of an ended execution. */
export function historyRow(state: ExecutionState): HistoryRow {
	const execution = executionFigures(state);
	const pnl = pnlPart(executionLedger(state, NO_MARKS));
	const closedAt = state.closedAt ?? null;
	return {
		executionId: execution.id,
		longExchange: execution.longExchange,
		shortExchange: execution.shortExchange,
		endedAt: closedAt ?? state.updatedAt,
		isFailed: execution.status === 'failed',
		values: {
			createdAt: state.createdAt,
			closedAt: closedAt,
			symbol: execution.symbol,
			status: execution.status,
			held: closedAt === null ? null : closedAt - state.createdAt,
			filledAmount: execution.filledAmount,
			pricePnl: pnl.pricePnl,
			fundingPnl: pnl.fundingPnl,
			feeCost: pnl.feeCost,
			slippageCost: pnl.slippageCost,
			totalPnl: pnl.totalPnl,
			totalPnlPct: pnl.totalPnlPct,
		},
	};
}

/**
 * Returns the ids of the executions that match, in the requested order. Rows without a value come last in both
 * directions; equal rows are sorted newest first.
 */
export function historyIds(rows: readonly HistoryRow[], query: HistoryQuery): readonly string[] {
	const { sort, order } = query;
	const sign = order === 'asc' ? 1 : -1;
	return rows
		.filter((row) => isWanted(row, query))
		.toSorted((a, b) => {
			const [first, second] = [a.values[sort], b.values[sort]];
			if (first === null || second === null) return Number(first === null) - Number(second === null);
			return sign * compare(first, second) || compare(b.values.createdAt ?? 0, a.values.createdAt ?? 0);
		})
		.map(({ executionId }) => executionId);
}

function isWanted(row: HistoryRow, query: HistoryQuery): boolean {
	const { symbol, longExchange, shortExchange, outcome, from, until } = query;
	return (
		(symbol === undefined || String(row.values.symbol).startsWith(symbol.toUpperCase())) &&
		(longExchange === undefined || row.longExchange === longExchange) &&
		(shortExchange === undefined || row.shortExchange === shortExchange) &&
		(outcome === undefined || outcomeOf(row) === outcome) &&
		(from === undefined || row.endedAt >= from) &&
		(until === undefined || row.endedAt < until)
	);
}

/** An execution that failed before it held anything is neither a profit nor a loss. */
function outcomeOf({ isFailed, values }: HistoryRow): HistoryQuery['outcome'] {
	if (isFailed) return 'failed';
	return Number(values.totalPnl) > 0 ? 'profit' : 'loss';
}

function compare<T extends Decimal | number | string>(a: T, b: T): number {
	return a === b ? 0 : a < b ? -1 : 1;
}
