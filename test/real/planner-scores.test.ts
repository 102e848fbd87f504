/**
 * Scores the portfolio planner in one pot on recorded funding. The planner must meet all its goals, and
 * docs/planner-scores.md must state the measured tables.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isMet } from '../../research/goals.ts';
import {
	MARGINS,
	MONTH_FIRST_COME,
	PLANNER,
	type PotReport,
	potReport,
	potSettings,
	scoreCalled,
} from '../../research/pot-scores.ts';
import { scoredSeries } from '../../research/received.ts';
import { walkForward } from '../../research/walk-forward.ts';
import { readFundingFolder } from '../../scripts/funding-files.ts';
import { potLines } from '../../scripts/planner-report.ts';
import { neutralCarryModel } from '../../src/domain/carry-prior.ts';
import { solvePlan } from '../../src/planner/solve-plan.ts';
import { createHighsSolver } from '../../src/planner/solver/highs-solver.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { testDataDir } from './documented-bodies.ts';

const DOCUMENT = new URL('../../docs/planner-scores.md', import.meta.url);

const solver = createHighsSolver({ clock: systemClock });
afterAll(() => solver.close());

/** The reports of both files. They are computed once and shared by all tests. */
const reports = new Map<string, Promise<PotReport>>();
function reportOf(file: 'binance_bybit_hyperliquid' | 'seven_venues'): Promise<PotReport> {
	const known = reports.get(file);
	if (known !== undefined) return known;
	const files = readFundingFolder(join(testDataDir(), 'funding'), Number.POSITIVE_INFINITY);
	const found = files.find(({ name }) => name.includes(file));
	if (found === undefined) throw new Error(`The recorded funding with ${file} in its name is not there.`);
	const { hourly } = walkForward(scoredSeries(found.legs), neutralCarryModel(), () => undefined);
	const report = potReport(potSettings(hourly, (problem) => solvePlan(problem, solver)));
	reports.set(file, report);
	return report;
}

function missedOf({ goals }: PotReport): readonly string[] {
	return goals.filter((goal) => isMet(goal) !== true).map(({ measure }) => measure);
}

test('the planner meets its eight goals on the recorded year', async () => {
	const report = await reportOf('binance_bybit_hyperliquid');
	const { market, coinShare } = report.settings;
	expect([market.legs.length, market.pairs.length, coinShare]).toEqual([60, 57, 0.1]);
	expect(report.goals).toHaveLength(8);
	expect(missedOf(report)).toEqual([]);
});

test('the planner meets its goal on the file with Kraken', async () => {
	const report = await reportOf('seven_venues');
	const { market, coinShare } = report.settings;
	expect([market.legs.length, market.pairs.length, coinShare]).toEqual([20, 30, 0.3]);
	expect(report.goals).toHaveLength(1);
	expect(missedOf(report)).toEqual([]);
});

test('the pot of the year nets what the study that set the goals found, within 0.1', async () => {
	const { scores } = await reportOf('binance_bybit_hyperliquid');
	const study: Readonly<Record<string, readonly [none: number, split: number]>> = {
		[PLANNER]: [3.85, 3.67],
		[MONTH_FIRST_COME]: [3.2, 2.62],
		'static best pairs': [3.19, 2.37],
	};
	for (const [name, figures] of Object.entries(study)) {
		const score = scoreCalled(scores, name);
		const off = MARGINS.map((margin, index) => score[margin].net.value - (figures[index] as number));
		expect(Math.max(...off.map(Math.abs)), name).toBeLessThan(0.1);
	}
	const { orders, invested } = scoreCalled(scores, PLANNER).none.run;
	expect(Math.round(orders)).toBe(98);
	expect(invested).toBeGreaterThan(0.98);
});

test('no rule holds more than G', async () => {
	for (const file of ['binance_bybit_hyperliquid', 'seven_venues'] as const) {
		const { scores } = await reportOf(file);
		const shares = scores.flatMap((score) => MARGINS.map((margin) => score[margin].run.invested));
		expect(Math.max(...shares)).toBeLessThanOrEqual(1 + 1e-6);
	}
});

test('docs/planner-scores.md contains the computed tables of both files', async () => {
	const document = new Set(readFileSync(DOCUMENT, 'utf8').split('\n'));
	const lines = [
		...potLines(await reportOf('binance_bybit_hyperliquid')),
		...potLines(await reportOf('seven_venues')),
	];
	expect(lines.length).toBeGreaterThan(120);
	expect(lines.filter((line) => !document.has(line))).toEqual([]);
});
