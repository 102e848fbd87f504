/**
 * For how long one leg of an execution stood without the other, by the venues' own times of the fills (and by ours where a
 * leg changed hands). What is less
 * than the common lot cannot be traded on both legs and is dust, not a difference.
 */
import { abs, add, type Decimal, max, mulTrunc, sub, ZERO } from './decimal.ts';
import { type ExecutionState, isEnded, type LegFill, legFills, legPlan } from './execution.ts';
import type { LegRole } from './ids.ts';

/** How long, and with how much value, one leg of an execution stood without the other. */
export type Unhedged = {
	/** Milliseconds in all, and of the longest stretch. */
	readonly totalMs: number;
	readonly longestMs: number;
	/** USD: the largest difference that stood for a millisecond or more, at the heavier leg's last fill. */
	readonly peakNotional: Decimal;
};

type Walk = { readonly at: number; readonly leg: LegRole; readonly opens: boolean } & Pick<LegFill, 'fill'>;

/** States are never changed, so the time of one that no longer stands unhedged is kept. */
const known = new WeakMap<ExecutionState, Unhedged>();

/** Up to `now`; an execution that has ended stands no longer. Fills of one millisecond are one. Never negative. */
export function unhedgedTime(state: ExecutionState, now: number): Unhedged {
	const present = known.get(state);
	if (present !== undefined) return present;
	const { difference, ...time } = timeUntil(state, now);
	if (isEnded(state) || isHedged(state, difference)) known.set(state, time);
	return time;
}

/** `difference`: coins that the legs differ by after all fills. */
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
		// Between two fills of one millisecond nothing stood: what they make together counts.
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

/** The execution as its opening left it: what was sent, and taken by others, until it ran. Itself when it never ran. */
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
