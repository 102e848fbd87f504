/**
 * Decides on the orders while an execution opens: hedge an imbalance, begin the next slice, conclude. Pure functions.
 * `next-orders.ts` ranks these decisions.
 *
 * The age of an imbalance decides the response. At first the engine completes the lagging leg within the slippage
 * limit, and from `widenAfterMs` up to the widest allowed price. From `reduceAfterMs`, after a final refusal, or
 * while the execution needs manual attention, the engine reduces the larger leg instead.
 */
import {
	add,
	type Decimal,
	divDown,
	floorToStep,
	min,
	mulDown,
	ONE,
	sub,
	ZERO,
} from '../../domain/decimal.ts';
import type { ExecutionEvent } from '../../domain/event.ts';
import { type ExecutionState, heavierLeg, legOrders, legPlan } from '../../domain/execution.ts';
import type { LegRole } from '../../domain/ids.ts';
import { LEG_REASON_TEXT, PHASE_TEXT } from '../../domain/stored-reason.ts';
import type { Words } from '../../sentences/sentence.ts';
import { canceledBecause, isCanceledBy } from './canceling.ts';
import { afterFruitless, ended, gridPause, PASSING_PAUSE_MS } from './fruitless.ts';
import {
	elapsedMs,
	guardedPrice,
	intent,
	isBusy,
	LEGS,
	leastOrder,
	leastSlice,
	type NextOrders,
	NOTHING_NEXT,
	otherLeg,
	partLeavingEnough,
	restingOrder,
	type SendableOrder,
	sliceMax,
} from './order-terms.ts';
import { levelGoal, reduceTo } from './reducing.ts';
import { makerLeftMs, restingPrice, settlementWait, watchResting } from './resting.ts';
import type { EngineLimits, Quote, Surroundings } from './surroundings.ts';
import { CANCEL_REASONS, REASONS } from './text.ts';

/** Time until the next check of a slice that waits for a price, a better basis or an unhedged allowance. */
export const CHECK_AGAIN_MS = 500;
/** Interval at which the engine checks whether the dead-man switch for a resting order is armed. */
const ARMING_CHECK_MS = 50;
/** Time for which the plan's own prices are valid; a later opening gets new prices. */
const PLAN_PRICES_MS = 2_000;
const TWICE = 2n;

/** True if the plan needs no further slice. */
export function hasOpenedEnough({ held, plan, orders }: ExecutionState): boolean {
	return held.long >= plan.quantity || (plan.mode === 'single-direct' && orders.length > 0);
}

/**
 * Concludes an opening: the opened quantity keeps running. If nothing was opened, the venues must confirm zero
 * positions. A quantity below the minimum order could not be closed later at will, so it is closed at once.
 */
export function concluded(
	state: ExecutionState,
	now: number,
	around: Surroundings,
	limits: EngineLimits,
): NextOrders {
	const { long } = state.held;
	if (long === 0n) return { ...NOTHING_NEXT, verifyFlat: true };
	if (long < leastSlice(state)) {
		const isCanceled = state.openingEnded !== null && isCanceledBy(state.openingEnded);
		const reason = isCanceled ? canceledBecause(REASONS.tooSmall) : REASONS.tooSmall;
		const unwinding: ExecutionEvent = { type: 'UnwindStarted', reason };
		const reduction = reduceTo(state, ZERO, 'reduce', now, around, limits);
		return { ...reduction, events: [unwinding, ...reduction.events] };
	}
	return { ...NOTHING_NEXT, events: [{ type: 'ExecutionOpened', quantity: long }], wakeMs: 0 };
}

// The legs differ --------------------------------------------------------------------------------------------------

/** Completes the lagging leg while completion is allowed; otherwise reduces the larger leg. */
export function hedging(
	state: ExecutionState,
	now: number,
	around: Surroundings,
	limits: EngineLimits,
): NextOrders {
	const heavy = heavierLeg(state);
	const light = otherLeg(heavy);
	// While the hedge is in flight, the first leg's resting order may have to be canceled.
	if (isBusy(state, light)) return watchResting(state, now, around, limits);
	const events = foundEvents(state, heavy);
	const age = ladderAge(state, light, now);
	if (mayComplete(state, light, age, limits)) {
		const ahead = sub(state.held[heavy], state.held[light]);
		const least = leastOrder(state, light);
		const quantity = floorToStep(ahead, legPlan(state, light).instrument.lotSize);
		if (quantity >= least) {
			const pause = completePause(state, light, now, limits);
			if (pause > 0) return { ...NOTHING_NEXT, events, wakeMs: pause };
			return { ...NOTHING_NEXT, events, orders: [completing(state, light, quantity, age, around, limits)] };
		}
		// The venue would refuse a hedge below its minimum. While the imbalance is less than twice that minimum, the
		// engine waits for more fills of the resting first leg.
		if (restingOrder(state, heavy) !== undefined && ahead < ((least * TWICE) as Decimal))
			return { ...watchResting(state, now, around, limits), events };
	}
	return { ...reduceHeavier(state, heavy, now, around, limits, events) };
}

/**
 * Returns how long the lagging leg has failed to follow. While the first leg rests, the time starts with the first
 * hedge, because small fills may take any time to add up to one order.
 */
function ladderAge(state: ExecutionState, light: LegRole, now: number): number {
	const since = state.imbalancedSince ?? now;
	if (restingOrder(state, otherLeg(light)) === undefined) return elapsedMs(since, now);
	const first = legOrders(state, light).find(({ intendedAt }) => intendedAt >= since);
	return first === undefined ? 0 : elapsedMs(first.intendedAt, now);
}

function foundEvents(state: ExecutionState, heavy: LegRole): readonly ExecutionEvent[] {
	// An imbalance is normal while the first leg rests.
	if (state.phase === 'unbalanced' || isBusy(state, heavy)) return [];
	return [{ type: 'ImbalanceFound', longHeld: state.held.long, shortHeld: state.held.short }];
}

function mayComplete(state: ExecutionState, light: LegRole, age: number, limits: EngineLimits): boolean {
	const last = legOrders(state, light).at(-1);
	const refused = last?.status === 'rejected' && !last.passing;
	return !refused && state.attention === null && age < limits.reduceAfterMs;
}

/**
 * Returns the remaining pause on the lagging leg, milliseconds, after a temporary refusal or a hedge that filled
 * nothing.
 */
function completePause(state: ExecutionState, light: LegRole, now: number, limits: EngineLimits): number {
	const last = legOrders(state, light).at(-1);
	if (last === undefined || last.filledQuantity !== 0n) return 0;
	const age = elapsedMs(last.intendedAt, now);
	if (last.status === 'rejected') return PASSING_PAUSE_MS - age;
	return last.purpose === 'complete' ? limits.completeRetryMs - age : 0;
}

function completing(
	state: ExecutionState,
	leg: LegRole,
	quantity: Decimal,
	age: number,
	around: Surroundings,
	limits: EngineLimits,
): SendableOrder {
	const plan = legPlan(state, leg);
	const earlier = legOrders(state, leg).findLast((order) => order.purpose === 'open');
	const mid = around.quotes[leg]?.mid ?? earlier?.decisionMid ?? plan.decisionMid;
	const guarded = (bps: Decimal): Decimal => guardedPrice(plan.openSide, mid, bps, plan.instrument.tickSize);
	const isLate = age >= limits.widenAfterMs;
	return intent(state, leg, currentChild(state), {
		purpose: 'complete',
		side: plan.openSide,
		quantity: min(quantity, plan.instrument.quantityMax),
		limitPrice: isLate
			? guarded(limits.unwindSlippageBpsMax)
			: (earlier?.limitPrice ?? guarded(state.plan.maxSlippageBps)),
		reduceOnly: false,
		timeInForce: 'IOC',
		decisionMid: isLate || earlier === undefined ? mid : earlier.decisionMid,
	});
}

function reduceHeavier(
	state: ExecutionState,
	heavy: LegRole,
	now: number,
	around: Surroundings,
	limits: EngineLimits,
	events: readonly ExecutionEvent[],
): NextOrders {
	const resting = restingOrder(state, heavy);
	if (resting !== undefined)
		return {
			...NOTHING_NEXT,
			events,
			cancels: [{ order: resting, reason: CANCEL_REASONS.otherLegLags }],
		};
	if (isBusy(state, heavy)) return { ...NOTHING_NEXT, events };
	const unwinding: ExecutionEvent = { type: 'UnwindStarted', reason: unwindReason(state) };
	const reduction = reduceTo(state, levelGoal(state), 'reduce', now, around, limits);
	return { ...reduction, events: [...events, unwinding, ...reduction.events] };
}

function unwindReason(state: ExecutionState): Words {
	const lagging = otherLeg(heavierLeg(state));
	const rejected = legOrders(state, lagging).findLast((order) => order.rejection !== undefined);
	if (rejected?.rejection !== undefined)
		return LEG_REASON_TEXT.unwindRejected({ leg: lagging, why: rejected.rejection });
	return LEG_REASON_TEXT.unwindUnfilled({ leg: lagging });
}

// The legs are equal ----------------------------------------------------------------------------------------------

/** Returns the next slice when the legs are equal and no order is in flight, unless the opening ends or must wait. */
export function nextSlice(
	state: ExecutionState,
	now: number,
	around: Surroundings,
	limits: EngineLimits,
): NextOrders {
	const held = heldBack(state, now, around, limits);
	if (held !== undefined) return held;
	switch (state.plan.mode) {
		case 'single-direct':
			return directSlice(state, now, around);
		case 'single-delay':
			return delayedSlice(state, now, around);
		case 'grid':
			return gridSlice(state, now, around, limits);
	}
}

/** Returns the end of the opening, or a wait, if no slice of any mode may begin now; otherwise undefined. */
export function heldBack(
	state: ExecutionState,
	now: number,
	around: Surroundings,
	limits: EngineLimits,
): NextOrders | undefined {
	const { openWithinMs } = state.plan;
	const refusal = finalRefusal(state);
	if (refusal !== undefined) return ended(refusal);
	const halted = around.openingHalted();
	if (halted !== null) return ended(halted);
	if (openWithinMs > 0 && elapsedMs(state.createdAt, now) >= openWithinMs)
		return ended(PHASE_TEXT.outOfTime({ ms: openWithinMs }));
	if (state.attention !== null) return { ...NOTHING_NEXT, wakeMs: CHECK_AGAIN_MS };
	const wait = Math.max(settlementWait(around, now, limits), around.orderWaitMs('opens'));
	return wait > 0 ? { ...NOTHING_NEXT, wakeMs: wait } : undefined;
}

/**
 * Returns why a permanent refusal of a leg's last order ends the opening; otherwise undefined. The venue would refuse
 * the next order too.
 */
function finalRefusal(state: ExecutionState): Words | undefined {
	for (const leg of LEGS) {
		const last = legOrders(state, leg).at(-1);
		if (last?.status === 'rejected' && !last.passing)
			return LEG_REASON_TEXT.rejected({ leg, why: last.rejection ?? null });
	}
	return undefined;
}

function directSlice(state: ExecutionState, now: number, around: Surroundings): NextOrders {
	if (elapsedMs(state.createdAt, now) < PLAN_PRICES_MS)
		return { ...NOTHING_NEXT, orders: LEGS.map((leg) => plannedOrder(state, leg)) };
	const basis = presentBasis(around.quotes);
	const { long, short } = state.plan.legs;
	const planned = basisOf(long.decisionMid, short.decisionMid);
	const least = sub(planned, mulDown(state.plan.maxSlippageBps, ONE_BP));
	if (basis === undefined || basis < least) return { ...NOTHING_NEXT, wakeMs: CHECK_AGAIN_MS };
	return pairOrders(state, state.plan.quantity, around);
}

const ONE_BP = divDown(ONE, (ONE * 10_000n) as Decimal);

function basisOf(longMid: Decimal, shortMid: Decimal): Decimal {
	return sub(divDown(shortMid, longMid), ONE);
}

/** Returns the current price basis (short mid ÷ long mid − 1); undefined while either order book is missing. */
export function presentBasis({ long, short }: Surroundings['quotes']): Decimal | undefined {
	return long === undefined || short === undefined ? undefined : basisOf(long.mid, short.mid);
}

function plannedOrder(state: ExecutionState, leg: LegRole): SendableOrder {
	const { openSide, limitPrice, decisionMid } = legPlan(state, leg);
	return intent(state, leg, 0, {
		purpose: 'open',
		side: openSide,
		quantity: state.plan.quantity,
		limitPrice,
		reduceOnly: false,
		timeInForce: 'IOC',
		decisionMid,
	});
}

/** Builds the orders for both legs at once, within the slippage limit at the current books. */
function pairOrders(state: ExecutionState, quantity: Decimal, around: Surroundings): NextOrders {
	const orders = LEGS.flatMap((leg) => {
		const quote = around.quotes[leg];
		return quote === undefined ? [] : [takingOrder(state, leg, quantity, quote)];
	});
	if (orders.length < LEGS.length) return { ...NOTHING_NEXT, wakeMs: CHECK_AGAIN_MS };
	return { ...NOTHING_NEXT, orders };
}

/** Builds an order that takes liquidity within the slippage limit at the current book. */
export function takingOrder(
	state: ExecutionState,
	leg: LegRole,
	quantity: Decimal,
	quote: Quote,
): SendableOrder {
	const { openSide, instrument } = legPlan(state, leg);
	return intent(state, leg, currentChild(state), {
		purpose: 'open',
		side: openSide,
		quantity,
		limitPrice: guardedPrice(openSide, quote.mid, state.plan.maxSlippageBps, instrument.tickSize),
		reduceOnly: false,
		timeInForce: 'IOC',
		decisionMid: quote.mid,
	});
}

/**
 * Rests the first leg's order as maker until the plan's `makerMs` is over, then takes liquidity. The hedge follows
 * each fill of that leg.
 */
function delayedSlice(state: ExecutionState, now: number, around: Surroundings): NextOrders {
	const leg = state.plan.firstLeg ?? 'long';
	const quote = around.quotes[leg];
	if (quote === undefined || around.quotes[otherLeg(leg)] === undefined)
		return { ...NOTHING_NEXT, wakeMs: CHECK_AGAIN_MS };
	const fruitless = afterFruitless(state, leg, now);
	if (fruitless !== undefined) return fruitless;
	const quantity = sliceQuantity(state, sub(state.plan.quantity, state.held.long), quote.mid, around);
	if (quantity === undefined) return { ...NOTHING_NEXT, wakeMs: CHECK_AGAIN_MS };
	if (makerLeftMs(state, now) <= 0)
		return { ...NOTHING_NEXT, orders: [takingOrder(state, leg, quantity, quote)] };
	// The exchange's dead-man switch must be armed before the resting order is sent, so that a crash never leaves the
	// order without a switch.
	if (!around.mayRest(leg)) return { ...NOTHING_NEXT, wakeMs: ARMING_CHECK_MS };
	return { ...NOTHING_NEXT, orders: [makingOrder(state, leg, quantity, quote)] };
}

function makingOrder(state: ExecutionState, leg: LegRole, quantity: Decimal, quote: Quote): SendableOrder {
	const { openSide } = legPlan(state, leg);
	return intent(state, leg, currentChild(state), {
		purpose: 'open',
		side: openSide,
		quantity,
		limitPrice: restingPrice(openSide, quote),
		reduceOnly: false,
		timeInForce: 'postOnly',
		decisionMid: quote.mid,
	});
}

/**
 * Opens the next child once the price basis has reached its level, as long as the unopened part still reaches the
 * plan's minimum net.
 */
function gridSlice(
	state: ExecutionState,
	now: number,
	around: Surroundings,
	limits: EngineLimits,
): NextOrders {
	const pause = gridPause(state, now, limits);
	if (pause > 0) return { ...NOTHING_NEXT, wakeMs: pause };
	const basis = presentBasis(around.quotes);
	const { child, quantity: wanted } = childToOpen(state);
	const basisMin = state.plan.children[child]?.basisMin ?? null;
	if (basis === undefined || (basisMin !== null && basis < basisMin))
		return { ...NOTHING_NEXT, wakeMs: CHECK_AGAIN_MS };
	const net = around.remainingNet();
	const { netFloor } = state.plan;
	if (netFloor !== null && net !== undefined && net < netFloor) return ended(REASONS.notWorthIt);
	const mid = around.quotes.long?.mid;
	const quantity = mid === undefined ? undefined : sliceQuantity(state, wanted, mid, around);
	if (quantity === undefined) return { ...NOTHING_NEXT, wakeMs: CHECK_AGAIN_MS };
	return pairOrders(state, quantity, around);
}

/**
 * Returns the first child that is not fully open, and its missing quantity. A remainder too small to trade joins the
 * next child.
 */
export function childToOpen(state: ExecutionState): { readonly child: number; readonly quantity: Decimal } {
	const held = state.held.long;
	const least = leastSlice(state);
	let planned: Decimal = ZERO;
	for (const [child, { quantity }] of state.plan.children.entries()) {
		planned = add(planned, quantity);
		const missing = sub(planned, held);
		if (missing >= least) return { child, quantity: missing };
	}
	const child = Math.max(0, state.plan.children.length - 1);
	return { child, quantity: sub(state.plan.quantity, held) };
}

function currentChild(state: ExecutionState): number {
	return state.plan.mode === 'grid' ? childToOpen(state).child : 0;
}

/** Returns as much of `wanted` as the caps allow; undefined while they do not allow the minimum slice. */
export function sliceQuantity(
	state: ExecutionState,
	wanted: Decimal,
	price: Decimal,
	around: Surroundings,
): Decimal | undefined {
	const least = leastSlice(state);
	const allowance = floorToStep(divDown(around.unhedgedAllowance(), price), state.plan.commonLot);
	const quantity = withinCap(state, wanted, price, allowance);
	if (quantity > allowance || quantity < least) return undefined;
	return quantity;
}

/** Returns as much of `wanted` as the cap of one slice allows, and at most `allowance`, with a tradable rest. */
export function withinCap(
	state: ExecutionState,
	wanted: Decimal,
	price: Decimal,
	allowance: Decimal = wanted,
): Decimal {
	return partLeavingEnough(state, wanted, min(min(wanted, sliceMax(state, price)), allowance));
}
