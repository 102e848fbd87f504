/**
 * Whether a running pair is left because its funding has turned: one rule for the exit, the advice and the alert, and for
 * the score of the past (docs/calibration.md, "When to leave"). Pure.
 *
 * A pair is entered when the mean of its last 30 days is above 5 % a year, and left only when that mean has turned and the
 * next 30 days are expected to lose more than half a round trip. Between the two it stays: each false exit costs a round
 * trip, and leaving as soon as carry fades is the commonest error.
 */

export type StayOutlook = {
	/** Mean carry of the last 720 h in the held direction; only its sign counts. */
	readonly monthMean: number;
	/** Carry expected over the next 720 h in the held direction. */
	readonly expectedMonth: number;
	/** C: four taker fees and the slippage of four fills, in the unit of `expectedMonth`. */
	readonly roundTrip: number;
	/** The extra cost of leaving now rather than at an ordinary moment, in the same unit; 0 where that is not known. */
	readonly exitPremium: number;
};

/** True when it is time to leave. An unknown figure (NaN) is no reason to. */
export function isReversed({ monthMean, expectedMonth, roundTrip, exitPremium }: StayOutlook): boolean {
	return monthMean < 0 && expectedMonth + exitPremium < -roundTrip / 2;
}
