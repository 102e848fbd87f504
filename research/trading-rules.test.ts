import { expect, test } from 'vitest';
import { neutralCarryModel } from '../src/domain/carry-prior.ts';
import { isReversed } from '../src/domain/exit-reversal.ts';
import { seededRandom } from '../src/runtime/seeded-random.ts';
import { recordedLeg } from '../test/support/recorded-legs.ts';
import { hourlySignals, payingSeries } from '../test/support/scored-walks.ts';
import { HISTORY_HOURS, scoredSeries } from './received.ts';
import { roundTripCostBp } from './round-trip-cost.ts';
import {
	HYSTERESIS_LEAVE_BELOW,
	headlineTrades,
	holdTrades,
	monthMeanTrades,
	shippedTrades,
} from './trading-rules.ts';
import { walkForward } from './walk-forward.ts';

/** 5 % a year, in bp per hour. */
const FIVE_PERCENT = 500 / 8_760;

test('trades of the shipped rule end at the first hour of the shipped exit signal', () => {
	const { unit } = seededRandom(4);
	// The spread is 18 % a year until hour 4,000, and the same in the other direction from then on. The noise is as
	// large as the spread.
	const rateAt = (hour: number): number => 8 * (hour < 4_000 ? 2e-5 : -2e-5) + 1.6e-4 * (2 * unit() - 1);
	const legs = [recordedLeg('a', 8, 0, 7_000, rateAt), recordedLeg('b', 8, 0, 7_000, () => 0)];
	const { hourly } = walkForward(scoredSeries(legs), neutralCarryModel(), () => undefined);
	const trades = shippedTrades(hourly);
	expect(trades.map(({ side }) => side)).toEqual([1, -1]);
	expect(trades[0]?.exit).toBeLessThan(6_000);
	const [signals] = hourly;
	if (signals === undefined) throw new Error('A series was expected.');
	for (const { series, side, entry, exit } of trades) {
		const isLeft = (hour: number): boolean =>
			isReversed({
				monthMean: side * (signals.monthMean[hour - signals.from] as number),
				expectedMonth: side * (signals.expectedMonth[hour - signals.from] as number),
				roundTrip: roundTripCostBp(series),
				exitPremium: 0,
			});
		expect(signals.entries[entry - signals.from]).toBe(side);
		const held = Array.from({ length: exit - entry - 1 }, (_, index) => entry + 1 + index);
		expect(held.filter(isLeft)).toEqual([]);
		expect(isLeft(exit) || exit === series.lastAlive).toBe(true);
	}
});

test('the shipped rule enters on the side of the verdict, and unknown figures change nothing', () => {
	const series = payingSeries(() => 0.1);
	const signals = hourlySignals(series, (hour) => ({
		entry: hour === 3_000 ? -1 : 0,
		expectedMonth: hour > 4_000 ? Number.NaN : -100,
		monthMean: hour > 4_000 ? Number.NaN : -0.1,
	}));
	const trades = shippedTrades([signals]);
	expect(trades).toMatchObject([{ side: -1, entry: 3_000, exit: series.lastAlive }]);
	expect(trades[0]?.carryBp).toBeCloseTo(-0.1 * (series.lastAlive - 3_000), 6);
});

test('the plain rule enters above 5 % a year over the last 30 days and exits when the sign turns', () => {
	expect(monthMeanTrades([payingSeries(() => 0.999 * FIVE_PERCENT)], 0)).toHaveLength(0);
	const series = payingSeries((hour) => (hour <= 4_000 ? 1.001 : -1.001) * FIVE_PERCENT);
	const trades = monthMeanTrades([series], 0);
	expect(trades).toHaveLength(2);
	expect(trades[0]).toMatchObject({ side: 1, entry: series.firstAlive + HISTORY_HOURS, exit: 4_361 });
	expect(trades[1]).toMatchObject({ side: -1, entry: 4_720, exit: series.lastAlive });
});

test('the rule with hysteresis stays until the mean is below -3 % a year', () => {
	const series = payingSeries((hour) => (hour <= 4_000 ? 1.001 : -1.001) * FIVE_PERCENT);
	// The mean falls by 10.01 % a year over 720 hours, so it is below -3 % after 576 hours.
	const [trade] = monthMeanTrades([series], HYSTERESIS_LEAVE_BELOW);
	expect(trade).toMatchObject({ side: 1, exit: 4_576 });
	const shallow = payingSeries((hour) => (hour <= 4_000 ? 1.001 : -0.599) * FIVE_PERCENT);
	expect(monthMeanTrades([shallow], HYSTERESIS_LEAVE_BELOW)).toMatchObject([{ exit: shallow.lastAlive }]);
});

test('holding enters once, at the first scored hour, on the side of the 30-day mean', () => {
	const series = payingSeries((hour) => (hour < 3_000 ? -0.01 : 1));
	expect(holdTrades([series])).toMatchObject([
		{ side: -1, entry: series.firstAlive + HISTORY_HOURS, exit: series.lastAlive },
	]);
	expect(holdTrades([payingSeries(() => 0)])).toEqual([]);
});

test('the highest headlines are traded one at a time per series', () => {
	const series = payingSeries((hour) => ({ 3000: 9, 3050: 8, 4000: -7 })[hour] ?? 0.1);
	const trades = headlineTrades([series], 2, 100);
	expect(trades.map(({ entry, exit, side }) => [entry, exit, side])).toEqual([
		[3_000, 3_100, 1],
		[4_000, 4_100, -1],
	]);
	expect(trades[0]?.carryBp).toBeCloseTo(8 + 99 * 0.1, 9);
});
