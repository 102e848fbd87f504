/**
 * Reduces both legs while a venue may not accept orders on its contract. Pure functions.
 *
 * With equal legs, only the leg whose contract may not trade is reduced at first, so that a refusal leaves the pair
 * hedged. While a contract is known not to trade, nothing is sent at all. A leg may be unhedged because the other leg
 * was already closed, or not yet opened, when the venue refused. Then the other leg is opened to match. That costs
 * fees and a spread once, while an unhedged leg has unlimited risk for as long as the venue refuses. This applies
 * only while the venue still shows the refused leg's position, because a settled or liquidated position needs no
 * hedge.
 */
import { abs, type Decimal, floorToStep, min, sub } from '../../domain/decimal.ts';
import type { ExecutionEvent } from '../../domain/event.ts';
import {
	type ExecutionState,
	heavierLeg,
	legOrders,
	legPlan,
	type OrderState,
} from '../../domain/execution.ts';
import type { LegRole } from '../../domain/ids.ts';
import { NOT_TRADABLE } from '../../ports/venue.ts';
import { joined, type Words } from '../../sentences/sentence.ts';
import { shownNameOf } from '../../venues/facts.ts';
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
import { ATTENTION_TEXT, CLEARED, reopened } from './text.ts';

/** Interval between checks while a reduction waits for a contract to trade. */
const CHECK_AGAIN_MS = 250;

/**
 * Returns the legs among `legs` that get orders now: all of them or, if the legs are equal, only the one most likely
 * to be refused.
 */
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

/**
 * Returns the decision to wait while the legs are equal and a contract does not trade. Returns undefined if the legs
 * differ or all contracts trade.
 */
export function waitForContract(state: ExecutionState, around: Surroundings): NextOrders | undefined {
	if (!isHedged(state)) return undefined;
	const why = LEGS.flatMap((leg) => {
		const trades = around.trades(leg);
		return trades.is === 'no' ? [trades.why] : [];
	});
	if (why.length === 0) return undefined;
	return { ...NOTHING_NEXT, ...called(state, joined(why)), wakeMs: CHECK_AGAIN_MS };
}

/** Alerts the user at once that a close is waiting. The close continues by itself once the contract trades. */
function called(state: ExecutionState, why: Words): Pick<NextOrders, 'events' | 'alarm'> {
	if (state.attention !== null) return { events: [], alarm: undefined };
	const reason = ATTENTION_TEXT.untradable({ code: NOT_TRADABLE, why });
	return { events: [{ type: 'AttentionRaised', kind: 'untradable', reason }], alarm: reason };
}

/**
 * Alerts the user that the venue refused a trial order because the contract does not trade, while the legs were
 * equal. The engine repeats the trial.
 */
export function refusalAlert(state: ExecutionState): Pick<NextOrders, 'events' | 'alarm'> {
	const leg = isHedged(state) ? LEGS.find((each) => isUntraded(lastTry(state, each))) : undefined;
	return leg === undefined ? { events: [], alarm: undefined } : called(state, refusalOf(state, leg));
}

function refusalOf(state: ExecutionState, leg: LegRole): Words {
	const { venue, instrument } = legPlan(state, leg);
	return ATTENTION_TEXT.refusedContract({
		exchange: shownNameOf(venue),
		symbol: instrument.symbol,
		why: lastTry(state, leg)?.rejection ?? null,
	});
}

/**
 * Clears the alert once every leg's contract trades again, according to the venues' lists and the legs' last orders.
 */
export function tradedAgain(state: ExecutionState, around: Surroundings): readonly ExecutionEvent[] {
	const isStill = LEGS.some((leg) => around.trades(leg).is === 'no' || isUntraded(lastTry(state, leg)));
	if (state.attentionKind !== 'untradable' || isStill) return [];
	return [{ type: 'AttentionCleared', reason: CLEARED.tradedAgain }];
}

/**
 * Returns the wait until the next check, milliseconds: `waitMs`, or less while a leg is unhedged because its contract
 * does not trade. The other leg may then have to be opened to match.
 */
export function checkWithin(state: ExecutionState, around: Surroundings, waitMs: number): number {
	return untradedHeavy(state, around) === undefined ? waitMs : Math.min(waitMs, CHECK_AGAIN_MS);
}

/** Returns the leg that is unhedged because its contract does not trade, if the other leg may be opened to match. */
function untradedHeavy(state: ExecutionState, around: Surroundings): LegRole | undefined {
	if (isHedged(state) || !mayReopen(state)) return undefined;
	const heavy = heavierLeg(state);
	return isUntraded(lastTry(state, heavy)) || around.trades(heavy).is === 'no' ? heavy : undefined;
}

/**
 * Builds the order that opens the smaller leg to match the larger one, whose contract does not trade. It is due once
 * the engine's wait for a lagging leg is over. Returns undefined while the order is not due or not possible.
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
	const alarm = reopened(refusalOf(state, heavy), legPlan(state, light).venue);
	return { ...NOTHING_NEXT, orders: [reopeningOrder(state, light, quantity, mid, limits)], alarm };
}

/**
 * True while both legs are being reduced, unless something other than our orders and rolls has reduced a leg or the
 * execution needs manual attention.
 */
function mayReopen(state: ExecutionState): boolean {
	const isReducing = state.phase === 'closing' || state.phase === 'unwinding';
	const isOurs = state.reductions.every(({ to }) => to !== undefined);
	return isReducing && state.attention === null && isOurs;
}

function lacking(state: ExecutionState, light: LegRole): Decimal {
	const difference = abs(sub(state.held.long, state.held.short));
	return floorToStep(difference, legPlan(state, light).instrument.lotSize);
}

/**
 * True if the order that opens the smaller leg may be sent now. A permanent refusal would repeat, so it rules the
 * order out. After an order without a fill, the engine pauses first.
 */
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

/**
 * Returns the leg's last order since the close was requested; without a close, its last order. Earlier results no
 * longer apply.
 */
function lastTry(state: ExecutionState, leg: LegRole): OrderState | undefined {
	return state.orders.slice(state.close?.ordersBefore ?? 0).findLast((order) => order.leg === leg);
}

/** True if the venue did not accept the order, for any reason. */
function isRefused(order: OrderState | undefined): boolean {
	return order?.status === 'rejected' || order?.status === 'absent';
}

function isUntraded(order: OrderState | undefined): boolean {
	return order?.status === 'rejected' && order.rejectionCode === NOT_TRADABLE;
}
