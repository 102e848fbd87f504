import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLegHistory } from '../domain/leg-history.ts';
import { blendedCarry, clippedMonthMean, HOURLY_RATE_MAX, legWorths, mainGroup } from './leg-worth.ts';

const carry = fc.double({ min: -0.05, max: 0.05, noNaN: true });

/** Lists all pairs of `count` legs, the lower index short. */
function allPairs(count: number): readonly (readonly [number, number])[] {
	return Array.from({ length: count }, (_, short) =>
		Array.from({ length: count - short - 1 }, (_, more) => [short, short + 1 + more] as const),
	).flat();
}

test('is the sum of the carry with all others, over their number plus one, if every pair has a forecast', () => {
	fc.assert(
		fc.property(
			fc.integer({ min: 2, max: 8 }),
			fc.array(carry, { minLength: 28, maxLength: 28 }),
			(count, drawn) => {
				const pairs = allPairs(count).map(([short, long], index) => ({
					short,
					long,
					carry: drawn[index] as number,
				}));
				const worths = legWorths(count, pairs);
				for (let leg = 0; leg < count; leg += 1) {
					const sum = pairs.reduce(
						(total, pair) => total + (pair.short === leg ? pair.carry : pair.long === leg ? -pair.carry : 0),
						0,
					);
					expect(worths[leg]?.worth).toBeCloseTo(sum / count, 12);
					expect(worths[leg]?.group).toBe(0);
				}
			},
		),
	);
});

test('reproduces carry that is a difference of rates, whichever pairs are known', () => {
	const rates = [0.01, -0.004, 0.002, 0.007];
	const pairs = [
		{ short: 0, long: 1 },
		{ short: 2, long: 1 },
		{ short: 3, long: 2 },
	].map(({ short, long }) => ({
		short,
		long,
		carry: (rates[short] as number) - (rates[long] as number),
	}));
	const worths = legWorths(4, pairs);
	for (const { short, long, carry: expected } of pairs)
		expect((worths[short]?.worth as number) - (worths[long]?.worth as number)).toBeCloseTo(expected, 12);
	expect((worths[0]?.worth as number) - (worths[3]?.worth as number)).toBeCloseTo(0.003, 12);
	expect(worths.reduce((sum, { worth }) => sum + worth, 0)).toBeCloseTo(0, 12);
});

test('puts legs that no chain of forecasts connects into groups, and names the largest', () => {
	const worths = legWorths(5, [
		{ short: 0, long: 1, carry: 0.01 },
		{ short: 2, long: 4, carry: 0.02 },
		{ short: 4, long: 3, carry: 0.02 },
		{ short: 1, long: 2, carry: Number.NaN },
	]);
	expect(worths.map(({ group }) => group)).toEqual([0, 0, 2, 2, 2]);
	expect(worths[0]?.worth).toBeCloseTo(0.005, 12);
	expect(worths[1]?.worth).toBeCloseTo(-0.005, 12);
	expect(mainGroup(worths)).toBe(2);
	expect(mainGroup([])).toBeUndefined();
	expect(mainGroup(legWorths(3, []))).toBeUndefined();
	expect(legWorths(1, [])).toEqual([{ worth: 0, group: 0 }]);
});

test('blends half the model with half of 0.6 of the mean spread', () => {
	expect(blendedCarry(0.01, 2e-5, 1e-5)).toBeCloseTo(0.005 + 0.5 * 0.6 * 720 * 1e-5, 12);
	expect(blendedCarry(0.01, 2e-5, 1e-5, 100)).toBeCloseTo(0.005 + 0.5 * 0.6 * 100 * 1e-5, 12);
	expect(blendedCarry(0.01, Number.NaN, 1e-5)).toBeNaN();
});

test('clips hourly rates before the mean', () => {
	const hours = Int32Array.from({ length: 722 }, (_, index) => index);
	const rates = Float64Array.from(hours, (hour) => (hour > 700 ? -0.01 : 1e-5));
	expect(clippedMonthMean(createLegHistory({ hours, rates }), 721)).toBeCloseTo(
		(699 * 1e-5 - 21 * HOURLY_RATE_MAX) / 720,
		12,
	);
});

test('clips a settlement of eight hours at eight times the hourly maximum', () => {
	const hours = Int32Array.from({ length: 92 }, (_, index) => 8 * index);
	const rates = Float64Array.from(hours, (_, index) => (index === 50 ? 0.03 : 8e-5));
	expect(clippedMonthMean(createLegHistory({ hours, rates }), 728)).toBeCloseTo(
		(89 * 8e-5 + 8 * HOURLY_RATE_MAX) / 720,
		12,
	);
});

test('has no mean if more than 3 % of the month is unknown', () => {
	const hours = Int32Array.from({ length: 690 }, (_, index) => index);
	expect(clippedMonthMean(createLegHistory({ hours, rates: new Float64Array(690) }), 689)).toBeNaN();
});
