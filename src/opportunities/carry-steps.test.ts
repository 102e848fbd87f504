import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatDecimal, fromInteger, parseDecimal, toNumber } from '../domain/decimal.ts';
import { paidRates } from '../domain/paid-rates.ts';
import { accruedCarry } from './accrued-carry.ts';
import { carrySteps, spreadsOf, statisticsOf } from './carry-steps.ts';

const HOUR = 3_600_000;
const T0 = Date.UTC(2026, 10, 21);

/** Builds settlements at the given hours after T0, each with its rate. */
const settled = (prints: readonly (readonly [hour: number, rate: string])[]) =>
	paidRates(prints.map(([hour, rate]) => ({ settledAt: T0 + hour * HOUR, rate: parseDecimal(rate) })));

const shown = ({ steps }: ReturnType<typeof carrySteps>) =>
	steps.map(({ timestamp, longRate, shortRate, spread, cumulativeCarry }) => [
		(timestamp * 1_000 - T0) / HOUR,
		...[longRate, shortRate, spread, cumulativeCarry].map((value) =>
			value === null ? null : formatDecimal(value),
		),
	]);

describe('the carry in steps', () => {
	// The long leg settles every eight hours, the short leg every four hours at other times.
	const long = settled([
		[0, '0'],
		[8, '0.0008'],
		[16, '0.0016'],
	]);
	const short = settled([
		[2, '0'],
		[6, '0.0012'],
		[10, '0.0004'],
		[14, '0.0004'],
	]);

	test('has rates per 8 hours, and a spread of exchanges that never settle at the same time', () => {
		const carry = carrySteps(long, short, { from: T0, to: T0 + 24 * HOUR, stepHours: 6 });
		expect(shown(carry)).toEqual([
			[16, '0.0016', '0.0008', '-0.0008', '0.0002'],
			[12, '0.001333333333333333', '0.0008', '-0.000533333333333333', '0.0004'],
			[6, '0.0008', '0.0024', '0.0016', '0.0008'],
		]);
		expect([carry.knownHours, formatDecimal(carry.cumulativeCarry ?? fromInteger(9))]).toEqual([
			12,
			'0.0002',
		]);
	});

	test('is unknown without settlements of one leg', () => {
		const carry = carrySteps(long, [], { from: T0, to: T0 + 24 * HOUR, stepHours: 12 });
		expect(shown(carry)).toEqual([
			[16, '0.0016', null, null, '0'],
			[12, '0.001066666666666666', null, null, '0'],
		]);
		expect([carry.knownHours, carry.cumulativeCarry]).toEqual([0, null]);
	});

	test('ends with the same cumulative carry as the hours, whatever the step', () => {
		const rate = fc
			.integer({ min: -9_999, max: 9_999 })
			.map((value) => parseDecimal((value / 1e7).toFixed(7)));
		const leg = fc
			.tuple(
				fc.constantFrom(1, 2, 4, 8),
				fc.array(rate, { minLength: 4, maxLength: 60 }),
				fc.integer({ min: 0, max: 7 }),
			)
			.map(([interval, rates, late]) =>
				paidRates(
					rates.map((value, index) => ({ settledAt: T0 + (late + index * interval) * HOUR, rate: value })),
				),
			);
		fc.assert(
			fc.property(leg, leg, fc.constantFrom(1, 3, 12), (a, b, stepHours) => {
				const to = T0 + 500 * HOUR;
				const hours = accruedCarry(a, b, fromInteger(8), T0, to);
				const carry = carrySteps(a, b, { from: T0, to, stepHours });
				expect(carry.cumulativeCarry).toBe(hours[0]?.cumulativeCarry ?? null);
				expect(carry.knownHours).toBe(hours.length);
				expect(carry.steps[0]?.cumulativeCarry ?? null).toBe(
					carry.steps.length === 0 ? null : (hours[0]?.cumulativeCarry ?? fromInteger(0)),
				);
			}),
		);
	});
});

describe('the statistics of a series', () => {
	test('need seven values, and use the sample standard deviation', () => {
		expect(statisticsOf([1, 2, 3, 4, 5, 6])).toEqual({ mean: null, sd: null });
		const { mean, sd } = statisticsOf([1, 2, 3, 4, 5, 6, 7]);
		expect([mean, sd].map((value) => toNumber(value ?? fromInteger(0)).toFixed(6))).toEqual([
			'4.000000',
			'2.160247',
		]);
	});

	test('leave out unknown spreads', () => {
		const steps = carrySteps(
			[],
			settled([
				[0, '0'],
				[8, '0.0008'],
			]),
			{ from: T0, to: T0 + 8 * HOUR, stepHours: 1 },
		).steps;
		expect(steps.length).toBe(8);
		expect(spreadsOf(steps)).toEqual([]);
	});
});
