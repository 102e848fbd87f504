import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../domain/funding.ts';
import { dailyRows, leastOf, monthlyRows, monthOf } from './daily-rows.ts';
import { stepOf, thinned } from './thin-columns.ts';

const FROM = Date.UTC(2026, 0, 31);
const RESULT = {
	columns: {
		stepMs: 12 * HOUR_MS,
		at: [FROM, FROM + 12 * HOUR_MS, FROM + DAY_MS, FROM + DAY_MS + 12 * HOUR_MS],
		equity: [100, 90, 95, 120],
		exposure: [0, 50, 60, 70],
		idle: [100, 50, 40, 30],
		exchanges: [
			{ exchange: 'a', equity: [], marginUsed: [1, 5, 2, 0], liquidationDistance: [null, 0.3, 0.2, null] },
			{ exchange: 'b', equity: [], marginUsed: [1, 1, 1, 1], liquidationDistance: [null, 0.1, 0.4, null] },
		],
	},
	funding: {
		at: [FROM + HOUR_MS, FROM + 2 * HOUR_MS, FROM + DAY_MS],
		position: [0, 0, 0],
		leg: [0, 1, 0],
		usd: [3, -1, 2],
	},
};

test('sums a result per UTC day', () => {
	expect(dailyRows(RESULT)).toEqual([
		{
			...{ at: FROM, equity: 90, exposure: 50, idle: 50, drawdown: 10, marginUsed: 6 },
			...{ liquidationDistance: 0.1, fundingReceived: 3, fundingPaid: -1 },
		},
		{
			...{ at: FROM + DAY_MS, equity: 120, exposure: 70, idle: 30, drawdown: 5, marginUsed: 3 },
			...{ liquidationDistance: 0.2, fundingReceived: 2, fundingPaid: 0 },
		},
	]);
});

test('sums a result per UTC month', () => {
	expect(monthlyRows(RESULT).map(({ at, equity }) => [at, equity])).toEqual([
		[Date.UTC(2026, 0), 90],
		[Date.UTC(2026, 1), 120],
	]);
	expect(monthOf(Date.UTC(2025, 11, 31, 23, 59))).toBe(Date.UTC(2025, 11));
});

test('finds the least known distance', () => {
	expect([leastOf([null, 0.2, undefined, 0.1]), leastOf([null]), leastOf([])]).toEqual([0.1, null, null]);
});

test('thins columns to at most 1,000 points and keeps extremes and gaps', () => {
	expect([stepOf(0), stepOf(1_000), stepOf(1_001), stepOf(8_760)]).toEqual([1, 1, 2, 9]);
	const values = [1, 5, null, null, null, null, 2, -4, 3];
	expect(thinned(values, 3, 'largest')).toEqual([5, null, 3]);
	expect(thinned(values, 3, 'least')).toEqual([1, null, -4]);
	expect(thinned(values, 2, 'last')).toEqual([5, null, null, -4, 3]);
	expect(thinned(values, 1, 'last')).toEqual(values);
});
