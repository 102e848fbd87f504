/** When an order that rests on the first leg leaves the book, and when no order may be near a settlement. Pure. */
import type { Decimal } from '../../domain/decimal.ts';
import type { ExecutionState, OrderState } from '../../domain/execution.ts';
import { elapsedMs, LEGS, type NextOrders, NOTHING_NEXT, restingOrder } from './order-terms.ts';
import type { EngineLimits, Quote, Surroundings } from './surroundings.ts';

/** An order rests on the first leg: it stays while it may, at the best price. */
export function watchResting(
	state: ExecutionState,
	now: number,
	around: Surroundings,
	limits: EngineLimits,
): NextOrders {
	const order = LEGS.map((leg) => restingOrder(state, leg)).find((resting) => resting !== undefined);
	if (order === undefined) return NOTHING_NEXT;
	const reason = whyLeave(state, order, now, around, limits);
	if (reason !== undefined) return { ...NOTHING_NEXT, cancels: [{ order, reason }] };
	return { ...NOTHING_NEXT, wakeMs: Math.max(1, Math.min(makerLeftMs(state, now), limits.repriceAfterMs)) };
}

function whyLeave(
	state: ExecutionState,
	order: OrderState,
	now: number,
	around: Surroundings,
	limits: EngineLimits,
): string | undefined {
	if (state.attention !== null) return 'a person is needed';
	if (state.openingEnded !== null) return state.openingEnded;
	// What it would fill now could not be hedged until that order is proven.
	if (state.orders.some(({ status }) => status === 'unknown')) return 'an order of the other leg is unknown';
	const halted = around.openingHalted();
	if (halted !== null) return halted;
	if (makerLeftMs(state, now) <= 0) return 'its time as maker is over';
	if (settlementWait(around, now, limits) > 0) return 'a settlement is near';
	const quote = around.quotes[order.leg];
	if (quote === undefined) return 'no current book is known';
	const best = restingPrice(order.side, quote);
	const left = order.side === 'buy' ? best > order.limitPrice : best < order.limitPrice;
	return left && elapsedMs(order.intendedAt, now) >= limits.repriceAfterMs
		? 'the best price has moved away'
		: undefined;
}

/** The best price at which an order of the side does not take. */
export function restingPrice(side: OrderState['side'], quote: Quote): Decimal {
	return side === 'buy' ? quote.bid : quote.ask;
}

/** How long the first leg may yet rest. */
export function makerLeftMs(state: ExecutionState, now: number): number {
	return state.plan.makerMs - elapsedMs(state.createdAt, now);
}

/** Until both legs are clear of a settlement: a fill just before or after it may pay and not receive. */
export function settlementWait(around: Surroundings, now: number, limits: EngineLimits): number {
	const guard = limits.settlementGuardMs;
	const waits = LEGS.map((leg) => {
		const next = around.nextSettlement[leg];
		// The venue's clock names the coming instant; the guard behind the one that has passed is counted from it too.
		return next === undefined || Math.abs(next - now) >= guard ? 0 : next + guard - now;
	});
	return Math.max(...waits);
}
