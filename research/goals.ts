/** Defines the goals of scores and checks whether scores meet them. The functions are pure. */
import { toNumber } from '../src/domain/decimal.ts';
import { SCORE_GOALS } from '../src/domain/forecast-scores.ts';
import type { Estimate } from './block-sums.ts';

/** Range in which a score should lie, both ends included. Null means no limit at that end. */
export type Goal = {
	readonly least: number | null;
	readonly most: number | null;
	/** True if the goal is for the interval: the whole 90 % interval must lie strictly inside the range. */
	readonly isForInterval: boolean;
};

/** A score and the goal that it should meet. */
export type Score = {
	readonly measure: string;
	/** Horizon of the score, hours; null for a score that has no single horizon. */
	readonly horizonHours: number | null;
	/** Goal of the score; null if the score has none. */
	readonly goal: Goal | null;
	readonly ours: Estimate;
};

/** Returns a goal with a minimum and a maximum, both inclusive. */
export function between(least: number, most: number): Goal {
	return { least, most, isForInterval: false };
}

/** Returns a goal with an inclusive minimum. */
export function atLeast(least: number): Goal {
	return { least, most: null, isForInterval: false };
}

/** Returns a goal with an inclusive maximum. */
export function atMost(most: number): Goal {
	return { least: null, most, isForInterval: false };
}

/** Goal for the calibration error at every horizon. */
export const CALIBRATION_GOAL = atMost(toNumber(SCORE_GOALS.calibrationError.most));

/** Returns a goal that requires the complete 90 % interval to lie above the limit. */
export function whollyAbove(limit: number): Goal {
	return { least: limit, most: null, isForInterval: true };
}

/** True if the score meets its goal; undefined if it has no goal or no decision could be scored. */
export function isMet({ goal, ours }: Pick<Score, 'goal' | 'ours'>): boolean | undefined {
	if (goal === null || Number.isNaN(ours.value)) return undefined;
	const least = goal.least ?? Number.NEGATIVE_INFINITY;
	const most = goal.most ?? Number.POSITIVE_INFINITY;
	if (goal.isForInterval) return ours.interval.low > least && ours.interval.high < most;
	return ours.value >= least && ours.value <= most;
}
