/**
 * Decides when the first leg's resting order is canceled, and how long orders wait near a settlement. Pure functions.
 */
import type { Decimal } from '../../domain/decimal.ts';
import type { ExecutionState, OrderState } from '../../domain/execution.ts';
import type { Words } from '../../sentences/sentence.ts';
import { elapsedMs, LEGS, type NextOrders, NOTHING_NEXT, restingOrder } from './order-terms.ts';
import type { EngineLimits, Quote, Surroundings } from './surroundings.ts';
import { CANCEL_REASONS } from './text.ts';

/**
 * Watches the first leg's resting order. Cancels it once it may no longer rest or is no longer at the best price;
 * until then, sets the time of the next check.
 */
export function watchResting(
	state: ExecutionState,
	now: number,
	around: Surroundings,
	limits: EngineLimits,
): NextOrders {
	const order = LEGS.map((leg) => restingOrder(state, leg)).find((resting) => resting !== undefined);
	if (order === undefined) return NOTHING_NEXT;
	const reason = cancelReason(state, order, now, around, limits);
	if (reason !== undefined) return { ...NOTHING_NEXT, cancels: [{ order, reason }] };
	return { ...NOTHING_NEXT, wakeMs: Math.max(1, Math.min(makerLeftMs(state, now), limits.repriceAfterMs)) };
}

function cancelReason(
	state: ExecutionState,
	order: OrderState,
	now: number,
	around: Surroundings,
	limits: EngineLimits,
): Words | undefined {
	if (state.attention !== null) return CANCEL_REASONS.person;
	if (state.openingEnded !== null) return state.openingEnded;
	// A fill now could not be hedged before the outcome of the unknown order is known.
	if (state.orders.some(({ status }) => status === 'unknown')) return CANCEL_REASONS.unknownOrder;
	const halted = around.openingHalted();
	if (halted !== null) return halted;
	if (makerLeftMs(state, now) <= 0) return CANCEL_REASONS.makerTimeOver;
	if (settlementWait(around, now, limits) > 0) return CANCEL_REASONS.settlementNear;
	const quote = around.quotes[order.leg];
	if (quote === undefined) return CANCEL_REASONS.noBook;
	return hasLeftBestPrice(order, quote, now, limits) ? CANCEL_REASONS.priceMoved : undefined;
}

/** True if the order is no longer at the best price of its side and has rested long enough to be replaced. */
export function hasLeftBestPrice(
	order: OrderState,
	quote: Quote | undefined,
	now: number,
	limits: EngineLimits,
): boolean {
	if (quote === undefined || elapsedMs(order.intendedAt, now) < limits.repriceAfterMs) return false;
	const best = restingPrice(order.side, quote);
	return order.side === 'buy' ? best > order.limitPrice : best < order.limitPrice;
}

/** Returns the best price at which an order on this side does not take liquidity. */
export function restingPrice(side: OrderState['side'], quote: Quote): Decimal {
	return side === 'buy' ? quote.bid : quote.ask;
}

/** Returns the milliseconds for which the first leg's order may still rest. */
export function makerLeftMs(state: ExecutionState, now: number): number {
	return state.plan.makerMs - elapsedMs(state.createdAt, now);
}

/**
 * Returns the milliseconds until both legs are clear of a settlement. A leg filled near a settlement may pay funding
 * although the other leg receives none.
 */
export function settlementWait(around: Surroundings, now: number, limits: EngineLimits): number {
	const guard = limits.settlementGuardMs;
	const waits = LEGS.map((leg) => {
		const next = around.nextSettlement[leg];
		// Just after a settlement, the venue may still report its time as the next settlement. That time then also
		// guards the period after the settlement.
		return next === undefined || Math.abs(next - now) >= guard ? 0 : next + guard - now;
	});
	return Math.max(...waits);
}
