/**
 * Probability that carry falls on one side of zero or of a cost: the model's error distribution, corrected by the
 * history of signs.
 *
 * One curve of errors for all pairs does not remember how often this pair's sign held. A logistic layer adds that
 * memory. It starts at the model's own log-odds and is shrunk toward them, so without history it changes nothing.
 * Pure.
 */
import type { HorizonModel } from './carry-model.ts';
import { isLevel, type TieMemory, tieShare } from './carry-ties.ts';
import { weightedSum } from './ridge.ts';

/** Input features of the layer, in canonical direction; each changes its sign when the legs are swapped. */
export const SIGN_FEATURE_NAMES = [
	'signs_7d',
	'signs_30d',
	'signs_90d',
	'headline',
	'spread_24h',
	'spread_720h',
	'spread_all',
] as const;

/** After the features come the model's own log-odds, and the same again for legs on like clocks. */
export const ODDS_WEIGHT_COUNT = SIGN_FEATURE_NAMES.length + 2;

/** No outcome is certain: odds stay this far from 0 and 1. */
const ODDS_MIN = 0.005;

/** Inputs of the odds at an hour, beside the features of the carry. */
export type SignView = {
	readonly signs: Float64Array;
	/** True where both legs settle hourly, or neither does. */
	readonly hasLikeClocks: boolean;
	/** First − second, a fraction per hour. */
	readonly headline: number;
	readonly ties: TieMemory;
};

/** Odds of one pair over one horizon, in canonical direction. */
export type CarryOdds = {
	/** Added to the log-odds of a positive outcome. */
	readonly shift: number;
	/** Probability of exactly zero. */
	readonly tie: number;
};

/** Odds of one pair over one horizon. @param expected and sd of the same horizon, in one unit */
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

/** The layer's inputs, one per weight: sign features, then the model's log-odds. */
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

/** Log-odds of a positive outcome from the error distribution alone, ties excluded. */
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
 * P(received ≤ threshold), from one horizon's error distribution and a pair's own odds. Exactly zero has a
 * probability of its own, so use the threshold `-Number.MIN_VALUE` for P(received < 0).
 * @param direction 1 if `expected` and `threshold` are in canonical direction, −1 if reversed
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

/** Share of outcomes below the threshold; the stored errors follow the expected direction. */
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
