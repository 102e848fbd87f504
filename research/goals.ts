/** Does a score meet its goal? Pure. */
import { toNumber } from '../src/domain/decimal.ts';
import { SCORE_GOALS } from '../src/domain/forecast-scores.ts';
import type { Estimate } from './block-sums.ts';

/** Range that a score should lie in, both ends included; null leaves an end open. */
export type Goal = {
	readonly least: number | null;
	readonly most: number | null;
	/** True where the whole 90 % interval has to lie inside, ends excluded. */
	readonly isForInterval: boolean;
};

/** One score beside its goal. */
export type Score = {
	readonly measure: string;
	/** Null for a score over all horizons. */
	readonly horizonHours: number | null;
	/** Null where the score has no goal. */
	readonly goal: Goal | null;
	readonly ours: Estimate;
};

/** Both bounds are inside the goal. */
export function between(least: number, most: number): Goal {
	return { least, most, isForInterval: false };
}

/** The bound is inside the goal. */
export function atLeast(least: number): Goal {
	return { least, most: null, isForInterval: false };
}

/** The bound is inside the goal. */
export function atMost(most: number): Goal {
	return { least: null, most, isForInterval: false };
}

/** Goal of every calibration error. */
export const CALIBRATION_GOAL = atMost(toNumber(SCORE_GOALS.calibrationError.most));

/** The whole interval has to lie above the limit. */
export function whollyAbove(limit: number): Goal {
	return { least: limit, most: null, isForInterval: true };
}

/** Undefined where there is no goal, or no decision could be scored. */
export function isMet({ goal, ours }: Pick<Score, 'goal' | 'ours'>): boolean | undefined {
	if (goal === null || Number.isNaN(ours.value)) return undefined;
	const least = goal.least ?? Number.NEGATIVE_INFINITY;
	const most = goal.most ?? Number.POSITIVE_INFINITY;
	if (goal.isForInterval) return ours.interval.low > least && ours.interval.high < most;
	return ours.value >= least && ours.value <= most;
}
