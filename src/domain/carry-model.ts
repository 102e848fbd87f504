/** Shape of a fitted carry model: small plain data, the same for every pair. Pure. */

/** Forecast horizons, in hours; `carry-curve.ts` covers the time between and beyond them. */
export const CARRY_HORIZONS_HOURS = [8, 24, 72, 168, 336, 720] as const;

/** One horizon of a model. */
export type HorizonModel = {
	/** One weight per feature; the weighted sum times scale and hours is the carry before recalibration. */
	readonly weights: readonly number[];
	/** Received share of past forecasts. */
	readonly recalibration: number;
	/** The 68.27 % quantile of |error|, in units of movement × hours. */
	readonly sdFactor: number;
	/** Share of outcomes of exactly zero, where both legs paid alike: after a level headline, and after any other. */
	readonly tieShareLevel: number;
	readonly tieShareMoving: number;
	/** Corrections to the log-odds of a positive outcome, in the order of `oddsInputs`; zeros change nothing. */
	readonly oddsWeights: readonly number[];
	/**
	 * Quantiles of (received − expected) / sd along the expected direction, at equal steps of probability from 0 to
	 * 1. Ties are excluded; sd is the value widened for squeezes.
	 */
	readonly errorQuantiles: readonly number[];
};

/** Parameters that forecast the carry of every pair, at each horizon. */
export type CarryModel = {
	/** UTC hour of the fit, counted since 1970; null for a model without data. */
	readonly fittedAtHour: number | null;
	/** Number of past decisions in the fit. */
	readonly rows: number;
	/** Number of past forecasts that were scored against outcomes they had not seen. */
	readonly scoredRows: number;
	/** Mean absolute 8 h mean spread of a typical pair, a fraction per hour: the start value of a new pair. */
	readonly typicalMovement: number;
	/** One per horizon of `CARRY_HORIZONS_HOURS`. */
	readonly horizons: readonly HorizonModel[];
};
