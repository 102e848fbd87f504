/** Tests the mean of the last 30 days: exactness, windows, gaps and rates that are not published yet. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Decimal, parseDecimal as d, formatDecimal, sum } from './decimal.ts';
import { DAY_MS, HOUR_MS, type SettledRate } from './funding.ts';
import { createMonthWindow, extendedWindow, MONTH_MS, monthMean } from './month-window.ts';

const NOW = Date.UTC(2026, 10, 21, 8, 0, 20);
const TOP = Date.UTC(2026, 10, 21, 8);

/** Settlements every `hours` over `days` up to `TOP`, except those that are `missing` hours before `TOP`. */
function settledEvery(hours: number, days = 32, missing: readonly number[] = [], rate = '0.0001') {
	return Array.from({ length: (days * 24) / hours }, (_, index) => ({
		settledAt: TOP - index * hours * HOUR_MS,
		rate: d(rate),
	}))
		.filter(({ settledAt }) => !missing.includes((TOP - settledAt) / HOUR_MS))
		.reverse();
}

function meanOf(rates: readonly SettledRate[], now = NOW, due?: { at: number; intervalMs: number }) {
	return monthMean(createMonthWindow(rates), now, due);
}

describe('mean of the last 30 days', () => {
	test('sums the rates of the last 30 days, times 365 / 30', () => {
		expect(meanOf(settledEvery(8))).toEqual({ apr: d('0.1095') });
		expect(meanOf(settledEvery(1))).toEqual({ apr: d('0.876') });
	});

	test('counts a settlement of this instant, and not the one of 30 days ago', () => {
		const rates = settledEvery(8, 30.5).map((rate, index, all) => ({
			...rate,
			rate: d(index === 0 || index === all.length - 1 ? '0.001' : '0'),
		}));
		const [first] = rates;
		expect(first?.settledAt).toBe(TOP - MONTH_MS);
		expect(formatDecimal(meanOf(rates, TOP).apr ?? d('0'))).toBe('0.012166666666666666');
	});

	test('stays exact, so contracts with equal rates have equal means', () => {
		const once = createMonthWindow(settledEvery(8, 32, [], '0.0000123456789'));
		let grown = createMonthWindow(settledEvery(8, 20, [], '0.0000123456789').slice(0, 1));
		for (const rate of settledEvery(8, 32, [], '0.0000123456789')) grown = extendedWindow(grown, [rate], NOW);
		expect(monthMean(grown, NOW, undefined)).toEqual(monthMean(once, NOW, undefined));
	});

	test('equals the sum over any hourly rates, in whatever parts they arrive', () => {
		fc.assert(
			fc.property(
				fc.array(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), { minLength: 760, maxLength: 900 }),
				fc.integer({ min: 1, max: 300 }),
				(drawn, part) => {
					const rates = drawn.map((rate, index) => ({
						settledAt: TOP - (drawn.length - 1 - index) * HOUR_MS,
						rate: rate as Decimal,
					}));
					let window = createMonthWindow([]);
					for (let from = 0; from < rates.length; from += part) {
						const added = rates.slice(from, from + part);
						window = extendedWindow(window, added, (added.at(-1)?.settledAt ?? NOW) + 20_000);
					}
					const due = rates.filter(({ settledAt }) => settledAt > NOW - MONTH_MS);
					const total = sum(due.map(({ rate }) => rate)) * 365n;
					expect(monthMean(window, NOW, undefined).apr).toBe(total / 30n);
				},
			),
		);
	});

	test('takes rates that arrive out of order or twice', () => {
		const rates = settledEvery(8);
		const late = rates.splice(40, 3);
		const window = createMonthWindow(rates);
		expect(extendedWindow(window, [...late, ...rates.slice(38, 42)], NOW)).toEqual(
			createMonthWindow(settledEvery(8)),
		);
	});
});

describe('unknown mean', () => {
	test('is unknown until 30 days are known', () => {
		expect(meanOf([])).toEqual({ apr: null, why: 'short', days: 0 });
		expect(meanOf(settledEvery(8, 10), TOP)).toEqual({ apr: null, why: 'short', days: 10 - 1 / 3 });
	});

	test('is known with up to two missing settlements in a row', () => {
		// 87 of 90 rates were published.
		expect(meanOf(settledEvery(8, 32, [80, 160, 168])).apr).toBe(d('0.10585'));
	});

	test.each([
		[8, [80, 88, 96], 104, 72],
		[1, [80, 81, 82], 83, 79],
	])('is unknown with three missing settlements of %i h in a row', (hours, missing, from, to) => {
		expect(meanOf(settledEvery(hours, 32, missing))).toEqual({
			apr: null,
			why: 'gap',
			from: TOP - from * HOUR_MS,
			to: TOP - to * HOUR_MS,
		});
	});

	test('is known again 30 days after a gap', () => {
		const rates = settledEvery(8, 40, [80, 88, 96]);
		const later = TOP - 72 * HOUR_MS + MONTH_MS;
		const more = Array.from({ length: 90 }, (_, index) => ({
			settledAt: TOP + (index + 1) * 8 * HOUR_MS,
			rate: d('0.0001'),
		})).filter(({ settledAt }) => settledAt <= later);
		const window = extendedWindow(createMonthWindow(rates), more, later);
		expect(monthMean(window, later - 1, undefined)).toMatchObject({ why: 'gap' });
		expect(monthMean(window, later, undefined)).toEqual({ apr: d('0.1095') });
	});

	test('a changed interval is not a gap', () => {
		// INJ at Bybit settled every hour for a week of February 2026.
		const hourly = settledEvery(1, 32).filter(({ settledAt }) => {
			const hours = (TOP - settledAt) / HOUR_MS;
			return hours % 8 === 0 || (hours > 200 && hours < 368);
		});
		expect(meanOf(hourly).apr).toBe(d('0.28835'));
	});

	/** Hourly settlements until 62 h before `TOP`, one 6 h later, and then one every `hours`. */
	function afterSixHours(hours: number) {
		return settledEvery(1).filter(({ settledAt }) => {
			const before = (TOP - settledAt) / HOUR_MS;
			return before >= 62 || (before <= 56 && before % hours === 0);
		});
	}

	test('a changed interval whose first settlement comes early is not a gap', () => {
		// INJ at Bybit again: from hourly to eight-hourly, with the first settlement after six hours.
		// 658 hourly rates and 8 of the new interval are known.
		expect(meanOf(afterSixHours(8)).apr).toBe(d('0.8103'));
	});

	test('two gaps in a row are not a changed interval', () => {
		const rates = afterSixHours(1).filter(({ settledAt }) => {
			const before = (TOP - settledAt) / HOUR_MS;
			return before >= 56 || before <= 48;
		});
		const gap = { apr: null, why: 'gap', from: TOP - 56 * HOUR_MS, to: TOP - 48 * HOUR_MS };
		expect(meanOf(rates)).toEqual(gap);
		const begun = rates.filter(({ settledAt }) => settledAt <= TOP - 47 * HOUR_MS);
		expect(meanOf(begun, TOP - 47 * HOUR_MS)).toEqual(gap);
	});
});

describe('a settlement that is not published yet', () => {
	const rates = settledEvery(8).slice(0, -1);
	const due = { at: TOP, intervalMs: 8 * HOUR_MS };

	test('ends the 30 days just before it', () => {
		expect(meanOf(rates, NOW, due)).toEqual({ apr: d('0.1095') });
		expect(meanOf(rates, NOW)).toEqual({ apr: d('0.1095') });
	});

	test('makes the mean unknown once more than three intervals are missing', () => {
		expect(meanOf(rates.slice(0, -2), NOW, due)).toMatchObject({ apr: d('0.107066666666666666') });
		expect(meanOf(rates.slice(0, -3), NOW, due)).toMatchObject({ why: 'gap', to: TOP });
	});

	test('an interval that the ticker has made longer is not awaited', () => {
		const hourly = settledEvery(1);
		const later = TOP + 5 * HOUR_MS;
		expect(meanOf(hourly, later, due).apr).toBe(d('0.869916666666666666'));
		expect(meanOf(hourly, later + DAY_MS)).toMatchObject({ why: 'gap', from: TOP });
	});
});
