/**
 * Compares our executions with a venue's report on one instrument in an account. Finds missing coins, coins beyond
 * the legs, and the fills from outside the service that explain them. Pure functions.
 *
 * All executions on one instrument in an account are on the same side (`POSITION_CONFLICT` ensures this). Quantities
 * are coins in that side's direction.
 */
import {
	add,
	type Decimal,
	divDown,
	floorToStep,
	max,
	min,
	mulDown,
	mulTrunc,
	neg,
	sub,
	sum,
	ZERO,
} from '../../domain/decimal.ts';
import type { Fill, TakenCause } from '../../domain/event.ts';
import { type ExecutionState, isEnded, isInFlight, legFills, legPlan } from '../../domain/execution.ts';
import type { LegRole } from '../../domain/ids.ts';
import type { VenueName } from '../../domain/instrument.ts';
import { heldAt, legTimeline } from '../../domain/leg-timeline.ts';
import { oppositeSide } from '../../domain/order-book.ts';
import type { AccountFill } from '../../ports/venue.ts';
import { LEGS } from './order-terms.ts';

/** Returns the earliest time at which something other than our orders may have reduced the execution's holding. */
export function mayBeTakenSince({ plan, createdAt }: ExecutionState): number {
	return plan.takenOver?.since ?? plan.rolls?.since ?? createdAt;
}

/** One execution's leg on the instrument. */
export type HeldLeg = { readonly state: ExecutionState; readonly leg: LegRole };

/** Difference between a position and the legs of all executions on it. */
export type Comparison = {
	/** Coins that the legs hold according to our journal but that the venue no longer holds; ≥ 0. */
	readonly missing: Decimal;
	/** Coins that the venue holds beyond the legs; negative on the opposite side. */
	readonly unmanaged: Decimal;
	/** Coins that the venue reports, in the legs' direction. */
	readonly shown: Decimal;
};

/** Compares a position with the legs on it. `reported`: signed coins of the venue's position. */
export function compare(legs: readonly HeldLeg[], reported: Decimal): Comparison {
	const ours = sum(legs.map(({ state, leg }) => state.held[leg]));
	const along = legs[0]?.leg === 'short' ? neg(reported) : reported;
	const missing = max(ZERO, sub(ours, max(ZERO, along)));
	return { missing, unmanaged: sub(along, sub(ours, missing)), shown: along };
}

/**
 * True if none of our orders can have moved the position between `readBegunAt` and `now`: no order was in flight, and
 * nothing was booked. A timestamp later than `now` was recorded before the clock was set back, and therefore before
 * any position read that began after that.
 */
export function isQuiet(legs: readonly HeldLeg[], readBegunAt: number, now: number): boolean {
	if (readBegunAt > now) return false;
	return legs.every(
		({ state, leg }) =>
			(state.updatedAt < readBegunAt || state.updatedAt > now) &&
			!state.orders.some((order) => order.leg === leg && isInFlight(order)),
	);
}

/**
 * A reduction of the position that our orders did not cause, with its fills. The quantities of the fills sum to the
 * missing coins.
 */
export type Taken = { readonly cause: TakenCause; readonly fills: readonly Fill[] };

const CAUSES: Readonly<Record<AccountFill['cause'], TakenCause>> = {
	order: 'hand',
	liquidation: 'liquidation',
	adl: 'adl',
	delisting: 'delisting',
};

/**
 * Returns the latest fills on the closing side that are not ours and add up to the missing coins. Returns undefined
 * while the venue has not listed enough of them. Quantities that are already booked do not count.
 */
export function explain(
	legs: readonly HeldLeg[],
	everyone: readonly HeldLeg[],
	fills: readonly AccountFill[],
	missing: Decimal,
): Taken | undefined {
	const [first] = legs;
	if (first === undefined) return undefined;
	const closeSide = oppositeSide(legPlan(first.state, first.leg).openSide);
	const booked = bookedQuantities(everyone);
	const taken: Fill[] = [];
	let cause: TakenCause = 'hand';
	let open = missing;
	const seen = new Set<string>();
	for (const fill of fills.toReversed()) {
		if (open === 0n) break;
		// Venues repeat fills at page boundaries.
		if (fill.side !== closeSide || seen.has(fill.tradeId)) continue;
		seen.add(fill.tradeId);
		const free = sub(fill.quantity, booked.get(fill.tradeId) ?? ZERO);
		if (free <= 0n) continue;
		taken.unshift(partOf(fill, min(free, open)));
		open = sub(open, min(free, open));
		if (fill.cause !== 'order') cause = CAUSES[fill.cause];
	}
	return open === 0n ? { cause, fills: taken } : undefined;
}

/**
 * Returns the booked quantity of each trade, from our own orders and from reductions that our orders did not cause.
 */
function bookedQuantities(legs: readonly HeldLeg[]): ReadonlyMap<string, Decimal> {
	const booked = new Map<string, Decimal>();
	for (const { state, leg } of legs)
		for (const { fill } of legFills(state, leg))
			booked.set(fill.tradeId, add(booked.get(fill.tradeId) ?? ZERO, fill.quantity));
	return booked;
}

function partOf(fill: Fill, quantity: Decimal): Fill {
	const share = (value: Decimal): Decimal =>
		quantity === fill.quantity ? value : mulTrunc(value, divDown(quantity, fill.quantity));
	return {
		tradeId: fill.tradeId,
		quantity,
		price: fill.price,
		fee: share(fill.fee),
		feeAsset: fill.feeAsset,
		feeQuantity: share(fill.feeQuantity),
		filledAt: fill.filledAt,
	};
}

/**
 * Splits a reduction from outside among the executions, pro rata by holdings, in whole lots of the instrument. The
 * parts add up to the total, in quantity and in fees. The largest holders take the remaining lots first.
 */
export function splitTaken(
	legs: readonly HeldLeg[],
	taken: Taken,
): readonly { readonly held: HeldLeg; readonly fills: readonly Fill[] }[] {
	const total = sum(taken.fills.map((fill) => fill.quantity));
	const quantities = proRata(legs, total, Math.min(...taken.fills.map((fill) => fill.filledAt)));
	const rest = taken.fills.map((fill) => ({ ...fill }));
	return legs.flatMap((held, index) => {
		const fills = takeFrom(rest, quantities[index] ?? ZERO);
		return fills.length === 0 ? [] : [{ held, fills }];
	});
}

/** Splits a reduction pro rata by the holdings at its time, because later openings have no part in it. */
function proRata(legs: readonly HeldLeg[], total: Decimal, takenAt: number): readonly Decimal[] {
	const then = legs.map(({ state, leg }) =>
		min(state.held[leg], heldAt(legTimeline(state, leg), takenAt, true)),
	);
	const ours = sum(then);
	const quantities = legs.map(({ state, leg }, index) => {
		if (ours === 0n) return ZERO;
		const share = min(mulDown(total, divDown(then[index] ?? ZERO, ours)), state.held[leg]);
		return floorToStep(share, legPlan(state, leg).instrument.lotSize);
	});
	let left = sub(total, sum(quantities));
	const bySize = legs
		.map((_, index) => index)
		.sort((a, b) => compareThen(then, a, b) || compareHeld(legs[a], legs[b]));
	for (const index of bySize) {
		const { state, leg } = legs[index] as HeldLeg;
		const reducible = sub(state.held[leg], quantities[index] as Decimal);
		const more = min(left, reducible);
		quantities[index] = add(quantities[index] as Decimal, more);
		left = sub(left, more);
	}
	return quantities;
}

/** Sorts executions that had a holding at the time of the reduction before all others. */
function compareThen(then: readonly Decimal[], a: number, b: number): number {
	return Number((then[b] ?? ZERO) > 0n) - Number((then[a] ?? ZERO) > 0n);
}

/** Sorts by holding, largest first; on a tie, the older execution comes first. */
function compareHeld(a: HeldLeg | undefined, b: HeldLeg | undefined): number {
	if (a === undefined || b === undefined) return 0;
	const difference = sub(b.state.held[b.leg], a.state.held[a.leg]);
	if (difference !== 0n) return difference > 0n ? 1 : -1;
	return a.state.createdAt - b.state.createdAt;
}

/** Removes `quantity` from the front of `fills` and returns the removed part. */
function takeFrom(fills: Fill[], quantity: Decimal): readonly Fill[] {
	const parts: Fill[] = [];
	let open = quantity;
	while (open > 0n) {
		const first = fills[0];
		if (first === undefined) break;
		if (first.quantity <= open) {
			parts.push(first);
			open = sub(open, first.quantity);
			fills.shift();
			continue;
		}
		const part = partOf(first, open);
		parts.push(part);
		fills[0] = {
			...first,
			quantity: sub(first.quantity, part.quantity),
			fee: sub(first.fee, part.fee),
			feeQuantity: sub(first.feeQuantity, part.feeQuantity),
		};
		open = ZERO;
	}
	return parts;
}

/** Returns the legs of the user's open executions at the venue, by instrument symbol. */
export function legsAt(
	states: readonly ExecutionState[],
	venue: VenueName,
): ReadonlyMap<string, readonly HeldLeg[]> {
	const bySymbol = new Map<string, HeldLeg[]>();
	for (const state of states) {
		if (isEnded(state)) continue;
		for (const leg of LEGS) {
			const plan = legPlan(state, leg);
			if (plan.venue !== venue) continue;
			const legs = bySymbol.get(plan.instrument.symbol);
			if (legs === undefined) bySymbol.set(plan.instrument.symbol, [{ state, leg }]);
			else legs.push({ state, leg });
		}
	}
	return bySymbol;
}
