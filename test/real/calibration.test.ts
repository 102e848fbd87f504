/**
 * Scores forecasts and verdicts over the recorded year of Binance, Bybit and Hyperliquid. Goals that
 * docs/calibration.md reports as met must stay met for the complete year.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { economicValue, tradingRows } from '../../research/economic-value.ts';
import { exitRuleScores } from '../../research/exit-rules.ts';
import { isMet, type Score } from '../../research/goals.ts';
import { pairKindScores, pairKinds, venuePairScores } from '../../research/pair-kinds.ts';
import { type ScoredSeries, scoredSeries } from '../../research/received.ts';
import type { RuleScore } from '../../research/rule-scores.ts';
import { forecastScores } from '../../research/score-table.ts';
import { squeezeScores } from '../../research/squeeze-scores.ts';
import { verdictScores } from '../../research/verdict-scores.ts';
import { type WalkForward, walkForward } from '../../research/walk-forward.ts';
import { ruleTable, scoreTable, squeezeTable, verdictLines } from '../../scripts/calibration-report.ts';
import { type FundingFile, readFundingFolder } from '../../scripts/funding-files.ts';
import { fitCarryModel } from '../../src/domain/carry-fit.ts';
import { neutralCarryModel } from '../../src/domain/carry-prior.ts';
import { HOUR_MS } from '../../src/domain/funding.ts';
import { createLegHistory } from '../../src/domain/leg-history.ts';
import { SHIPPED_CARRY_MODEL } from '../../src/domain/shipped-carry-model.ts';
import { testDataDir } from './documented-bodies.ts';

const DOCUMENT = new URL('../../docs/calibration.md', import.meta.url);
/** Start of the last quarter of the recorded year. No shipped model was fitted on data from that quarter. */
const LAST_QUARTER = Date.UTC(2026, 4, 22);

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

function lastHourOf(series: readonly ScoredSeries[]): number {
	return Math.max(
		...series.flatMap(({ first, second }) => [first.hours.at(-1) ?? 0, second.hours.at(-1) ?? 0]),
	);
}

function missedOf(rows: readonly Score[]): readonly string[] {
	return rows
		.filter((row) => isMet(row) === false)
		.map(({ measure, horizonHours }) =>
			horizonHours === null ? measure : `${measure} at ${horizonHours} h`,
		);
}

function ruleCalled(scores: readonly RuleScore[], name: string): RuleScore {
	const found = scores.find((score) => score.name === name);
	if (found === undefined) throw new Error(`No rule is called ${name}.`);
	return found;
}

/** The walk-forward run over the complete recorded year. It is computed once and shared by all tests. */
type Walked = { readonly walk: WalkForward; readonly firstHour: number; readonly lastHour: number };
let walked: Walked | undefined;
function walkedYear(): Walked {
	if (walked === undefined) {
		const series = scoredSeries(recordedYear(Number.POSITIVE_INFINITY).legs);
		const walk = walkForward(series, neutralCarryModel(), () => undefined);
		walked = { walk, firstHour: firstHourOf(series), lastHour: lastHourOf(series) };
	}
	return walked;
}

test('forecasts meet all goals but one over the recorded year; under a third of the headline is received', () => {
	const { walk, firstHour } = walkedYear();
	expect(walk.hourly).toHaveLength(57);
	expect(walk.decisions).toHaveLength(53_040);
	const rows = forecastScores(walk.decisions, firstHour, 0);
	expect(rows.filter((row) => isMet(row) !== undefined)).toHaveLength(54);
	expect(missedOf(rows)).toEqual([]);
	expect(missedOf(venuePairScores(walk.decisions, firstHour))).toEqual([
		'binance-bybit, slope, model direction at 720 h',
	]);
	const headline = (measure: string) =>
		rows.filter((row) => row.measure === measure).map((row) => Number(row.headline?.value.toFixed(2)));
	expect(headline('slope, headline direction')).toEqual([0.28, 0.19, 0.13, 0.1, 0.08, 0.06]);
	expect(headline('R² out of sample')).toEqual([-0.36, -0.72, -1.17, -1.56, -1.83, -1.98]);
});

test('odds by kind of pair and coverage in squeezes hold, except one horizon of same-clock pairs', () => {
	const { walk, firstHour } = walkedYear();
	expect(missedOf(pairKindScores(pairKinds(walk.decisions), firstHour))).toEqual([
		'same clock, calibration error, headline direction at 720 h',
	]);
	const squeezes = squeezeScores(walk.decisions, firstHour);
	expect(squeezes.every(({ count }) => count > 500)).toBe(true);
	expect(missedOf(squeezes.flatMap(({ oneSd, twoSd }) => [oneSd, twoSd]))).toEqual([]);
});

test('verdicts come true as often as forecast, overall and in each bin of 200', () => {
	const { walk, firstHour } = walkedYear();
	const { rows, byHorizon } = verdictScores(walk.decisions, firstHour);
	expect(rows[0]?.count).toBeGreaterThan(6_000);
	expect(rows.filter((row) => isMet(row) !== undefined)).toHaveLength(4);
	expect(missedOf(rows)).toEqual([]);
	const [longest, ...others] = byHorizon.map(({ count }) => count).reverse();
	expect(longest).toBeGreaterThan(20 * others.reduce((sum, count) => sum + count, 0));
});

test('the shipped verdict and exit earn as much as the hysteresis rule and significantly more than the plain rule', () => {
	const { walk, firstHour } = walkedYear();
	expect(missedOf(tradingRows(walk, firstHour, 0))).toEqual([]);
	const { rules, goals } = economicValue(walk, firstHour, LAST_QUARTER / HOUR_MS);
	expect(missedOf(goals)).toEqual([]);
	expect(ruleCalled(rules, '30-day rule').whole.result.netPerPositionYear.value).toBeCloseTo(1.298, 3);
	expect(ruleCalled(rules, '30-day rule with hysteresis').whole.result.netPerPositionYear.value).toBeCloseTo(
		1.513,
		3,
	);
	const exits = exitRuleScores(walk, firstHour, LAST_QUARTER / HOUR_MS);
	// Either half of the shipped exit rule, used alone, earns less than both together.
	for (const name of ['next 30 days lose half a round trip', '30-day mean has turned'])
		expect(ruleCalled(exits, name).whole.difference?.interval.high).toBeLessThan(0);
});

test('docs/calibration.md contains the computed tables of the year', () => {
	const { walk, firstHour, lastHour } = walkedYear();
	const late = Math.ceil(lastHour - (lastHour - firstHour) / 4);
	const document = new Set(readFileSync(DOCUMENT, 'utf8').split('\n'));
	const lines = [
		...scoreTable([...forecastScores(walk.decisions, firstHour, 0), ...tradingRows(walk, firstHour, 0)]),
		...verdictLines(verdictScores(walk.decisions, firstHour)),
		...squeezeTable(squeezeScores(walk.decisions, firstHour)),
		...scoreTable(pairKindScores(pairKinds(walk.decisions), firstHour)),
		...scoreTable(venuePairScores(walk.decisions, firstHour)),
		...ruleTable(economicValue(walk, firstHour, late).rules, 'hysteresis'),
		...ruleTable(exitRuleScores(walk, firstHour, late), 'shipped'),
	];
	expect(lines.length).toBeGreaterThan(200);
	expect(lines.filter((line) => !document.has(line))).toEqual([]);
});

test('the shipped prior equals the fit on the first three quarters', () => {
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
		expect(shipped?.oddsWeights).toEqual(horizon.oddsWeights.map((weight) => expect.closeTo(weight, 5)));
		expect(shipped?.tieShareLevel).toBeCloseTo(horizon.tieShareLevel, 5);
		expect(shipped?.tieShareMoving).toBeCloseTo(horizon.tieShareMoving, 5);
	});
});
