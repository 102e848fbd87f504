/** Which orders bring both legs down: to the common quantity after an imbalance, to what a close leaves. Reduce-only. Pure. */
import { type Decimal, floorToStep, max, min, sub, ZERO } from '../../domain/decimal.ts';
import type { AttentionKind, ExecutionEvent, OrderPurpose } from '../../domain/event.ts';
import { type ExecutionState, legOrders, legPlan, type OrderState } from '../../domain/execution.ts';
import type { LegRole } from '../../domain/ids.ts';
import { oppositeSide } from '../../domain/order-book.ts';
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
	partLeavingEnough,
	type SendableOrder,
	sliceMax,
} from './order-terms.ts';
import {
	checkWithin,
	legsToSend,
	reopening,
	toldOfRefusal,
	tradedAgain,
	waitForContract,
} from './refused-legs.ts';
import type { EngineLimits, Surroundings } from './surroundings.ts';

/** Waits this long for a book before it looks again. */
const PRICE_WAIT_MS = 250;
/** A venue that has not shown for so long what it holds is not waited for. */
const SIGHT_MS_MAX = 5_000;
/** A leg that stands alone is cut by the last mid it knew when no book has come for so long. */
const BLIND_CUT_AFTER_MS = 5_000;

/**
 * The largest quantity that both legs can be brought to, each by an order that its venue takes or by none: at most what
 * the smaller leg holds. 0 when that would be too small to be closed by itself.
 */
export function levelGoal(state: ExecutionState): Decimal {
	const { commonLot } = state.plan;
	const heavy: LegRole = state.held.long >= state.held.short ? 'long' : 'short';
	const light: LegRole = heavy === 'long' ? 'short' : 'long';
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

function isTradable(cut: Decimal, smallest: Decimal): boolean {
	return cut === 0n || cut >= smallest;
}

function closable(state: ExecutionState, quantity: Decimal): Decimal {
	return quantity < leastSlice(state) ? ZERO : quantity;
}

/** Cuts both legs to `target`. Done when both hold it. Sends nothing while an order of the execution is under way. */
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
			cancels: resting.map((order) => ({ order, reason: 'both legs are being reduced' })),
		};
	if (LEGS.some((leg) => isBusy(state, leg))) return NOTHING_NEXT;
	if (isHedged(state) && isAsGoodAs(state, target)) return reduced(state);
	const waiting = waitForContract(state, around) ?? reopening(state, now, around, limits);
	if (waiting !== undefined) return waiting;
	if (awaitsSight(state, now, around)) return { ...NOTHING_NEXT, wakeMs: PRICE_WAIT_MS };
	const goals = goalsOf(state, target, around);
	const above = LEGS.filter((leg) => state.held[leg] > goals);
	// Which leg goes first is decided before some wait for a look: one that waits and was refused must hold the other back.
	const heavy = legsToSend(state, above, around).filter((leg) => !awaitsCheck(state, leg, goals, around));
	const told = toldOfRefusal(state);
	const events = [...found(state), ...tradedAgain(state, around), ...told.events];
	const stuck = fruitless(state, heavy, limits);
	const isStuck = stuck !== undefined && state.attention === null && told.alarm === undefined;
	const alarm = isStuck ? stuck : told.alarm;
	if (isStuck) events.push({ type: 'AttentionRaised', kind: 'stuck', reason: stuck });
	if (heavy.length === 0) return { ...NOTHING_NEXT, events, wakeMs: PRICE_WAIT_MS, alarm };
	// Equal legs are brought down together or not at all; what stands alone waits for no place.
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
	// Whichever leg goes first, the other must be able to follow: one venue without a price must not leave the other one-legged.
	const isBlind = LEGS.some((leg) => around.quotes[leg] === undefined);
	if (isBlind && isHedged(state)) return waitForPrice(state, now, around, limits);
	if (orders.length === 0) return { ...NOTHING_NEXT, events, wakeMs: PRICE_WAIT_MS };
	return { ...NOTHING_NEXT, events, orders, alarm };
}

/**
 * A hand made the legs differ, and whoever closes by hand closes both: the other leg is not cut before its venue has shown
 * that it is still there, or has not been seen for so long that what stands alone goes first.
 */
function awaitsSight(state: ExecutionState, now: number, around: Surroundings): boolean {
	const since = state.handApartSince;
	if (since === undefined) return false;
	const most: LegRole = state.held.long > state.held.short ? 'long' : 'short';
	const at = around.agreedAt[most];
	if (at !== undefined && at >= since) return false;
	return elapsedMs(Math.max(since, around.beganAt), now) < SIGHT_MS_MAX;
}

/** What is above the target is nothing, or too little for the venues and may stay. */
function isAsGoodAs(state: ExecutionState, target: Decimal): boolean {
	const above = sub(state.held.long, target);
	return above <= 0n || (target > 0n && above < leastSlice(state));
}

/** For the log: the first decision on an imbalance. */
function found(state: ExecutionState): ExecutionEvent[] {
	if (isHedged(state) || state.phase === 'unbalanced') return [];
	const { long, short } = state.held;
	const noted = state.phase === 'closing' || state.phase === 'unwinding';
	return noted ? [] : [{ type: 'ImbalanceFound', longHeld: long, shortHeld: short }];
}

/** What both legs are brought to by the next orders: equal first, then slice by slice inside the unhedged cap. */
function goalsOf(state: ExecutionState, target: Decimal, around: Surroundings): Decimal {
	if (!isHedged(state)) return levelGoal(state);
	const held = state.held.long;
	const price = max(
		around.quotes.long?.mid ?? state.plan.legs.long.decisionMid,
		around.quotes.short?.mid ?? state.plan.legs.short.decisionMid,
	);
	const whole = sub(held, target);
	return sub(held, partLeavingEnough(state, whole, min(whole, sliceMax(state, price))));
}

/** Both legs are held alike, which costs nothing but time: no leg is closed on an old price while its venue may be down. */
function waitForPrice(
	state: ExecutionState,
	now: number,
	around: Surroundings,
	limits: EngineLimits,
): NextOrders {
	const since = state.close?.requestedAt ?? state.updatedAt;
	if (state.attention !== null || elapsedMs(since, now) < limits.unknownAttentionMs)
		return { ...NOTHING_NEXT, wakeMs: PRICE_WAIT_MS };
	const silent = LEGS.filter((leg) => around.quotes[leg] === undefined).map(
		(leg) => legPlan(state, leg).venue,
	);
	const reason = `The close waits for a current book of ${silent.join(' and ')}; both legs are held alike until then. It goes on by itself.`;
	return {
		...NOTHING_NEXT,
		events: [{ type: 'AttentionRaised', kind: 'price', reason }],
		wakeMs: PRICE_WAIT_MS,
		alarm: reason,
	};
}

/** Both legs hold what was wanted, or less where others took from them. */
function reduced(state: ExecutionState): NextOrders {
	const { long } = state.held;
	if (long === 0n) return { ...NOTHING_NEXT, verifyFlat: true };
	const passed = state.attentionKind !== null && PASSES_WHEN_EQUAL.has(state.attentionKind);
	const cleared: ExecutionEvent[] = passed
		? [{ type: 'AttentionCleared', reason: 'Both legs hold the same again.' }]
		: [];
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

/** What was tried inside an earlier close's guard says nothing about this one. */
function triedNow(state: ExecutionState, leg: LegRole): readonly OrderState[] {
	return state.orders.slice(state.close?.ordersBefore ?? 0).filter((order) => order.leg === leg);
}

/** How many of a leg's last orders were reducing ones that filled nothing. */
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

/** The sentence for a person when a leg cannot be cut; the tries go on, ever slower. */
function fruitless(
	state: ExecutionState,
	legs: readonly LegRole[],
	limits: EngineLimits,
): string | undefined {
	const leg = legs.find((candidate) => fruitlessReduces(state, candidate) >= limits.fruitlessReducesMax);
	if (leg === undefined) return undefined;
	const last = legOrders(state, leg).at(-1)?.rejection ?? 'the book held nothing inside the widest price';
	return `The ${leg} leg could not be reduced ${limits.fruitlessReducesMax} times in a row (${last}). Look at the venue; the service goes on trying, reduce-only.`;
}

/** A reducing order that found nothing is followed by a wait, so that a dead book is not hammered. */
function retryWait(
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

/** Where no current book is known a proven one-legged position is still cut, by the last mid that was decided on. */
function fallbackMid(
	state: ExecutionState,
	leg: LegRole,
	now: number,
	around: Surroundings,
): Decimal | undefined {
	const since = state.imbalancedSince;
	if (isHedged(state) || since === undefined || elapsedMs(since, now) < BLIND_CUT_AFTER_MS) return undefined;
	if (!around.mayCutBlind(leg)) return undefined;
	return legOrders(state, leg).at(-1)?.decisionMid ?? legPlan(state, leg).decisionMid;
}

/**
 * What a partial fill leaves may be below the venue's smallest quantity. Alone on the instrument that is asked for
 * instead, once the position is seen to be ours: reduce-only, the venue fills no more than there is. Beside other
 * executions, or beside a trade by hand, it would take from theirs.
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

/** Asked for by its own quantity a rest is only refused: the next look at the position is awaited, leg by leg. */
function awaitsCheck(state: ExecutionState, leg: LegRole, goal: Decimal, around: Surroundings): boolean {
	return isOwnRest(state, leg, goal, around) && !around.isAgreed[leg];
}

function reducingOrder(
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
 * Each attempt in a row that left something doubles the guard, up to the cap: what was begun must end. A guard that the
 * caller set is kept while both legs are equal, for then waiting costs nothing but time; one leg ahead of the other is
 * the worse evil.
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
