/**
 * Computes the worst-case unhedged exposure of an execution, over every possible outcome of its orders in flight.
 * Pure functions.
 */
import { abs, add, type Decimal, max, mulUp, sub, ZERO } from '../../domain/decimal.ts';
import { type ExecutionState, isInFlight, legOrders, legPlan } from '../../domain/execution.ts';
import type { LegRole } from '../../domain/ids.ts';

type Range = { readonly least: Decimal; readonly most: Decimal };

/**
 * Returns the widest difference between the legs that the orders in flight allow, in USD at the higher decision mid.
 */
export function atRisk(state: ExecutionState): Decimal {
	const long = heldRange(state, 'long');
	const short = heldRange(state, 'short');
	const widest = max(max(abs(sub(long.most, short.least)), abs(sub(short.most, long.least))), ZERO);
	return mulUp(widest, max(midOf(state, 'long'), midOf(state, 'short')));
}

/** Returns the range of the leg's holding once its orders in flight have ended. */
function heldRange(state: ExecutionState, leg: LegRole): Range {
	const { openSide } = legPlan(state, leg);
	let least = state.held[leg];
	let most = least;
	for (const order of legOrders(state, leg)) {
		if (!isInFlight(order)) continue;
		const open = sub(order.quantity, order.filledQuantity);
		if (order.side === openSide) most = add(most, open);
		else least = max(ZERO, sub(least, open));
	}
	return { least, most };
}

function midOf(state: ExecutionState, leg: LegRole): Decimal {
	return legOrders(state, leg).at(-1)?.decisionMid ?? legPlan(state, leg).decisionMid;
}
