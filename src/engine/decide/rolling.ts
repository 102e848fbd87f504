/**
 * Decides on the orders of a roll, which moves one leg of a position to another exchange. Pure functions.
 *
 * The roll is an execution of its own (the pair after). Each slice has three steps, and no step begins before the one
 * before it is proven:
 *
 * 1. The roll opens the moving leg at the new exchange.
 * 2. Both journals book in one commit that the proven quantity of the staying leg moves from the execution before to
 *    the roll. Nothing is traded. The roll is then hedged.
 * 3. The execution before has too much of its moving leg, and reduces it like any larger leg.
 *
 * One quantity is unhedged throughout, so the bound of one slice holds for both executions together. If the execution
 * before cannot give, the roll reduces its new leg, and the pair before stays whole.
 */
import { ceilToStep, commonStep, type Decimal, max, min, sub, ZERO } from '../../domain/decimal.ts';
import type { ExecutionEvent } from '../../domain/event.ts';
import { type ExecutionState, isEnded, isInFlight, legOrders, legPlan } from '../../domain/execution.ts';
import type { LegRole } from '../../domain/ids.ts';
import { afterFruitless, ended } from './fruitless.ts';
import { givable, mayGive, type RollAsk } from './giving.ts';
import { CHECK_AGAIN_MS, childToOpen, heldBack, sliceQuantity, takingOrder, withinCap } from './opening.ts';
import {
	isBusy,
	LEGS,
	leastOrder,
	leastSlice,
	type NextOrders,
	NOTHING_NEXT,
	otherLeg,
} from './order-terms.ts';
import { levelGoal, reduceTo } from './reducing.ts';
import { settlementWait } from './resting.ts';
import { type EngineLimits, midsOf, type RollSource, type Surroundings } from './surroundings.ts';
import { REASONS } from './text.ts';

/** Builds a roll's request for `quantity` of the staying leg. @throws Error for an execution that is not a roll */
export function rollAsk(state: ExecutionState, quantity: Decimal): RollAsk {
	const stays = staysOf(state);
	return {
		to: state.plan.executionId,
		asOf: state.eventCount,
		exchange: legPlan(state, otherLeg(stays)).venue,
		leg: stays,
		quantity,
		least: max(state.plan.commonLot, sub(leastSlice(state), state.held[stays])),
		lot: state.plan.commonLot,
		price: legOrders(state, otherLeg(stays))
			.findLast(({ fills }) => fills.length > 0)
			?.fills.at(-1)?.price,
		since: state.imbalancedSince ?? state.updatedAt,
	};
}

/** Opens the next slice at the new exchange, unless the roll ends or must wait. */
export function rollSlice(
	state: ExecutionState,
	now: number,
	around: Surroundings,
	limits: EngineLimits,
): NextOrders {
	const source = around.rollSource?.();
	const before = source?.state;
	if (source === undefined || before === undefined || isEnded(before)) return ended(REASONS.rollGone);
	if (before.close !== undefined) return ended(REASONS.rollClosing);
	const held = heldBack(state, now, around, limits);
	if (held !== undefined) return held;
	const halted = source.around.accountHalted();
	if (halted !== null) return ended(halted);
	const moving = otherLeg(staysOf(state));
	const fruitless = afterFruitless(state, moving, now);
	if (fruitless !== undefined) return fruitless;
	if (!mayGive(before) || !isOpen(around) || !canLeave(state, source))
		return { ...NOTHING_NEXT, wakeMs: CHECK_AGAIN_MS };
	const wait = Math.max(settlementWait(source.around, now, limits), source.around.orderWaitMs('closes'));
	if (wait > 0) return { ...NOTHING_NEXT, wakeMs: wait };
	const wanted = wantedOf(state, source);
	const price = highestMid(around, source);
	// A part that the cap of one slice does not allow never becomes possible by waiting.
	if (givenOf(state, source, withinCap(state, wanted, price)) === 0n) return ended(REASONS.rollRest);
	const quote = around.quotes[moving];
	const slice = quote === undefined ? undefined : sliceQuantity(state, wanted, price, around);
	const quantity = slice === undefined ? ZERO : givenOf(state, source, slice);
	if (quote === undefined || quantity === 0n) return { ...NOTHING_NEXT, wakeMs: CHECK_AGAIN_MS };
	return { ...NOTHING_NEXT, orders: [takingOrder(state, moving, quantity, quote)] };
}

/**
 * True if the execution before can close its part at the exchange that is left, and give the staying leg away: both
 * contracts trade, the accounts pass their checks, the settlement clock is known, and no other roll is at work.
 */
function canLeave(state: ExecutionState, { around, isContested }: RollSource): boolean {
	const stays = staysOf(state);
	const knowsClock = around.nextSettlement[stays] !== undefined && around.intervalMs[stays] !== undefined;
	return isOpen(around) && knowsClock && !isContested && around.unhedgedAllowance() > 0n;
}

/**
 * Returns the next part to move: the next child, or the smallest part that the exchanges accept now if the child has
 * become too small for them, or everything that is left. Zero if nothing can move.
 */
function wantedOf(state: ExecutionState, source: RollSource): Decimal {
	const rest = sub(state.plan.quantity, state.held.long);
	const step = commonStep(state.plan.commonLot, source.state.plan.commonLot);
	const leaves = leastOrder(source.state, otherLeg(staysOf(state)), midsOf(source.around));
	const smallest = ceilToStep(max(leastSlice(state), leaves), step);
	const parts = [childToOpen(state).quantity, min(smallest, rest), rest];
	return parts.map((part) => givenOf(state, source, part)).find((part) => part > 0n) ?? ZERO;
}

function givenOf(state: ExecutionState, { state: before, around }: RollSource, quantity: Decimal): Decimal {
	return givable(before, staysOf(state), rollAsk(state, quantity), midsOf(around));
}

/** True if both legs have a current book and an exchange that takes orders on their contract. */
function isOpen(around: Surroundings): boolean {
	return LEGS.every((leg) => around.quotes[leg] !== undefined && around.trades(leg).is === 'yes');
}

function highestMid(around: Surroundings, source: RollSource): Decimal {
	const mids = [around, source.around].flatMap(({ quotes }) => LEGS.map((leg) => quotes[leg]?.mid ?? ZERO));
	return mids.reduce<Decimal>((highest, mid) => max(highest, mid), ZERO);
}

/**
 * Hedges a roll whose legs differ. A proven quantity at the new exchange takes over the same quantity of the staying
 * leg, even if the opening has ended. Any other difference is reduced.
 */
export function rollHedge(
	state: ExecutionState,
	now: number,
	around: Surroundings,
	limits: EngineLimits,
): NextOrders {
	const stays = staysOf(state);
	const ahead = sub(state.held[otherLeg(stays)], state.held[stays]);
	if (LEGS.some((leg) => isBusy(state, leg))) return NOTHING_NEXT;
	if (ahead > 0n) return { ...NOTHING_NEXT, takeOver: ahead };
	const reduction = reduceTo(state, levelGoal(state), 'reduce', now, around, limits);
	const unwinding: ExecutionEvent = { type: 'UnwindStarted', reason: REASONS.rollRefused };
	return { ...reduction, events: [unwinding, ...reduction.events] };
}

/**
 * True while the execution is a roll that may still ask for a part, although it opens nothing more: an opening order is
 * unproven, or its legs differ and nobody closes it.
 */
export function mayAskMore({ plan, orders, held, close }: ExecutionState): boolean {
	if (plan.rolls === undefined) return false;
	const isUnproven = orders.some((order) => isInFlight(order) && !order.reduceOnly);
	return isUnproven || (held.long !== held.short && close === undefined);
}

function staysOf({ plan }: ExecutionState): LegRole {
	if (plan.rolls === undefined)
		throw new Error(`Invariant broken: only a roll has a staying leg, was ${plan.executionId}.`);
	return plan.rolls.stays;
}
