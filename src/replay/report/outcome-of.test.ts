import { describe, expect, test } from 'vitest';
import { drawSweepResult } from '../../../test/support/replay-result.ts';
import { DAY_MS, HOUR_MS } from '../../domain/funding.ts';
import { seededRandom } from '../../runtime/seeded-random.ts';
import { dailyReturns, honestyOf, judgeTrials, outcomeOf } from './outcome-of.ts';

const FROM = Date.UTC(2026, 0, 1);
const PARTS = {
	fundingReceived: 60,
	fundingPaid: -10,
	fees: 0,
	slippage: 0,
	basis: null,
	idleInterest: 0,
	net: 50,
};

/** Hourly equity that grows by `perDay` each day at noon. */
function hourly(days: number, perDay: (day: number) => number) {
	const at = Array.from({ length: days * 24 }, (_, hour) => FROM + hour * HOUR_MS);
	let usd = 1_000;
	const equity = at.map((_, hour) => {
		if (hour % 24 === 12) usd += perDay(Math.floor(hour / 24));
		return usd;
	});
	return { at, equity };
}

describe('the daily returns', () => {
	test('are the changes of equity per UTC day over the capital', () => {
		expect(
			dailyReturns(
				hourly(3, (day) => day - 1),
				1_000,
				FROM,
			),
		).toEqual([-0.001, 0, 0.001]);
	});

	test('count a day without equity as no change, and leave out an unfinished last day', () => {
		const { at, equity } = hourly(4, () => 1);
		const isKept = (time: number): boolean => Math.floor((time - FROM) / DAY_MS) !== 1;
		const kept = at.flatMap((time, index) => (isKept(time) ? [index] : []));
		const columns = {
			at: kept.map((index) => at[index] ?? 0),
			equity: kept.map((index) => equity[index] ?? 0),
		};
		expect(dailyReturns(columns, 1_000, FROM)).toEqual([0.001, 0, 0.002, 0.001]);
		expect(dailyReturns({ at: at.slice(0, 90), equity }, 1_000, FROM)).toHaveLength(3);
		expect(dailyReturns({ at: [], equity: [] }, 1_000, FROM)).toEqual([]);
	});
});

describe('the outcome', () => {
	const measured = { parts: PARTS, trades: 4, capitalUsd: 1_000, from: FROM };

	test('has the net a year, the drawdown, the interval and the Sharpe ratio', () => {
		const outcome = outcomeOf({
			...measured,
			columns: hourly(73, (day) => (day % 2 === 0 ? 3 : -1)),
			until: FROM + 73 * DAY_MS,
			unit: seededRandom(1).unit,
		});
		expect(outcome.netPerYear).toBeCloseTo(0.25, 12);
		expect(outcome.drawdown.usd).toBe(1);
		expect(outcome.sharpe).toBeCloseTo(9.6, 0);
		expect(outcome.interval?.low).toBeLessThan(0.37);
		expect(outcome.interval?.high).toBeGreaterThan(0.36);
	});

	test('has neither interval nor Sharpe ratio below 30 days', () => {
		const short = { columns: hourly(29, () => 1), until: FROM + 29 * DAY_MS, unit: seededRandom(1).unit };
		expect(outcomeOf({ ...measured, ...short })).toMatchObject({ interval: null, sharpe: null });
	});
});

describe('the honesty verdict', () => {
	const outcome = outcomeOf({
		...{ parts: PARTS, trades: 4, capitalUsd: 1_000, from: FROM, until: FROM + 40 * DAY_MS },
		...{ columns: hourly(40, () => 1), unit: seededRandom(1).unit },
	});
	const late = (net: number) => ({ stepMs: HOUR_MS, outcome: { ...outcome, parts: { ...PARTS, net } } });

	test.each([
		['none', { ...outcome, trades: 0 }, late(50)],
		['untested', outcome, null],
		['fragile', outcome, late(24.9)],
		['fragile', outcome, late(-10)],
		['steady', outcome, late(25)],
		['steady', outcome, late(90)],
		['steady', { ...outcome, parts: { ...PARTS, net: -50 } }, late(-90)],
	])('is %s', (verdict, own, oneStepLate) => {
		expect(honestyOf(own, oneStepLate)).toEqual({ verdict, oneStepLate });
	});
});

describe('the judgement of a sweep', () => {
	test('chooses by training alone and finds skill', () => {
		const { trials } = drawSweepResult(4, 30, 0.4);
		const verdict = judgeTrials(trials);
		expect(verdict.chosen).toBe(3);
		expect(verdict.deflatedSharpe).toBeGreaterThan(0.95);
		expect(verdict.overfitting).toBeLessThan(0.05);
		const worse = trials.map((trial) => ({ ...trial, test: { ...trial.test, netPerYear: -1 } }));
		expect(judgeTrials(worse).chosen).toBe(3);
	});

	test('finds luck in trials without skill', () => {
		const { deflatedSharpe, overfitting } = drawSweepResult(8, 30, 0);
		expect(deflatedSharpe).toBeLessThan(0.9);
		expect(overfitting).toBeGreaterThan(0.2);
	});

	test('gives nulls for one trial or few days, and refuses none', () => {
		const [trial] = drawSweepResult(1, 1, 0).trials;
		if (trial === undefined) throw new Error('The draw has no trial.');
		expect(judgeTrials([trial]).overfitting).toBeNull();
		const short = { ...trial, dailyReturns: trial.dailyReturns.slice(0, 10) };
		expect(judgeTrials([short, short])).toEqual({ chosen: 0, deflatedSharpe: null, overfitting: null });
		expect(() => judgeTrials([])).toThrow(RangeError);
	});
});
