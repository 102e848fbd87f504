/**
 * The promises of the carry model over the recorded year of Binance, Bybit and Hyperliquid: the goals that
 * docs/calibration.md reports as met must stay met. The whole file is scored; nothing is left out for speed.
 */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type FundingFile, readFundingFolder } from '../../scripts/funding-files.ts';
import { type ExitRuleScore, exitRuleScores } from '../../src/backtest/exit-rules.ts';
import { type ScoredSeries, scoredSeries } from '../../src/backtest/received.ts';
import {
	isMet,
	promiseScores,
	type ScoreRow,
	tradingScores,
	venuePairScores,
} from '../../src/backtest/score-table.ts';
import { type WalkForward, walkForward } from '../../src/backtest/walk-forward.ts';
import { fitCarryModel } from '../../src/domain/carry-fit.ts';
import { neutralCarryModel } from '../../src/domain/carry-prior.ts';
import { HOUR_MS } from '../../src/domain/funding.ts';
import { createLegHistory } from '../../src/domain/leg-history.ts';
import { SHIPPED_CARRY_MODEL } from '../../src/domain/shipped-carry-model.ts';
import { testDataDir } from './documented-bodies.ts';

/** Where the last quarter begins: nothing that ships has seen it. */
const LAST_QUARTER = Date.UTC(2026, 4, 22);
/** How much less than the simple rule the shipped exit rule may net, in % per slot-year: over the year, and in its last quarter alone. */
const EXIT_TOLERANCE = 0.02;
const EXIT_TOLERANCE_LATE = 0.12;

function recordedYear(untilMs: number): FundingFile {
	const files = readFundingFolder(join(testDataDir(), 'funding'), untilMs);
	const year = files.find(({ name }) => name.includes('binance_bybit_hyperliquid'));
	if (year === undefined)
		throw new Error('The recorded year of Binance, Bybit and Hyperliquid is not there.');
	return year;
}

function firstHourOf(series: readonly ScoredSeries[]): number {
	return Math.min(...series.flatMap(({ first, second }) => [first.hours[0] ?? 0, second.hours[0] ?? 0]));
}

function missedOf(rows: readonly ScoreRow[]): readonly string[] {
	return rows
		.filter((row) => isMet(row.goal, row.ours.value) === false)
		.map((row) => `${row.measure} at ${row.horizonHours} h`);
}

/** The walk through the whole recorded year, made once for the tests that read it. */
let walked: { readonly walk: WalkForward; readonly firstHour: number } | undefined;
function walkedYear(): { readonly walk: WalkForward; readonly firstHour: number } {
	if (walked === undefined) {
		const series = scoredSeries(recordedYear(Number.POSITIVE_INFINITY).legs);
		const walk = walkForward(series, neutralCarryModel(), () => undefined);
		walked = { walk, firstHour: firstHourOf(series) };
	}
	return walked;
}

test('over the recorded year every goal but one is met, and of the headline less than a third arrives', () => {
	const { walk, firstHour } = walkedYear();
	expect(walk.hourly).toHaveLength(57);
	expect(walk.decisions).toHaveLength(53_040);
	const rows = promiseScores(walk.decisions, firstHour, 0);
	expect(rows.filter((row) => isMet(row.goal, row.ours.value) !== undefined)).toHaveLength(54);
	expect(missedOf(rows)).toEqual([]);
	expect(missedOf(tradingScores(walk, firstHour, 0).rows)).toEqual([]);
	expect(missedOf(venuePairScores(walk.decisions, firstHour))).toEqual([
		'binance-bybit, slope, model direction at 720 h',
	]);
	const headline = (measure: string) =>
		rows.filter((row) => row.measure === measure).map((row) => Number(row.headline?.value.toFixed(2)));
	expect(headline('slope, headline direction')).toEqual([0.28, 0.19, 0.13, 0.1, 0.08, 0.06]);
	expect(headline('R² out of sample')).toEqual([-0.36, -0.72, -1.17, -1.56, -1.83, -1.98]);
});

test('pairs left by the rule that ships earn what those left by the simple rule earn, with fewer round trips', () => {
	const { walk, firstHour } = walkedYear();
	const scores = exitRuleScores(walk, firstHour, LAST_QUARTER / HOUR_MS);
	const scoreOf = (name: string): ExitRuleScore => {
		const found = scores.find((score) => score.name.startsWith(name));
		if (found === undefined) throw new Error(`No exit rule is called ${name}.`);
		return found;
	};
	const simple = scoreOf('simple').result;
	const shipped = scoreOf('shipped');
	expect(simple.trades).toBe(86);
	expect(shipped.difference?.value).toBeGreaterThan(-EXIT_TOLERANCE);
	expect(shipped.late).toBeGreaterThan(scoreOf('simple').late - EXIT_TOLERANCE_LATE);
	expect(shipped.result.trades).toBeLessThan(simple.trades);
	expect(shipped.result.worstDrawdown).toBeLessThanOrEqual(0.15);
	// Leaving as soon as a loss is expected is the churn that costs most.
	expect(scoreOf('30 days lose anything').difference?.interval.high).toBeLessThan(-0.3);
	// Without a least stay the rule does not leave at all.
	expect(scoreOf('any stay').result.trades).toBe(scoreOf('never').result.trades);
});

test('the shipped prior is what the fit makes of the first three quarters', () => {
	const series = scoredSeries(recordedYear(LAST_QUARTER).legs);
	const pairs = series.map(({ key, first, second }) => ({
		key,
		first: createLegHistory(first),
		second: createLegHistory(second),
	}));
	const last = Math.max(...series.map(({ lastAlive }) => lastAlive));
	const fitted = fitCarryModel(pairs, last, neutralCarryModel());
	expect(SHIPPED_CARRY_MODEL.rows).toBe(fitted.rows);
	fitted.horizons.forEach((horizon, index) => {
		const shipped = SHIPPED_CARRY_MODEL.horizons[index];
		expect(shipped?.weights).toEqual(horizon.weights.map((weight) => expect.closeTo(weight, 5)));
		expect(shipped?.recalibration).toBeCloseTo(horizon.recalibration, 5);
		expect(shipped?.sdFactor).toBeCloseTo(horizon.sdFactor, 5);
	});
});
