/**
 * Lists the changes of an execution's realized profit in order of time, and the capital that it used. Pure functions.
 * The steps sum exactly to the realized profit of `ledger.ts`.
 */
import { add, type Decimal, fromInteger, mulTrunc, sub, ZERO } from './decimal.ts';
import { type ExecutionState, isEnded, legFills, legPlan } from './execution.ts';
import type { LegRole } from './ids.ts';
import { afterFill, type Costed, capitalSteps } from './ledger.ts';

/** Parts of a realized profit, USD: realized = price + funding − fees. */
export type ProfitParts = {
	/** Price profit of the closed quantity, from its opening to its closing fills. */
	readonly price: Decimal;
	/** Funding received less funding paid. */
	readonly funding: Decimal;
	/** Fees paid; a rebate is negative. */
	readonly fees: Decimal;
};

/**
 * One change of the realized profit: a fill or a settlement, at the exchange's time in milliseconds. A handover between
 * executions has the time of its commit, so that both of them book it on the same day.
 */
export type ProfitStep = ProfitParts & { readonly at: number; readonly leg: LegRole };

/** No profit. */
export const NO_PROFIT: ProfitParts = { price: ZERO, funding: ZERO, fees: ZERO };

const LEGS: readonly LegRole[] = ['long', 'short'];

/** Lists the steps of both legs, oldest first. */
export function profitSteps(state: ExecutionState): readonly ProfitStep[] {
	const funding = state.funding.map(
		({ settledAt, leg, amount }): ProfitStep => ({ ...NO_PROFIT, at: settledAt, leg, funding: amount }),
	);
	return [...LEGS.flatMap((leg) => fillSteps(state, leg)), ...funding].sort((a, b) => a.at - b.at);
}

function fillSteps(state: ExecutionState, leg: LegRole): readonly ProfitStep[] {
	const { openSide } = legPlan(state, leg);
	let position: Costed = { quantity: ZERO, cost: ZERO };
	return legFills(state, leg).map(({ side, fill }) => {
		const after = afterFill(position, openSide, side, fill);
		position = after.position;
		return { at: fill.handedAt ?? fill.filledAt, leg, price: after.realized, funding: ZERO, fees: fill.fee };
	});
}

/** Adds two profits part by part. */
export function addParts(a: ProfitParts, b: ProfitParts): ProfitParts {
	return { price: add(a.price, b.price), funding: add(a.funding, b.funding), fees: add(a.fees, b.fees) };
}

/** Returns the realized profit, USD: price + funding − fees. */
export function realizedOf({ price, funding, fees }: ProfitParts): Decimal {
	return sub(add(price, funding), fees);
}

/**
 * Integrates the deployed capital over time, USD × milliseconds, up to `until` or to the last fill of an ended
 * execution.
 */
export function capitalOverTime(state: ExecutionState, until: number): Decimal {
	const steps = capitalSteps(state);
	let total = ZERO;
	for (const [index, { at, deployed }] of steps.entries()) {
		const end = steps[index + 1]?.at ?? (isEnded(state) ? at : Math.max(at, until));
		total = add(total, mulTrunc(deployed, fromInteger(end - at)));
	}
	return total;
}
