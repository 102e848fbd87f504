/**
 * Cuts a span into training and test windows, and measures trials on them. Settings are chosen before the days on which
 * they are tested: once in the first training window for all test windows, and again in each window when walking
 * forward. A trial plays the whole span once, and its days are then assigned to windows; a position that is open at the
 * end of a window counts with its value then.
 */

import { yearlyInterval } from '../../domain/bootstrap-interval.ts';
import { largestFall } from '../../domain/drawdown.ts';
import { DAY_MS } from '../../domain/funding.ts';
import { DAYS_PER_YEAR, returnShape, yearlySharpe } from '../../domain/sharpe-ratio.ts';
import type { SweepWindow, WindowsOutcome } from '../report/result.ts';

/** A training window and the test window after it, as days of the span: [trainFrom, testFrom) and [testFrom, testUntil). */
export type DayWindow = { readonly trainFrom: number; readonly testFrom: number; readonly testUntil: number };

/** Returns and openings of a trial on each day of the span. */
export type TrialDays = {
	/** Returns per day as fractions of the capital. */
	readonly returns: readonly number[];
	/** Positions opened per day. */
	readonly opened: readonly number[];
};

/** Windows of a sweep whose order names none, days. */
export const USUAL_WINDOWS = { trainDays: 90, testDays: 30 };
/** Days that the interval and the Sharpe ratio need. */
const DAYS_MIN = 30;

/** Returns the windows of a span. The last test window may be shorter. Empty if the span has no whole training window. */
export function windowsOf(
	days: number,
	{ trainDays, testDays }: { readonly trainDays: number; readonly testDays: number },
): readonly DayWindow[] {
	const windows: DayWindow[] = [];
	for (let trainFrom = 0; trainFrom + trainDays < days; trainFrom += testDays) {
		const testFrom = trainFrom + trainDays;
		windows.push({ trainFrom, testFrom, testUntil: Math.min(days, testFrom + testDays) });
	}
	return windows;
}

/**
 * Returns the days of the first training window. The later ones overlap with test windows, so settings that are chosen
 * on them have seen the days on which they are tested.
 */
export function trainingDays([first]: readonly DayWindow[]): readonly number[] {
	return first === undefined ? [] : daysFrom(first.trainFrom, first.testFrom);
}

/** Returns the days of all test windows. */
export function testDays(windows: readonly DayWindow[]): readonly number[] {
	return windows.flatMap(({ testFrom, testUntil }) => daysFrom(testFrom, testUntil));
}

function daysFrom(from: number, until: number): readonly number[] {
	return Array.from({ length: Math.max(0, until - from) }, (_, index) => from + index);
}

/** Measures a trial on some days. @param unit returns uniform numbers in [0, 1) from the sweep's seed */
export function measureDays(
	{ returns, opened }: TrialDays,
	days: readonly number[],
	capitalUsd: number,
	unit: () => number,
): WindowsOutcome {
	const chosen = days.map((day) => returns[day] ?? 0);
	const sum = chosen.reduce((total, value) => total + value, 0);
	let equity = capitalUsd;
	const equities = [equity];
	for (const value of chosen) {
		equity += value * capitalUsd;
		equities.push(equity);
	}
	return {
		netUsd: sum * capitalUsd,
		days: days.length,
		netPerYear: days.length === 0 ? 0 : (sum * DAYS_PER_YEAR) / days.length,
		interval: yearlyInterval(chosen, unit),
		trades: days.reduce((total, day) => total + (opened[day] ?? 0), 0),
		drawdown: largestFall(equities),
		sharpe: chosen.length < DAYS_MIN ? null : yearlySharpe(returnShape(chosen).sharpe),
	};
}

/** Chooses the trial with the best training return in each window, the first of equals. */
export function chooseInWindows(
	trials: readonly TrialDays[],
	windows: readonly DayWindow[],
	from: number,
): readonly SweepWindow[] {
	const start = Math.floor(from / DAY_MS) * DAY_MS;
	return windows.map(({ trainFrom, testFrom, testUntil }) => ({
		trainFrom: start + trainFrom * DAY_MS,
		testFrom: start + testFrom * DAY_MS,
		testUntil: start + testUntil * DAY_MS,
		chosen: bestOn(trials, daysFrom(trainFrom, testFrom)),
	}));
}

function bestOn(trials: readonly TrialDays[], days: readonly number[]): number {
	const sums = trials.map(({ returns }) => days.reduce((total, day) => total + (returns[day] ?? 0), 0));
	return sums.indexOf(Math.max(...sums));
}

/** Joins the test windows of the trials that were chosen in training. */
export function walkForward(
	trials: readonly TrialDays[],
	windows: readonly DayWindow[],
	chosen: readonly SweepWindow[],
): TrialDays & { readonly days: number } {
	const returns: number[] = [];
	const opened: number[] = [];
	for (const [index, { testFrom, testUntil }] of windows.entries()) {
		const trial = trials[chosen[index]?.chosen ?? 0];
		for (const day of daysFrom(testFrom, testUntil)) {
			returns.push(trial?.returns[day] ?? 0);
			opened.push(trial?.opened[day] ?? 0);
		}
	}
	return { returns, opened, days: returns.length };
}
