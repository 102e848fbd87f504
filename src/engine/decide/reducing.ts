/**
 * Builds the orders that reduce both legs: to the common quantity after an imbalance, or to the remainder of a close.
 * These orders are reduce-only. Pure functions.
 */
import { type Decimal, floorToStep, max, min, sub, ZERO } from '../../domain/decimal.ts';
import type { AttentionKind, ExecutionEvent, OrderPurpose } from '../../domain/event.ts';
import {
	type ExecutionState,
	heavierLeg,
	legOrders,
	legPlan,
	type OrderState,
} from '../../domain/execution.ts';
import type { LegRole } from '../../domain/ids.ts';
import { oppositeSide } from '../../domain/order-book.ts';
import type { Words } from '../../sentences/sentence.ts';
import { shownNameOf } from '../../venues/facts.ts';
import {
	elapsedMs,
	guardedPrice,
	intent,
	isBusy,
	isHedged,
	LEGS,
	leastOrder,
	leastSlice,
	type NextOrders,
	NOTHING_NEXT,
	otherLeg,
	partLeavingEnough,
	type SendableOrder,
	sliceMax,
} from './order-terms.ts';
import {
	checkWithin,
	legsToSend,
	refusalAlert,
	reopening,
	tradedAgain,
	waitForContract,
} from './refused-legs.ts';
import type { EngineLimits, Surroundings } from './surroundings.ts';
import { ATTENTION_TEXT, CANCEL_REASONS, CLEARED } from './text.ts';

/** Interval at which a missing order book is checked again. */
const PRICE_WAIT_MS = 250;
/** Maximum wait, after a manual trade, for a venue to report the position of the larger leg. */
const POSITION_WAIT_MS_MAX = 5_000;
/** After this time without a book, an unhedged leg is reduced at its last known mid price. */
const BLIND_REDUCE_AFTER_MS = 5_000;

/**
 * Returns the largest quantity to which both legs can be reduced, each by orders that its venue accepts or by no
 * order at all. It never exceeds the smaller leg. Returns 0 if that quantity would be too small to close by itself.
 */
export function levelGoal(state: ExecutionState): Decimal {
	const { commonLot } = state.plan;
	const heavy = heavierLeg(state);
	const light = otherLeg(heavy);
	const most = state.held[heavy];
	const least = state.held[light];
	const goal = floorToStep(least, commonLot);
	if (
		isTradable(sub(most, goal), leastOrder(state, heavy)) &&
		isTradable(sub(least, goal), leastOrder(state, light))
	)
		return closable(state, goal);
	const lower = min(sub(most, leastOrder(state, heavy)), sub(least, leastOrder(state, light)));
	return lower <= 0n ? ZERO : closable(state, floorToStep(lower, commonLot));
}

function isTradable(reduction: Decimal, smallest: Decimal): boolean {
	return reduction === 0n || reduction >= smallest;
}

function closable(state: ExecutionState, quantity: Decimal): Decimal {
	return quantity < leastSlice(state) ? ZERO : quantity;
}

/**
 * Reduces both legs to `target`, and concludes once both hold it. Sends nothing while the execution has an order in
 * flight.
 */
export function reduceTo(
	state: ExecutionState,
	target: Decimal,
	purpose: OrderPurpose,
	now: number,
	around: Surroundings,
	limits: EngineLimits,
): NextOrders {
	const resting = LEGS.flatMap((leg) => legOrders(state, leg)).filter(
		(order) =>
			order.status === 'accepted' && order.cancelAskedAt === undefined && order.timeInForce === 'postOnly',
	);
	if (resting.length > 0)
		return {
			...NOTHING_NEXT,
			cancels: resting.map((order) => ({ order, reason: CANCEL_REASONS.reducing })),
		};
	if (LEGS.some((leg) => isBusy(state, leg))) return NOTHING_NEXT;
	if (isHedged(state) && isAsGoodAs(state, target)) return reduced(state);
	const waiting = waitForContract(state, around) ?? reopening(state, now, around, limits);
	if (waiting !== undefined) return waiting;
	if (awaitsPositionRead(state, now, around)) return { ...NOTHING_NEXT, wakeMs: PRICE_WAIT_MS };
	const goals = goalsOf(state, target, around);
	const above = withinCap(
		state,
		LEGS.filter((leg) => state.held[leg] > goals),
		goals,
		around,
	);
	// Choose the first leg among all legs, and only then leave out legs that wait for a position read. A waiting leg
	// whose order was refused must hold the other leg back.
	const heavy = legsToSend(state, above, around).filter((leg) => !awaitsCheck(state, leg, goals, around));
	const refusal = refusalAlert(state);
	const events = [...found(state), ...tradedAgain(state, around), ...refusal.events];
	const stuck = fruitless(state, heavy, limits);
	const isStuck = stuck !== undefined && state.attention === null && refusal.alarm === undefined;
	const alarm = isStuck ? stuck : refusal.alarm;
	if (isStuck) events.push({ type: 'AttentionRaised', kind: 'stuck', reason: stuck });
	if (heavy.length === 0) return { ...NOTHING_NEXT, events, wakeMs: PRICE_WAIT_MS, alarm };
	// Equal legs wait until orders on both fit into the venues' order limits, so that they are reduced together. An
	// unhedged leg does not wait for these limits.
	const placeMs = isHedged(state) ? around.orderWaitMs('closes') : 0;
	const wait = Math.max(retryWait(state, heavy, now, limits), placeMs);
	if (wait > 0) return { ...NOTHING_NEXT, events, wakeMs: checkWithin(state, around, wait), alarm };
	const orders: SendableOrder[] = [];
	for (const leg of heavy) {
		const mid = around.quotes[leg]?.mid ?? fallbackMid(state, leg, now, around);
		if (mid !== undefined)
			orders.push(
				reducingOrder(state, leg, reducedQuantity(state, leg, goals, around), purpose, mid, limits),
			);
	}
	// Both legs need a price before either is reduced, because a venue without a price must not leave the other leg
	// unhedged.
	const isBlind = LEGS.some((leg) => around.quotes[leg] === undefined);
	if (isBlind && isHedged(state)) return waitForPrice(state, now, around, limits);
	if (orders.length === 0) return { ...NOTHING_NEXT, events, wakeMs: PRICE_WAIT_MS };
	return { ...NOTHING_NEXT, events, orders, alarm };
}

/**
 * True while the larger leg waits for a position read after a manual trade, because a user who closes one leg
 * manually usually closes both. The larger leg is reduced only once its venue shows that the position still exists,
 * or after the maximum wait.
 */
function awaitsPositionRead(state: ExecutionState, now: number, around: Surroundings): boolean {
	const since = state.handApartSince;
	if (since === undefined) return false;
	const at = around.agreedAt[heavierLeg(state)];
	if (at !== undefined && at >= since) return false;
	return elapsedMs(Math.max(since, around.beganAt), now) < POSITION_WAIT_MS_MAX;
}

/**
 * True if nothing is held above the target, or if the excess is too small for an order and the position stays open
 * anyway.
 */
export function isAsGoodAs(state: ExecutionState, target: Decimal): boolean {
	const above = sub(state.held.long, target);
	return above <= 0n || (target > 0n && above < leastSlice(state));
}

/**
 * Returns the event that records a new imbalance; none if it is already recorded, or while the execution is closing
 * or unwinding.
 */
function found(state: ExecutionState): ExecutionEvent[] {
	if (isHedged(state) || state.phase === 'unbalanced') return [];
	const { long, short } = state.held;
	const noted = state.phase === 'closing' || state.phase === 'unwinding';
	return noted ? [] : [{ type: 'ImbalanceFound', longHeld: long, shortHeld: short }];
}

/**
 * Returns the target of the next orders, coins per leg. Unequal legs first become equal; equal legs are reduced slice
 * by slice within the unhedged cap.
 */
export function goalsOf(state: ExecutionState, target: Decimal, around: Surroundings): Decimal {
	if (!isHedged(state)) return levelGoal(state);
	const held = state.held.long;
	const whole = sub(held, target);
	return sub(held, partLeavingEnough(state, whole, min(whole, sliceMax(state, highestMid(state, around)))));
}

/**
 * Leaves out the smaller leg while its order, if that of the larger leg is lost, would leave more than the unhedged cap
 * open. It follows once the larger leg is reduced.
 */
function withinCap(
	state: ExecutionState,
	legs: readonly LegRole[],
	goal: Decimal,
	around: Surroundings,
): readonly LegRole[] {
	if (isHedged(state)) return legs;
	const heavy = heavierLeg(state);
	const apart = sub(state.held[heavy], goal);
	return apart > sliceMax(state, highestMid(state, around)) ? legs.filter((leg) => leg === heavy) : legs;
}

/** Returns the higher mid price of both legs, USD per coin; of a leg without a book that of the plan. */
function highestMid({ plan: { legs } }: ExecutionState, { quotes }: Surroundings): Decimal {
	return max(quotes.long?.mid ?? legs.long.decisionMid, quotes.short?.mid ?? legs.short.decisionMid);
}

/**
 * Waits for a price, which costs equal legs nothing but time. No leg is closed at an old price while its venue may be
 * down.
 */
function waitForPrice(
	state: ExecutionState,
	now: number,
	around: Surroundings,
	limits: EngineLimits,
): NextOrders {
	const since = state.close?.requestedAt ?? state.updatedAt;
	if (state.attention !== null || elapsedMs(since, now) < limits.unknownAttentionMs)
		return { ...NOTHING_NEXT, wakeMs: PRICE_WAIT_MS };
	const silent = LEGS.filter((leg) => around.quotes[leg] === undefined).map((leg) =>
		shownNameOf(legPlan(state, leg).venue),
	);
	const reason = ATTENTION_TEXT.noPrice({ exchanges: silent });
	return {
		...NOTHING_NEXT,
		events: [{ type: 'AttentionRaised', kind: 'price', reason }],
		wakeMs: PRICE_WAIT_MS,
		alarm: reason,
	};
}

/** Concludes once both legs hold the wanted quantity, or less after a reduction that our orders did not cause. */
function reduced(state: ExecutionState): NextOrders {
	const { long } = state.held;
	if (long === 0n) return { ...NOTHING_NEXT, verifyFlat: true };
	const passed = state.attentionKind !== null && PASSES_WHEN_EQUAL.has(state.attentionKind);
	const cleared: ExecutionEvent[] = passed ? [{ type: 'AttentionCleared', reason: CLEARED.equalAgain }] : [];
	const settled: ExecutionEvent =
		state.close !== undefined
			? { type: 'PartClosed', remaining: long }
			: { type: 'ExecutionOpened', quantity: long };
	return { ...NOTHING_NEXT, events: [...cleared, settled], wakeMs: 0 };
}

const PASSES_WHEN_EQUAL: ReadonlySet<AttentionKind> = new Set<AttentionKind>([
	'stuck',
	'price',
	'untradable',
]);

/**
 * Returns the leg's orders since the current close was requested; without a close, all of them. Earlier orders do not
 * count, because they had another slippage limit. Orders that closed as maker do not count either.
 */
function triedNow(state: ExecutionState, leg: LegRole): readonly OrderState[] {
	return state.orders
		.slice(state.close?.ordersBefore ?? 0)
		.filter((order) => order.leg === leg && !(order.reduceOnly && order.timeInForce === 'postOnly'));
}

/** Counts the leg's latest consecutive reducing orders without a fill. */
function fruitlessReduces(state: ExecutionState, leg: LegRole): number {
	const orders = triedNow(state, leg);
	let count = 0;
	for (let index = orders.length - 1; index >= 0; index -= 1) {
		const order = orders[index];
		if (order === undefined || !order.reduceOnly || order.filledQuantity !== 0n) break;
		count += 1;
	}
	return count;
}

/**
 * Returns the message for the user after `fruitlessReducesMax` consecutive reducing orders without a fill on a leg;
 * otherwise undefined. Attempts continue at growing intervals.
 */
function fruitless(state: ExecutionState, legs: readonly LegRole[], limits: EngineLimits): Words | undefined {
	const leg = legs.find((candidate) => fruitlessReduces(state, candidate) >= limits.fruitlessReducesMax);
	if (leg === undefined) return undefined;
	const last = legOrders(state, leg).at(-1)?.rejection ?? ATTENTION_TEXT.emptyBook();
	return ATTENTION_TEXT.stuck({ leg, tries: limits.fruitlessReducesMax, last });
}

/** Returns the pause after a reducing order without a fill, so that an empty book is not flooded with orders. */
export function retryWait(
	state: ExecutionState,
	legs: readonly LegRole[],
	now: number,
	limits: EngineLimits,
): number {
	let wait = 0;
	for (const leg of legs) {
		const count = fruitlessReduces(state, leg);
		const last = legOrders(state, leg).at(-1);
		if (count === 0 || last === undefined) continue;
		const pause = Math.min(limits.reduceRetryMsMax, limits.reduceRetryMs * 2 ** Math.min(count - 1, 20));
		wait = Math.max(wait, pause - elapsedMs(last.intendedAt, now));
	}
	return wait;
}

/**
 * Returns the leg's last decision mid, for reducing an unhedged leg without a current order book; undefined while
 * such a reduction is not allowed.
 */
function fallbackMid(
	state: ExecutionState,
	leg: LegRole,
	now: number,
	around: Surroundings,
): Decimal | undefined {
	const since = state.imbalancedSince;
	if (isHedged(state) || since === undefined || elapsedMs(since, now) < BLIND_REDUCE_AFTER_MS)
		return undefined;
	if (!around.mayReduceBlind(leg)) return undefined;
	return legOrders(state, leg).at(-1)?.decisionMid ?? legPlan(state, leg).decisionMid;
}

/**
 * Returns the quantity to reduce now. The coins left after a partial fill may be below the venue's minimum quantity.
 * If the execution is alone on the instrument and the position is confirmed, the order then asks for the minimum
 * quantity. That order is reduce-only, so the venue fills no more than the position. Otherwise the order could also
 * reduce coins of other executions or of a manual trade.
 */
function reducedQuantity(state: ExecutionState, leg: LegRole, goal: Decimal, around: Surroundings): Decimal {
	const wanted = sub(state.held[leg], goal);
	return isOwnRest(state, leg, goal, around) && around.isAgreed[leg]
		? legPlan(state, leg).instrument.quantityMin
		: wanted;
}

function isOwnRest(state: ExecutionState, leg: LegRole, goal: Decimal, around: Surroundings): boolean {
	const isRest = goal === 0n && state.held[leg] < legPlan(state, leg).instrument.quantityMin;
	return isRest && around.isAlone[leg] && state.attentionKind !== 'hand';
}

/**
 * True while the leg waits for its next position read. Its holding is below the minimum quantity, so the venue would
 * refuse an order for exactly that holding.
 */
function awaitsCheck(state: ExecutionState, leg: LegRole, goal: Decimal, around: Surroundings): boolean {
	return isOwnRest(state, leg, goal, around) && !around.isAgreed[leg];
}

/**
 * Builds a reduce-only order that takes liquidity. @param purpose `close`, or `reduce` to trim the larger leg @param
 * mid price from which the slippage counts, USD per coin
 */
export function reducingOrder(
	state: ExecutionState,
	leg: LegRole,
	quantity: Decimal,
	purpose: OrderPurpose,
	mid: Decimal,
	limits: EngineLimits,
): SendableOrder {
	const plan = legPlan(state, leg);
	const side = oppositeSide(plan.openSide);
	const slippageBps = reducingSlippage(state, leg, limits);
	return intent(state, leg, state.plan.children.length, {
		purpose,
		side,
		quantity: min(quantity, plan.instrument.quantityMax),
		limitPrice: guardedPrice(side, mid, slippageBps, plan.instrument.tickSize),
		reduceOnly: true,
		timeInForce: 'IOC',
		decisionMid: mid,
	});
}

/**
 * Each consecutive attempt that leaves a part unfilled doubles the slippage limit, up to the cap, because a reduction
 * must complete. A caller's firm limit does not widen while both legs are equal, because waiting then costs only
 * time. It does widen while they differ, because an imbalance is the greater risk.
 */
function reducingSlippage(state: ExecutionState, leg: LegRole, limits: EngineLimits): Decimal {
	const guard = state.close?.maxSlippageBps ?? state.plan.maxSlippageBps;
	if (state.close?.firm === true && isHedged(state)) return guard;
	let earlier = 0;
	for (const order of triedNow(state, leg).toReversed()) {
		if (!order.reduceOnly || order.filledQuantity === order.quantity) break;
		earlier += 1;
	}
	const widened = (guard * 2n ** BigInt(Math.min(earlier, 20))) as Decimal;
	return min(limits.unwindSlippageBpsMax, widened);
}
