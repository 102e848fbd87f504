/** What a fitted model of carry is: plain data, small, the same for every pair. Pure. */

/** Horizons that are forecast, in hours; between and beyond them carry is read off a curve (`carry-curve.ts`). */
export const CARRY_HORIZONS_HOURS = [8, 24, 72, 168, 336, 720] as const;

/** One horizon of a model. */
export type HorizonModel = {
	/** One per feature; the sum times scale and hours is the carry before recalibration. */
	readonly weights: readonly number[];
	/** Of what was promised in the past, the part that arrived. */
	readonly recalibration: number;
	/** The 68.27 % quantile of |error|, in units of movement × hours. */
	readonly sdFactor: number;
	/** Share of outcomes of exactly nothing, both legs paid alike: after a headline of nothing, and after any other. */
	readonly tieShareLevel: number;
	readonly tieShareMoving: number;
	/** Corrects the log-odds of a positive outcome, in the order of `oddsInputs`; zeros change nothing. */
	readonly oddsWeights: readonly number[];
	/** Quantiles of (received − expected) / sd along the expected direction, at equal steps of probability from 0 to 1. Ties are left out; sd is the one widened for squeezes. */
	readonly errorQuantiles: readonly number[];
};

/** Parameters by which the carry of every pair is forecast, at each horizon. */
export type CarryModel = {
	/** UTC hour since the epoch at which it was fitted; null for one that saw no data. */
	readonly fittedAtHour: number | null;
	/** Past decisions that it was fitted on. */
	readonly rows: number;
	/** Past promises, made without knowing the outcome, that it was held against. */
	readonly scoredRows: number;
	/** Mean absolute 8 h mean spread of a typical pair, a fraction per hour: what a new pair starts from. */
	readonly typicalMovement: number;
	/** One per horizon of `CARRY_HORIZONS_HOURS`. */
	readonly horizons: readonly HorizonModel[];
};
