/**
 * Builds a table with the scores of a walk-forward run, their goals, and the scores of simpler forecasts. It shows
 * how far the forecasts can be trusted. The functions are pure.
 */
import type { Estimate } from './block-sums.ts';
import {
	DIRECTIONS,
	type Direction,
	type Forecaster,
	insideShare,
	outcomes,
	reversalOdds,
} from './decision-outcomes.ts';
import { atLeast, between, CALIBRATION_GOAL, type Goal, type Score } from './goals.ts';
import {
	calibrationError,
	type RatedOdds,
	skillAgainstBaseRate,
	skillAgainstClimatology,
	withClimatology,
} from './odds.ts';
import { SCORED_HORIZONS_HOURS } from './received.ts';
import { meanAbsoluteError, type Outcome, outOfSampleR2, receivedRatio, winsorisedLine } from './slopes.ts';
import type { Decision } from './walk-forward.ts';

/** Scores of the model and of simpler forecasts; null for a forecast for which the score is not defined. */
export type ScoreRow = Score & {
	/** Score of the headline, the last settled rates continued over the horizon. */
	readonly headline: Estimate | null;
	/**
	 * Score of the forecast from the mean of the last 30 days, continued over the horizon. In rows about trading, the
	 * score of the 30-day rule.
	 */
	readonly monthMean: Estimate | null;
};

type GoalAt = (index: number) => Goal | null;
type OddsScore = (odds: readonly RatedOdds[], firstHour: number) => Estimate;

const LAST_INDEX = SCORED_HORIZONS_HOURS.length - 1;
const NO_GOAL: GoalAt = () => null;
const SLOPE_GOAL: Readonly<Record<Direction, GoalAt>> = {
	headline: (index) => (index === LAST_INDEX ? between(0.85, 1.25) : between(0.9, 1.12)),
	model: (index) => (index === LAST_INDEX ? between(0.85, 1.2) : between(0.9, 1.12)),
};
const R2_GOAL = leastOf([0.22, 0.29, 0.34, 0.38, 0.39, 0.4]);
const SKILL_GOAL: Readonly<Record<Direction, GoalAt>> = {
	headline: leastOf([0.09, 0.13, 0.17, 0.21, 0.24, 0.26]),
	model: leastOf([0.05, 0.06, 0.07, 0.08, 0.095, 0.11]),
};
const INSIDE_GOALS = [between(0.62, 0.76), atLeast(0.89)] as const;

function leastOf(figures: readonly number[]): GoalAt {
	return (index) => atLeast(figures[index] as number);
}

/**
 * Scores the forecasts of all decisions from hour `from` on. The climatology of the odds uses earlier outcomes as
 * well.
 */
export function forecastScores(
	decisions: readonly Decision[],
	firstHour: number,
	from: number,
): readonly ScoreRow[] {
	const scored = decisions.filter(({ hour }) => hour >= from);
	const compared = (
		measure: string,
		score: (outcomes: readonly Outcome[], firstHour: number) => Estimate,
		goal: GoalAt,
	): readonly ScoreRow[] =>
		perHorizon((index) => {
			const scoreOf = (who: Forecaster): Estimate => score(outcomes(scored, index, who, 'model'), firstHour);
			const headline = scoreOf('headline');
			return { measure, goal: goal(index), ours: scoreOf('model'), headline, monthMean: scoreOf('month') };
		});
	const odds = (
		measure: string,
		score: OddsScore,
		goals: Readonly<Record<Direction, GoalAt>>,
	): readonly ScoreRow[] =>
		DIRECTIONS.flatMap((direction) =>
			perHorizon((index, hours) => {
				const rated = withClimatology(reversalOdds(decisions, index, direction), hours);
				const late = rated.filter(({ hour }) => hour >= from);
				return {
					measure: `${measure}, ${direction} direction`,
					goal: goals[direction](index),
					ours: score(late, firstHour),
					...ALONE,
				};
			}),
		);
	return [
		...DIRECTIONS.flatMap((direction) =>
			SCORED_HORIZONS_HOURS.map((_, index) =>
				slopeRow(scored, index, direction, firstHour, SLOPE_GOAL[direction](index)),
			),
		),
		...DIRECTIONS.flatMap((direction) => interceptRows(scored, direction, firstHour)),
		...compared('R² out of sample', outOfSampleR2, R2_GOAL),
		...compared('received / forecast', receivedRatio, NO_GOAL),
		...compared('mean absolute error, bp', meanAbsoluteError, NO_GOAL),
		...odds('Brier skill, climatology', skillAgainstClimatology, SKILL_GOAL),
		...odds('Brier skill, base rate', skillAgainstBaseRate, { headline: NO_GOAL, model: NO_GOAL }),
		...odds('calibration error', calibrationError, {
			headline: () => CALIBRATION_GOAL,
			model: () => CALIBRATION_GOAL,
		}),
		...INSIDE_GOALS.flatMap((goal, index) => coverageRows(scored, index + 1, goal, firstHour)),
	];
}

const ALONE = { headline: null, monthMean: null } as const;

function perHorizon(
	score: (index: number, hours: number) => Omit<ScoreRow, 'horizonHours'>,
): readonly ScoreRow[] {
	return SCORED_HORIZONS_HOURS.map((hours, index) => ({ ...score(index, hours), horizonHours: hours }));
}

/** Computes the slope of received carry on forecast carry, at the horizon with this index. */
export function slopeRow(
	decisions: readonly Decision[],
	index: number,
	direction: Direction,
	firstHour: number,
	goal: Goal | null,
): ScoreRow {
	const slope = (who: Forecaster): Estimate =>
		winsorisedLine(outcomes(decisions, index, who, direction), firstHour).slope;
	return {
		measure: `slope, ${direction} direction`,
		horizonHours: SCORED_HORIZONS_HOURS[index] as number,
		goal,
		ours: slope('model'),
		headline: direction === 'headline' ? slope('headline') : null,
		monthMean: slope('month'),
	};
}

function interceptRows(
	decisions: readonly Decision[],
	direction: Direction,
	firstHour: number,
): readonly ScoreRow[] {
	return perHorizon((index) => ({
		measure: `intercept, bp, ${direction} direction`,
		goal: null,
		ours: winsorisedLine(outcomes(decisions, index, 'model', direction), firstHour).intercept,
		...ALONE,
	}));
}

function coverageRows(
	decisions: readonly Decision[],
	deviations: number,
	goal: Goal,
	firstHour: number,
): readonly ScoreRow[] {
	return perHorizon((index) => ({
		measure: `inside ${deviations} sd`,
		goal,
		ours: insideShare(decisions, index, deviations, firstHour),
		...ALONE,
	}));
}
