/**
 * Decides which part of its staying leg the execution before a roll gives away, at which price and at which time. Pure
 * functions. `rolling.ts` describes the whole roll.
 *
 * The part moves without a trade, so nothing here needs haste: while a book, the settlement clock or the state of the
 * exchange that is left is not known, the answer is `later`. The new leg of the roll is unhedged meanwhile, so that
 * answer ends after `reduceAfterMs`, and the roll then reduces its new leg.
 */
import { commonStep, type Decimal, floorToStep, max, min, sub, ZERO } from '../../domain/decimal.ts';
import type { AttentionKind, ExecutionEvent, Fill } from '../../domain/event.ts';
import { type ExecutionState, isInFlight, legPlan } from '../../domain/execution.ts';
import { HOUR_MS } from '../../domain/funding.ts';
import type { LegRole } from '../../domain/ids.ts';
import type { VenueName } from '../../domain/instrument.ts';
import { lastSettlement } from '../../domain/settlements.ts';
import { PHASE_TEXT } from '../../domain/stored-reason.ts';
import { shownNameOf } from '../../venues/facts.ts';
import { lastStamp } from './emergency-hedge.ts';
import { elapsedMs, isHedged, leastOrder, leastSlice, type Mids, otherLeg } from './order-terms.ts';
import { CLOCKS_APART_MS_MAX, STAMP_JITTER_MS } from './payment-shares.ts';
import { type EngineLimits, midsOf, type Surroundings } from './surroundings.ts';

/** A request of a roll to the execution before it, for a quantity of the staying leg. */
export type RollAsk = {
	/** Id of the roll. */
	readonly to: string;
	/** Number of the roll's events when it asked. The commit needs the roll in the same state. */
	readonly asOf: number;
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
	/** Time since which the roll's new leg has been unhedged, milliseconds. */
	readonly since: number;
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
 * Returns the largest part of `quantity` that an execution can give away; zero if there is none. Two executions cannot
 * share a contract whose smallest order is larger than its lot, because a partial fill could leave one of them a rest
 * that the exchange refuses to close. The leg of such a contract moves as a whole.
 */
export function givable(
	state: ExecutionState,
	stays: LegRole,
	ask: Pick<RollAsk, 'quantity' | 'least' | 'lot'>,
	mids: Mids = {},
): Decimal {
	const part = tradablePart(state, stays, ask, mids);
	return part < state.held[stays] && movesWhole(state, stays) ? ZERO : part;
}

/**
 * Returns the largest part of `quantity` that leaves the execution closable or empty. An exchange must accept the order
 * that then reduces the moving leg, at the plan's price and at the current one. Zero if there is no such part.
 */
export function tradablePart(
	state: ExecutionState,
	stays: LegRole,
	{ quantity, least, lot }: Pick<RollAsk, 'quantity' | 'least' | 'lot'>,
	mids: Mids = {},
): Decimal {
	const held = min(state.held.long, state.held.short);
	const step = commonStep(lot, state.plan.commonLot);
	const whole = floorToStep(min(quantity, held), step);
	const rest = sub(held, whole);
	const leftOver = leastSlice(state, mids);
	const part = rest === 0n || rest >= leftOver ? whole : floorToStep(max(ZERO, sub(held, leftOver)), step);
	return part >= max(least, leastOrder(state, otherLeg(stays), mids)) ? part : ZERO;
}

/** True if the staying leg's contract cannot be shared between two executions. */
function movesWhole(state: ExecutionState, stays: LegRole): boolean {
	const { quantityMin, lotSize } = legPlan(state, stays).instrument;
	return quantityMin > lotSize;
}

/** Answer to a roll: events of both journals that move a part of the staying leg, or none. */
export type GiveAnswer = {
	readonly events: readonly ExecutionEvent[];
	/** Event of the roll, in the same commit as the events. */
	readonly gives?: (ExecutionEvent & { readonly type: 'LegTakenOver' }) | undefined;
	/** True if the roll should ask again soon, because something that the commit depends on is unknown. */
	readonly givesLater?: boolean | undefined;
};

const CANNOT_GIVE: GiveAnswer = { events: [] };
const GIVES_LATER: GiveAnswer = { events: [], givesLater: true };

/** Gives the roll the asked quantity or the largest possible part of it, or answers that it cannot now or at all. */
export function given(
	state: ExecutionState,
	ask: RollAsk,
	now: number,
	around: Surroundings,
	limits: Pick<EngineLimits, 'reduceAfterMs'>,
): GiveAnswer {
	if (!mayGive(state)) return CANNOT_GIVE;
	const { leg } = ask;
	const moving = otherLeg(leg);
	const trades = around.trades(moving).is;
	const quantity = givable(state, leg, ask, midsOf(around));
	if (trades === 'no' || quantity === 0n) return CANNOT_GIVE;
	const isOver = elapsedMs(Math.max(ask.since, around.beganAt), now) >= limits.reduceAfterMs;
	const settledAt = settledBefore(state, leg, now, around);
	if (settledAt === undefined || trades === 'doubtful' || around.quotes[moving] === undefined)
		return isOver ? CANNOT_GIVE : GIVES_LATER;
	const price = around.quotes[leg]?.mid ?? (isOver ? ask.price : undefined);
	if (price === undefined) return isOver ? CANNOT_GIVE : GIVES_LATER;
	return moved(ask, {
		tradeId: `roll-${ask.to}-${state.eventCount}`,
		quantity,
		price,
		fee: ZERO,
		feeAsset: legPlan(state, leg).instrument.quote,
		feeQuantity: ZERO,
		filledAt: stampOf(state, leg, settledAt, now),
		handedAt: now,
	});
}

function moved({ to, leg, exchange }: RollAsk, fill: Fill): GiveAnswer {
	const reason = PHASE_TEXT.rolledTo({ to, leg: otherLeg(leg), exchange: shownNameOf(exchange) });
	return {
		events: [
			{ type: 'LegReduced', leg, cause: 'handover', fills: [fill], to },
			{ type: 'UnwindStarted', reason },
		],
		gives: { type: 'LegTakenOver', leg, fill },
	};
}

/**
 * Returns the time at which the part moves. It comes after every stamp that is booked on the leg, and after the last
 * settlement, whose record may be stamped a little later than the settlement and may not be booked yet. It is no later
 * than our clock, unless the exchange's clock is ahead of ours.
 */
function stampOf(state: ExecutionState, leg: LegRole, settledAt: number, now: number): number {
	const afterSettlement = Math.min(settledAt + STAMP_JITTER_MS + 1, Math.max(now, settledAt + 1));
	return Math.max(lastStamp(state, leg), afterSettlement);
}

/**
 * Returns the time of the leg's last settlement; undefined while its clock is unknown. If the interval has changed
 * since the plan, the shorter one counts, because the last settlement may still belong to either.
 */
function settledBefore(
	state: ExecutionState,
	leg: LegRole,
	now: number,
	around: Surroundings,
): number | undefined {
	const nextSettlementAt = around.nextSettlement[leg];
	const present = around.intervalMs[leg];
	if (nextSettlementAt === undefined || present === undefined) return undefined;
	const planned = legPlan(state, leg).intervalHours * HOUR_MS;
	const intervalMs = planned > 0 ? Math.min(planned, present) : present;
	return lastSettlement({ nextSettlementAt, intervalMs }, now, CLOCKS_APART_MS_MAX);
}
