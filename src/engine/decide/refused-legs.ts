/**
 * What follows while both legs are brought down and a venue may not take orders on its contract. Pure.
 *
 * From equal legs the doubtful one goes first and alone, so that a refusal leaves the pair as it was; while a contract is known
 * not to be traded nothing goes at all. Where one leg stands alone because the other was closed already, or had not opened yet,
 * when it was refused, the other is opened to match: that costs fees and a spread once, while a leg that stands alone costs what
 * the market likes, for as long as the venue likes. Only where the venue still shows the position of the refused leg: what was
 * settled or taken there needs no hedge.
 */
import { abs, type Decimal, floorToStep, min, sub } from '../../domain/decimal.ts';
import type { ExecutionEvent } from '../../domain/event.ts';
import { type ExecutionState, legOrders, legPlan, type OrderState } from '../../domain/execution.ts';
import type { LegRole } from '../../domain/ids.ts';
import { NOT_TRADABLE } from '../../ports/venue.ts';
import {
	elapsedMs,
	guardedPrice,
	intent,
	isHedged,
	LEGS,
	leastOrder,
	type NextOrders,
	NOTHING_NEXT,
	otherLeg,
	type SendableOrder,
} from './order-terms.ts';
import type { EngineLimits, Surroundings } from './surroundings.ts';

/** While it waits for a contract it looks again after this. */
const CHECK_AGAIN_MS = 250;

/** Of `legs`, those that go now: all of them, or from equal legs the most doubtful one alone. */
export function legsToSend(
	state: ExecutionState,
	legs: readonly LegRole[],
	around: Surroundings,
): readonly LegRole[] {
	if (!isHedged(state)) return legs;
	const untraded = legs.filter((leg) => isUntraded(lastTry(state, leg)));
	const doubtful = legs.filter((leg) => around.trades(leg).is !== 'yes' || isRefused(lastTry(state, leg)));
	const first = untraded[0] ?? doubtful[0];
	return first === undefined ? legs : [first];
}

/** Both legs hold the same and a contract is not traded: nothing is closed until it is. Undefined where all are. */
export function waitForContract(state: ExecutionState, around: Surroundings): NextOrders | undefined {
	if (!isHedged(state)) return undefined;
	const why = LEGS.flatMap((leg) => {
		const trades = around.trades(leg);
		return trades.is === 'no' ? [trades.why] : [];
	});
	if (why.length === 0) return undefined;
	return { ...NOTHING_NEXT, ...called(state, why.join(' ')), wakeMs: CHECK_AGAIN_MS };
}

/** A person is told at once that a close waits; it goes on by itself all the same. */
function called(state: ExecutionState, why: string): Pick<NextOrders, 'events' | 'alarm'> {
	if (state.attention !== null) return { events: [], alarm: undefined };
	const reason = `${NOT_TRADABLE}: ${why} Both legs are held alike, and nothing is closed until both can be; it goes on by itself.`;
	return { events: [{ type: 'AttentionRaised', kind: 'untradable', reason }], alarm: reason };
}

/** A trial from equal legs was refused because the contract is not traded: that is told, and tried again. */
export function toldOfRefusal(state: ExecutionState): Pick<NextOrders, 'events' | 'alarm'> {
	const leg = isHedged(state) ? LEGS.find((each) => isUntraded(lastTry(state, each))) : undefined;
	return leg === undefined ? { events: [], alarm: undefined } : called(state, refusalOf(state, leg));
}

function refusalOf(state: ExecutionState, leg: LegRole): string {
	const { venue, instrument } = legPlan(state, leg);
	return `${venue} takes no orders on ${instrument.symbol} now (${lastTry(state, leg)?.rejection ?? 'it says so'}).`;
}

/** Every leg's contract is traded again, by the venues' lists and by the last orders. */
export function tradedAgain(state: ExecutionState, around: Surroundings): readonly ExecutionEvent[] {
	const isStill = LEGS.some((leg) => around.trades(leg).is === 'no' || isUntraded(lastTry(state, leg)));
	if (state.attentionKind !== 'untradable' || isStill) return [];
	return [{ type: 'AttentionCleared', reason: 'Both contracts are traded again.' }];
}

/** Until when the next look may wait while one leg stands alone: the other may have to be opened to match. */
export function checkWithin(state: ExecutionState, around: Surroundings, waitMs: number): number {
	return untradedHeavy(state, around) === undefined ? waitMs : Math.min(waitMs, CHECK_AGAIN_MS);
}

/** The leg that stands alone because its contract is not traded, where the other may be opened to match. */
function untradedHeavy(state: ExecutionState, around: Surroundings): LegRole | undefined {
	if (isHedged(state) || !mayReopen(state)) return undefined;
	const heavy: LegRole = state.held.long > state.held.short ? 'long' : 'short';
	return isUntraded(lastTry(state, heavy)) || around.trades(heavy).is === 'no' ? heavy : undefined;
}

/**
 * The order that brings one leg up to the other, whose contract is not traded, once that has lasted as long as the engine
 * waits for a leg that lags; undefined where that is not so, or would not be the smaller risk.
 */
export function reopening(
	state: ExecutionState,
	now: number,
	around: Surroundings,
	limits: EngineLimits,
): NextOrders | undefined {
	const heavy = untradedHeavy(state, around);
	if (heavy === undefined || state.imbalancedSince === undefined) return undefined;
	const light = otherLeg(heavy);
	const quantity = lacking(state, light);
	if (quantity < leastOrder(state, light)) return undefined;
	if (elapsedMs(state.imbalancedSince, now) < limits.reduceAfterMs || !isDue(state, light, now, limits))
		return undefined;
	const mid = around.quotes[light]?.mid;
	if (mid === undefined || around.trades(light).is !== 'yes' || !around.isSeen[heavy]) return undefined;
	const alarm = `${refusalOf(state, heavy)} As much is opened at ${legPlan(state, light).venue}, so that no leg stands alone.`;
	return { ...NOTHING_NEXT, orders: [reopeningOrder(state, light, quantity, mid, limits)], alarm };
}

/** Never against what others took, and never against a doubt. */
function mayReopen(state: ExecutionState): boolean {
	const isReducing = state.phase === 'closing' || state.phase === 'unwinding';
	return isReducing && state.attention === null && state.reductions.length === 0;
}

function lacking(state: ExecutionState, light: LegRole): Decimal {
	const difference = abs(sub(state.held.long, state.held.short));
	return floorToStep(difference, legPlan(state, light).instrument.lotSize);
}

/** A venue that refused for good would refuse again; one that held nothing is asked again after a pause. */
function isDue(state: ExecutionState, light: LegRole, now: number, limits: EngineLimits): boolean {
	const last = legOrders(state, light).at(-1);
	if (last?.status === 'rejected' && !last.passing) return false;
	if (last?.purpose !== 'complete' || last.filledQuantity !== 0n) return true;
	return elapsedMs(last.intendedAt, now) >= limits.reduceRetryMs;
}

function reopeningOrder(
	state: ExecutionState,
	leg: LegRole,
	quantity: Decimal,
	mid: Decimal,
	limits: EngineLimits,
): SendableOrder {
	const { openSide, instrument } = legPlan(state, leg);
	return intent(state, leg, state.plan.children.length, {
		purpose: 'complete',
		side: openSide,
		quantity: min(quantity, instrument.quantityMax),
		limitPrice: guardedPrice(openSide, mid, limits.unwindSlippageBpsMax, instrument.tickSize),
		reduceOnly: false,
		timeInForce: 'IOC',
		decisionMid: mid,
	});
}

/** The leg's last order since the close was asked for: what an earlier one met says nothing of now. */
function lastTry(state: ExecutionState, leg: LegRole): OrderState | undefined {
	return state.orders.slice(state.close?.ordersBefore ?? 0).findLast((order) => order.leg === leg);
}

/** The venue did not take it, whatever it said. */
function isRefused(order: OrderState | undefined): boolean {
	return order?.status === 'rejected' || order?.status === 'absent';
}

function isUntraded(order: OrderState | undefined): boolean {
	return order?.status === 'rejected' && order.rejectionCode === NOT_TRADABLE;
}
