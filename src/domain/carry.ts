/**
 * Forecasts the carry of two legs (short the first, long the second) from their settled funding up to a given hour.
 *
 * Every figure is a fraction of one leg's notional. The legs are in alphabetical order of their keys.
 */
import { advancePair, CARRY_FEATURE_NAMES, type PairHistory, viewPair } from './carry-features.ts';
import { CARRY_HORIZONS_HOURS, type CarryModel, type HorizonModel } from './carry-model.ts';
import { type CarryOdds, carryOdds, probabilityBelow as shareBelow } from './carry-odds.ts';
import { carryDeviation } from './carry-squeeze.ts';
import { HOURS_PER_YEAR } from './funding.ts';
import type { LegHistory } from './leg-history.ts';
import { weightedSum } from './ridge.ts';

/** A pair's expected carry at each horizon, with its uncertainty and the length of its history. */
export type CarryForecast = {
	/**
	 * Expected cumulative carry over each horizon of CARRY_HORIZONS_HOURS, short the first leg and long the second,
	 * as a fraction of one leg's notional.
	 */
	readonly expected: readonly number[];
	/**
	 * Half the width of the interval that holds 68.27 % of outcomes, per horizon, as a fraction of one leg's
	 * notional.
	 */
	readonly sd: readonly number[];
	/** Odds per horizon, for a trade that is short the first leg and long the second. */
	readonly odds: readonly CarryOdds[];
	readonly basis: 'own_history' | 'pooled_prior';
	/** Hours for which both legs have known payments. */
	readonly observations: number;
	/** True if the model's past forecasts were scored and the pair has enough history of its own. */
	readonly calibrated: boolean;
	/** First leg's mean rate over the last 720 h, per hour; 0 if unknown. */
	readonly firstMean: number;
	/** Second leg's mean rate over the last 720 h, per hour; 0 if unknown. */
	readonly secondMean: number;
	/** Mean carry over the last 720 h, per hour; NaN if more than 3 % of these hours are unknown. */
	readonly monthMean: number;
	/** Absolute headline at the forecast hour, in units of the pair's own scale; above 3 is a squeeze. */
	readonly headlineScales: number;
	/** True if both legs settle about hourly, or neither does. */
	readonly hasLikeClocks: boolean;
};

/** Hours of shared history after which a pair's forecast can count as calibrated: 30 days. */
const OWN_HISTORY_HOURS = 720;
/** Number of past forecasts after which a model can count as calibrated. */
const CALIBRATED_ROWS_MIN = 1_000;

/**
 * Forecasts a pair's carry after extending its cached history to `atHour`. Hours must not decrease between calls. The
 * forecast uses only settlements stamped <= atHour. All pairs share one set of weights, because separate weights per
 * pair did not improve the forecasts. Returns undefined if no hour is known for both legs.
 */
export function forecastPair(
	model: CarryModel,
	pair: PairHistory,
	first: LegHistory,
	second: LegHistory,
	atHour: number,
): CarryForecast | undefined {
	const features = new Float64Array(CARRY_FEATURE_NAMES.length);
	advancePair(pair, first, second, atHour);
	const view = viewPair(pair, first, second, atHour, model.typicalMovement, features);
	if (view === undefined) return undefined;
	const own = view.observedHours >= OWN_HISTORY_HOURS;
	const expected = model.horizons.map((horizon, index) => {
		const hours = CARRY_HORIZONS_HOURS[index] as number;
		return horizon.recalibration * weightedSum(horizon.weights, features) * view.scale * hours;
	});
	const sd = model.horizons.map(
		({ sdFactor }, index) =>
			carryDeviation(index, sdFactor * view.movement, view.excess) * (CARRY_HORIZONS_HOURS[index] as number),
	);
	return {
		expected,
		sd,
		odds: model.horizons.map((horizon, index) =>
			carryOdds(horizon, index, view, expected[index] as number, sd[index] as number),
		),
		basis: own ? 'own_history' : 'pooled_prior',
		observations: view.observedHours,
		calibrated: own && model.scoredRows >= CALIBRATED_ROWS_MIN,
		firstMean: view.firstMean,
		secondMean: view.secondMean,
		monthMean: view.monthMean,
		headlineScales: Math.abs(view.headline) / view.scale,
		hasLikeClocks: view.hasLikeClocks,
	};
}

/** Threshold of a reversal, just below zero, because receiving exactly zero is not a reversal. */
const BELOW_ZERO = -Number.MIN_VALUE;

/**
 * Computes P(received carry < 0) over a horizon in hours, for a given direction. `expected` and `sd` are as in
 * `probabilityBelow`.
 */
export function reversalProbability(
	model: CarryModel,
	forecast: CarryForecast,
	direction: 1 | -1,
	hours: number,
	expected: number,
	sd: number,
): number {
	return probabilityBelow(model, forecast, direction, hours, expected, sd, BELOW_ZERO);
}

/**
 * Computes P(received carry <= threshold) over a horizon in hours. It uses the odds of the shortest model horizon
 * that is at least as long, or else of the longest. `expected`, `sd` and `threshold` are fractions; `expected` and
 * `sd` are the forecast for `hours`. An outcome of exactly zero has its own probability, so use the threshold
 * `-Number.MIN_VALUE` for P(received < 0).
 * @param direction 1: short the first leg, as in forecasts; -1: long the first leg
 */
export function probabilityBelow(
	model: CarryModel,
	forecast: CarryForecast,
	direction: 1 | -1,
	hours: number,
	expected: number,
	sd: number,
	threshold: number,
): number {
	const found = CARRY_HORIZONS_HOURS.findIndex((horizon) => horizon >= hours);
	const index = found === -1 ? CARRY_HORIZONS_HOURS.length - 1 : found;
	const horizon = model.horizons[index] as HorizonModel;
	const odds = forecast.odds[index] as CarryOdds;
	return shareBelow(horizon, odds, direction, expected, sd, threshold);
}

/** Returns the direction of a trade relative to its forecast: −1 if the first leg is long, 1 if it is short. */
export function forecastDirection(firstIsLong: boolean): 1 | -1 {
	return firstIsLong ? -1 : 1;
}

/** Returns the mean carry over the last 720 h for a direction, as a fraction of notional per year; NaN if unknown. */
export function monthMeanPerYear(forecast: Pick<CarryForecast, 'monthMean'>, direction: 1 | -1): number {
	return direction * forecast.monthMean * HOURS_PER_YEAR;
}
