/**
 * Measures how long one leg of an execution was unhedged, using the venues' own fill times (our clock for handovers).
 * A difference below the common lot does not count, because it is dust that cannot be traded on both legs.
 */
import { abs, add, type Decimal, max, mulTrunc, sub, ZERO } from './decimal.ts';
import { type ExecutionState, isEnded, type LegFill, legFills, legPlan } from './execution.ts';
import type { LegRole } from './ids.ts';

/** Duration and peak value of an unhedged leg. */
export type Unhedged = {
	/** Total unhedged time, milliseconds. */
	readonly totalMs: number;
	/** Longest uninterrupted unhedged period, milliseconds. */
	readonly longestMs: number;
	/**
	 * Maximum difference between the legs that lasted a millisecond or more, USD, valued at the larger leg's last
	 * fill.
	 */
	readonly peakNotional: Decimal;
};

type Walk = { readonly at: number; readonly leg: LegRole; readonly opens: boolean } & Pick<LegFill, 'fill'>;

/** States never change, so the final result of an ended or hedged execution is cached. */
const known = new WeakMap<ExecutionState, Unhedged>();

/**
 * Measures the unhedged time up to `now`, or up to the last fill of an ended execution. Fills in the same millisecond
 * count as one. The result is never negative.
 */
export function unhedgedTime(state: ExecutionState, now: number): Unhedged {
	const present = known.get(state);
	if (present !== undefined) return present;
	const { difference, ...time } = timeUntil(state, now);
	if (isEnded(state) || isHedged(state, difference)) known.set(state, time);
	return time;
}

/** Measures the unhedged time. `difference` is the number of coins by which the legs differ after all fills. */
function timeUntil(state: ExecutionState, now: number): Unhedged & { readonly difference: Decimal } {
	const fills = (['long', 'short'] as const).flatMap((leg) => walkOf(state, leg));
	fills.sort((a, b) => a.at - b.at);
	const held: Record<LegRole, Decimal> = { long: ZERO, short: ZERO };
	const price: Record<LegRole, Decimal> = { long: ZERO, short: ZERO };
	let totalMs = 0;
	let longestMs = 0;
	let stretchMs = 0;
	let peakNotional = ZERO;
	let difference = ZERO;
	for (const [index, { at, leg, opens, fill }] of fills.entries()) {
		held[leg] = opens ? add(held[leg], fill.quantity) : sub(held[leg], fill.quantity);
		price[leg] = fill.price;
		difference = sub(held.long, held.short);
		const hedged = isHedged(state, difference);
		const until = fills[index + 1]?.at ?? (isEnded(state) ? at : Math.max(at, now));
		// Fills in the same millisecond count together, because the state between them lasted no time.
		if (until === at) continue;
		stretchMs = hedged ? 0 : stretchMs + until - at;
		if (hedged) continue;
		totalMs += until - at;
		longestMs = Math.max(longestMs, stretchMs);
		const heavier = difference > 0n ? price.long : price.short;
		peakNotional = max(peakNotional, mulTrunc(abs(difference), heavier));
	}
	return { totalMs, longestMs, peakNotional, difference };
}

function isHedged({ plan }: ExecutionState, difference: Decimal): boolean {
	return abs(difference) < plan.commonLot;
}

/**
 * Returns the execution as it was when its running phase began, with its orders and reductions up to that time.
 * Returns the execution itself if it never ran.
 */
export function openingOf(state: ExecutionState): ExecutionState {
	const { openedAt } = state;
	if (openedAt === undefined) return state;
	return {
		...state,
		orders: state.orders.filter((order) => order.intendedAt <= openedAt),
		reductions: state.reductions.filter(({ fills }) => fills.every(({ filledAt }) => filledAt <= openedAt)),
	};
}

function walkOf(state: ExecutionState, leg: LegRole): readonly Walk[] {
	const { openSide } = legPlan(state, leg);
	return legFills(state, leg).map(({ side, fill }) => ({
		at: fill.handedAt ?? fill.filledAt,
		leg,
		opens: side === openSide,
		fill,
	}));
}
