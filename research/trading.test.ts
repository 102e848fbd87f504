import { expect, test } from 'vitest';
import { payingSeries } from '../test/support/scored-walks.ts';
import { basisOf } from './price-basis.ts';
import { HISTORY_HOURS, type ScoredSeries } from './received.ts';
import { roundTripCostBp } from './round-trip-cost.ts';
import { ALL_HOURS, heldTrade, netDifference, tradesOf, tradingResult } from './trading.ts';

const LAST = 6_000;

test('a round trip costs four taker fees and four fills at 2 bp', () => {
	expect(roundTripCostBp(payingSeries(() => 0))).toBe(2 * (5 + 4.5) + 8);
	expect(roundTripCostBp(payingSeries(() => 0, ['bybit', 'toString']))).toBe(2 * (5.5 + 5) + 8);
});

test('a trade receives settlements after its entry, up to and including its exit', () => {
	const series = payingSeries((hour) => (hour === 3_000 || hour === 3_100 ? 5 : 0));
	expect(heldTrade(series, 1, 3_000, 3_100).carryBp).toBeCloseTo(5, 9);
	expect(heldTrade(series, -1, 2_999, 3_100).carryBp).toBeCloseTo(-10, 9);
});

test('a rule enters from the first scored hour on, exits after it enters, and ends with the series', () => {
	const series = payingSeries(() => 0.1);
	const first = series.firstAlive + HISTORY_HOURS;
	const trades = tradesOf(series, { enter: () => 1, leave: (hour) => hour === first + 10 });
	expect(trades.map(({ entry, exit }) => [entry, exit])).toEqual([
		[first, first + 10],
		[first + 11, series.lastAlive],
	]);
	expect(tradesOf(series, { enter: () => 0, leave: () => true })).toEqual([]);
});

test('net is spread over all scored hours, and the drawdown over all positions', () => {
	const series = [payingSeries(() => 0.1), payingSeries(() => 0.1)];
	const trades = [heldTrade(series[0] as ScoredSeries, 1, 3_000, 4_000)];
	const result = tradingResult(series, trades, 0);
	const hours = 2 * (LAST - HISTORY_HOURS - (series[0]?.firstAlive ?? 0) + 1);
	expect(result.netPerPositionYear.value).toBeCloseTo((100 - 27) / 100 / (hours / 8_760), 9);
	expect(result.netPerYearHeld).toBeCloseTo((100 - 27) / 100 / (1_000 / 8_760), 9);
	expect(result.worstDrawdown).toBeCloseTo(13.5 / 2 / 100, 9);
	expect(result).toMatchObject({ trades: 1, medianHeldHours: 1_000 });
});

test('a result from an hour on counts settlements from then on', () => {
	const series = payingSeries(() => 0.1);
	const trades = [heldTrade(series, 1, 3_000, 4_000)];
	const result = tradingResult([series], trades, 0, { ...ALL_HOURS, from: 3_501 });
	expect(result.netPerPositionYear.value).toBeCloseTo((50 - 13.5) / 100 / ((LAST - 3_501 + 1) / 8_760), 9);
	expect(netDifference([series], trades, trades, 0).value).toBe(0);
});

test('results before and after an hour add up to the whole', () => {
	const series = payingSeries((hour) => (hour % 9 === 0 ? 2 : -0.1));
	const trades = [heldTrade(series, 1, 3_000, 5_000)];
	const [middle, first] = [4_321, series.firstAlive + HISTORY_HOURS];
	const netOf = (from: number, until: number): number =>
		netDifference([series], trades, [], 0, { from, until }).value;
	const whole = netOf(0, Number.POSITIVE_INFINITY) * (LAST - first + 1);
	const parts =
		netOf(0, middle) * (middle - first) + netOf(middle, Number.POSITIVE_INFINITY) * (LAST - middle + 1);
	expect(parts).toBeCloseTo(whole, 6);
	expect(whole).toBeGreaterThan(0);
});

test('the gain from the basis is short over long at entry less short over long at exit', () => {
	const series = payingSeries(() => 0.1);
	const trades = [
		heldTrade(series, 1, 3_000, 4_000),
		heldTrade(series, -1, 3_000, 4_000),
		heldTrade(series, 1, 3_500, 4_000),
	];
	const opens = (from: number, to: number) =>
		new Map([
			[3_000, from],
			[4_000, to],
		]);
	const prices = [
		{ venue: 'binance', base: 'X', opens: opens(101, 100) },
		{ venue: 'hyperliquid', base: 'X', opens: opens(100, 100) },
	];
	const basis = basisOf([series], trades.slice(0, 1), prices);
	expect(basis).toMatchObject({
		covered: ['binance-hyperliquid X'],
		trades: 1,
		series: ['binance-hyperliquid X'],
	});
	expect(basis.basisBp).toBeCloseTo(100, 9);
	expect(basis.netBp).toBeCloseTo(73, 9);
	expect(basisOf([series], trades, prices)).toMatchObject({ trades: 2 });
	expect(basisOf([series], trades.slice(1, 2), prices).basisBp).toBeCloseTo(1e4 * (100 / 101 - 1), 9);
	expect(basisOf([series], trades, prices.slice(0, 1))).toMatchObject({ covered: [], trades: 0, basisBp: 0 });
});
