/** Decides how an opening continues after orders that filled nothing. Pure functions. */
import { type ExecutionState, legOrders, type OrderState } from '../../domain/execution.ts';
import type { LegRole } from '../../domain/ids.ts';
import type { Words } from '../../sentences/sentence.ts';
import { elapsedMs, LEGS, type NextOrders, NOTHING_NEXT } from './order-terms.ts';
import type { EngineLimits } from './surroundings.ts';
import { REASONS } from './text.ts';

/** Pause after a temporary refusal, and after an order on the first leg that filled nothing. */
export const PASSING_PAUSE_MS = 300;
/** The opening ends after this many consecutive taker orders without a fill on the first leg. */
const FRUITLESS_TAKES_MAX = 3;

/** Ends the opening; the open part keeps running. */
export function ended(reason: Words): NextOrders {
	return { ...NOTHING_NEXT, events: [{ type: 'OpeningEnded', reason }], wakeMs: 0 };
}

/** Returns a pause after an order on the first leg without a fill, or the end after several; otherwise undefined. */
export function afterFruitless(state: ExecutionState, leg: LegRole, now: number): NextOrders | undefined {
	const takes = legOrders(state, leg).filter((order) => order.timeInForce === 'IOC' && !order.reduceOnly);
	if (takes.length >= FRUITLESS_TAKES_MAX && takes.slice(-FRUITLESS_TAKES_MAX).every(isFruitless))
		return ended(REASONS.noFill);
	const last = legOrders(state, leg).at(-1);
	const pause =
		last === undefined || !isFruitless(last) ? 0 : PASSING_PAUSE_MS - elapsedMs(last.intendedAt, now);
	return pause > 0 ? { ...NOTHING_NEXT, wakeMs: pause } : undefined;
}

function isFruitless(order: OrderState): boolean {
	return order.filledQuantity === 0n;
}

/**
 * Returns the remaining pause, milliseconds, after a child without a fill. An immediate retry would probably fill
 * nothing again.
 */
export function gridPause(state: ExecutionState, now: number, limits: EngineLimits): number {
	const opens = state.orders.filter((order) => order.purpose === 'open');
	let fruitless = 0;
	for (const order of opens.toReversed()) {
		if (!isFruitless(order)) break;
		fruitless += 1;
	}
	const last = opens.at(-1);
	if (last === undefined || fruitless === 0) return 0;
	const doublings = Math.min(20, Math.ceil(fruitless / LEGS.length) - 1);
	const pause = Math.min(limits.sliceRetryMsMax, limits.sliceRetryMs * 2 ** doublings);
	return pause - elapsedMs(last.intendedAt, now);
}
