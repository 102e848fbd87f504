/**
 * On which side of zero, or of a cost, carry falls: the model's error distribution, corrected by what signs have done.
 *
 * One curve of errors for all pairs has no memory of how often this pair's sign held. A logistic layer adds it: it begins
 * at the log-odds that the model gives itself and is shrunk toward them, so that without history it changes nothing. Pure.
 */
import type { HorizonModel } from './carry-model.ts';
import { isLevel, type TieMemory, tieShare } from './carry-ties.ts';
import { weightedSum } from './ridge.ts';

/** The features that the layer reads, in canonical direction; each changes its sign when the legs are swapped. */
export const SIGN_FEATURE_NAMES = [
	'signs_7d',
	'signs_30d',
	'signs_90d',
	'headline',
	'spread_24h',
	'spread_720h',
	'spread_all',
] as const;

/** Behind the features: the model's own log-odds, and these again where both legs settle on like clocks. */
export const ODDS_WEIGHT_COUNT = SIGN_FEATURE_NAMES.length + 2;

/** Nothing is certain: odds stay this far from 0 and 1. */
const ODDS_MIN = 0.005;

/** The knowledge of a pair at an hour, beside the features of its carry. */
export type SignView = {
	readonly signs: Float64Array;
	/** True where both legs settle hourly, or neither does. */
	readonly hasLikeClocks: boolean;
	/** First − second, a fraction per hour. */
	readonly headline: number;
	readonly ties: TieMemory;
};

/** The odds of one pair over one horizon, in canonical direction. */
export type CarryOdds = {
	/** Added to the log-odds of a positive outcome. */
	readonly shift: number;
	/** Probability of exactly nothing. */
	readonly tie: number;
};

/** @param expected and sd of the same horizon, in one unit */
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

/** The layer's inputs, one per weight: the features of signs, then the model's log-odds. */
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

/** Log-odds of a positive outcome by the error distribution alone, ties left out. */
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
 * P(received ≤ threshold), by one horizon's error distribution and a pair's own odds. Exactly nothing has odds of its own,
 * so P(received < 0) is asked with the threshold `-Number.MIN_VALUE`.
 * @param direction 1 where `expected` and `threshold` are in canonical direction, −1 in the other
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

/** Share of outcomes below the threshold: errors are kept along the expected direction. */
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
