import { expect, test } from 'vitest';
import { recordedLeg } from '../../test/support/recorded-legs.ts';
import { basisOf } from './price-basis.ts';
import { HISTORY_HOURS, type ScoredSeries, type SettledLeg, scoredSeries } from './received.ts';
import {
	headlineTrades,
	modelTrades,
	monthMeanTrades,
	netDifference,
	roundTripCostBp,
	type Trade,
	tradingResult,
} from './trading.ts';
import type { HourlyPromises } from './walk-forward.ts';

const TO = 6_000;
const WIDTH = 6;

function seriesOf(first: SettledLeg, second: SettledLeg): ScoredSeries {
	const [series] = scoredSeries([first, second]);
	if (series === undefined) throw new Error('A series was expected.');
	return series;
}

/** Pays `bpPerHour` to the short of the first leg. */
function paying(bpPerHour: (hour: number) => number): ScoredSeries {
	return seriesOf(
		recordedLeg('binance', 1, 0, TO, (hour) => 1e-4 * bpPerHour(hour)),
		recordedLeg('hyperliquid', 1, 0, TO, () => 0),
	);
}

/** Promises that are the same at every horizon, told by hour. */
function promising(
	series: ScoredSeries,
	at: (hour: number) => { readonly promised: number; readonly sd: number },
) {
	const from = series.firstAlive + HISTORY_HOURS;
	const size = (series.lastAlive - from + 1) * WIDTH;
	const promised = Float64Array.from(
		{ length: size },
		(_, index) => at(from + Math.floor(index / WIDTH)).promised,
	);
	const sd = Float64Array.from({ length: size }, (_, index) => at(from + Math.floor(index / WIDTH)).sd);
	return { series, from, promised, sd } satisfies HourlyPromises;
}

test('a round trip costs four taker fees and four fills at 2 bp', () => {
	expect(roundTripCostBp(paying(() => 0))).toBe(2 * (5 + 4.5) + 8);
});

test('a trade is entered above cost and a quarter of an sd, and left on a loss of half the cost', () => {
	const series = paying(() => 0.1);
	const cost = 27;
	const trades = modelTrades([
		promising(series, (hour) => {
			if (hour < 3_000) return { promised: cost + 4, sd: 16 };
			if (hour < 3_100) return { promised: -cost - 5, sd: 16 };
			if (hour < 4_000) return { promised: -cost / 2, sd: 0 };
			return { promised: cost / 2 + 0.1, sd: 0 };
		}),
	]);
	expect(trades).toHaveLength(1);
	expect(trades[0]).toMatchObject({
		side: -1,
		entry: 3_000,
		exit: 4_000,
		costBp: cost,
		expectedBp: cost + 5,
	});
	expect(trades[0]?.carryBp).toBeCloseTo(-100, 9);
});

test('the horizon with the most beyond cost and caution decides, whatever its side', () => {
	const series = paying(() => 0);
	const hourly = promising(series, () => ({ promised: 0, sd: 0 }));
	hourly.promised.set([40, 0, -100, 0, 60, 0], 10 * WIDTH);
	hourly.sd.set([0, 0, 240, 0, 0, 0], 10 * WIDTH);
	expect(modelTrades([hourly])[0]).toMatchObject({ entry: hourly.from + 10, side: 1, expectedBp: 60 });
	hourly.sd.set([0, 0, 100, 0, 0, 0], 10 * WIDTH);
	expect(modelTrades([hourly])[0]).toMatchObject({ entry: hourly.from + 10, side: -1, expectedBp: 100 });
});

test('what is held to the last hour alive is left there', () => {
	const series = paying(() => 0.1);
	const [trade] = modelTrades([promising(series, () => ({ promised: 100, sd: 0 }))]);
	expect(trade).toMatchObject({ entry: series.firstAlive + HISTORY_HOURS, exit: series.lastAlive });
	expect(trade?.carryBp).toBeCloseTo(0.1 * (series.lastAlive - series.firstAlive - HISTORY_HOURS), 6);
});

test('the plain rule enters above 5 % a year of the last 30 days and leaves when their sign turns', () => {
	const fivePercent = 500 / 8_760;
	expect(monthMeanTrades([paying(() => 0.999 * fivePercent)])).toHaveLength(0);
	const series = paying((hour) => (hour <= 4_000 ? 1.001 : -1.001) * fivePercent);
	const trades = monthMeanTrades([series]);
	expect(trades).toHaveLength(2);
	expect(trades[0]).toMatchObject({ side: 1, entry: series.firstAlive + HISTORY_HOURS, exit: 4_361 });
	expect(trades[1]).toMatchObject({ side: -1, entry: 4_720, exit: series.lastAlive });
});

test('the highest headlines are traded once at a time per series', () => {
	const series = paying((hour) => (hour === 3_000 ? 9 : hour === 3_050 ? 8 : hour === 4_000 ? -7 : 0.1));
	const trades = headlineTrades([series], 2, 100);
	expect(trades.map(({ entry, exit, side }) => [entry, exit, side])).toEqual([
		[3_000, 3_100, 1],
		[4_000, 4_100, -1],
	]);
	expect(trades[0]?.carryBp).toBeCloseTo(8 + 99 * 0.1, 9);
});

function traded(series: ScoredSeries, side: 1 | -1, entry: number, exit: number): Trade {
	return { series, side, entry, exit, expectedBp: 0, carryBp: side * 0.1 * (exit - entry), costBp: 27 };
}

test('net is spread over all scored hours, and the drawdown over all slots', () => {
	const series = [paying(() => 0.1), paying(() => 0.1)];
	const trades = [traded(series[0] as ScoredSeries, 1, 3_000, 4_000)];
	const result = tradingResult(series, trades, 0, 0);
	const hours = 2 * (TO - HISTORY_HOURS - (series[0]?.firstAlive ?? 0) + 1);
	expect(result.netPerSlotYear.value).toBeCloseTo((100 - 27) / 100 / (hours / 8_760), 9);
	expect(result.netPerYearHeld).toBeCloseTo((100 - 27) / 100 / (1_000 / 8_760), 9);
	expect(result.worstDrawdown).toBeCloseTo(13.5 / 2 / 100, 9);
	expect(result).toMatchObject({ trades: 1, medianHeldHours: 1_000 });
});

test('a result from an hour on counts what was paid from then on', () => {
	const series = paying(() => 0.1);
	const trades = [traded(series, 1, 3_000, 4_000)];
	const result = tradingResult([series], trades, 0, 3_501);
	expect(result.netPerSlotYear.value).toBeCloseTo((50 - 13.5) / 100 / ((TO - 3_501 + 1) / 8_760), 9);
	expect(netDifference([series], trades, trades, 0, 0).value).toBe(0);
});

test('the price basis is short over long at entry less that at exit', () => {
	const series = paying(() => 0.1);
	const trades = [
		traded(series, 1, 3_000, 4_000),
		traded(series, -1, 3_000, 4_000),
		traded(series, 1, 3_500, 4_000),
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
