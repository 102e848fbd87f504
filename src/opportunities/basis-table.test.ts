import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BASIS_SAMPLES_MIN, createBasisTable } from './basis-table.ts';
import { createPairColumns } from './pair-columns.ts';

type Sample = { readonly first: number; readonly second: number; readonly at: number };

const PAIRS_MAX = 700;

function pairColumns() {
	const columns = createPairColumns();
	columns.ensure(PAIRS_MAX);
	return columns;
}

const HALF_LIFE_MS = 24 * 3_600_000;

/** Reference implementation: a sample loses half of its weight per day of age. */
function naiveStatistics(samples: readonly Sample[], basis: (sample: Sample) => number) {
	const last = samples.at(-1)?.at ?? 0;
	const weights = samples.map(({ at }) => 0.5 ** ((last - at) / HALF_LIFE_MS));
	const whole = weights.reduce((total, weight) => total + weight, 0);
	const values = samples.map(basis);
	const mean = values.reduce((total, value, index) => total + value * (weights[index] as number), 0) / whole;
	const square = values.reduce(
		(total, value, index) => total + (value - mean) ** 2 * (weights[index] as number),
		0,
	);
	return { mean, sd: Math.sqrt(square / whole) };
}

const SAMPLES = fc
	.array(
		fc.record({
			first: fc.double({ min: 90, max: 110, noNaN: true }),
			second: fc.double({ min: 90, max: 110, noNaN: true }),
			afterMs: fc.oneof(fc.constant(1_000), fc.integer({ min: 0, max: 3 * HALF_LIFE_MS })),
		}),
		{ minLength: 1, maxLength: 40 },
	)
	.map((drawn) => {
		let at = Date.UTC(2026, 10, 21);
		return drawn.map(({ afterMs, ...mids }): Sample => {
			at += afterMs;
			return { ...mids, at };
		});
	});

describe('the price basis of a pair', () => {
	test('has the means and the deviation of a direct computation over all samples', () => {
		fc.assert(
			fc.property(SAMPLES, SAMPLES, fc.integer({ min: 0, max: 600 }), (samples, others, pairRow) => {
				const table = createBasisTable(pairColumns());
				table.clear(pairRow);
				table.clear(pairRow + 1);
				for (const { first, second, at } of samples) table.observe(pairRow, first, second, at);
				for (const { first, second, at } of others) table.observe(pairRow + 1, first, second, at);
				const firstLong = naiveStatistics(samples, ({ first, second }) => second / first - 1);
				const secondLong = naiveStatistics(samples, ({ first, second }) => first / second - 1);
				const [one, other] = [table.observed(pairRow, true), table.observed(pairRow, false)];
				expect(one.mean).toBeCloseTo(firstLong.mean, 11);
				expect(other.mean).toBeCloseTo(secondLong.mean, 11);
				expect(one.sd).toBeCloseTo(firstLong.sd, 9);
				expect([one.count, one.sd]).toEqual([samples.length, table.sd(pairRow)]);
				expect(one.spanMs).toBe((samples.at(-1)?.at ?? 0) - (samples[0]?.at ?? 0));
				const isKnown = samples.length >= BASIS_SAMPLES_MIN;
				expect([table.mean(pairRow, true), table.mean(pairRow, false)]).toEqual(
					isKnown ? [one.mean, other.mean] : [Number.NaN, Number.NaN],
				);
			}),
			{ numRuns: 300 },
		);
	});

	test('is empty for a new pair in the same row', () => {
		const table = createBasisTable(pairColumns());
		table.clear(3);
		for (let second = 0; second < 9; second += 1) table.observe(3, 100, 101, second * 1_000);
		expect(table.mean(3, true)).toBe(0.01);
		table.clear(3);
		expect([table.observed(3, true), table.mean(3, true)]).toEqual([
			{ mean: 0, sd: 0, count: 0, spanMs: 0 },
			Number.NaN,
		]);
	});

	test('has a history in either direction', () => {
		const table = createBasisTable(pairColumns());
		const at = Date.UTC(2026, 10, 21, 8);
		table.clear(3);
		table.observe(3, 100, 101, at);
		table.observe(3, 100, 125, at + 1_000);
		table.observe(3, 100, 80, at + 60_000);
		const shown = (firstIsLong: boolean) =>
			table.history(3, firstIsLong, at + 61_000).map((point) => [point.at - at, point.basis.toFixed(6)]);
		expect(shown(true)).toEqual([
			[60_000, '-0.200000'],
			[0, '0.250000'],
		]);
		expect(shown(false)).toEqual([
			[60_000, '0.250000'],
			[0, '-0.200000'],
		]);
		table.clear(3);
		expect(shown(true)).toEqual([]);
	});

	test('keeps its samples when the clock goes back', () => {
		const table = createBasisTable(pairColumns());
		table.clear(0);
		for (const at of [5_000, 4_000, 4_000, 0, 0]) table.observe(0, 100, 102, at);
		expect(table.observed(0, true)).toMatchObject({ count: 5, spanMs: 0 });
		expect(table.mean(0, true)).toBe(0.02);
	});
});
