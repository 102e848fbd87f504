import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linearScale, linearTicks, logScale, logTicks } from './chart-scale.ts';

describe('scales', () => {
	test('map ends to ends, and equal factors to equal distances', () => {
		const x = logScale(1_000, 1_000_000, 50, 350);
		expect([1_000, 10_000, 100_000, 1_000_000].map((amount) => Math.round(x(amount)))).toEqual([
			50, 150, 250, 350,
		]);
		const y = linearScale(-1, 1, 200, 0);
		expect([-1, 0, 1].map(y)).toEqual([200, 100, 0]);
	});
});

describe('ticks', () => {
	test('are powers of ten for amounts, or finer if these are few', () => {
		expect(logTicks(1_000, 2_100_833)).toEqual([1_000, 10_000, 100_000, 1_000_000]);
		expect(logTicks(900, 12_000)).toEqual([1_000, 2_000, 5_000, 10_000]);
	});

	test('enclose both ends, rise, and are few for shares', () => {
		const ends = fc.tuple(fc.integer({ min: -9_999, max: 0 }), fc.integer({ min: 1, max: 9_999 }));
		fc.assert(
			fc.property(ends, ([low, high]) => {
				const ticks = linearTicks(low / 1e6, high / 1e6);
				expect(ticks[0]).toBeLessThanOrEqual(low / 1e6 + 1e-12);
				expect(ticks.at(-1)).toBeGreaterThanOrEqual(high / 1e6 - 1e-12);
				expect(ticks.every((tick, index) => index === 0 || tick > (ticks[index - 1] as number))).toBe(true);
				expect(ticks.length).toBeLessThanOrEqual(8);
			}),
		);
		expect(linearTicks(0, 0)).toEqual([0]);
		expect(linearTicks(-0.0025, 0)).toContain(0);
	});
});
