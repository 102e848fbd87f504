/** Tests how a span is cut into windows, and which trial is chosen on them. */
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../domain/funding.ts';
import {
	chooseInWindows,
	measureDays,
	type TrialDays,
	testDays,
	trainingDays,
	walkForward,
	windowsOf,
} from './sweep-windows.ts';

const FROM = Date.UTC(2026, 0, 1);
const unit = (): number => 0.5;

/** Returns a trial that earns 1 % of the capital on some days and opens a position on each of them. */
function earnsOn(days: readonly number[], length: number): TrialDays {
	const on = Array.from({ length }, (_, day) => (days.includes(day) ? 1 : 0));
	return { returns: on.map((share) => share / 100), opened: on };
}

describe('windows', () => {
	test.each([
		['as many days as training and testing need', 40, [[0, 30, 40]]],
		['a day more than training needs', 31, [[0, 30, 31]]],
		[
			'a last test window of a day',
			51,
			[
				[0, 30, 40],
				[10, 40, 50],
				[20, 50, 51],
			],
		],
		['as many days as training needs', 30, []],
		['no day', 0, []],
	])('cut a span with %s', (_name, days, expected) => {
		const windows = windowsOf(days, { trainDays: 30, testDays: 10 });
		expect(windows.map(({ trainFrom, testFrom, testUntil }) => [trainFrom, testFrom, testUntil])).toEqual(
			expected,
		);
	});

	test('test each day once, from the end of the first training window to the end of the span', () => {
		for (let days = 3; days < 40; days += 1) {
			const windows = windowsOf(days, { trainDays: 2, testDays: 3 });
			expect(testDays(windows)).toEqual(Array.from({ length: days - 2 }, (_, index) => index + 2));
			expect(trainingDays(windows)).toEqual([0, 1]);
		}
	});
});

describe('the choice', () => {
	const windows = windowsOf(12, { trainDays: 4, testDays: 4 });

	test('is made in each window by its training days alone, the first of equals', () => {
		const trials = [earnsOn([4, 5, 6, 7, 8, 9, 10, 11], 12), earnsOn([3], 12), earnsOn([0], 12)];
		const chosen = chooseInWindows(trials, windows, FROM);
		expect(chosen).toEqual([
			{ trainFrom: FROM, testFrom: FROM + 4 * DAY_MS, testUntil: FROM + 8 * DAY_MS, chosen: 1 },
			{
				trainFrom: FROM + 4 * DAY_MS,
				testFrom: FROM + 8 * DAY_MS,
				testUntil: FROM + 12 * DAY_MS,
				chosen: 0,
			},
		]);
		const forward = walkForward(trials, windows, chosen);
		expect(forward.returns).toEqual([0, 0, 0, 0, 0.01, 0.01, 0.01, 0.01]);
		expect(forward.opened).toEqual([0, 0, 0, 0, 1, 1, 1, 1]);
	});

	test('in training and the test of a trial have no day in common', () => {
		const trial = earnsOn([4, 5], 12);
		const training = measureDays(trial, trainingDays(windows), 1_000, unit);
		const tested = measureDays(trial, testDays(windows), 1_000, unit);
		expect(training).toMatchObject({ days: 4, netUsd: 0, trades: 0, netPerYear: 0 });
		expect(tested).toMatchObject({ days: 8, netUsd: 20, trades: 2 });
		expect(tested.netPerYear).toBeCloseTo((0.02 / 8) * 365, 9);
	});

	test('starts at midnight of the first day', () => {
		const [first] = chooseInWindows([earnsOn([0], 12)], windows, FROM + DAY_MS / 2);
		expect(first?.trainFrom).toBe(FROM);
	});
});

test('a fall in the test days counts from the capital, and figures of few days have no interval', () => {
	const { drawdown, interval, sharpe } = measureDays(
		{ returns: [-0.1, 0.05, -0.02], opened: [0, 0, 0] },
		[0, 1, 2],
		1_000,
		unit,
	);
	expect(drawdown.usd).toBeCloseTo(100, 9);
	expect({ interval, sharpe }).toEqual({ interval: null, sharpe: null });
});
