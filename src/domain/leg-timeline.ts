/** How many coins a leg held at an instant, by the times of its fills. Pure; computed once per state. */
import { add, type Decimal, sub, ZERO } from './decimal.ts';
import { type ExecutionState, legFills, legPlan } from './execution.ts';
import type { LegRole } from './ids.ts';

/** `held[i]`: coins after every fill at or before `times[i]`; times rise. */
export type LegTimeline = { readonly times: readonly number[]; readonly held: readonly Decimal[] };

/** States are never changed, so what follows from one is kept as long as it is. */
const known: Record<LegRole, WeakMap<ExecutionState, LegTimeline>> = {
	long: new WeakMap(),
	short: new WeakMap(),
};

export function legTimeline(state: ExecutionState, leg: LegRole): LegTimeline {
	const present = known[leg].get(state);
	if (present !== undefined) return present;
	const timeline = timelineOf(state, leg);
	known[leg].set(state, timeline);
	return timeline;
}

function timelineOf(state: ExecutionState, leg: LegRole): LegTimeline {
	const { openSide } = legPlan(state, leg);
	const times: number[] = [];
	const held: Decimal[] = [];
	let present = ZERO;
	const fills = [...legFills(state, leg)].sort((a, b) => a.fill.filledAt - b.fill.filledAt);
	for (const { side, fill } of fills) {
		present = side === openSide ? add(present, fill.quantity) : sub(present, fill.quantity);
		if (times.at(-1) === fill.filledAt) held[held.length - 1] = present;
		else {
			times.push(fill.filledAt);
			held.push(present);
		}
	}
	return { times, held };
}

/** Coins after every fill before `at`, and, with `inclusive`, those at `at` itself. */
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

/** From the first fill to the one that ended the leg, or `now` while it is held; undefined when nothing ever filled. */
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
