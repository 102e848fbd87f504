import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createBasisSeries } from './basis-series.ts';

const MINUTE_MS = 60_000;
const T0 = Date.UTC(2026, 10, 21, 8);

type Seen = { readonly at: number; readonly basis: number };

/** Reference implementation: the last value in each of the last `steps` steps, newest first. */
function naive(seen: readonly Seen[], now: number, stepMs: number, steps: number): Seen[] {
	const last = new Map<number, number>();
	for (const { at, basis } of seen) last.set(Math.floor(at / stepMs), basis);
	const oldest = Math.floor(now / stepMs) - steps + 1;
	return [...last]
		.filter(([step]) => step >= oldest)
		.sort(([a], [b]) => b - a)
		.map(([step, basis]) => ({ at: step * stepMs, basis }));
}

function naivePoints(seen: readonly Seen[], now: number): Seen[] {
	const minutes = naive(seen, now, MINUTE_MS, 60);
	const from = minutes.at(-1)?.at ?? Number.POSITIVE_INFINITY;
	return [
		...minutes,
		...naive(seen, now, 10 * MINUTE_MS, 144).filter(({ at }) => at + 10 * MINUTE_MS <= from),
	];
}

const SEEN = fc
	.array(
		fc.record({
			basis: fc.integer({ min: -500, max: 500 }).map((count) => Math.fround(count / 1e5)),
			afterMs: fc.oneof(
				fc.constant(1_000),
				fc.integer({ min: 0, max: 200_000 }),
				fc.integer({ min: 0, max: 26 * 3_600_000 }),
			),
		}),
		{ maxLength: 120 },
	)
	.map((drawn) => {
		let at = T0;
		return drawn.map(({ basis, afterMs }): Seen => {
			at += afterMs;
			return { basis, at };
		});
	});

describe('the series of a price basis', () => {
	test('has the last value of each minute of an hour and each ten minutes of a day, newest first', () => {
		fc.assert(
			fc.property(
				SEEN,
				SEEN,
				fc.integer({ min: 0, max: 600 }),
				fc.integer({ min: 0, max: 30 * 3_600_000 }),
				(seen, others, pairRow, laterMs) => {
					const series = createBasisSeries();
					series.clear(pairRow);
					series.clear(pairRow + 1);
					for (const { at, basis } of others) series.put(pairRow + 1, basis, at);
					for (const { at, basis } of seen) series.put(pairRow, basis, at);
					const now = (seen.at(-1)?.at ?? T0) + laterMs;
					const points = series.points(pairRow, now);
					expect(points).toEqual(naivePoints(seen, now));
					expect(points.length).toBeLessThanOrEqual(60 + 144);
				},
			),
			{ numRuns: 500 },
		);
	});

	test('is empty for a new pair in the same row', () => {
		const series = createBasisSeries();
		series.put(130, 0.25, T0);
		series.clear(130);
		expect(series.points(130, T0)).toEqual([]);
		series.put(130, 0.5, T0 + MINUTE_MS);
		expect(series.points(130, T0 + MINUTE_MS)).toEqual([{ at: T0 + MINUTE_MS, basis: 0.5 }]);
	});

	test('keeps its values when the clock goes back', () => {
		const series = createBasisSeries();
		series.put(0, 0.25, T0 + MINUTE_MS);
		series.put(0, 0.5, T0);
		expect(series.points(0, T0 + MINUTE_MS)).toEqual([{ at: T0 + MINUTE_MS, basis: 0.25 }]);
	});

	test('is empty for an unknown pair', () => {
		expect(createBasisSeries().points(7, T0)).toEqual([]);
	});
});
