import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDecimal as d, formatDecimal, fromInteger, toNumber } from './decimal.ts';
import {
	type ForecastGroup,
	type ForecastSums,
	forecastSummary,
	horizonBucket,
	NO_NETS,
	NO_SUMS,
	type ScoredForecast,
	sumsOf,
	trackRecord,
} from './track-record.ts';

function total(forecasts: readonly ScoredForecast[]): ForecastSums {
	return forecasts
		.map(sumsOf)
		.reduce(
			(sums, one) =>
				Object.fromEntries(
					Object.entries(sums).map(([name, value]) => [name, value + one[name as keyof ForecastSums]]),
				) as ForecastSums,
			NO_SUMS,
		);
}

function group(forecasts: readonly ScoredForecast[], change: Partial<ForecastGroup> = {}): ForecastGroup {
	return {
		horizonBucket: 168,
		verdict: 'trade',
		kind: 'shown',
		since: 1_000,
		pending: 0,
		unscorable: 0,
		sums: total(forecasts),
		nets: NO_NETS,
		...change,
	};
}

const forecast = (
	expected: number,
	received: number,
	change: Partial<ScoredForecast> = {},
): ScoredForecast => ({
	expected,
	received,
	sd: 0.001,
	reversalStated: 0.2,
	...change,
});

const figuresOf = (forecasts: readonly ScoredForecast[]) => forecastSummary([group(forecasts)]).all;
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('computes figures of known answers', () => {
	test('computes means of one forecast; slope and skill need thirty', () => {
		expect(figuresOf([forecast(0.002, 0.001)])).toEqual({
			forecasts: 1,
			pending: 0,
			unscorable: 0,
			scored: 1,
			expectedMean: d('0.002'),
			receivedMean: d('0.001'),
			slope: null,
			intercept: null,
			reversalStated: d('0.2'),
			reversalHappened: fromInteger(0),
			brier: d('0.04'),
			brierSkill: null,
			insideOneSd: fromInteger(1),
			insideTwoSd: fromInteger(1),
		});
	});

	test('returns only unknown figures with nothing scored', () => {
		const { forecasts, pending, unscorable, scored, ...figures } = forecastSummary([
			group([], { pending: 3, unscorable: 2, since: null }),
		]).all;
		expect({ forecasts, pending, unscorable, scored }).toEqual({
			forecasts: 5,
			pending: 3,
			unscorable: 2,
			scored: 0,
		});
		expect(new Set(Object.values(figures))).toEqual(new Set([null]));
	});

	test('finds a line through thirty points, and none through twenty-nine', () => {
		const points = numbers(30).map((index) => forecast(index / 10_000, 0.0003 + 0.5 * (index / 10_000)));
		const { slope, intercept } = figuresOf(points);
		expect(toNumber(slope ?? fromInteger(-9))).toBeCloseTo(0.5, 9);
		expect(toNumber(intercept ?? fromInteger(-9))).toBeCloseTo(0.0003, 9);
		expect(figuresOf(points.slice(1)).slope).toBeNull();
	});

	test('fits y = (1, 3, 2) at x = (0, 1, 2) with slope 0.5 and intercept 1.5', () => {
		const points = numbers(30).map((index) => forecast(index % 3, [1, 3, 2][index % 3] ?? 0));
		expect(figuresOf(points)).toMatchObject({ slope: d('0.5'), intercept: d('1.5') });
	});

	test('has no slope for identical forecasts', () => {
		expect(figuresOf(numbers(40).map((index) => forecast(0.0012345, index / 1_000))).slope).toBeNull();
	});

	test('counts a reversal strictly below zero', () => {
		const { reversalHappened } = figuresOf([
			forecast(0.001, 0),
			forecast(0.001, -1e-9),
			forecast(0.001, 1),
			forecast(-1, -1),
		]);
		expect(reversalHappened).toBe(d('0.5'));
	});

	test('counts outcomes within one and two standard deviations, ends included', () => {
		const { insideOneSd, insideTwoSd } = figuresOf([
			forecast(0.5, 0.75, { sd: 0.25 }),
			forecast(0.5, 0, { sd: 0.25 }),
			forecast(0.5, 1.25, { sd: 0.25 }),
			forecast(0.5, 0.5, { sd: 0 }),
		]);
		expect([insideOneSd, insideTwoSd]).toEqual([d('0.5'), d('0.75')]);
	});

	test.each([
		// Ten of forty forecasts reverse, so the reference is 0.25 × 0.75 = 0.1875.
		['the base rate has no skill', () => 0.25, '0'],
		['the outcome itself has full skill', (reversed: boolean) => (reversed ? 1 : 0), '1'],
		// The Brier score is 0.25, so the skill is 1 − 0.25 / 0.1875.
		['a coin toss has negative skill', () => 0.5, '-0.333333333333'],
	])('Brier skill: %s', (_why, stated, skill) => {
		const forecasts = numbers(40).map((index) => {
			const reversed = index % 4 === 0;
			return forecast(0.001, reversed ? -0.001 : 0.001, { reversalStated: stated(reversed) });
		});
		expect(formatDecimal(figuresOf(forecasts).brierSkill ?? fromInteger(9))).toBe(skill);
	});

	test('has no reference and no skill without any reversal', () => {
		expect(figuresOf(numbers(40).map(() => forecast(0.001, 0.001))).brierSkill).toBeNull();
	});
});

test('puts horizons into buckets by their upper end', () => {
	expect([1, 8, 8.5, 168, 169, 720, 2160].map(horizonBucket)).toEqual([8, 8, 24, 168, 336, 720, 2160]);
});

test('separates groups by horizon, verdict and kind, and takes the earliest since', () => {
	const summary = forecastSummary([
		group([forecast(1, 1)], { horizonBucket: 8, since: 5_000 }),
		group([forecast(2, 3)], { verdict: 'no_trade', kind: 'executed', since: 3_000 }),
		group([], { verdict: 'no_trade', pending: 4, since: null }),
	]);
	expect(summary.since).toBe(3_000);
	expect(summary.byHorizon.map(({ hoursMax, figures }) => [hoursMax, figures.scored])).toEqual([
		[8, 1],
		[168, 1],
	]);
	expect(summary.byVerdict.map(({ verdict, figures }) => [verdict, figures.forecasts])).toEqual([
		['trade', 1],
		['no_trade', 5],
		['unknown', 0],
	]);
	expect(summary.byKind.map(({ kind, figures }) => [kind, figures.receivedMean])).toEqual([
		['shown', fromInteger(1)],
		['executed', fromInteger(3)],
	]);
});

test('returns the track record of a pair, by verdict', () => {
	const record = trackRecord([
		group([forecast(2, 1), forecast(4, -1)], { since: 7_999 }),
		group([forecast(0, 0)], { verdict: 'no_trade', pending: 1, since: 9_000 }),
	]);
	expect(record).toMatchObject({
		forecasts: 4,
		scored: 3,
		expectedMean: fromInteger(2),
		receivedMean: fromInteger(0),
		slope: null,
		since: 7,
		byVerdict: {
			trade: { scored: 2, expectedMean: fromInteger(3), reversalHappened: d('0.5') },
			no_trade: { scored: 1 },
			unknown: { scored: 0, expectedMean: null },
		},
	});
});

test('returns the net of executions: means over all, and over those with a forecast net', () => {
	const nets = {
		count: 4,
		net: 0.004,
		price: 0.002,
		funding: 0.012,
		fees: 0.008,
		slippage: 0.002,
		expectedCount: 2,
		expected: 0.006,
		netOfForecast: 0.001,
	};
	expect(forecastSummary([group([], { kind: 'executed', nets })]).executions).toEqual({
		ended: 4,
		expectedNetMean: d('0.003'),
		receivedNetMean: d('0.0005'),
		netMean: d('0.001'),
		priceMean: d('0.0005'),
		fundingMean: d('0.003'),
		feesMean: d('0.002'),
		slippageMean: d('0.0005'),
	});
	expect(forecastSummary([]).executions).toMatchObject({ ended: 0, netMean: null, expectedNetMean: null });
});

test('adds sums in any order and in any number of groups', () => {
	const one = fc.record({
		expected: fc.double({ min: -0.05, max: 0.05, noNaN: true }),
		received: fc.double({ min: -0.05, max: 0.05, noNaN: true }),
		sd: fc.double({ min: 0, max: 0.05, noNaN: true }),
		reversalStated: fc.double({ min: 0, max: 1, noNaN: true }),
	});
	fc.assert(
		fc.property(fc.array(one, { minLength: 31, maxLength: 80 }), fc.nat(30), (forecasts, cut) => {
			const whole = forecastSummary([group(forecasts)]).all;
			const parts = forecastSummary([
				group(forecasts.slice(cut).reverse()),
				group(forecasts.slice(0, cut), { verdict: 'unknown' }),
			]).all;
			for (const name of ['expectedMean', 'receivedMean', 'brier', 'slope'] as const) {
				const [a, b] = [whole[name], parts[name]];
				expect(a === null).toBe(b === null);
				if (a !== null && b !== null) expect(toNumber(a)).toBeCloseTo(toNumber(b), 6);
			}
		}),
	);
});
