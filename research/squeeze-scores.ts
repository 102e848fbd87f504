/**
 * Checks the forecasts' uncertainty in a squeeze, when the headline is far beyond the pair's usual range. The
 * functions are pure.
 */
import { type Decimal, toNumber } from '../src/domain/decimal.ts';
import { SCORE_GOALS, SQUEEZE_SCALES } from '../src/domain/forecast-scores.ts';
import { type Estimate, meanEstimate } from './block-sums.ts';
import { insideShare, reversalOdds } from './decision-outcomes.ts';
import { atLeast, type Score } from './goals.ts';
import { SCORED_HORIZONS_HOURS } from './received.ts';
import type { Decision } from './walk-forward.ts';

const { squeezeInsideOne, squeezeInsideTwo } = SCORE_GOALS;

/**
 * Scores at one horizon: coverage within one and two standard deviations, and reversals of the headline's direction.
 */
export type SqueezeScore = {
	readonly hours: number;
	/** Number of decisions whose outcome is known. */
	readonly count: number;
	readonly oneSd: Score;
	readonly twoSd: Score;
	/** Mean of the stated probabilities of a reversal. */
	readonly stated: Estimate;
	/** Fraction of decisions after which carry reversed. */
	readonly cameTrue: Estimate;
};

/** Scores the decisions made in a squeeze, for each horizon. `firstHour` is the first hour of the file. */
export function squeezeScores(decisions: readonly Decision[], firstHour: number): readonly SqueezeScore[] {
	const squeezes = decisions.filter(({ headlineScales }) => headlineScales > SQUEEZE_SCALES);
	return SCORED_HORIZONS_HOURS.map((hours, index) => {
		const inside = (deviations: number, least: Decimal): Score => ({
			measure: `squeezes, inside ${deviations} sd`,
			horizonHours: hours,
			goal: atLeast(toNumber(least)),
			ours: insideShare(squeezes, index, deviations, firstHour),
		});
		const odds = reversalOdds(squeezes, index, 'headline');
		return {
			hours,
			count: odds.length,
			oneSd: inside(1, squeezeInsideOne.least),
			twoSd: inside(2, squeezeInsideTwo.least),
			stated: meanEstimate(odds, ({ probability }) => probability, firstHour),
			cameTrue: meanEstimate(odds, ({ event }) => event, firstHour),
		};
	});
}
