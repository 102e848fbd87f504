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
import { commonStep, type Decimal, floorToStep, max, min, sub, ZERO } from '../../domain/decimal.ts';
import type { AttentionKind, ExecutionEvent, Fill } from '../../domain/event.ts';
import { type ExecutionState, isEnded, isInFlight, legOrders, legPlan } from '../../domain/execution.ts';
import { HOUR_MS } from '../../domain/funding.ts';
import type { LegRole } from '../../domain/ids.ts';
import type { VenueName } from '../../domain/instrument.ts';
import { PHASE_TEXT } from '../../domain/stored-reason.ts';
import { shownNameOf } from '../../venues/facts.ts';
import { lastStamp } from './emergency-hedge.ts';
import { afterFruitless, ended } from './fruitless.ts';
import { CHECK_AGAIN_MS, childToOpen, heldBack, sliceQuantity, takingOrder } from './opening.ts';
import {
	isBusy,
	isHedged,
	LEGS,
	leastOrder,
	leastSlice,
	type NextOrders,
	NOTHING_NEXT,
	otherLeg,
} from './order-terms.ts';
import { levelGoal, reduceTo } from './reducing.ts';
import { settlementWait } from './resting.ts';
import type { EngineLimits, RollSource, Surroundings } from './surroundings.ts';
import { REASONS } from './text.ts';

/** A request of a roll to the execution before it, for a quantity of the staying leg. */
export type RollAsk = {
	/** Id of the roll. */
	readonly to: string;
	/** Exchange to which the other leg moves. */
	readonly exchange: VenueName;
	readonly leg: LegRole;
	/** Proven quantity at the new exchange that is not hedged yet, coins. */
	readonly quantity: Decimal;
	/** Least quantity that the roll can take, so that it can close both its legs later. */
	readonly least: Decimal;
	/** Finest quantity that both legs of the roll can trade. */
	readonly lot: Decimal;
	/** Price of the roll's last fill at the new exchange: the transfer price while the staying leg has no book. */
	readonly price: Decimal | undefined;
};

/** Kinds of attention that leave no doubt about holdings and exchanges. */
const WITHOUT_DOUBT: ReadonlySet<AttentionKind | null> = new Set<AttentionKind | null>([null, 'funding']);

/** True while the execution may give a part away: it runs, and nothing about its holdings is in question. */
export function mayGive(state: ExecutionState): boolean {
	return (
		state.phase === 'running' &&
		isHedged(state) &&
		!state.orders.some(isInFlight) &&
		WITHOUT_DOUBT.has(state.attentionKind)
	);
}

/**
 * Returns the largest part of `quantity` that an execution can give away. The rest must be closable or zero, and an
 * exchange must accept the order that then reduces the moving leg. Returns zero if there is no such part.
 */
export function givable(
	state: ExecutionState,
	stays: LegRole,
	{ quantity, least, lot }: Pick<RollAsk, 'quantity' | 'least' | 'lot'>,
): Decimal {
	const held = min(state.held.long, state.held.short);
	const step = commonStep(lot, state.plan.commonLot);
	const whole = floorToStep(min(quantity, held), step);
	const rest = sub(held, whole);
	const leftOver = leastSlice(state);
	const part = rest === 0n || rest >= leftOver ? whole : floorToStep(max(ZERO, sub(held, leftOver)), step);
	return part >= max(least, leastOrder(state, otherLeg(stays))) ? part : ZERO;
}

/** Builds a roll's request for `quantity` of the staying leg. @throws Error for an execution that is not a roll */
export function rollAsk(state: ExecutionState, quantity: Decimal): RollAsk {
	const stays = staysOf(state);
	return {
		to: state.plan.executionId,
		exchange: legPlan(state, otherLeg(stays)).venue,
		leg: stays,
		quantity,
		least: max(state.plan.commonLot, sub(leastSlice(state), state.held[stays])),
		lot: state.plan.commonLot,
		price: legOrders(state, otherLeg(stays))
			.findLast(({ fills }) => fills.length > 0)
			?.fills.at(-1)?.price,
	};
}

/** Events of both journals that move a part of the staying leg. */
export type Given = {
	readonly events: readonly ExecutionEvent[];
	readonly taken: ExecutionEvent & { readonly type: 'LegTakenOver' };
};

/**
 * Returns the events that give the asked quantity, or the largest possible part of it, to the roll; undefined if the
 * execution cannot give.
 */
export function given(
	state: ExecutionState,
	ask: RollAsk,
	now: number,
	around: Surroundings,
): Given | undefined {
	const quantity = mayGive(state) ? givable(state, ask.leg, ask) : ZERO;
	if (quantity === 0n) return undefined;
	const { to, exchange, leg } = ask;
	const mid = around.quotes[leg]?.mid ?? ask.price;
	const fill: Fill = {
		tradeId: `roll-${to}-${state.eventCount}`,
		quantity,
		price: mid ?? legPlan(state, leg).decisionMid,
		fee: ZERO,
		feeAsset: legPlan(state, leg).instrument.quote,
		feeQuantity: ZERO,
		filledAt: Math.max(lastStamp(state, leg), lastSettlement(state, leg, around) + 1),
		handedAt: now,
	};
	const reason = PHASE_TEXT.rolledTo({ to, leg: otherLeg(leg), exchange: shownNameOf(exchange) });
	return {
		events: [
			{ type: 'LegReduced', leg, cause: 'handover', fills: [fill], to },
			{ type: 'UnwindStarted', reason },
		],
		taken: { type: 'LegTakenOver', leg, fill },
	};
}

/**
 * Returns the time of the staying leg's last settlement. It has passed, whatever our clock says, because the venue
 * reports a later one as the next. Its payment may not be booked yet and belongs to the execution before.
 */
function lastSettlement(state: ExecutionState, leg: LegRole, around: Surroundings): number {
	const next = around.nextSettlement[leg];
	if (next === undefined) return Number.NEGATIVE_INFINITY;
	return next - legPlan(state, leg).intervalHours * HOUR_MS;
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
	const moving = otherLeg(staysOf(state));
	const fruitless = afterFruitless(state, moving, now);
	if (fruitless !== undefined) return fruitless;
	if (!mayGive(before) || !isOpen(around) || !isOpen(source.around))
		return { ...NOTHING_NEXT, wakeMs: CHECK_AGAIN_MS };
	const wait = Math.max(settlementWait(source.around, now, limits), source.around.orderWaitMs('closes'));
	if (wait > 0) return { ...NOTHING_NEXT, wakeMs: wait };
	const child = givenOf(state, before, childToOpen(state).quantity);
	const rest = child > 0n ? child : givenOf(state, before, sub(state.plan.quantity, state.held.long));
	if (rest === 0n) return ended(REASONS.rollRest);
	const quote = around.quotes[moving];
	const slice =
		quote === undefined ? undefined : sliceQuantity(state, rest, highestMid(around, source), around);
	const quantity = slice === undefined ? ZERO : givenOf(state, before, slice);
	if (quote === undefined || quantity === 0n) return { ...NOTHING_NEXT, wakeMs: CHECK_AGAIN_MS };
	return { ...NOTHING_NEXT, orders: [takingOrder(state, moving, quantity, quote)] };
}

function givenOf(state: ExecutionState, before: ExecutionState, quantity: Decimal): Decimal {
	return givable(before, staysOf(state), rollAsk(state, quantity));
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

function staysOf({ plan }: ExecutionState): LegRole {
	if (plan.rolls === undefined)
		throw new Error(`Invariant broken: only a roll has a staying leg, was ${plan.executionId}.`);
	return plan.rolls.stays;
}
