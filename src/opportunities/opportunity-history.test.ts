/** Reads past series from held settled rates, scripted prices and a real forecast store. */
import { describe, expect, test } from 'vitest';
import { databasePerTest } from '../../test/support/database-per-test.ts';
import { HOUR_MS, instrumentOf } from '../../test/support/hand-driven-market.ts';
import { createHeldHistory } from '../../test/support/held-history.ts';
import { formatDecimal, parseDecimal } from '../domain/decimal.ts';
import type { BasisHistory } from '../ports/mid-samples.ts';
import { createVirtualClock } from '../runtime/virtual-clock.ts';
import { createForecastStore } from '../store/forecasts.ts';
import { createSqliteDatabase } from '../store/sqlite/sqlite-database.ts';
import { createOpportunityHistories } from './opportunity-history.ts';

const DAY_MS = 24 * HOUR_MS;
const NOW = Date.UTC(2026, 10, 21, 8, 30);
const long = instrumentOf('bybit', 'SOL');
const short = instrumentOf('kucoin', 'SOL', { symbol: 'SOLUSDTM' });
const POINTS_MAX = 1_440;

const database = databasePerTest();

/**
 * A year of hourly settlements on the short leg and 8-hourly ones on the long leg.
 * @param firstAt time of the oldest price, ms
 */
function fixture(firstAt = 0) {
	const funding = createHeldHistory();
	const last = Date.UTC(2026, 10, 21, 8);
	const settle = (count: number, hours: number, rate: string) =>
		Array.from({ length: count }, (_, index) => ({
			settledAt: last - index * hours * HOUR_MS,
			rate: parseDecimal(rate),
		}));
	funding.put('bybit', long.symbol, settle(1_200, 8, '0.0004'));
	funding.put('kucoin', short.symbol, settle(9_600, 1, '0.0001'));
	const asked: string[] = [];
	const prices: BasisHistory = {
		async basis(_legs, every, from, to) {
			asked.push(every);
			const stepMs = every === 'minute' ? 60_000 : HOUR_MS;
			const first = Math.ceil(Math.max(from, firstAt) / stepMs);
			return Array.from({ length: Math.floor(to / stepMs) - first + 1 }, (_, index) => ({
				at: (first + index) * stepMs,
				basis: index / 1e6,
			}));
		},
	};
	const clock = createVirtualClock(NOW);
	const forecasts = createForecastStore(createSqliteDatabase(database.now()));
	return { histories: createOpportunityHistories({ funding, prices, forecasts, clock }), asked };
}

describe('the series of an opportunity', () => {
	test.each([
		{ days: 1, stepHours: 1, carryRows: 24, stepSeconds: 60, basisRows: 1_440 },
		{ days: 7, stepHours: 1, carryRows: 168, stepSeconds: 3_600, basisRows: 168 },
		{ days: 30, stepHours: 1, carryRows: 720, stepSeconds: 3_600, basisRows: 720 },
		{ days: 90, stepHours: 3, carryRows: 721, stepSeconds: 10_800, basisRows: 720 },
		{ days: 365, stepHours: 12, carryRows: 731, stepSeconds: 43_200, basisRows: 731 },
	])('over $days days have a bounded number of points', async ({ days, ...expected }) => {
		const { funding, basis, ...rest } = await fixture().histories.read({ long, short }, days);
		expect([rest.days, (rest.to - rest.from) / DAY_MS]).toEqual([days, days]);
		expect({
			stepHours: funding.stepHours,
			carryRows: funding.steps.length,
			stepSeconds: basis.stepSeconds,
			basisRows: basis.points.length,
		}).toEqual(expected);
		expect(Math.max(funding.steps.length, basis.points.length)).toBeLessThanOrEqual(POINTS_MAX);
	});

	test('sum what one direction received, from the first hour of the range', async () => {
		const { funding } = await fixture().histories.read({ long, short }, 365);
		// The short leg receives 0.0001 an hour, the long leg pays 0.00005.
		expect(funding.knownHours).toBe(365 * 24);
		expect(formatDecimal(funding.cumulativeCarry ?? parseDecimal('9'))).toBe('0.438');
		expect(formatDecimal(funding.steps[1]?.spread ?? parseDecimal('9'))).toBe('0.0004');
		expect(formatDecimal(funding.spread.mean ?? parseDecimal('9'))).toBe('0.0004');
		const turned = await fixture().histories.read({ long: short, short: long }, 365);
		expect(formatDecimal(turned.funding.cumulativeCarry ?? parseDecimal('9'))).toBe('-0.438');
	});

	test('use minutes of the price basis for one day and the last hour of a step beyond', async () => {
		const { histories, asked } = fixture();
		const day = await histories.read({ long, short }, 1);
		expect(day.basis.points[0]).toEqual({ timestamp: NOW / 1_000, basis: parseDecimal('0.001439') });
		const year = await histories.read({ long, short }, 365);
		expect(year.basis.points[1]?.timestamp).toBe(Date.UTC(2026, 10, 20, 23) / 1_000);
		expect(asked).toEqual(['minute', 'hour']);
	});

	test('use minutes of the price basis over longer ranges while there is no older price', async () => {
		const young = await fixture(NOW - HOUR_MS).histories.read({ long, short }, 90);
		expect([young.basis.stepSeconds, young.basis.points.length]).toEqual([60, 61]);
		const old = await fixture(NOW - 2 * DAY_MS).histories.read({ long, short }, 90);
		expect([old.basis.stepSeconds, old.basis.points.length]).toEqual([10_800, 16]);
	});
});
