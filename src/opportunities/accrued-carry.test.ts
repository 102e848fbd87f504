import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatDecimal, fromInteger, parseDecimal, toNumber } from '../domain/decimal.ts';
import { paidRates } from '../domain/paid-rates.ts';
import { accruedCarry } from './accrued-carry.ts';

const HOUR = 3_600_000;
const T0 = Date.UTC(2026, 10, 21);
const EIGHT = fromInteger(8);

/**
 * Builds settlements at the given hours after T0, each with its rate. The interval of the first settlement is
 * unknown.
 */
const settled = (prints: readonly (readonly [hour: number, rate: string])[]) =>
	paidRates(prints.map(([hour, rate]) => ({ settledAt: T0 + hour * HOUR, rate: parseDecimal(rate) })));

const shown = (rows: ReturnType<typeof accruedCarry>) =>
	rows.map(({ timestamp, spread, cumulativeCarry: sum }) => [
		(timestamp * 1_000 - T0) / HOUR,
		spread === null ? null : formatDecimal(spread),
		formatDecimal(sum),
	]);

describe('the carry of exchanges that never settle at the same time', () => {
	// The long leg settles every eight hours at 0, 8 and 16, the short leg every four hours at 2, 6, 10 and 14.
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

	test('is accrued per hour, newest first, and summed from the oldest hour', () => {
		const rows = accruedCarry(long, short, EIGHT, T0, T0 + 24 * HOUR);
		expect(shown(rows)).toEqual([
			[14, '-0.0008', '0.0002'],
			[13, '-0.0008', '0.0003'],
			[12, '-0.0008', '0.0004'],
			[11, '-0.0008', '0.0005'],
			[10, '-0.0008', '0.0006'],
			[9, '-0.0008', '0.0007'],
			[8, '0', '0.0008'],
			[7, '0', '0.0008'],
			[6, '0.0016', '0.0008'],
			[5, '0.0016', '0.0006'],
			[4, '0.0016', '0.0004'],
			[3, '0.0016', '0.0002'],
		]);
	});

	test('starts from zero at the first requested hour, and has no spread without a funding interval', () => {
		const rows = accruedCarry(long, short, null, T0 + 12 * HOUR, T0 + 13 * HOUR);
		expect(shown(rows)).toEqual([[13, null, '-0.0001']]);
	});
});

test('takes a share of each of two settlements in an hour, and omits a partly covered hour', () => {
	const short = settled([
		[0, '0'],
		[1.25, '0.0005'],
		[2.25, '0.0008'],
	]);
	const long = settled([
		[0, '0'],
		[4, '0'],
	]);
	// The rate is 0.0004 an hour at first, then 0.0008. In the second hour, the first rate covers a quarter and the
	// second rate three quarters.
	expect(shown(accruedCarry(long, short, null, T0, T0 + 4 * HOUR))).toEqual([
		[2, null, '0.0011'],
		[1, null, '0.0004'],
	]);
});

test('omits hours in a hole of the history', () => {
	const short = settled([0, 1, 2, 6, 7].map((hour) => [hour, '0.0001'] as const));
	const long = settled([0, 1, 2, 3, 4, 5, 6, 7].map((hour) => [hour, '0'] as const));
	expect(shown(accruedCarry(long, short, null, T0, T0 + 7 * HOUR)).map(([hour]) => hour)).toEqual([
		7, 6, 2, 1,
	]);
});

test('sums to the payments of both legs over whole intervals', () => {
	const rates = (hours: number) =>
		fc
			.array(fc.integer({ min: -200, max: 200 }), { minLength: 48 / hours, maxLength: 48 / hours })
			.map((bips) =>
				settled([[0, '0'], ...bips.map((bp, at) => [(at + 1) * hours, (bp / 10_000).toFixed(4)] as const)]),
			);
	const hoursOf = fc.constantFrom(1, 2, 4, 8);
	fc.assert(
		fc.property(hoursOf.chain(rates), hoursOf.chain(rates), (long, short) => {
			const [newest] = accruedCarry(long, short, EIGHT, T0, T0 + 48 * HOUR);
			const paid = (leg: typeof long) => leg.reduce((sum, { rate }) => sum + toNumber(rate), 0);
			expect(toNumber(newest?.cumulativeCarry ?? parseDecimal('9'))).toBeCloseTo(
				paid(short) - paid(long),
				12,
			);
		}),
	);
});
