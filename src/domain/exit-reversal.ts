/**
 * Decides whether to leave a running pair because its funding has reversed. The exit, the advice, the alert and the
 * backtest share this rule (docs/calibration.md, "When to leave"). Pure.
 *
 * A pair is entered when the mean of its last 30 days is above 5 % a year. It is left only when that mean has turned
 * negative and the next 30 days should lose more than half a round trip. In between it stays: each false exit costs a
 * round trip, and leaving as soon as carry fades is the most common error.
 */

export type StayOutlook = {
	/** Mean carry of the last 720 h in the held direction; only its sign counts. */
	readonly monthMean: number;
	/** Carry expected over the next 720 h in the held direction. */
	readonly expectedMonth: number;
	/** C: four taker fees and the slippage of four fills, in the unit of `expectedMonth`. */
	readonly roundTrip: number;
	/** Extra cost of leaving now instead of at an ordinary moment, in the same unit; 0 if unknown. */
	readonly exitPremium: number;
};

/** True if the pair should be left. An unknown figure (NaN) never causes an exit. */
export function isReversed({ monthMean, expectedMonth, roundTrip, exitPremium }: StayOutlook): boolean {
	return monthMean < 0 && expectedMonth + exitPremium < -roundTrip / 2;
}
