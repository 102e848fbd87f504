import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatDecimal, fromInteger, parseDecimal } from '../domain/decimal.ts';
import type { SettledRate } from '../domain/funding.ts';
import { paidRates } from '../domain/paid-rates.ts';
import { seededRandom } from '../runtime/seeded-random.ts';
import {
	averageSpread,
	dailyHourlyRates,
	fundingHistory,
	spreadBetween,
	spreadDeviation,
	spreadStability,
} from './settled-spreads.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 10, 21, 8, 30);
const EIGHT = fromInteger(8);

/** Builds settlements every `hours` for the given days up to 08:00, oldest first. */
function history(hours: number, days: number, rateAt: (at: number) => string): SettledRate[] {
	const last = Date.UTC(2026, 10, 21, 8);
	const count = Math.floor((days * 24) / hours) + 1;
	return Array.from({ length: count }, (_, index) => last - (count - 1 - index) * hours * HOUR).map(
		(settledAt) => ({ settledAt, rate: parseDecimal(rateAt(settledAt)) }),
	);
}

describe('average spread', () => {
	test('is per funding interval of the record for legs with different intervals', () => {
		const long = paidRates(history(1, 31, () => '0.00001'));
		const short = paidRates(history(8, 31, () => '0.0004'));
		for (const days of [1, 7, 30]) {
			const average = averageSpread(long, short, EIGHT, NOW - days * DAY, NOW);
			// Short rate per 8 h less eight hourly rates of the long leg: 0.0004 − 8 × 0.00001.
			expect(average === null ? null : formatDecimal(average)).toBe('0.00032');
		}
	});

	test('does not treat a missing settlement as a rate of zero', () => {
		const long = paidRates(history(8, 31, () => '0'));
		const whole = history(8, 31, () => '0.0004');
		const short = paidRates(whole.filter((_, index) => index !== whole.length - 5));
		const average = averageSpread(long, short, EIGHT, NOW - 7 * DAY, NOW);
		expect(average === null ? null : formatDecimal(average)).toBe('0.0004');
	});

	test('is unknown if a leg’s history is too short or covers less than half', () => {
		const long = paidRates(history(8, 31, () => '0'));
		const young = paidRates(history(8, 6, () => '0.0001'));
		expect(averageSpread(long, young, EIGHT, NOW - 7 * DAY, NOW)).toBeNull();
		expect(averageSpread(young, long, EIGHT, NOW - 7 * DAY, NOW)).toBeNull();
		expect(averageSpread(long, young, EIGHT, NOW - 5 * DAY, NOW)).not.toBeNull();
		const ended = paidRates(
			history(8, 31, () => '0.0001').filter(({ settledAt }) => settledAt < NOW - 4 * DAY),
		);
		expect(averageSpread(long, ended, EIGHT, NOW - 7 * DAY, NOW)).toBeNull();
		expect(averageSpread([], long, EIGHT, NOW - DAY, NOW)).toBeNull();
	});
});

describe('daily rates', () => {
	test('give the average spread of each day', () => {
		const random = seededRandom(7);
		const rateAt = () => (random.below(2_000) / 1e7 - 1e-4).toFixed(8);
		const to = Date.UTC(2026, 10, 21, 8);
		// The short leg's history begins within the window and has a hole.
		const long = paidRates(history(1, 31, rateAt));
		const short = paidRates(history(8, 20, rateAt).filter((_, index) => index < 20 || index > 26));
		const [longDays, shortDays] = [dailyHourlyRates(long, to, 30), dailyHourlyRates(short, to, 30)];
		const spreads = longDays.map((rate, day) => spreadBetween(rate, shortDays[day] ?? null, EIGHT));
		const averages = spreads.map((_, day) => {
			const end = to - (29 - day) * DAY;
			return averageSpread(long, short, EIGHT, end - DAY, end);
		});
		expect(spreads).toEqual(averages);
		expect(spreads.filter((spread) => spread === null).length).toBeGreaterThan(10);
		expect(spreads.filter((spread) => spread !== null).length).toBeGreaterThan(15);
	});
});

describe('the deviation of spreads', () => {
	const rowsOf = (long: readonly SettledRate[], short: readonly SettledRate[]) =>
		fundingHistory(paidRates(long), paidRates(short), EIGHT);
	const shown = (rows: ReturnType<typeof rowsOf>, days: number) => {
		const deviation = spreadDeviation(rows, NOW - days * DAY, NOW);
		return deviation === null ? null : formatDecimal(deviation);
	};

	test('is the sample deviation of the rows within the days', () => {
		const zero = history(8, 31, () => '0');
		const swinging = history(8, 31, (at) => ((at / (8 * HOUR)) % 2 === 0 ? '0.0001' : '0.0003'));
		// Rates alternate between 1e-4 and 3e-4. There are 90 rows in 30 days. There are 21 rows in 7 days, so one
		// rate occurs once more than the other.
		expect(Number(shown(rowsOf(zero, swinging), 30))).toBeCloseTo(1e-4 * Math.sqrt(90 / 89), 12);
		const [more, fewer] = [11, 10];
		const mean = (more * 1 + fewer * 3) / 21;
		const square = (more * (1 - mean) ** 2 + fewer * (3 - mean) ** 2) / 20;
		expect(Number(shown(rowsOf(zero, swinging), 7))).toBeCloseTo(1e-4 * Math.sqrt(square), 12);
		expect(shown(rowsOf(zero, zero), 30)).toBe('0');
	});

	test('counts settlements of both legs at the same time, and needs seven', () => {
		const hourly = history(1, 31, () => '0.00001');
		const short = history(8, 3, () => '0.0004');
		expect(shown(rowsOf(hourly, short), 30)).toBe('0');
		// Nine settlements have a spread, but only six of them are in the last two days, and seven are required.
		expect(shown(rowsOf(hourly, short), 2)).toBeNull();
		const apart = short.map(({ settledAt, rate }) => ({ settledAt: settledAt - HOUR / 2, rate }));
		expect(shown(rowsOf(hourly, apart), 30)).toBeNull();
		expect(shown([], 30)).toBeNull();
	});
});

describe('stability', () => {
	test('is 1 for the same spread every day and near 0 for noise around zero', () => {
		const long = paidRates(history(8, 31, () => '0'));
		const steady = paidRates(history(8, 31, () => '0.0001'));
		const turning = paidRates(
			history(8, 31, (when) => (Math.floor((NOW - when) / DAY) % 2 === 0 ? '0.0001' : '-0.0001')),
		);
		const stability = (short: typeof steady) => {
			const value = spreadStability(long, short, EIGHT, NOW);
			return value === null ? null : formatDecimal(value);
		};
		expect(stability(steady)).toBe('1');
		expect(Number(stability(turning))).toBeLessThan(0.05);
		expect(stability(long)).toBeNull();
	});

	test('needs seven days', () => {
		const of = (days: number) => {
			const rates = paidRates(history(8, days, () => '0.0001'));
			const zero = paidRates(history(8, 31, () => '0'));
			return spreadStability(zero, rates, EIGHT, NOW);
		};
		expect(of(6)).toBeNull();
		expect(of(7)).not.toBeNull();
	});

	test('lies between 0 and 1 for any rates', () => {
		fc.assert(
			fc.property(
				fc.array(fc.integer({ min: -4_000, max: 4_000 }), { minLength: 94, maxLength: 94 }),
				(draws) => {
					let index = 0;
					const short = paidRates(history(8, 31, () => ((draws[index++] ?? 0) / 1e6).toFixed(6)));
					const long = paidRates(history(8, 31, () => '0'));
					const value = spreadStability(long, short, EIGHT, NOW);
					expect(value === null || (value >= 0n && value <= parseDecimal('1'))).toBe(true);
				},
			),
			{ numRuns: 30 },
		);
	});
});

test('the history has the settlements of both legs, newest first, with a spread only where both settle', () => {
	const rows = fundingHistory(
		paidRates(history(4, 1, () => '0.00002')),
		paidRates(history(8, 1, () => '0.0001')),
		EIGHT,
	);
	const last = Date.UTC(2026, 10, 21, 8) / 1_000;
	expect(
		rows.map(({ timestamp, longRate, shortRate, spread }) => [
			(last - timestamp) / 3_600,
			longRate === null ? null : formatDecimal(longRate),
			shortRate === null ? null : formatDecimal(shortRate),
			spread === null ? null : formatDecimal(spread),
		]),
	).toEqual([
		[0, '0.00002', '0.0001', '0.00006'],
		[4, '0.00002', null, null],
		[8, '0.00002', '0.0001', '0.00006'],
		[12, '0.00002', null, null],
		[16, '0.00002', '0.0001', '0.00006'],
		[20, '0.00002', null, null],
		// The previous settlement is unknown, so the interval for which this one was paid is also unknown.
		[24, '0.00002', '0.0001', null],
	]);
});
