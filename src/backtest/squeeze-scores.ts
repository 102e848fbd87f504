/** Are forecasts honest in a squeeze, where the headline is far beyond what is usual for the pair? Pure. */
import { SQUEEZE_SCALES } from '../domain/promise-scores.ts';
import { createBlockSums, type Estimate, estimate } from './block-sums.ts';
import { insideShare, reversalOdds } from './decision-outcomes.ts';
import { atLeast, type Score } from './goals.ts';
import type { Odds } from './odds.ts';
import { SCORED_HORIZONS_HOURS } from './received.ts';
import type { Decision } from './walk-forward.ts';

const ONE_SD_LEAST = 0.6;
const TWO_SD_LEAST = 0.88;

/** One horizon; reversal is in the direction of the headline. */
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

export function squeezeScores(decisions: readonly Decision[], firstHour: number): readonly SqueezeScore[] {
	const squeezes = decisions.filter(({ headlineScales }) => headlineScales > SQUEEZE_SCALES);
	return SCORED_HORIZONS_HOURS.map((hours, index) => {
		const inside = (deviations: number, least: number): Score => ({
			measure: `squeezes, inside ${deviations} sd`,
			horizonHours: hours,
			goal: atLeast(least),
			ours: insideShare(squeezes, index, deviations, firstHour),
		});
		const odds = reversalOdds(squeezes, index, 'headline');
		return {
			hours,
			count: odds.length,
			oneSd: inside(1, ONE_SD_LEAST),
			twoSd: inside(2, TWO_SD_LEAST),
			stated: meanOf(odds, ({ probability }) => probability, firstHour),
			cameTrue: meanOf(odds, ({ event }) => event, firstHour),
		};
	});
}

function meanOf(odds: readonly Odds[], figure: (row: Odds) => number, firstHour: number): Estimate {
	const sums = createBlockSums(firstHour);
	for (const row of odds) sums.add(row.hour, [figure(row), 1]);
	return estimate(sums, ([sum, count]) => (sum as number) / (count as number));
}
