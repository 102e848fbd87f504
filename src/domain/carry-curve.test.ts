import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CarryForecast } from './carry.ts';
import { CARRY_HOURS_MAX, carrySd, expectedCarry, forwardRate, legForwardRates } from './carry-curve.ts';
import { CARRY_HORIZONS_HOURS } from './carry-model.ts';

const figure = fc.double({ min: -0.01, max: 0.01, noNaN: true });
const anyForecast: fc.Arbitrary<CarryForecast> = fc
	.record({
		expected: fc.array(figure, { minLength: 6, maxLength: 6 }),
		sd: fc.array(fc.double({ min: 1e-5, max: 0.01, noNaN: true }), { minLength: 6, maxLength: 6 }),
		firstMean: figure,
		secondMean: figure,
	})
	.map((drawn) => ({
		...drawn,
		odds: [],
		headlineScales: 0,
		hasLikeClocks: true,
		monthMean: 0,
		basis: 'own_history',
		observations: 1_000,
		calibrated: true,
	}));

test('adds up whole settlements of both clocks to the expected carry of the horizon', () => {
	const interval = fc.constantFrom(1, 2, 4, 8);
	fc.assert(
		fc.property(
			anyForecast,
			interval,
			interval,
			fc.constantFrom(0, 1, 2, 3, 4, 5),
			(forecast, first, second, index) => {
				const horizon = CARRY_HORIZONS_HOURS[index] as number;
				let total = 0;
				for (let hour = first; hour <= horizon; hour += first)
					total += first * legForwardRates(forecast, hour).first;
				for (let hour = second; hour <= horizon; hour += second) {
					total -= second * legForwardRates(forecast, hour).second;
				}
				expect(total).toBeCloseTo(forecast.expected[index] as number, 12);
			},
		),
	);
});

test('keeps the difference of the legs equal to the forward rate of the pair, around their own means', () => {
	fc.assert(
		fc.property(anyForecast, fc.integer({ min: 1, max: CARRY_HOURS_MAX }), (forecast, hours) => {
			const { first, second } = legForwardRates(forecast, hours);
			expect(first - second).toBeCloseTo(forwardRate(forecast, hours), 12);
			expect(first + second).toBeCloseTo(forecast.firstMean + forecast.secondMean, 12);
		}),
	);
});

test('returns the carry of a horizon exactly, and sums the hours between and beyond horizons', () => {
	fc.assert(
		fc.property(anyForecast, fc.integer({ min: 0, max: CARRY_HOURS_MAX }), (forecast, hours) => {
			let sum = 0;
			for (let hour = 1; hour <= hours; hour += 1) sum += forwardRate(forecast, hour);
			expect(expectedCarry(forecast, hours)).toBeCloseTo(sum, 10);
		}),
		{ numRuns: 30 },
	);
});

test('fades a forward rate by a fifth every 30 days beyond 30 days', () => {
	const expected = CARRY_HORIZONS_HOURS.map((hours) => 1e-6 * hours);
	const forecast: CarryForecast = {
		expected,
		sd: expected,
		odds: [],
		headlineScales: 0,
		hasLikeClocks: true,
		monthMean: 0,
		basis: 'own_history',
		observations: 1_000,
		calibrated: true,
		firstMean: 0,
		secondMean: 0,
	};
	expect(forwardRate(forecast, 720)).toBeCloseTo(1e-6, 15);
	expect(forwardRate(forecast, 721)).toBeCloseTo(0.8e-6, 15);
	expect(forwardRate(forecast, 1_440)).toBeCloseTo(0.8e-6, 15);
	expect(forwardRate(forecast, 1_441)).toBeCloseTo(0.64e-6, 15);
	expect(expectedCarry(forecast, 2_160)).toBeCloseTo(720e-6 * 2.44, 12);
});

test('uses the sd of the horizons, the 8 h sd below them, and a growing sd beyond them', () => {
	fc.assert(
		fc.property(anyForecast, (forecast) => {
			CARRY_HORIZONS_HOURS.forEach((hours, index) => {
				expect(carrySd(forecast, hours)).toBeCloseTo(forecast.sd[index] as number, 12);
			});
			expect(carrySd(forecast, 1)).toBe(forecast.sd[0]);
			expect(carrySd(forecast, 2_160)).toBeCloseTo(3 * (forecast.sd[5] as number), 12);
			const [low, high] = [forecast.sd[2] as number, forecast.sd[3] as number].sort((a, b) => a - b);
			expect(carrySd(forecast, 100)).toBeGreaterThanOrEqual((low as number) * (1 - 1e-9));
			expect(carrySd(forecast, 100)).toBeLessThanOrEqual((high as number) * (1 + 1e-9));
		}),
	);
});
