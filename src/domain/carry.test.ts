import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forecastCarry } from '../../test/support/forecast-carry.ts';
import { noisyLeg, settledEvery, upTo } from '../../test/support/settled-legs.ts';
import { type CarryForecast, forecastPair, monthMeanPerYear, probabilityBelow } from './carry.ts';
import { createPairHistory } from './carry-features.ts';
import { CARRY_HORIZONS_HOURS, type CarryModel } from './carry-model.ts';
import { neutralCarryModel, PRIOR_CARRY_MODEL } from './carry-prior.ts';
import { appendSettlement, createLegHistory, type LegSettlements } from './leg-history.ts';

const TO = 2_000;

/** A leg with a settlement interval of 1, 4 or 8 h and with gaps, generated from a seed. */
const anyLeg = fc
	.record({ seed: fc.integer(), interval: fc.constantFrom(1, 4, 8), from: fc.integer({ min: 0, max: 300 }) })
	.map(({ seed, interval, from }) =>
		noisyLeg({ seed, interval, from, to: TO, mean: 1e-5 * ((seed & 7) - 2), noise: 2e-5, missing: 0.05 }),
	);

test('ignores settlements after the hour', () => {
	fc.assert(
		fc.property(anyLeg, anyLeg, fc.integer({ min: 400, max: TO }), (first, second, at) => {
			expect(forecastCarry(PRIOR_CARRY_MODEL, first, second, at)).toEqual(
				forecastCarry(PRIOR_CARRY_MODEL, upTo(first, at), upTo(second, at), at),
			);
		}),
	);
});

test('negates the expected carry and keeps the sd when the legs are swapped', () => {
	fc.assert(
		fc.property(anyLeg, anyLeg, (first, second) => {
			const there = forecastCarry(PRIOR_CARRY_MODEL, first, second, TO);
			const back = forecastCarry(PRIOR_CARRY_MODEL, second, first, TO);
			expect(there?.expected.map((expected) => -expected)).toEqual(
				back?.expected.map((expected) => expect.closeTo(expected, 15)),
			);
			expect(there?.sd).toEqual(back?.sd);
			expect(there?.odds.map(({ shift, tie }) => ({ shift: -shift, tie }))).toEqual(
				back?.odds.map(({ shift, tie }) => ({ shift: expect.closeTo(shift, 9), tie })),
			);
			expect(there).toMatchObject({ firstMean: back?.secondMean, secondMean: back?.firstMean });
		}),
	);
});

test('forecasts the same from histories that grow settlement by settlement', () => {
	fc.assert(
		fc.property(anyLeg, anyLeg, fc.integer({ min: 400, max: TO }), (first, second, at) => {
			const legs = [createLegHistory(upTo(first, 350)), createLegHistory(upTo(second, 350))] as const;
			const pair = createPairHistory(...legs);
			if (pair === undefined) throw new Error('Both legs have settlements.');
			for (let hour = 351; hour <= at; hour += 1) {
				for (const [index, leg] of [first, second].entries()) {
					const found = leg.hours.indexOf(hour);
					const history = legs[index];
					if (found !== -1 && history !== undefined)
						appendSettlement(history, hour, leg.rates[found] as number);
				}
				if (hour % 100 === 0) forecastPair(PRIOR_CARRY_MODEL, pair, ...legs, hour);
			}
			expect(forecastPair(PRIOR_CARRY_MODEL, pair, ...legs, at)).toEqual(
				forecastCarry(PRIOR_CARRY_MODEL, first, second, at),
			);
		}),
		{ numRuns: 30 },
	);
});

test('scales the carry with the rates on like clocks', () => {
	fc.assert(
		fc.property(fc.integer(), fc.double({ min: 0.1, max: 10, noNaN: true }), (seed, factor) => {
			const leg = (offset: number) =>
				noisyLeg({ seed: seed + offset, interval: 8, from: 0, to: TO, mean: 1e-5 * offset, noise: 1e-5 });
			const times = ({ hours, rates }: LegSettlements): LegSettlements => ({
				hours,
				rates: rates.map((rate) => rate * factor),
			});
			const grown: CarryModel = {
				...PRIOR_CARRY_MODEL,
				typicalMovement: PRIOR_CARRY_MODEL.typicalMovement * factor,
			};
			const plain = forecastCarry(PRIOR_CARRY_MODEL, leg(0), leg(1), TO);
			const larger = forecastCarry(grown, times(leg(0)), times(leg(1)), TO);
			for (const figure of ['expected', 'sd'] as const) {
				larger?.[figure].forEach((value, index) => {
					expect(value / factor / (plain?.[figure][index] ?? 0)).toBeCloseTo(1, 6);
				});
			}
		}),
	);
});

test('forecasts nothing before both legs are known, and the prior with less than 30 days', () => {
	const leg = settledEvery(8, 0, 5_000, () => 1e-4);
	const nothing: LegSettlements = { hours: new Int32Array(0), rates: new Float64Array(0) };
	expect(forecastCarry(PRIOR_CARRY_MODEL, leg, nothing, 100)).toBeUndefined();
	expect(forecastCarry(PRIOR_CARRY_MODEL, leg, leg, 8)).toBeUndefined();
	const fitted: CarryModel = { ...PRIOR_CARRY_MODEL, scoredRows: 5_000 };
	expect(forecastCarry(fitted, leg, leg, 720)).toMatchObject({
		basis: 'pooled_prior',
		observations: 712,
		calibrated: false,
	});
	expect(forecastCarry(fitted, leg, leg, 728)).toMatchObject({
		basis: 'own_history',
		observations: 720,
		calibrated: true,
	});
	expect(forecastCarry(PRIOR_CARRY_MODEL, leg, leg, 728)?.calibrated).toBe(false);
});

test('does not treat a missing settlement as a lower rate', () => {
	const hourly = settledEvery(1, 0, TO, () => 1.25e-5);
	const whole = settledEvery(4, 0, TO, () => 5e-5);
	const kept = [...whole.hours.keys()].filter((index) => index !== 400);
	const holed = {
		hours: Int32Array.from(kept, (index) => whole.hours[index] as number),
		rates: Float64Array.from(kept, (index) => whole.rates[index] as number),
	};
	const forecast = forecastCarry(PRIOR_CARRY_MODEL, hourly, holed, TO);
	expect(forecast?.firstMean).toBeCloseTo(1.25e-5, 15);
	expect(forecast?.secondMean).toBeCloseTo(1.25e-5, 15);
	for (const expected of forecast?.expected ?? [1]) expect(Math.abs(expected)).toBeLessThan(1e-12);
});

/** A forecast whose odds favor the first leg's side. The tests read no other field. */
const FORECAST: CarryForecast = {
	expected: [],
	sd: [],
	odds: CARRY_HORIZONS_HOURS.map(() => ({ shift: 0.4, tie: 0 })),
	basis: 'own_history',
	observations: 1_000,
	calibrated: true,
	firstMean: 0,
	secondMean: 0,
	monthMean: 0,
	headlineScales: 0,
	hasLikeClocks: true,
};

test('gives odds that lean to a side more probability there, at every threshold', () => {
	const unmoved = { ...FORECAST, odds: CARRY_HORIZONS_HOURS.map(() => ({ shift: 0, tie: 0 })) };
	const below = (forecast: CarryForecast, direction: 1 | -1, threshold: number) =>
		probabilityBelow(PRIOR_CARRY_MODEL, forecast, direction, 24, 0.2, 1, threshold);
	for (const threshold of [-1, 0, 0.2, 1.5]) {
		expect(below(FORECAST, 1, threshold)).toBeLessThan(below(unmoved, 1, threshold));
		expect(below(FORECAST, -1, threshold)).toBeGreaterThan(below(unmoved, -1, threshold));
	}
});

test('measures the headline in scales of the pair, equal in both directions and above three in a squeeze', () => {
	const level = settledEvery(8, 0, TO, () => 0);
	const paying = (last: number) => settledEvery(8, 0, TO, (hour) => (hour === TO ? last : 1e-4));
	const scales = (first: LegSettlements, second: LegSettlements) =>
		forecastCarry(PRIOR_CARRY_MODEL, first, second, TO)?.headlineScales;
	expect(scales(level, level)).toBe(0);
	// One scale is 1.5 mean movements, and all movements but the last were equal.
	expect(scales(paying(1e-4), level)).toBeCloseTo(1 / 1.5, 1);
	expect(scales(paying(3e-3), level)).toBeGreaterThan(3);
	expect(scales(level, paying(3e-3))).toBe(scales(paying(3e-3), level));
});

test('raises odds with the threshold, avoids certainty, and mirrors them with the direction', () => {
	const figure = fc.double({ min: -5, max: 5, noNaN: true });
	fc.assert(
		fc.property(
			fc.constantFrom(...CARRY_HORIZONS_HOURS, 3, 100, 2_000),
			figure,
			figure,
			figure,
			(hours, expected, a, b) => {
				const [low, high] = a <= b ? [a, b] : [b, a];
				const below = (threshold: number) =>
					probabilityBelow(PRIOR_CARRY_MODEL, FORECAST, 1, hours, expected, 1, threshold);
				expect(below(low)).toBeLessThanOrEqual(below(high) + 1e-12);
				expect(below(low)).toBeGreaterThan(0);
				expect(below(high)).toBeLessThan(1);
				fc.pre(expected !== 0 && a !== 0);
				const mirrored = probabilityBelow(PRIOR_CARRY_MODEL, FORECAST, -1, hours, -expected, 1, -a);
				expect(below(a) + mirrored).toBeCloseTo(1, 9);
			},
		),
	);
});

test('gives exactly zero its own share of the odds', () => {
	const odds = CARRY_HORIZONS_HOURS.map(() => ({ shift: 0, tie: 0.2 }));
	const below = (sd: number, threshold: number) =>
		probabilityBelow(neutralCarryModel(), { ...FORECAST, odds }, 1, 8, 0.5, sd, threshold);
	expect(below(1, 0) - below(1, -Number.MIN_VALUE)).toBeCloseTo(0.2, 9);
	expect(below(0, 0.4)).toBe(0);
	expect(below(0, 0.5)).toBe(1);
});

test('takes the mean of 30 days from both legs, and none if a day of the month is missing', () => {
	const leg = (rate: number) => settledEvery(8, 0, TO, () => rate);
	const meanOf = (missing: number) => {
		const whole = leg(3e-4);
		const kept = [...whole.hours.keys()].filter(
			(index) => (whole.hours[index] as number) <= TO - 24 - missing || index > whole.hours.length - 4,
		);
		const first = {
			hours: Int32Array.from(kept, (index) => whole.hours[index] as number),
			rates: Float64Array.from(kept, (index) => whole.rates[index] as number),
		};
		return forecastCarry(PRIOR_CARRY_MODEL, first, leg(1e-4), TO)?.monthMean;
	};
	expect(meanOf(0)).toBeCloseTo(2e-4 / 8, 12);
	expect(meanOf(16)).toBeCloseTo(2e-4 / 8, 12);
	expect(meanOf(48)).toBeNaN();
	expect(meanOf(690)).toBeNaN();
});

test('returns the mean of 30 days in a direction, per year', () => {
	const forecast = { ...FORECAST, monthMean: 2e-5 };
	expect(monthMeanPerYear(forecast, 1)).toBeCloseTo(0.1752, 12);
	expect(monthMeanPerYear(forecast, -1)).toBeCloseTo(-0.1752, 12);
});
