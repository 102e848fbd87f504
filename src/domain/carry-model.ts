/** Defines a fitted carry model: small plain data, the same for every pair. */

/** Forecast horizons, in hours. `carry-curve.ts` covers the times between and beyond them. */
export const CARRY_HORIZONS_HOURS = [8, 24, 72, 168, 336, 720] as const;

/** The parameters of one horizon. */
export type HorizonModel = {
	/** One weight per feature. The weighted sum times scale and hours is the carry before recalibration. */
	readonly weights: readonly number[];
	/** Fraction of past forecast carry that was received. Forecasts are multiplied by it. */
	readonly recalibration: number;
	/** 68.27 % quantile of |error|, in units of movement × hours. */
	readonly sdFactor: number;
	/**
	 * Share of outcomes that are exactly zero because both legs paid the same, after a level headline (equal latest
	 * rates).
	 */
	readonly tieShareLevel: number;
	/**
	 * Share of outcomes that are exactly zero because both legs paid the same, after a headline that was not level.
	 */
	readonly tieShareMoving: number;
	/** Corrections to the log-odds of a positive outcome, in the order of `oddsInputs`; zeros change nothing. */
	readonly oddsWeights: readonly number[];
	/**
	 * Quantiles of (received − expected) / sd along the expected direction, at equal probability steps from 0 to 1.
	 * Ties are excluded. `sd` includes the widening for squeezes.
	 */
	readonly errorQuantiles: readonly number[];
};

/** Parameters that forecast every pair's carry at each horizon. */
export type CarryModel = {
	/** Hour of the fit, in hours since 1970 (UTC); null for a model without data. */
	readonly fittedAtHour: number | null;
	/** Number of past decisions used in the fit. */
	readonly rows: number;
	/** Number of past forecasts that were scored against outcomes unknown when the forecasts were made. */
	readonly scoredRows: number;
	/**
	 * Mean absolute 8 h mean spread of a typical pair, a fraction per hour. It is the starting value for a new pair.
	 */
	readonly typicalMovement: number;
	/** One model for each horizon, in the order of `CARRY_HORIZONS_HOURS`. */
	readonly horizons: readonly HorizonModel[];
};
