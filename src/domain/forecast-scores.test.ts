import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../runtime/seeded-random.ts';
import { type Decimal, parseDecimal as d, fromInteger, toNumber } from './decimal.ts';
import {
	CALIBRATION_COUNT_MIN,
	forecastScores,
	JUDGED_COUNT_MIN,
	type ScorePart,
	type StatedForecast,
	talliesOf,
} from './forecast-scores.ts';
import { SLOPE_COUNT_MIN } from './track-record.ts';

function forecast(change: Partial<StatedForecast> = {}): StatedForecast {
	return {
		expected: 0.004,
		received: 0.005,
		sd: 0.001,
		reversalStated: 0.12,
		forecastAt: 1_000,
		horizonHours: 720,
		verdict: 'trade',
		totalCost: 0.003,
		probabilityPositive: 0.64,
		headlineScales: 1,
		isSameClock: true,
		hasDex: false,
		...change,
	};
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const times = (count: number, change: Partial<StatedForecast> = {}) =>
	numbers(count).map(() => forecast(change));
const scoresOf = (forecasts: readonly StatedForecast[]) => forecastScores(forecasts.flatMap(talliesOf));
const figure = (value: Decimal | null) => toNumber(value ?? fromInteger(-9));

describe('counts one forecast', () => {
	const parts = (change: Partial<StatedForecast>): readonly ScorePart[] =>
		talliesOf(forecast(change)).map(({ part }) => part);

	test.each<[string, Partial<StatedForecast>, readonly ScorePart[]]>([
		['by its clock and its verdict', {}, ['same_clock', 'trade']],
		['among different clocks', { isSameClock: false }, ['different_clock', 'trade']],
		['with a DEX as well', { hasDex: true }, ['same_clock', 'dex', 'trade']],
		['as a squeeze beyond three scales', { headlineScales: 3.01 }, ['same_clock', 'squeeze', 'trade']],
		['not as a squeeze at three scales', { headlineScales: 3 }, ['same_clock', 'trade']],
		['not as a squeeze with an unknown scale', { headlineScales: null }, ['same_clock', 'trade']],
		['among other verdicts', { verdict: 'no_trade' }, ['same_clock', 'other']],
		['by no verdict without a cost', { totalCost: null }, ['same_clock']],
		['by no verdict without its odds', { probabilityPositive: null }, ['same_clock']],
		['nowhere if an earlier version made it', { isSameClock: null }, []],
	])('%s', (_how, change, expected) => {
		expect(parts(change)).toEqual(expected);
	});

	test('in its horizon bucket and in the tenth of its stated probability', () => {
		const bins = (change: Partial<StatedForecast>) =>
			talliesOf(forecast(change)).map(({ part, horizonBucket, bin }) => [part, horizonBucket, bin]);
		expect(bins({ probabilityPositive: 0.6, reversalStated: 0, horizonHours: 8.4 })).toEqual([
			['same_clock', 24, 0],
			['trade', 24, 6],
		]);
		expect(bins({ probabilityPositive: 1, reversalStated: 0.9999 })).toEqual([
			['same_clock', 720, 9],
			['trade', 720, 9],
		]);
	});

	test('computes net as received carry minus the stated cost, and counts it as true only above zero', () => {
		const netOf = (received: number) => talliesOf(forecast({ received })).at(-1)?.sums;
		expect(netOf(0.003)).toMatchObject({ received: 0, happened: 0, stated: 0.64, hours: 720 });
		expect(netOf(0.0031)?.happened).toBe(1);
	});
});

describe('computes known answers', () => {
	test('compares stated and observed odds of trade verdicts, by bin and in total', () => {
		const { tradeOdds } = scoresOf([
			...times(20, { probabilityPositive: 0.6 }),
			...times(20, { probabilityPositive: 0.68, received: 0.001 }),
			...times(30, { probabilityPositive: 0.9 }),
			...times(50, { verdict: 'no_trade', probabilityPositive: 0.1 }),
		]);
		// The mean stated probability is (20 · 0.6 + 20 · 0.68 + 30 · 0.9) / 70. The net was positive in 50 of 70
		// forecasts.
		expect(figure(tradeOdds.all.stated)).toBeCloseTo(52.6 / 70, 11);
		expect(figure(tradeOdds.all.happened)).toBeCloseTo(50 / 70, 11);
		expect(tradeOdds.bins).toHaveLength(10);
		expect(tradeOdds.bins[6]).toEqual({
			from: d('0.6'),
			to: d('0.7'),
			scored: 40,
			stated: d('0.64'),
			happened: d('0.5'),
		});
		expect(tradeOdds.bins[9]).toMatchObject({ scored: 30, happened: fromInteger(1) });
		expect(tradeOdds.bins[1]?.scored).toBe(0);
	});

	test('separates squeezes from other forecasts, by horizon', () => {
		const { squeezes } = scoresOf([
			...times(30, { headlineScales: 4, received: 0.0045, horizonHours: 8 }),
			...times(10, { headlineScales: 4, received: 0.0055 }),
			...times(20, { headlineScales: 4, received: -0.001 }),
			...times(99),
		]);
		expect(squeezes.all).toEqual({
			scored: 60,
			insideOneSd: d('0.5'),
			insideTwoSd: d('0.666666666667'),
			reversalStated: d('0.12'),
			reversalHappened: d('0.333333333333'),
		});
		expect(squeezes.byHorizon.map(({ hoursMax, figures }) => [hoursMax, figures.scored])).toEqual([
			[8, 30],
			[720, 30],
		]);
	});

	test('computes a slope for each kind of pair, and counts a pair with a DEX in two kinds', () => {
		const line = (slope: number, change: Partial<StatedForecast>) =>
			numbers(30).map((index) =>
				forecast({ expected: index / 1_000, received: (slope * index) / 1_000, ...change }),
			);
		const { kinds, scored } = scoresOf([
			...line(0.5, { isSameClock: true }),
			...line(1.1, { isSameClock: false, hasDex: true }),
		]);
		expect(scored).toBe(60);
		expect(kinds.map(({ kind, all }) => [kind, all.scored])).toEqual([
			['same_clock', 30],
			['different_clock', 30],
			['dex', 30],
		]);
		expect(kinds.map(({ all }) => figure(all.slope))).toEqual([0.5, 1.1, 1.1]);
	});

	test('weighs each bin of the calibration error by its count', () => {
		const { reversal } = scoresOf([
			...times(750, { reversalStated: 0.1 }),
			...times(250, { reversalStated: 0.8, received: -0.001 }),
		]);
		// The error is 0.75 · |0.1 − 0| + 0.25 · |0.8 − 1| = 0.125.
		expect(figure(reversal.all.calibrationError)).toBeCloseTo(0.125, 11);
	});

	test('computes net per 30 days of horizon, for trade verdicts and all others', () => {
		const { net } = scoresOf([
			...times(30),
			...times(30, { verdict: 'no_trade', horizonHours: 168, received: 0.001 }),
			...times(30, { verdict: 'unknown', horizonHours: 72, received: 0.001 }),
		]);
		expect(net.trade).toMatchObject({
			scored: 30,
			horizonHoursMean: fromInteger(720),
			netMean: d('0.002'),
		});
		expect(figure(net.trade.netPer30Days)).toBeCloseTo(0.002, 11);
		expect(net.other).toMatchObject({
			scored: 60,
			horizonHoursMean: fromInteger(120),
			netMean: d('-0.002'),
		});
		expect(figure(net.other.netPer30Days)).toBeCloseTo(-0.012, 11);
	});

	test('returns only unknown figures with nothing counted', () => {
		const scores = forecastScores([]);
		expect(scores).toMatchObject({
			since: null,
			scored: 0,
			tradeOdds: { all: { scored: 0, stated: null } },
			judgements: [],
		});
		expect(scores.net.trade.netPer30Days).toBeNull();
	});
});

describe('returns unknown figures with too few forecasts', () => {
	test.each([
		[SLOPE_COUNT_MIN - 1, true],
		[SLOPE_COUNT_MIN, false],
	])('reports shares and means of %j forecasts as unknown: %j', (count, isUnknown) => {
		const { tradeOdds, squeezes, net } = scoresOf(times(count, { headlineScales: 9 }));
		expect(tradeOdds.all.stated === null).toBe(isUnknown);
		expect(squeezes.all.insideOneSd === null).toBe(isUnknown);
		expect(net.trade.netMean === null).toBe(isUnknown);
	});

	test('needs more forecasts for a calibration error', () => {
		expect(scoresOf(times(CALIBRATION_COUNT_MIN - 1)).reversal.all.calibrationError).toBeNull();
		expect(scoresOf(times(CALIBRATION_COUNT_MIN)).reversal.all.calibrationError).toBe(d('0.12'));
	});

	test('compares no share with its goal below two hundred forecasts', () => {
		const miss = { probabilityPositive: 0.9, received: 0.001, headlineScales: 9 };
		expect(scoresOf(times(JUDGED_COUNT_MIN - 1, miss)).judgements).toEqual([]);
		const { judgements } = scoresOf(times(JUDGED_COUNT_MIN, miss));
		expect(
			judgements.map(({ measure, hoursMax, bin, isMet }) => [measure, hoursMax, bin?.from ?? null, isMet]),
		).toEqual([
			['tradeOdds', null, null, false],
			['tradeOdds', null, d('0.9'), false],
			['squeezeInsideOne', null, null, false],
			['squeezeInsideTwo', null, null, false],
			['squeezeInsideOne', 720, null, false],
			['squeezeInsideTwo', 720, null, false],
		]);
	});
});

test('meets every goal if forecasts come true as often as stated, and none if they are bolder', () => {
	const random = seededRandom(21);
	/**
	 * Received carry is normally distributed around the forecast. The stated odds assume `width` times the true
	 * deviation.
	 */
	const drawn = (width: number): StatedForecast => {
		const normal = Math.sqrt(-2 * Math.log(1 - random.unit())) * Math.cos(2 * Math.PI * random.unit());
		const expected = 0.002 + 0.004 * random.unit();
		const above = (threshold: number) =>
			1 / (1 + Math.exp(-1.702 * ((expected - threshold) / (0.001 * width))));
		return forecast({
			expected,
			received: expected + 0.001 * normal,
			sd: 0.001 * width,
			probabilityPositive: above(0.003),
			reversalStated: 1 - above(0),
			headlineScales: 5,
		});
	};
	const honest = scoresOf(numbers(3_000).map(() => drawn(1))).judgements;
	expect(honest.filter(({ isMet }) => !isMet)).toEqual([]);
	expect(new Set(honest.map(({ measure }) => measure)).size).toBe(4);
	const bold = scoresOf(numbers(3_000).map(() => drawn(0.4))).judgements;
	expect(bold.filter(({ isMet }) => !isMet).map(({ measure }) => measure)).toEqual(
		expect.arrayContaining(['tradeOdds', 'squeezeInsideOne', 'squeezeInsideTwo']),
	);
});

test('adds tallies in any order and in any number of parts', () => {
	const anyForecast = fc
		.record({
			expected: fc.double({ min: -0.05, max: 0.05, noNaN: true }),
			received: fc.double({ min: -0.05, max: 0.05, noNaN: true }),
			probabilityPositive: fc.double({ min: 0, max: 1, noNaN: true }),
			headlineScales: fc.double({ min: 0, max: 6, noNaN: true }),
			horizonHours: fc.integer({ min: 1, max: 2_160 }),
			forecastAt: fc.nat(),
			isSameClock: fc.boolean(),
		})
		.map(forecast);
	fc.assert(
		fc.property(fc.array(anyForecast, { minLength: 31, maxLength: 80 }), (forecasts) => {
			const there = scoresOf(forecasts);
			const back = scoresOf(forecasts.toReversed());
			expect(there.scored).toBe(forecasts.length);
			expect(back).toMatchObject({ since: there.since, scored: there.scored });
			expect(there.tradeOdds.bins.map(({ scored }) => scored)).toEqual(
				back.tradeOdds.bins.map(({ scored }) => scored),
			);
			expect(figure(there.net.trade.netMean)).toBeCloseTo(figure(back.net.trade.netMean), 9);
		}),
	);
});
