/** Computes the terms of the engine's orders: id, price, minimum quantity. Pure functions. */
import {
	add,
	ceilToStep,
	type Decimal,
	divDown,
	divUp,
	floorToStep,
	fromInteger,
	max,
	min,
	mulDown,
	mulUp,
	ONE,
	sub,
	ZERO,
} from '../../domain/decimal.ts';
import type { ExecutionEvent, OrderIntent } from '../../domain/event.ts';
import {
	type ExecutionState,
	isInFlight,
	legOrders,
	legPlan,
	type OrderState,
} from '../../domain/execution.ts';
import { clientOrderId, type LegRole } from '../../domain/ids.ts';
import type { Side } from '../../domain/order-book.ts';
import type { SendOutcome, VenueOrder } from '../../ports/venue.ts';
import type { Words } from '../../sentences/sentence.ts';
import { notConnected } from './text.ts';

/** An order ready to send, with its leg. */
export type SendableOrder = { readonly leg: LegRole; readonly order: OrderIntent };

/** The engine's next actions. If all lists are empty, the engine waits for the orders in flight. */
export type NextOrders = {
	readonly events: readonly ExecutionEvent[];
	readonly orders: readonly SendableOrder[];
	/** Orders to cancel, each with its reason. */
	readonly cancels: readonly { readonly order: OrderState; readonly reason: Words }[];
	readonly wakeMs: number | undefined;
	readonly verifyFlat: boolean;
	readonly alarm: Words | undefined;
	/** Quantity of the staying leg that a roll takes over now, coins; absent for none. */
	readonly takeOver?: Decimal | undefined;
};

/** No action, because the engine waits for the orders in flight. */
export const NOTHING_NEXT: NextOrders = {
	events: [],
	orders: [],
	cancels: [],
	wakeMs: undefined,
	verifyFlat: false,
	alarm: undefined,
};

/** Both legs, long first. */
export const LEGS: readonly LegRole[] = ['long', 'short'];
const BPS = fromInteger(10_000);
/** Number of attempts per child that a client order id can encode (`clientOrderId`). */
const ATTEMPTS_PER_CHILD = 0xfff + 1;

/** Returns the opposite leg. */
export function otherLeg(leg: LegRole): LegRole {
	return leg === 'long' ? 'short' : 'long';
}

/** Setting the wall clock back by at most this many milliseconds has no effect. */
const CLOCK_STEP_MS = 1_000;

/**
 * Returns the elapsed time in milliseconds. A time in the future was recorded before the clock was set back, so the
 * elapsed time is unknown and counts as infinite. Waiting until the clock has caught up could leave a leg unhedged
 * for hours.
 */
export function elapsedMs(since: number, now: number): number {
	if (since <= now) return now - since;
	return since - now <= CLOCK_STEP_MS ? 0 : Number.POSITIVE_INFINITY;
}

/** True if the leg has an order in flight or on the book. */
export function isBusy(state: ExecutionState, leg: LegRole): boolean {
	return legOrders(state, leg).some(isInFlight);
}

/**
 * Returns the leg's resting order that the venue has confirmed and that is not being canceled; undefined if there is
 * none.
 */
export function restingOrder(state: ExecutionState, leg: LegRole): OrderState | undefined {
	return legOrders(state, leg).find(
		(order) =>
			order.status === 'accepted' && order.timeInForce === 'postOnly' && order.cancelAskedAt === undefined,
	);
}

/** True if both legs hold the same quantity. */
export function isHedged(state: ExecutionState): boolean {
	return state.held.long === state.held.short;
}

/** Current mid prices of both legs, USD; a leg without a current book has none. */
export type Mids = { readonly [leg in LegRole]?: Decimal | undefined };

/**
 * Returns the minimum quantity of an order that the venue accepts at about the plan's price and, if it is known, at
 * the current one too, rounded up to the lot size.
 */
export function leastOrder(state: ExecutionState, leg: LegRole, mids: Mids = {}): Decimal {
	const { instrument } = legPlan(state, leg);
	const byValue = divUp(instrument.notionalMin, lowestPrice(state, leg, mids[leg]));
	return ceilToStep(max(instrument.quantityMin, byValue), instrument.lotSize);
}

/** Returns the lowest price of an order on the leg: at the plan's mid or the current one, within the slippage limit. */
function lowestPrice(state: ExecutionState, leg: LegRole, mid: Decimal | undefined): Decimal {
	const { decisionMid, limitPrice } = legPlan(state, leg);
	const planned = min(decisionMid, limitPrice);
	if (mid === undefined || mid <= 0n) return planned;
	return min(planned, mulDown(mid, divDown(planned, decisionMid)));
}

/** Returns the minimum quantity that both venues accept. */
export function leastSlice(state: ExecutionState, mids: Mids = {}): Decimal {
	const least = max(leastOrder(state, 'long', mids), leastOrder(state, 'short', mids));
	return ceilToStep(least, state.plan.commonLot);
}

/**
 * Returns the maximum quantity whose value stays within the execution's unhedged cap; never below the minimum slice.
 */
export function sliceMax(
	state: ExecutionState,
	price: Decimal,
	usd: Decimal = state.plan.unhedgedMax,
): Decimal {
	if (price <= 0n) return ZERO;
	return max(floorToStep(divDown(usd, price), state.plan.commonLot), leastSlice(state));
}

/**
 * Returns `part`, or slightly less, so that the rest of `whole` is tradable by itself. Returns `whole` if no part
 * allows that.
 */
export function partLeavingEnough(state: ExecutionState, whole: Decimal, part: Decimal): Decimal {
	if (part >= whole) return whole;
	const least = leastSlice(state);
	const rest = sub(whole, part);
	if (rest >= least) return part;
	const smaller = floorToStep(sub(whole, least), state.plan.commonLot);
	return smaller >= least ? smaller : whole;
}

/** Builds an order whose client order id follows from execution, leg, slice and attempt. */
export function intent(
	state: ExecutionState,
	leg: LegRole,
	child: number,
	terms: Omit<OrderIntent, 'clientOrderId' | 'leg' | 'child' | 'attempt'>,
): SendableOrder {
	const count = legOrders(state, leg).length;
	const attempt = count % ATTEMPTS_PER_CHILD;
	const numbered = child + Math.floor(count / ATTEMPTS_PER_CHILD);
	return {
		leg,
		order: {
			...terms,
			clientOrderId: clientOrderId(state.plan.executionId, leg, numbered, attempt),
			leg,
			child: numbered,
			attempt,
		},
	};
}

/**
 * Returns the worst price that a taker accepts: mid ± slippage, on the tick and rounded to the safe side (a buyer's
 * limit down, a seller's up). A buyer's limit is never below the mid and a seller's never above it, so that a coarse
 * tick does not make the order unfillable.
 */
export function guardedPrice(side: Side, mid: Decimal, slippageBps: Decimal, tickSize: Decimal): Decimal {
	const share = divDown(slippageBps, BPS);
	if (side === 'buy')
		return max(floorToStep(mulDown(mid, add(ONE, share)), tickSize), ceilToStep(mid, tickSize));
	return max(min(ceilToStep(mulUp(mid, sub(ONE, share)), tickSize), floorToStep(mid, tickSize)), tickSize);
}

/** Builds an order in the form that its venue accepts. */
export function venueOrder(state: ExecutionState, { leg, order }: SendableOrder): VenueOrder {
	const { clientOrderId: id, side, quantity, limitPrice, timeInForce, reduceOnly } = order;
	const { leverage, marginMode } = state.plan;
	const { symbol } = legPlan(state, leg).instrument;
	return {
		symbol,
		clientOrderId: id,
		side,
		quantity,
		limitPrice,
		timeInForce,
		reduceOnly,
		leverage,
		marginMode,
	};
}

/**
 * Returns the outcome of an order on an account without a trading session. Nothing was sent, so the order certainly
 * does not exist, as after a refusal by the venue.
 */
export function notSent(venue: string): SendOutcome {
	return { kind: 'rejected', code: 'NOT_SENT', message: notConnected(venue), passing: false };
}
