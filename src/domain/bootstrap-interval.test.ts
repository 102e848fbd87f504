import { describe, expect, test } from 'vitest';
import { drawnNormal } from '../../test/support/drawn-normal.ts';
import { seededRandom } from '../runtime/seeded-random.ts';
import { yearlyInterval } from './bootstrap-interval.ts';

/** Daily returns with a mean of 10 % a year. Each keeps the share `memory` of the deviation of the day before. */
function drawReturns(seed: number, days: number, memory: number): number[] {
	const normal = drawnNormal(seed);
	let deviation = 0;
	return Array.from({ length: days }, () => {
		const shock = normal() * Math.sqrt(1 - memory ** 2);
		deviation = memory * deviation + shock;
		return 0.1 / 365 + 0.001 * deviation;
	});
}

/** Share of intervals that contain the true mean. */
function coverage(days: number, memory: number): number {
	const draws = 200;
	let inside = 0;
	for (let draw = 0; draw < draws; draw += 1) {
		const interval = yearlyInterval(drawReturns(draw, days, memory), seededRandom(draw + 9_000).unit);
		if (interval !== null && interval.low <= 0.1 && interval.high >= 0.1) inside += 1;
	}
	return inside / draws;
}

describe('the interval of the yearly net', () => {
	test.each([
		['a year of independent days', 365, 0],
		['a year of days that resemble the day before', 365, 0.7],
		['a quarter of independent days', 90, 0],
	])('contains the true mean in most draws of %s', (_name, days, memory) => {
		const share = coverage(days, memory);
		expect(share).toBeGreaterThan(0.83);
		expect(share).toBeLessThan(0.96);
	});

	test('is wider for days that resemble each other than for the same days in random order', () => {
		const returns = drawReturns(5, 365, 0.9);
		const random = seededRandom(6);
		const shuffled = returns
			.map((value) => ({ value, order: random.unit() }))
			.sort((one, other) => one.order - other.order)
			.map(({ value }) => value);
		const width = (values: readonly number[]): number => {
			const interval = yearlyInterval(values, seededRandom(7).unit);
			return (interval?.high ?? 0) - (interval?.low ?? 0);
		};
		expect(width(returns)).toBeGreaterThan(2 * width(shuffled));
	});

	test('is the same for the same numbers, and a point for returns that do not vary', () => {
		const returns = drawReturns(1, 200, 0.5);
		expect(yearlyInterval(returns, seededRandom(3).unit)).toEqual(
			yearlyInterval(returns, seededRandom(3).unit),
		);
		const flat = yearlyInterval(
			Array.from({ length: 60 }, () => 0.001),
			seededRandom(3).unit,
		);
		expect(flat?.low).toBeCloseTo(0.365, 10);
		expect(flat?.high).toBeCloseTo(0.365, 10);
	});

	test('is not given for fewer than 30 days', () => {
		expect(yearlyInterval(drawReturns(1, 29, 0), seededRandom(3).unit)).toBeNull();
		expect(yearlyInterval(drawReturns(1, 30, 0), seededRandom(3).unit)).not.toBeNull();
	});
});
