/**
 * Whether a running pair is worth staying in: staying against leaving, and perhaps coming back. What the entry cost is
 * spent in either case and does not count. Pure; the unit of all figures is the caller's, the same for all of them.
 *
 * With G(a, b) the carry expected in (a, b], X the cost of leaving now, X' that of leaving later and R a round trip:
 *
 *     stay  = max over b of G(0, b) − X'          leave = −X + max(0, max over a < b of G(a, b) − R)
 *
 * Two things are added to that, because without them the rule does not leave. A pair that loses a little every hour can
 * always be held for another one at next to no loss, so `b` begins at `stayHoursMin`: whoever stays, stays for a while.
 * And `leave − stay` must exceed a share of the round trip, since a forecast errs and each false exit costs one. Both
 * were chosen on recorded funding (docs/calibration.md, "When to leave").
 */
import { CARRY_HORIZONS_HOURS } from './carry-model.ts';

export type HoldingOutlook = {
	/** Carry expected from now on in the held direction, one per horizon of CARRY_HORIZONS_HOURS. */
	readonly expected: ArrayLike<number>;
	/** X − X': what leaving now costs more than leaving at an ordinary moment; 0 where that is not known. */
	readonly exitPremium: number;
	/** Four taker fees and the slippage of four fills. */
	readonly roundTrip: number;
};

export type ReversalTerms = {
	/** Staying is judged by the best horizon that is at least so long, in hours. */
	readonly stayHoursMin: number;
	/** By how many round trips leaving must be better than staying. */
	readonly marginRoundTrips: number;
};

/** What the service closes by. */
export const REVERSAL_TERMS: ReversalTerms = { stayHoursMin: 336, marginRoundTrips: 0.5 };

/** What leaving now is expected to bring beyond staying, `leave − stay`; NaN where a horizon is not known. */
export function leaveAdvantage(
	{ expected, exitPremium, roundTrip }: HoldingOutlook,
	terms: ReversalTerms,
): number {
	let stay = Number.NEGATIVE_INFINITY;
	let back = 0;
	/** The least that is expected up to a horizon so far: whoever comes back, comes back there. */
	let lowest = 0;
	for (const [index, hours] of CARRY_HORIZONS_HOURS.entries()) {
		const carry = expected[index] ?? Number.NaN;
		if (hours >= terms.stayHoursMin) stay = Math.max(stay, carry);
		back = Math.max(back, carry - lowest - roundTrip);
		lowest = Math.min(lowest, carry);
	}
	return back - exitPremium - stay;
}

/** True when leaving is better by more than the margin. What is not known (NaN) is no reason to leave. */
export function isWorthLeaving(outlook: HoldingOutlook, terms: ReversalTerms = REVERSAL_TERMS): boolean {
	return leaveAdvantage(outlook, terms) > terms.marginRoundTrips * outlook.roundTrip;
}
