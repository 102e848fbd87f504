/** Are forecasts honest in a squeeze, when the headline is far beyond the pair's usual range? Pure. */
import { type Decimal, toNumber } from '../src/domain/decimal.ts';
import { SCORE_GOALS, SQUEEZE_SCALES } from '../src/domain/forecast-scores.ts';
import { type Estimate, meanEstimate } from './block-sums.ts';
import { insideShare, reversalOdds } from './decision-outcomes.ts';
import { atLeast, type Score } from './goals.ts';
import { SCORED_HORIZONS_HOURS } from './received.ts';
import type { Decision } from './walk-forward.ts';

const { squeezeInsideOne, squeezeInsideTwo } = SCORE_GOALS;

/** Scores at one horizon; a reversal is measured in the direction of the headline. */
export type SqueezeScore = {
	readonly hours: number;
	/** Decisions whose outcome is known. */
	readonly count: number;
	readonly oneSd: Score;
	readonly twoSd: Score;
	/** Mean stated probability of a reversal, and the share that came true. */
	readonly stated: Estimate;
	readonly cameTrue: Estimate;
};

/** Shares of outcomes inside one and two standard deviations for each horizon, from `firstHour` on. */
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
