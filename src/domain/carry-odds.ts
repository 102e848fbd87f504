/**
 * Computes the probability that carry falls on one side of zero or of a cost. It uses the model's error distribution,
 * corrected by the history of signs.
 *
 * One error distribution for all pairs does not remember how often a particular pair kept its sign. A logistic layer
 * adds that memory. It starts at the model's own log-odds and is shrunk toward them, so it changes nothing for a pair
 * without history. Pure functions.
 */
import type { HorizonModel } from './carry-model.ts';
import { isLevel, type TieMemory, tieShare } from './carry-ties.ts';
import { weightedSum } from './ridge.ts';

/**
 * Input features of the logistic layer, for a trade that is short the first leg and long the second. Swapping the
 * legs changes the sign of each feature.
 */
export const SIGN_FEATURE_NAMES = [
	'signs_7d',
	'signs_30d',
	'signs_90d',
	'headline',
	'spread_24h',
	'spread_720h',
	'spread_all',
] as const;

/**
 * Weights per horizon: one for each sign feature, one for the model's own log-odds, and one for the same log-odds of
 * pairs with similar settlement times.
 */
export const ODDS_WEIGHT_COUNT = SIGN_FEATURE_NAMES.length + 2;

/** Probabilities stay at least this far from 0 and 1, because no outcome is certain. */
const ODDS_MIN = 0.005;

/** A pair's inputs for its odds at a given hour, in addition to the features that forecast its carry. */
export type SignView = {
	readonly signs: Float64Array;
	/** True if both legs settle about hourly, or neither does. */
	readonly hasLikeClocks: boolean;
	/** Last settled rate of the first leg minus that of the second, a fraction per hour. */
	readonly headline: number;
	readonly ties: TieMemory;
};

/** Odds of one pair over one horizon, for a trade that is short the first leg and long the second. */
export type CarryOdds = {
	/** Amount added to the model's log-odds of a positive outcome. */
	readonly shift: number;
	/** Probability that the outcome is exactly zero. */
	readonly tie: number;
};

/**
 * Computes a pair's odds over the horizon at `index`. `expected` and `sd` belong to that horizon and have the same
 * unit.
 */
export function carryOdds(
	horizon: HorizonModel,
	index: number,
	view: SignView,
	expected: number,
	sd: number,
): CarryOdds {
	const pooled = isLevel(view.headline) ? horizon.tieShareLevel : horizon.tieShareMoving;
	const own = modelLogOdds(horizon, expected, sd);
	return {
		shift: weightedSum(horizon.oddsWeights, oddsInputs(view, own)),
		tie: tieShare(view.ties, isLevel(view.headline), index, pooled),
	};
}

/**
 * Returns the inputs of the logistic layer, one per weight: the sign features and the model's log-odds. The log-odds
 * are repeated if both legs have similar settlement times, otherwise followed by 0.
 */
export function oddsInputs(
	{ signs, hasLikeClocks }: Omit<SignView, 'ties' | 'headline'>,
	logOdds: number,
): Float64Array {
	const inputs = new Float64Array(ODDS_WEIGHT_COUNT);
	inputs.set(signs);
	inputs[signs.length] = logOdds;
	inputs[signs.length + 1] = hasLikeClocks ? logOdds : 0;
	return inputs;
}

/** Computes the log-odds of a positive outcome from the error distribution alone, without ties. */
export function modelLogOdds(
	{ errorQuantiles }: Pick<HorizonModel, 'errorQuantiles'>,
	expected: number,
	sd: number,
): number {
	if (!(sd > 0)) return 0;
	const negative = sidedShareBelow(errorQuantiles, expected, sd, 0);
	return Math.log((1 - negative) / negative);
}

/**
 * Computes P(received ≤ threshold) from a horizon's error distribution and a pair's own odds. An outcome of exactly
 * zero has its own probability, so use the threshold `-Number.MIN_VALUE` for P(received < 0).
 * @param direction 1 if `expected` and `threshold` are for a trade that is short the first leg, −1 if they are for
 * the opposite trade
 */
export function probabilityBelow(
	{ errorQuantiles }: Pick<HorizonModel, 'errorQuantiles'>,
	{ shift, tie }: CarryOdds,
	direction: 1 | -1,
	expected: number,
	sd: number,
	threshold: number,
): number {
	if (!(sd > 0)) return expected <= threshold ? 1 : 0;
	const share = sidedShareBelow(errorQuantiles, expected, sd, threshold);
	const shifted = 1 / (1 + ((1 - share) / share) * Math.exp(direction * shift));
	return threshold < 0 ? (1 - tie) * shifted : (1 - tie) * shifted + tie;
}

/**
 * Computes the share of outcomes other than ties that are below the threshold. The stored errors are relative to the
 * expected direction.
 */
function sidedShareBelow(
	quantiles: readonly number[],
	expected: number,
	sd: number,
	threshold: number,
): number {
	const side = expected < 0 ? -1 : 1;
	const share = shareBelow(quantiles, (side * (threshold - expected)) / sd);
	return side === 1 ? share : 1 - share;
}

function shareBelow(quantiles: readonly number[], value: number): number {
	const steps = quantiles.length - 1;
	let low = 0;
	let high = steps;
	while (high - low > 1) {
		const middle = (low + high) >> 1;
		if ((quantiles[middle] as number) <= value) low = middle;
		else high = middle;
	}
	const from = quantiles[low] as number;
	const to = quantiles[high] as number;
	const within = to > from ? (value - from) / (to - from) : 0.5;
	return Math.min(1 - ODDS_MIN, Math.max(ODDS_MIN, (low + within) / steps));
}
