import { describe, expect, test } from 'vitest';
import { parseDecimal } from './decimal.ts';
import { HOUR_MS, type SettledRate } from './funding.ts';
import { historyGaps, paidRates } from './paid-rates.ts';

const NOW = Date.UTC(2026, 10, 21, 8, 30);

const hoursOf = (rates: readonly SettledRate[]) =>
	paidRates(rates).map(({ intervalMs }) => (intervalMs === null ? null : intervalMs / HOUR_MS));

const at = (hours: readonly number[]): SettledRate[] =>
	hours.map((hour) => ({ settledAt: NOW + hour * HOUR_MS, rate: parseDecimal('0.0001') }));

const gapsOf = (hours: readonly number[]) =>
	historyGaps(at(hours).map(({ settledAt }) => settledAt)).map(({ from, to }) => [
		(from - NOW) / HOUR_MS,
		(to - NOW) / HOUR_MS,
	]);

describe('intervals of settled rates', () => {
	test('are the distances to the previous settlement, whatever the jitter and order; duplicates count once', () => {
		const jittered = [
			{ settledAt: 16 * HOUR_MS + 5, rate: parseDecimal('3') },
			{ settledAt: 0, rate: parseDecimal('1') },
			{ settledAt: 8 * HOUR_MS - 4, rate: parseDecimal('2') },
			{ settledAt: 8 * HOUR_MS, rate: parseDecimal('2') },
		];
		expect(hoursOf(jittered)).toEqual([null, 8, 8]);
	});

	test('do not change at a missing settlement, and a change is not a missing settlement', () => {
		expect(hoursOf(at([0, 8, 16, 32, 40]))).toEqual([null, 8, 8, 8, 8]);
		expect(hoursOf(at([0, 1, 2, 5, 6]))).toEqual([null, 1, 1, 1, 1]);
		expect(hoursOf(at([0, 1, 2, 10, 18]))).toEqual([null, 1, 1, 8, 8]);
		expect(hoursOf(at([0, 8, 16, 17, 18]))).toEqual([null, 8, 8, 1, 1]);
		expect(hoursOf(at([0, 1, 2, 8, 16]))).toEqual([null, 1, 1, 6, 8]);
	});
});

describe('missing settlements', () => {
	test('are reported with their neighbours', () => {
		expect(gapsOf([])).toEqual([]);
		expect(gapsOf([0])).toEqual([]);
		expect(gapsOf([0, 8, 16, 32, 40])).toEqual([[16, 32]]);
		expect(gapsOf([0, 1, 2, 5, 6, 7, 9, 10])).toEqual([
			[2, 5],
			[7, 9],
		]);
	});

	test('are none after a change of interval: from 8 hours to 1 and back', () => {
		expect(gapsOf([0, 8, 16, 17, 18, 19, 20, 24, 32, 40])).toEqual([]);
		expect(gapsOf([0, 8, 16, 17, 18, 26, 34])).toEqual([]);
	});
});
