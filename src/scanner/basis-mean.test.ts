import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Decimal, fromInteger, parseDecimal, toNumber } from '../domain/decimal.ts';
import { basisInDirection, NO_BASIS, observeBasis } from './basis-mean.ts';

const DAY_MS = 24 * 3_600_000;

test('is the mean whose samples lose half of their weight every 24 hours', () => {
	const samples = fc.array(
		fc.record({
			first: fc.integer({ min: 9_000, max: 11_000 }),
			second: fc.integer({ min: 9_000, max: 11_000 }),
			pauseMs: fc.integer({ min: 1, max: 2 * DAY_MS }),
		}),
		{ minLength: 1, maxLength: 40 },
	);
	fc.assert(
		fc.property(samples, (draws) => {
			let observed = NO_BASIS;
			let at = 1_000_000;
			const taken: { readonly at: number; readonly forward: number; readonly backward: number }[] = [];
			for (const { first, second, pauseMs } of draws) {
				at += pauseMs;
				observed = observeBasis(observed, fromInteger(first), fromInteger(second), at);
				taken.push({ at, forward: second / first - 1, backward: first / second - 1 });
			}
			const mean = (value: (sample: (typeof taken)[number]) => number) => {
				const weights = taken.map((sample) => 2 ** (-(at - sample.at) / DAY_MS));
				const total = weights.reduce((sum, weight) => sum + weight, 0);
				return taken.reduce((sum, sample, index) => sum + value(sample) * (weights[index] ?? 0), 0) / total;
			};
			const forward = basisInDirection(observed, true);
			const backward = basisInDirection(observed, false);
			expect(toNumber(forward.mean)).toBeCloseTo(
				mean((sample) => sample.forward),
				9,
			);
			expect(toNumber(backward.mean)).toBeCloseTo(
				mean((sample) => sample.backward),
				9,
			);
			expect(forward.count).toBe(draws.length);
			expect(forward.spanMs).toBe(at - (taken[0]?.at ?? 0));
		}),
	);
});

test('samples that do not differ give exactly their value', () => {
	let observed = NO_BASIS;
	for (let second = 0; second < 500; second += 1)
		observed = observeBasis(observed, fromInteger(100), parseDecimal('100.05'), second * 1_000);
	expect(basisInDirection(observed, true).mean).toBe(parseDecimal('0.0005') as Decimal);
});

test('a clock that steps back neither loses nor overweighs what was seen', () => {
	const first = observeBasis(NO_BASIS, fromInteger(100), fromInteger(101), 10 * DAY_MS);
	const second = observeBasis(first, fromInteger(100), fromInteger(103), 9 * DAY_MS);
	expect(basisInDirection(second, true)).toEqual({ mean: parseDecimal('0.02'), count: 2, spanMs: 0 });
});
