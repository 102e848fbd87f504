/** Sums one execution's realized profit by UTC day, from its journal. Pure functions; each state is summed once. */
import type { Decimal } from '../domain/decimal.ts';
import { type ExecutionState, isEnded } from '../domain/execution.ts';
import { dayBegin } from '../domain/funding.ts';
import { executionLedger } from '../domain/ledger.ts';
import {
	addParts,
	capitalOverTime,
	NO_PROFIT,
	type ProfitParts,
	profitSteps,
} from '../domain/profit-steps.ts';

/** One execution's realized profit and capital. */
export type ExecutionProfit = {
	readonly executionId: string;
	readonly coin: string;
	/** Coin and quote, such as `BTCUSDT`. */
	readonly symbol: string;
	readonly exchangepair: string;
	readonly leverage: Decimal;
	/** Profit by the start of its UTC day, milliseconds. Days without a change are absent. */
	readonly days: ReadonlyMap<number, ProfitParts>;
	readonly total: ProfitParts;
	/** Time of the first fill, milliseconds; undefined if nothing was filled. */
	readonly openedAt: number | undefined;
	/** Time of the end, milliseconds; undefined while the execution is open. */
	readonly closedAt: number | undefined;
	/** Peak deployed capital, USD. */
	readonly deployedPeak: Decimal;
	/** Deployed capital × time until the end, USD × milliseconds; undefined while the execution is open. */
	readonly capitalTime: Decimal | undefined;
};

const known = new WeakMap<ExecutionState, ExecutionProfit>();

/** Sums an execution's profit by day, cached per state. */
export function executionProfit(state: ExecutionState): ExecutionProfit {
	const present = known.get(state);
	if (present !== undefined) return present;
	const profit = summed(state);
	known.set(state, profit);
	return profit;
}

function summed(state: ExecutionState): ExecutionProfit {
	const { executionId, coin, symbol, exchangepair, leverage } = state.plan;
	const days = new Map<number, ProfitParts>();
	let total = NO_PROFIT;
	for (const step of profitSteps(state)) {
		const day = dayBegin(step.at);
		days.set(day, addParts(days.get(day) ?? NO_PROFIT, step));
		total = addParts(total, step);
	}
	const fills = [...state.orders, ...state.reductions].flatMap((one) => one.fills);
	const closedAt = isEnded(state) ? (state.closedAt ?? state.updatedAt) : undefined;
	return {
		executionId,
		coin,
		symbol,
		exchangepair,
		leverage,
		days,
		total,
		openedAt: fills.length === 0 ? undefined : Math.min(...fills.map(({ filledAt }) => filledAt)),
		closedAt,
		deployedPeak: executionLedger(state, { long: null, short: null }).deployedPeak,
		capitalTime: closedAt === undefined ? undefined : capitalOverTime(state, closedAt),
	};
}
