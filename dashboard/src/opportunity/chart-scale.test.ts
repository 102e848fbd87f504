import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { logScale, logTicks, straightScale, straightTicks } from './chart-scale.ts';

describe('scales', () => {
	test('lay the ends on the ends, and equal factors at equal distances', () => {
		const x = logScale(1_000, 1_000_000, 50, 350);
		expect([1_000, 10_000, 100_000, 1_000_000].map((amount) => Math.round(x(amount)))).toEqual([
			50, 150, 250, 350,
		]);
		const y = straightScale(-1, 1, 200, 0);
		expect([-1, 0, 1].map(y)).toEqual([200, 100, 0]);
	});
});

describe('ticks', () => {
	test('of amounts are powers of ten, or finer where these are few', () => {
		expect(logTicks(1_000, 2_100_833)).toEqual([1_000, 10_000, 100_000, 1_000_000]);
		expect(logTicks(900, 12_000)).toEqual([1_000, 2_000, 5_000, 10_000]);
	});

	test('of shares hold both ends, rise, and are few', () => {
		const ends = fc.tuple(fc.integer({ min: -9_999, max: 0 }), fc.integer({ min: 1, max: 9_999 }));
		fc.assert(
			fc.property(ends, ([low, high]) => {
				const ticks = straightTicks(low / 1e6, high / 1e6);
				expect(ticks[0]).toBeLessThanOrEqual(low / 1e6 + 1e-12);
				expect(ticks.at(-1)).toBeGreaterThanOrEqual(high / 1e6 - 1e-12);
				expect(ticks.every((tick, index) => index === 0 || tick > (ticks[index - 1] as number))).toBe(true);
				expect(ticks.length).toBeLessThanOrEqual(8);
			}),
		);
		expect(straightTicks(0, 0)).toEqual([0]);
		expect(straightTicks(-0.0025, 0)).toContain(0);
	});
});
