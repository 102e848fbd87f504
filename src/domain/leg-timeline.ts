/**
 * Computes the coins that a leg held at a given time from the times of its fills. Pure functions; results are cached
 * per state.
 */

import { add, type Decimal, sub, ZERO } from './decimal.ts';
import type { Fill } from './event.ts';
import { type ExecutionState, legFills, legPlan } from './execution.ts';
import type { LegRole } from './ids.ts';

/** `held[i]` is the number of coins after every fill at or before `times[i]`. The times ascend. */
export type LegTimeline = { readonly times: readonly number[]; readonly held: readonly Decimal[] };

/**
 * Cached timelines of each leg. States never change, so a cached timeline stays valid for as long as its state
 * exists.
 */
type Known = Readonly<Record<LegRole, WeakMap<ExecutionState, LegTimeline>>>;
const inOurBooks: Known = { long: new WeakMap(), short: new WeakMap() };
const atTheVenue: Known = { long: new WeakMap(), short: new WeakMap() };

/**
 * Returns a leg's quantities over time in our ledger. A manual trade reduces the leg only once the leg has enough
 * coins, so no value is negative.
 */
export function legTimeline(state: ExecutionState, leg: LegRole): LegTimeline {
	return kept(inOurBooks, state, leg, ({ filledAt }) => filledAt);
}

/**
 * Returns a leg's part of the venue's position over time, with the venue's own times. Settlements are based on this
 * quantity. It is negative between a manual trade larger than the leg and our later fill that offsets the trade.
 */
export function venueTimeline(state: ExecutionState, leg: LegRole): LegTimeline {
	return kept(atTheVenue, state, leg, ({ filledAt, tradedAt }) => tradedAt ?? filledAt);
}

function kept(
	known: Known,
	state: ExecutionState,
	leg: LegRole,
	timeOf: (fill: Fill) => number,
): LegTimeline {
	const present = known[leg].get(state);
	if (present !== undefined) return present;
	const timeline = timelineOf(state, leg, timeOf);
	known[leg].set(state, timeline);
	return timeline;
}

function timelineOf(state: ExecutionState, leg: LegRole, timeOf: (fill: Fill) => number): LegTimeline {
	const { openSide } = legPlan(state, leg);
	const times: number[] = [];
	const held: Decimal[] = [];
	let present = ZERO;
	const fills = legFills(state, leg)
		.map(({ side, fill }) => ({ side, quantity: fill.quantity, at: timeOf(fill) }))
		.sort((a, b) => a.at - b.at);
	for (const { side, quantity, at } of fills) {
		present = side === openSide ? add(present, quantity) : sub(present, quantity);
		if (times.at(-1) === at) held[held.length - 1] = present;
		else {
			times.push(at);
			held.push(present);
		}
	}
	return { times, held };
}

/** Returns the coins after every fill before `at`; if `inclusive`, also after fills at `at` itself. */
export function heldAt({ times, held }: LegTimeline, at: number, inclusive: boolean): Decimal {
	let low = 0;
	let high = times.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		const time = times[middle] ?? 0;
		if (time < at || (inclusive && time === at)) low = middle + 1;
		else high = middle;
	}
	return held[low - 1] ?? ZERO;
}

/**
 * Returns the period from the first fill to the last fill, or to `now` while the leg is held; undefined without
 * fills.
 */
export function heldSpan(
	timeline: LegTimeline,
	now: number,
): { readonly from: number; readonly to: number } | undefined {
	const { times, held } = timeline;
	const first = times[0];
	const last = times.at(-1);
	if (first === undefined || last === undefined) return undefined;
	return { from: first, to: (held.at(-1) ?? ZERO) > 0n ? now : last };
}
