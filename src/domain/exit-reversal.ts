/**
 * Decides whether to close a running pair because its funding has reversed. The exit, the advice, the alert and the
 * backtest share this rule (docs/calibration.md, "When to leave"). Pure functions.
 *
 * A pair is opened only if its 30-day mean carry is above 5 % a year. It is closed only when that mean is negative
 * and the next 30 days are expected to lose more than half a round trip. Between these limits the pair stays open.
 * Each false exit costs a round trip, and closing as soon as carry fades is the most common error.
 */

export type StayOutlook = {
	/** Mean carry over the last 720 h in the held direction. Only its sign matters. */
	readonly monthMean: number;
	/** Carry expected over the next 720 h in the held direction, a fraction of one leg's notional. */
	readonly expectedMonth: number;
	/** Round-trip cost: four taker fees and the slippage of four fills, in the unit of `expectedMonth`. */
	readonly roundTrip: number;
	/**
	 * Amount by which the cost of closing now exceeds its usual level, in the unit of `expectedMonth`; 0 if unknown.
	 */
	readonly exitPremium: number;
};

/** Returns true if the pair should be closed. An unknown figure (NaN) never causes an exit. */
export function isReversed({ monthMean, expectedMonth, roundTrip, exitPremium }: StayOutlook): boolean {
	return monthMean < 0 && expectedMonth + exitPremium < -roundTrip / 2;
}
