import { afterAll, expect, test } from 'vitest';
import { solvePlan } from '../src/planner/solve-plan.ts';
import { createHighsSolver } from '../src/planner/solver/highs-solver.ts';
import { systemClock } from '../src/runtime/clock.ts';
import { testMarket } from '../test/support/pot-markets.ts';
import { potScoresOf } from '../test/support/pot-scores.ts';
import { isMet } from './goals.ts';
import {
	DECISION_HOURS_OF_DAY,
	krakenGoals,
	MARGINS,
	PLANNER,
	potReport,
	potSettings,
	scoreCalled,
	yearGoals,
} from './pot-scores.ts';

const solver = createHighsSolver({ clock: systemClock });
afterAll(() => solver.close());

/** 10 % a year, per hour. */
const TEN = 0.1 / 8_760;

test('all rules are scored under the same limits, and the planner is compared with each', async () => {
	const { pairs } = testMarket({
		AAA: { binance: TEN, bybit: 0 },
		BBB: { binance: 0, bybit: 2 * TEN },
		CCC: { binance: 0.1 * TEN, bybit: 0 },
	});
	const settings = potSettings(
		pairs.map(({ signals }) => signals),
		(problem) => solvePlan(problem, solver),
	);
	expect(settings.coinShare).toBe(0.3);
	const { scores, variants, hours, goals } = await potReport(settings);
	expect(scores.map(({ name }) => name)).toEqual([
		'planner',
		'30-day rule, first come',
		'verdict, first come',
		'30-day rule, one pair a coin',
		'30-day rule with hysteresis, one pair a coin',
		'verdict, one pair a coin',
		'static best pairs',
	]);
	const planner = scoreCalled(scores, PLANNER);
	for (const score of [...scores, ...variants]) {
		for (const margin of MARGINS) {
			const { net, plannerLess, late, run } = score[margin];
			if (score.name === PLANNER) expect(plannerLess).toBeNull();
			else expect(plannerLess?.value).toBeCloseTo(planner[margin].net.value - net.value, 9);
			expect(late).toBeNull();
			expect(run.invested).toBeLessThanOrEqual(1);
		}
	}
	// The third coin pays too little for the planner, but enough for a static rule.
	expect([...planner.none.run.coinNet.keys()].sort()).toEqual(['AAA', 'BBB']);
	expect(scoreCalled(scores, 'static best pairs').none.run.coinNet.size).toBe(3);
	for (const margin of MARGINS) expect(hours[margin]).toHaveLength(DECISION_HOURS_OF_DAY.length);
	expect(hours.none[0]).toBe(planner.none.net.value);
	expect(goals.map(({ measure }) => measure)).toEqual(['net with Kraken, m = 0.3, no margin limit']);
	expect(() => scoreCalled(scores, 'luck')).toThrow('No rule is called luck.');
});

test('the goals of the year are met by the reference figures and missed by lower ones', () => {
	const metOf = (planner: number, placed: number) =>
		yearGoals(potScoresOf(planner, placed)).map((goal) => isMet(goal));
	expect(metOf(3.85, 3.2)).toEqual([true, true, true, true, true, true, true, true]);
	expect(metOf(3.3, 3.1)).toEqual([false, true, false, true, false, false, true, true]);
	const [kraken] = krakenGoals(potScoresOf(3.39, 3));
	expect(kraken && isMet(kraken)).toBe(false);
});

test('a goal after 2026-04-01 is not scored on data that ends before', () => {
	const early = potScoresOf(3.85, 3.2).map((score) => ({
		...score,
		none: { ...score.none, late: null },
		split: { ...score.split, late: null },
	}));
	const scored = yearGoals(early).filter((goal) => isMet(goal) !== undefined);
	expect(scored).toHaveLength(6);
});
