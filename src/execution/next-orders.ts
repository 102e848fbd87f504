/**
 * Which orders follow from a state in which nothing is in flight: open both legs, complete the lagging one, cut the
 * heavier one, close. Pure.
 */
import {
	add,
	ceilToStep,
	type Decimal,
	divDown,
	floorToStep,
	fromInteger,
	max,
	min,
	mulDown,
	mulUp,
	ONE,
	sub,
	ZERO,
} from '../domain/decimal.ts';
import type { ExecutionEvent, OrderIntent, OrderPurpose } from '../domain/event.ts';
import { type ExecutionState, legOrders, legPlan } from '../domain/execution.ts';
import { HOUR_MS } from '../domain/funding.ts';
import { clientOrderId, type LegRole } from '../domain/ids.ts';
import { oppositeSide, type Side } from '../domain/order-book.ts';

/** Mid prices of both legs' present books; undefined where no current book is known. */
export type Prices = { readonly long: Decimal | undefined; readonly short: Decimal | undefined };

export type SendableOrder = { readonly leg: LegRole; readonly order: OrderIntent };

export type NextOrders = {
	readonly events: readonly ExecutionEvent[];
	readonly orders: readonly SendableOrder[];
	readonly wakeMs: number | undefined;
	readonly verifyFlat: boolean;
	readonly alarm: string | undefined;
};

type Limits = {
	readonly repairDeadlineMs: number;
	readonly completeAttemptsMax: number;
	readonly unwindSlippageBpsMax: Decimal;
	readonly unknownAttentionMs: number;
	readonly reduceRetryMs: number;
	readonly reduceRetryMsMax: number;
	readonly fruitlessReducesMax: number;
};

const LEGS: readonly LegRole[] = ['long', 'short'];
const BPS = fromInteger(10_000);

/** After a refusal of the moment the missing leg is tried again so much later. */
const PASSING_PAUSE_MS = 300;
/** Waits this long for a book before it cuts a leg by the last mid it knew. */
const PRICE_WAIT_MS = 250;
const PRICELESS_CUT_AFTER_MS = 5_000;

export function nextOrders(state: ExecutionState, now: number, prices: Prices, limits: Limits): NextOrders {
	switch (state.phase) {
		case 'queued':
			return { ...none(), orders: LEGS.map((leg) => openingOrder(state, leg)) };
		case 'opening':
		case 'unbalanced':
			return state.close === undefined
				? settleOpening(state, now, prices, limits)
				: closing(state, now, prices, limits);
		case 'unwinding':
			return reduceTo(state, unwindTarget(state), 'reduce', now, prices, limits);
		case 'closing':
			return closing(state, now, prices, limits);
		case 'running':
		case 'closed':
		case 'failed':
			return none();
	}
}

/** Both legs' opening orders ended: balanced runs, unequal is completed or cut, nothing is a failure. */
function settleOpening(state: ExecutionState, now: number, prices: Prices, limits: Limits): NextOrders {
	const { long, short } = state.held;
	if (long === short) {
		if (long === 0n) return { ...none(), verifyFlat: true };
		return { ...none(), events: [{ type: 'ExecutionOpened', quantity: long }], wakeMs: 0 };
	}
	const found: ExecutionEvent[] =
		state.imbalancedSince === undefined ? [{ type: 'ImbalanceFound', longHeld: long, shortHeld: short }] : [];
	const completing = completion(state, now, limits);
	const pause = completing === undefined ? 0 : passingPause(state, completing.leg, now);
	if (pause > 0) return { ...none(), events: found, wakeMs: pause };
	if (completing !== undefined) return { ...none(), events: found, orders: [completing] };
	const unwinding: ExecutionEvent = { type: 'UnwindStarted', reason: unwindReason(state) };
	const noted: ExecutionState = { ...state, imbalancedSince: state.imbalancedSince ?? now };
	const cut = reduceTo(noted, unwindTarget(state), 'reduce', now, prices, limits);
	return { ...cut, events: [...found, unwinding, ...cut.events] };
}

/** The order that brings the lagging leg up to the heavier one, or undefined where cutting is right. */
function completion(state: ExecutionState, now: number, limits: Limits): SendableOrder | undefined {
	const { long, short } = state.held;
	const leg: LegRole = long < short ? 'long' : 'short';
	const plan = legPlan(state, leg);
	const attempts = legOrders(state, leg);
	const completes = attempts.filter((order) => order.purpose === 'complete').length;
	const refused = attempts.some((order) => order.status === 'rejected' && !order.passing);
	const since = state.imbalancedSince ?? now;
	if (
		refused ||
		state.attention !== null ||
		completes >= limits.completeAttemptsMax ||
		now - since >= limits.repairDeadlineMs
	)
		return undefined;
	const quantity = floorToStep(sub(max(long, short), min(long, short)), plan.instrument.lotSize);
	if (
		quantity < plan.instrument.quantityMin ||
		mulDown(quantity, plan.limitPrice) < plan.instrument.notionalMin
	)
		return undefined;
	return intent(state, leg, {
		purpose: 'complete',
		side: plan.openSide,
		quantity,
		limitPrice: plan.limitPrice,
		reduceOnly: false,
		timeInForce: 'IOC',
		decisionMid: plan.decisionMid,
	});
}

/** How long to leave a venue alone that refused the leg's last order for a reason of the moment. */
function passingPause(state: ExecutionState, leg: LegRole, now: number): number {
	const last = legOrders(state, leg).at(-1);
	return last?.status === 'rejected' ? last.intendedAt + PASSING_PAUSE_MS - now : 0;
}

function unwindReason(state: ExecutionState): string {
	const lagging: LegRole = state.held.long < state.held.short ? 'long' : 'short';
	const rejected = legOrders(state, lagging).find((order) => order.rejection !== undefined);
	if (rejected?.rejection !== undefined)
		return `The ${lagging} leg was rejected (${rejected.rejection}); the other leg is cut.`;
	return `The ${lagging} leg did not fill inside the slippage guard; the heavier leg is cut to the common quantity.`;
}

/** Largest quantity that both legs hold and both can trade; 0 when it would be too small to close by itself. */
function unwindTarget(state: ExecutionState): Decimal {
	const common = floorToStep(min(state.held.long, state.held.short), state.plan.commonLot);
	const tooSmall = LEGS.some((leg) => common < legPlan(state, leg).instrument.quantityMin);
	return tooSmall ? ZERO : common;
}

function closing(state: ExecutionState, now: number, prices: Prices, limits: Limits): NextOrders {
	return reduceTo(state, state.close?.remaining ?? ZERO, 'close', now, prices, limits);
}

/** Cuts both legs to `target`, reduce-only. Done when both hold it. */
function reduceTo(
	state: ExecutionState,
	target: Decimal,
	purpose: OrderPurpose,
	now: number,
	prices: Prices,
	limits: Limits,
): NextOrders {
	const heavy = LEGS.filter((leg) => state.held[leg] > target);
	if (heavy.length === 0) return reduced(state, target);
	const imbalance: ExecutionEvent[] =
		state.held.long !== state.held.short && state.imbalancedSince === undefined
			? [{ type: 'ImbalanceFound', longHeld: state.held.long, shortHeld: state.held.short }]
			: [];
	const stuck = fruitless(state, heavy, limits);
	const alarm = stuck !== undefined && state.attention === null ? stuck : undefined;
	if (alarm !== undefined) imbalance.push({ type: 'AttentionRaised', reason: alarm });
	const wait = retryWait(state, heavy, now, limits);
	if (wait > 0) return { ...none(), events: imbalance, wakeMs: wait, alarm };
	const orders: SendableOrder[] = [];
	for (const leg of heavy) {
		const mid = prices[leg] ?? fallbackMid(state, leg, now);
		if (mid !== undefined)
			orders.push(reducingOrder(state, leg, sub(state.held[leg], target), purpose, mid, limits));
	}
	// A close sends both legs together or none: one venue without a price must not leave the other one-legged.
	if (orders.length < heavy.length && isHedged(state)) return waitForPrice(state, now, prices, limits);
	if (orders.length === 0) return { ...none(), events: imbalance, wakeMs: PRICE_WAIT_MS };
	return { ...none(), events: imbalance, orders, alarm };
}

function isHedged(state: ExecutionState): boolean {
	return state.held.long === state.held.short;
}

/** Both legs are held alike, which costs nothing but time: no leg is closed on an old price while its venue may be down. */
function waitForPrice(state: ExecutionState, now: number, prices: Prices, limits: Limits): NextOrders {
	const since = state.close?.requestedAt ?? state.updatedAt;
	if (state.attention !== null || now - since < limits.unknownAttentionMs)
		return { ...none(), wakeMs: PRICE_WAIT_MS };
	const silent = LEGS.filter((leg) => prices[leg] === undefined).map((leg) => legPlan(state, leg).venue);
	const reason = `The close waits for a current book of ${silent.join(' and ')}; both legs are held alike until then. It goes on by itself.`;
	return {
		...none(),
		events: [{ type: 'AttentionRaised', reason }],
		wakeMs: PRICE_WAIT_MS,
		alarm: reason,
	};
}

function reduced(state: ExecutionState, target: Decimal): NextOrders {
	if (target === 0n) return { ...none(), verifyFlat: true };
	const cleared: ExecutionEvent[] =
		state.attention === null
			? []
			: [{ type: 'AttentionCleared', reason: 'Both legs hold the common quantity.' }];
	const settled: ExecutionEvent =
		state.close !== undefined
			? { type: 'PartClosed', remaining: target }
			: { type: 'ExecutionOpened', quantity: target };
	return { ...none(), events: [...cleared, settled], wakeMs: 0 };
}

/** How many of a leg's last orders were reducing ones that filled nothing. */
function fruitlessReduces(state: ExecutionState, leg: LegRole): number {
	const orders = legOrders(state, leg);
	let count = 0;
	for (let index = orders.length - 1; index >= 0; index -= 1) {
		const order = orders[index];
		if (order === undefined || !order.reduceOnly || order.filledQuantity !== 0n) break;
		// What was tried inside an earlier guard says nothing about this one.
		if (state.close !== undefined && order.intendedAt < state.close.requestedAt) break;
		count += 1;
	}
	return count;
}

/** The sentence for a person when a leg cannot be cut; the tries go on, ever slower. */
function fruitless(state: ExecutionState, legs: readonly LegRole[], limits: Limits): string | undefined {
	const leg = legs.find((candidate) => fruitlessReduces(state, candidate) >= limits.fruitlessReducesMax);
	if (leg === undefined) return undefined;
	const last = legOrders(state, leg).at(-1)?.rejection ?? 'the book held nothing inside the widest price';
	return `The ${leg} leg could not be reduced ${limits.fruitlessReducesMax} times in a row (${last}). Look at the venue; the service goes on trying, reduce-only.`;
}

/** A reducing order that found nothing is followed by a wait, so that a dead book is not hammered. */
function retryWait(state: ExecutionState, legs: readonly LegRole[], now: number, limits: Limits): number {
	let wait = 0;
	for (const leg of legs) {
		const count = fruitlessReduces(state, leg);
		const last = legOrders(state, leg).at(-1);
		if (count === 0 || last === undefined) continue;
		const pause = Math.min(limits.reduceRetryMsMax, limits.reduceRetryMs * 2 ** Math.min(count - 1, 20));
		wait = Math.max(wait, last.intendedAt + pause - now);
	}
	return wait;
}

/** Where no current book is known a proven one-legged position is still cut, by the last mid that was decided on. */
function fallbackMid(state: ExecutionState, leg: LegRole, now: number): Decimal | undefined {
	const since = state.imbalancedSince;
	if (isHedged(state) || since === undefined || now - since < PRICELESS_CUT_AFTER_MS) return undefined;
	return legOrders(state, leg).at(-1)?.decisionMid ?? legPlan(state, leg).decisionMid;
}

function reducingOrder(
	state: ExecutionState,
	leg: LegRole,
	quantity: Decimal,
	purpose: OrderPurpose,
	mid: Decimal,
	limits: Limits,
): SendableOrder {
	const plan = legPlan(state, leg);
	const side = oppositeSide(plan.openSide);
	const slippageBps = reducingSlippage(state, leg, limits);
	return intent(state, leg, {
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
 * Each further attempt doubles the guard, up to the cap: what was begun must end. A guard that the caller set is kept
 * while both legs are equal, for then waiting costs nothing but time; one leg ahead of the other is the worse evil.
 */
function reducingSlippage(state: ExecutionState, leg: LegRole, limits: Limits): Decimal {
	const guard = state.close?.maxSlippageBps ?? state.plan.maxSlippageBps;
	if (state.close?.firm === true && isHedged(state)) return guard;
	const since = state.close?.requestedAt ?? 0;
	const earlier = legOrders(state, leg).filter(
		(order) => order.reduceOnly && order.intendedAt >= since,
	).length;
	const widened = (guard * 2n ** BigInt(Math.min(earlier, 20))) as Decimal;
	return min(limits.unwindSlippageBpsMax, widened);
}

function openingOrder(state: ExecutionState, leg: LegRole): SendableOrder {
	const plan = legPlan(state, leg);
	return intent(state, leg, {
		purpose: 'open',
		side: plan.openSide,
		quantity: state.plan.quantity,
		limitPrice: plan.limitPrice,
		reduceOnly: false,
		timeInForce: 'IOC',
		decisionMid: plan.decisionMid,
	});
}

function intent(
	state: ExecutionState,
	leg: LegRole,
	terms: Omit<OrderIntent, 'clientOrderId' | 'leg' | 'child' | 'attempt'>,
): SendableOrder {
	const attempt = legOrders(state, leg).length;
	return {
		leg,
		order: {
			...terms,
			clientOrderId: clientOrderId(state.plan.executionId, leg, 0, attempt),
			leg,
			child: 0,
			attempt,
		},
	};
}

/**
 * The worst price a taker accepts: mid ± slippage, on the tick and rounded to the safe side (a buyer's limit down,
 * a seller's up), but never past the mid itself, so that a coarse tick does not make the order unfillable.
 */
export function guardedPrice(side: Side, mid: Decimal, slippageBps: Decimal, tickSize: Decimal): Decimal {
	const share = divDown(slippageBps, BPS);
	if (side === 'buy')
		return max(floorToStep(mulDown(mid, add(ONE, share)), tickSize), ceilToStep(mid, tickSize));
	return max(min(ceilToStep(mulUp(mid, sub(ONE, share)), tickSize), floorToStep(mid, tickSize)), tickSize);
}

/** When the exit rules end a running execution: milliseconds from now (0 or less: due), or undefined without a rule. */
export function closeDue(
	state: ExecutionState,
	now: number,
): { readonly inMs: number; readonly reason: string } | undefined {
	const { maxHours, maxEpochs } = state.plan.exit;
	if (maxEpochs !== null && epochsHeld(state) >= maxEpochs)
		return { inMs: 0, reason: `max_epochs reached: ${maxEpochs}` };
	if (maxHours === null || state.openedAt === undefined) return undefined;
	const endsAt = state.openedAt + Number(mulDown(maxHours, fromInteger(HOUR_MS)) / ONE);
	return { inMs: endsAt - now, reason: 'max_hours reached' };
}

/** Settlements booked on the leg with the longer interval: one epoch each. */
function epochsHeld(state: ExecutionState): number {
	const { long, short } = state.plan.legs;
	const leg: LegRole = long.intervalHours >= short.intervalHours ? 'long' : 'short';
	return new Set(state.funding.filter((record) => record.leg === leg).map((record) => record.settledAt)).size;
}

function none(): NextOrders {
	return { events: [], orders: [], wakeMs: undefined, verifyFlat: false, alarm: undefined };
}
