/**
 * Decides on the orders of a close whose first leg rests as maker: it rests a post-only order, hedges each proven fill
 * on the other leg at once, and hands the rest to `reducing.ts` once the close has to take liquidity. All orders are
 * reduce-only. Pure functions.
 */
import { type Decimal, divUp, floorToStep, fromInteger, min, sub } from '../../domain/decimal.ts';
import type { MakerClose } from '../../domain/event.ts';
import { type ExecutionState, isInFlight, legPlan, type OrderState } from '../../domain/execution.ts';
import type { LegRole } from '../../domain/ids.ts';
import { oppositeSide } from '../../domain/order-book.ts';
import { presentBasis } from './opening.ts';
import {
	elapsedMs,
	intent,
	isBusy,
	isHedged,
	LEGS,
	leastOrder,
	type NextOrders,
	NOTHING_NEXT,
	otherLeg,
	restingOrder,
	type SendableOrder,
} from './order-terms.ts';
import { goalsOf, isAsGoodAs, reducingOrder, retryWait } from './reducing.ts';
import { hasLeftBestPrice, restingPrice, settlementWait } from './resting.ts';
import type { EngineLimits, Surroundings } from './surroundings.ts';
import { CANCEL_REASONS } from './text.ts';

/** Interval at which the engine checks whether the dead-man switch for a resting order is armed. */
const ARMING_CHECK_MS = 50;
/** Pause after a resting order that the exchange did not keep. It doubles with each one in a row. */
const NOT_KEPT_PAUSE_MS = 300;
/** Interval at which the follower's missing order book is checked again. */
const PRICE_WAIT_MS = 250;
const BPS = fromInteger(10_000);

type MakerState = {
	readonly state: ExecutionState;
	readonly maker: MakerClose;
	/** Coins per leg to keep. */
	readonly target: Decimal;
	/** Time of the request, and the orders since then. */
	readonly requestedAt: number;
	readonly orders: readonly OrderState[];
	readonly now: number;
	readonly around: Surroundings;
	readonly limits: EngineLimits;
};

/**
 * Returns the next orders of a close as maker. Undefined if the close takes liquidity now, or takes a step that any
 * close takes: to level unequal legs without a resting order, to wait for a contract, or to conclude.
 */
export function makerClose(
	state: ExecutionState,
	now: number,
	around: Surroundings,
	limits: EngineLimits,
): NextOrders | undefined {
	const { close } = state;
	if (close?.maker === undefined) return undefined;
	const { maker, remaining: target, requestedAt, ordersBefore } = close;
	const orders = state.orders.slice(ordersBefore);
	const making: MakerState = { state, maker, target, requestedAt, orders, now, around, limits };
	if (isBusy(state, maker.leg)) return besideOrder(making);
	if (!isHedged(state) || isBusy(state, otherLeg(maker.leg)) || isAsGoodAs(state, target)) return undefined;
	return takesNow(making) === undefined ? restNext(making) : undefined;
}

/** Hedges and watches while the first leg's order is in flight or on the book. */
function besideOrder(making: MakerState): NextOrders {
	const { state, maker, now, limits } = making;
	const resting = restingOrder(state, maker.leg);
	const reason = resting === undefined ? undefined : cancelReason(making, resting);
	const cancels = resting === undefined || reason === undefined ? [] : [{ order: resting, reason }];
	const hedge = hedgeNow(making);
	if (hedge.orders.length > 0 || cancels.length > 0) return { ...NOTHING_NEXT, ...hedge, cancels };
	if (resting === undefined) return { ...NOTHING_NEXT, ...hedge };
	const leftMs = Math.max(1, makerLeftMs(making));
	return {
		...NOTHING_NEXT,
		wakeMs: Math.min(
			hedge.wakeMs ?? leftMs,
			leftMs,
			limits.repriceAfterMs,
			untilReprice(resting, now, limits),
		),
	};
}

function untilReprice(resting: OrderState, now: number, limits: EngineLimits): number {
	const left = limits.repriceAfterMs - elapsedMs(resting.intendedAt, now);
	return left > 0 ? left : limits.repriceAfterMs;
}

/**
 * Reduces the other leg by what the first leg's order has provably closed. That order can only make the first leg
 * smaller, so this needs no proof of its outcome. A quantity below the exchange's minimum waits for further fills.
 */
function hedgeNow({ state, maker, now, around, limits }: MakerState): Pick<NextOrders, 'orders' | 'wakeMs'> {
	const follower = otherLeg(maker.leg);
	const ahead = sub(state.held[follower], state.held[maker.leg]);
	const { lotSize } = legPlan(state, follower).instrument;
	const quantity = ahead > 0n ? floorToStep(ahead, lotSize) : ahead;
	const waits = quantity < leastOrder(state, follower) || isBusy(state, follower);
	// After a manual trade, the user may be closing the other leg too (`awaitsPositionRead`).
	if (waits || state.handApartSince !== undefined) return { orders: [], wakeMs: undefined };
	const pause = retryWait(state, [follower], now, limits);
	if (pause > 0) return { orders: [], wakeMs: pause };
	const mid = around.quotes[follower]?.mid;
	if (mid === undefined) return { orders: [], wakeMs: PRICE_WAIT_MS };
	return { orders: [reducingOrder(state, follower, quantity, 'close', mid, limits)], wakeMs: undefined };
}

function cancelReason(making: MakerState, order: OrderState): string | undefined {
	const { state, maker, orders, now, around, limits } = making;
	const follower = otherLeg(maker.leg);
	if (state.held[maker.leg] > state.held[follower]) return CANCEL_REASONS.reducing;
	const ends = takesNow(making);
	if (ends !== undefined) return ends;
	// A fill now could not be hedged before the outcome of the unknown order is known.
	if (state.orders.some(({ status }) => status === 'unknown')) return CANCEL_REASONS.unknownOrder;
	if (isLagging(state, orders, follower)) return CANCEL_REASONS.otherLegLags;
	if (settlementWait(around, now, limits) > 0) return CANCEL_REASONS.settlementNear;
	// Unequal legs wait for the rest of this order, because a cancel would leave too little for a hedge.
	if (!isHedged(state)) return undefined;
	return hasLeftBestPrice(order, around.quotes[order.leg], now, limits)
		? CANCEL_REASONS.priceMoved
		: undefined;
}

/** True if the other leg's last order for the present imbalance filled nothing. */
function isLagging(state: ExecutionState, orders: readonly OrderState[], follower: LegRole): boolean {
	const since = state.imbalancedSince;
	const last = orders.findLast((order) => order.leg === follower);
	if (since === undefined || last === undefined || isInFlight(last)) return false;
	return last.intendedAt >= since && last.filledQuantity === 0n;
}

/**
 * Returns why the close takes liquidity from now on; undefined while an order may rest. Once the first leg has taken
 * liquidity, the rest of the close does too.
 */
function takesNow(making: MakerState): string | undefined {
	const { state, maker, orders, around } = making;
	if (state.attention !== null) return CANCEL_REASONS.person;
	const isTaking = orders.some(({ leg, timeInForce }) => leg === maker.leg && timeInForce === 'IOC');
	const isRefused = LEGS.some((leg) => {
		const last = orders.findLast((order) => order.leg === leg);
		// A post-only order that would have taken liquidity may also end as rejected, but without a reason.
		return last?.rejectionCode !== undefined && last.status === 'rejected' && !last.passing;
	});
	if (isTaking || isRefused) return CANCEL_REASONS.reducing;
	if (makerLeftMs(making) <= 0) return CANCEL_REASONS.makerTimeOver;
	if (LEGS.some((leg) => around.trades(leg).is !== 'yes')) return CANCEL_REASONS.notTraded;
	const basis = presentBasis(around.quotes);
	if (basis === undefined) return CANCEL_REASONS.noBook;
	const isBeyond = sub(basis, maker.basis) > divUp(maker.moveBpsMax, BPS);
	return isBeyond ? CANCEL_REASONS.exitCostlier : undefined;
}

function makerLeftMs({ maker, requestedAt, now }: MakerState): number {
	return maker.ms - elapsedMs(requestedAt, now);
}

/** Rests the next slice of the first leg, unless it has to wait. Both legs are equal and no order is in flight. */
function restNext(making: MakerState): NextOrders {
	const { state, maker, target, now, around, limits } = making;
	const { leg } = maker;
	const quote = around.quotes[leg];
	if (quote === undefined) return { ...NOTHING_NEXT, wakeMs: PRICE_WAIT_MS };
	const waits = [settlementWait(around, now, limits), around.orderWaitMs('closes'), notKeptPause(making)];
	const wait = Math.max(...waits);
	if (wait > 0) return { ...NOTHING_NEXT, wakeMs: Math.min(wait, Math.max(1, makerLeftMs(making))) };
	// The exchange's dead-man switch must be armed before the resting order is sent, so that a crash never leaves the
	// order without a switch.
	if (!around.mayRest(leg)) return { ...NOTHING_NEXT, wakeMs: ARMING_CHECK_MS };
	const { instrument, openSide } = legPlan(state, leg);
	const side = oppositeSide(openSide);
	const quantity = min(sub(state.held[leg], goalsOf(state, target, around)), instrument.quantityMax);
	const order: SendableOrder = intent(state, leg, state.plan.children.length, {
		purpose: 'close',
		side,
		quantity,
		limitPrice: restingPrice(side, quote),
		reduceOnly: true,
		timeInForce: 'postOnly',
		decisionMid: quote.mid,
	});
	return { ...NOTHING_NEXT, orders: [order] };
}

/**
 * Returns the pause after resting orders that ended without a fill although the service did not cancel them: the
 * exchange refused them because they would have taken liquidity.
 */
function notKeptPause({ maker, orders, now, limits }: MakerState): number {
	const rested = orders.filter(({ leg }) => leg === maker.leg);
	let count = 0;
	for (const { filledQuantity, cancelAskedAt } of rested.toReversed()) {
		if (filledQuantity !== 0n || cancelAskedAt !== undefined) break;
		count += 1;
	}
	const last = rested.at(-1);
	if (last === undefined || count === 0) return 0;
	const pause = Math.min(limits.repriceAfterMs, NOT_KEPT_PAUSE_MS * 2 ** Math.min(count - 1, 20));
	return pause - elapsedMs(last.intendedAt, now);
}
