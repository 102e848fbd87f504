import { expect, test } from 'vitest';
import { seededRandom } from '../src/runtime/seeded-random.ts';
import { createBlockSums, estimate, percentile } from './block-sums.ts';
import { meanAbsoluteError, type Outcome, outOfSampleR2, receivedRatio, winsorisedLine } from './slopes.ts';

function outcomes(
	count: number,
	receivedOf: (expected: number, index: number) => number,
): readonly Outcome[] {
	const { unit } = seededRandom(3);
	return Array.from({ length: count }, (_, index) => {
		const expected = 2 * unit() - 1;
		return {
			hour: 10 * index,
			expected,
			received: receivedOf(expected, index),
			direction: Math.sign(expected),
		};
	});
}

test('carry of half the forecast plus a constant has a slope of one half and that intercept', () => {
	const rows = outcomes(2_000, (expected) => 0.5 * expected + 0.25 * Math.sign(expected));
	const { slope, intercept } = winsorisedLine(rows, 0);
	expect(slope.value).toBeCloseTo(0.5, 2);
	expect(intercept.value).toBeCloseTo(0.25, 2);
	expect(intercept.interval.low).toBeLessThanOrEqual(intercept.value);
	expect(slope.interval.low).toBeLessThanOrEqual(slope.value);
	expect(slope.interval.high).toBeGreaterThanOrEqual(slope.value);
});

test('decisions without a direction are left out; decisions of the other side change sign', () => {
	const rows = outcomes(2_000, (expected) => expected);
	const spoilt = { hour: 5, expected: 0, received: 1e6, direction: 0 };
	const turned = rows.map((row) => ({ ...row, direction: -row.direction }));
	expect(winsorisedLine([...rows, spoilt], 0).slope.value).toBeCloseTo(1, 6);
	expect(winsorisedLine(turned, 0).slope.value).toBeCloseTo(1, 6);
});

test('each variable is clipped at its own first and last percentile', () => {
	const rows = outcomes(2_000, (expected, index) => (index === 7 ? 1e9 : expected));
	expect(winsorisedLine(rows, 0).slope.value).toBeCloseTo(1, 1);
});

test('R² out of sample is 1 for exact forecasts, 0 for zero forecasts, and negative for forecasts twice too large', () => {
	const rows = outcomes(2_000, (expected) => expected);
	expect(outOfSampleR2(rows, 0).value).toBe(1);
	expect(
		outOfSampleR2(
			rows.map((row) => ({ ...row, expected: 0 })),
			0,
		).value,
	).toBe(0);
	expect(
		outOfSampleR2(
			rows.map((row) => ({ ...row, expected: -row.received })),
			0,
		).value,
	).toBeCloseTo(-3, 6);
});

test('R² clips forecasts at the percentiles of received carry', () => {
	const rows = outcomes(2_000, (expected) => expected);
	const wild = rows.map((row) => ({ ...row, expected: 1_000 * row.expected }));
	const sign = rows.map((row) => ({ ...row, expected: Math.sign(row.expected) }));
	expect(outOfSampleR2(wild, 0).value).toBeCloseTo(outOfSampleR2(sign, 0).value, 1);
});

test('the ratio and the mean absolute error are not clipped', () => {
	const rows = [
		{ hour: 0, expected: 2, received: 1, direction: 1 },
		{ hour: 1, expected: -2, received: 7, direction: 1 },
	];
	expect(receivedRatio(rows, 0).value).toBe((1 - 7) / 4);
	expect(meanAbsoluteError(rows, 0).value).toBe((1 + 9) / 2);
});

test('percentiles lie between the ordered values', () => {
	const sorted = Float64Array.of(0, 10, 20, 30);
	expect(percentile(sorted, 0.5)).toBe(15);
	expect(percentile(sorted, 0.05)).toBeCloseTo(1.5, 12);
	expect(percentile(sorted, 1)).toBe(30);
	expect(percentile(new Float64Array(0), 0.5)).toBeNaN();
});

test('a block is 672 hours from the first hour of the file', () => {
	const sums = createBlockSums(100);
	for (const hour of [100, 771, 772, 1_443, 1_444]) sums.add(hour, [1]);
	expect(sums.blocks().map(([count]) => count)).toEqual([2, 2, 1]);
});

test('equal blocks give an interval of zero width, different blocks a wider one', () => {
	const alike = createBlockSums(0);
	const differ = createBlockSums(0);
	for (let block = 0; block < 10; block += 1) {
		alike.add(672 * block, [3, 1]);
		differ.add(672 * block, [block, 1]);
	}
	const mean = ([sum, count]: Float64Array): number => (sum as number) / (count as number);
	expect(estimate(alike, mean)).toEqual({ value: 3, interval: { low: 3, high: 3 } });
	const { value, interval } = estimate(differ, mean);
	expect(value).toBe(4.5);
	expect(interval.low).toBeGreaterThan(2.5);
	expect(interval.low).toBeLessThan(3.5);
	expect(interval.high).toBeGreaterThan(5.5);
	expect(interval.high).toBeLessThan(6.5);
});
