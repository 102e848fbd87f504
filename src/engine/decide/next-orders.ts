/** Which orders follow from a state: open, hedge, cut, close, or wait. Pure. */
import { ZERO } from '../../domain/decimal.ts';
import type { ExecutionState } from '../../domain/execution.ts';
import { clientOrderId } from '../../domain/ids.ts';
import { opening } from './opening.ts';
import { type NextOrders, NOTHING_NEXT } from './order-terms.ts';
import { levelGoal, reduceTo } from './reducing.ts';
import type { EngineLimits, Surroundings } from './surroundings.ts';

export function nextOrders(
	state: ExecutionState,
	now: number,
	around: Surroundings,
	limits: EngineLimits,
): NextOrders {
	const next = ordersOfPhase(state, now, around, limits);
	const { restoreMark } = limits;
	if (restoreMark === undefined) return next;
	// The journal came out of a backup: under the plain ids others may have been sent after it.
	const orders = next.orders.map(({ leg, order }) => ({
		leg,
		order: {
			...order,
			clientOrderId: clientOrderId(state.plan.executionId, leg, order.child, order.attempt, restoreMark),
		},
	}));
	return { ...next, orders };
}

function ordersOfPhase(
	state: ExecutionState,
	now: number,
	around: Surroundings,
	limits: EngineLimits,
): NextOrders {
	switch (state.phase) {
		case 'queued':
		case 'opening':
		case 'unbalanced':
			return opening(state, now, around, limits);
		case 'unwinding':
			return reduceTo(state, levelGoal(state), 'reduce', now, around, limits);
		case 'closing':
			return reduceTo(state, state.close?.remaining ?? ZERO, 'close', now, around, limits);
		case 'running':
		case 'closed':
		case 'failed':
			return NOTHING_NEXT;
	}
}
