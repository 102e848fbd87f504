import { expect, test } from 'vitest';
import { planLeg, planLimits } from '../../test/support/plan-problems.ts';
import { textOf } from '../sentences/sentence.ts';
import { planChanges, type TradableLeg } from './changes.ts';
import { type ExplainedPlan, explainChanges } from './explain-changes.ts';
import { explainPot, type PotTerms } from './explain-pot.ts';
import { type HeldPair, pairsAfter, reachedTargets } from './plan-change.ts';
import type { PlanProblem } from './plan-problem.ts';
import { contradictionText } from './plan-text.ts';
import { uncoupledPlan } from './solve-plan.ts';

const names = (exchange: string) => exchange.charAt(0).toUpperCase() + exchange.slice(1);

const WORTHS = { binance: 0.006, bybit: 0.001, okx: -0.007 };

const HELD: HeldPair = {
	id: 'exec_1',
	coin: 'ONDO',
	long: { exchange: 'okx', symbol: 'ONDOUSDT' },
	short: { exchange: 'bybit', symbol: 'ONDOUSDT' },
	notional: 400,
};

/** A pot with one coin at three exchanges that holds 400 USD, long on OKX and short on Bybit. */
function plannedPot(coinMax: number, worths = WORTHS, pairs: readonly HeldPair[] = [HELD]) {
	const legs: readonly TradableLeg[] = Object.entries(worths).map(([exchange, worth]) => ({
		...planLeg('ONDO', exchange, {
			worth,
			held: pairs.length === 0 ? 0 : ({ okx: 400, bybit: -400 }[exchange] ?? 0),
		}),
		orderMin: 5,
	}));
	const problem: PlanProblem = {
		legs,
		limits: planLimits({ coinMax, grossMax: 10_000 }),
		gainShare: 0.5,
	};
	const solution = uncoupledPlan(problem);
	if (solution === undefined || solution === 'infeasible') throw new Error('The pot has a plan.');
	const changes = planChanges(legs, solution.targets, pairs, 10);
	const plan: ExplainedPlan = {
		problem,
		shadowPrices: solution.shadowPrices,
		horizonHours: 720,
		names,
	};
	return { plan, pairs, changes, explained: explainChanges(plan, changes) };
}

function explainedPot({ plan, pairs, changes, explained }: ReturnType<typeof plannedPot>, terms: PotTerms) {
	return explainPot(
		plan,
		{
			reached: reachedTargets(plan.problem.legs, changes),
			cost: explained.reduce((sum, { cost }) => sum + cost, 0),
			pairs: pairsAfter(pairs, changes),
			carrySd: ({ id }) => (id === 'exec_1' ? Number.NaN : 0.004),
		},
		terms,
	);
}

test('explains a roll and an opening with gain, cost and the limit that decides', () => {
	const { explained } = plannedPot(1_000);
	expect(explained.map(({ change: { kind, notional } }) => [kind, notional])).toEqual([
		['roll', 400],
		['open', 100],
	]);
	const [rolled, opened] = explained;
	expect(rolled?.gain).toBeCloseTo(400 * 0.005, 9);
	expect(rolled?.cost).toBeCloseTo(400 * 2 * 5e-4, 9);
	expect(rolled?.ratio).toBeCloseTo(5, 9);
	expect(rolled?.replaces).toEqual(['exec_1']);
	expect(opened?.gain).toBeCloseTo(100 * 0.013, 9);
	expect(opened?.gainShare).toBeCloseTo(0.013, 9);
	expect(opened?.replaces).toEqual([]);
	// Half a USD per leg earns 0.013 a month, less twice the fees.
	expect(opened?.decidedBy?.pricePerYear).toBeCloseTo((0.013 - 2 * 2 * 5e-4) / 2 / (720 / 8_760), 6);
	expect(textOf(rolled?.words ?? '')).toBe(
		'Move the short leg of ONDO (400.00 USD) from Bybit to Binance; the other leg stays on Okx. ' +
			'Expected gain in 30 days: 2.00 USD. Cost: 0.40 USD. The gain is 5.0 times the cost. ' +
			'The pot holds at most 1,000.00 USD of ONDO over all legs. One more USD would earn about 0.0669 USD a year.',
	);
	expect(textOf(opened?.words ?? '')).toContain(
		'Open ONDO with 100.00 USD per leg: long on Okx, short on Binance.',
	);
});

test('says that a limit forces a change whose gain does not cover its cost', () => {
	const { explained } = plannedPot(600, { binance: -0.01, bybit: 0.007, okx: 0 });
	expect(explained).toHaveLength(2);
	const forced = plannedPot(600, { binance: 0, bybit: 0.004, okx: -0.004 }).explained;
	expect(forced.map(({ change: { kind, notional } }) => [kind, notional])).toEqual([['reduce', 100]]);
	expect(forced[0]?.gain).toBeCloseTo(-0.8, 9);
	expect(textOf(forced[0]?.words ?? '')).toContain(
		'This change alone does not earn its cost. A limit or another change of the plan requires it.',
	);
});

test('names the closed pair that an opening replaces', () => {
	const { explained } = plannedPot(800, { binance: 0.02, bybit: -0.02, okx: 0 });
	expect(explained.map(({ change: { kind }, replaces }) => [kind, replaces])).toEqual([
		['close', []],
		['open', ['exec_1']],
	]);
});

test('compares the expected net on capital with cash, with an interval', () => {
	const pot = plannedPot(1_000);
	const explained = explainedPot(pot, { capital: 1_000, leverage: 1.8 });
	const carry = (500 * 0.013 * 8_760) / 720;
	expect(explained.gross).toBeCloseTo(1_000, 9);
	expect(explained.carryPerYear).toBeCloseTo(carry, 9);
	expect(explained.costPerYear).toBeCloseTo(9.9 * 500 * 5e-4, 9);
	expect(explained.net).toBeCloseTo((carry - 9.9 * 500 * 5e-4) / 1_000, 9);
	expect(explained.interval?.high).toBeCloseTo(explained.net + (500 * 0.004 * 8_760) / 720 / 1_000, 9);
	expect(explained.interval?.low).toBeCloseTo(explained.net - (500 * 0.004 * 8_760) / 720 / 1_000, 9);
	expect(explained.verdict).toBe('pays');
	expect(explained.leverageOfCash).toBeCloseTo((1.8 * 0.04) / explained.net, 9);
	expect(explained.binding.map(({ limit }) => limit)).toEqual([{ kind: 'coin', coin: 'ONDO' }]);
	expect(explained.words.text).toBe('Expected net: 7.7 % of capital a year. Cash pays 4.0 %.');
});

test('says that no plan pays more than cash, and which leverage would', () => {
	const pot = plannedPot(1_000);
	const below = explainedPot(pot, { capital: 2_000, leverage: 1 });
	expect(below.verdict).toBe('below_cash');
	expect(below.words.text).toBe(
		'No plan pays more than cash at leverage 1: expected net 3.8 % of capital a year, cash 4.0 %. Leverage 1.04 would equal cash.',
	);
	const far = explainedPot(pot, { capital: 10_000, leverage: 1, cashRate: 0.05 });
	expect(far.words.text).toBe(
		'No plan pays more than cash at leverage 1: expected net 0.8 % of capital a year, cash 5.0 %. Leverage 6.53 would equal cash, above the maximum of 3.',
	);
});

test('says that nothing earns its costs, and has no interval without a known deviation', () => {
	const idle = explainedPot(plannedPot(1_000, { binance: 1e-4, bybit: 0, okx: -1e-4 }, []), {
		capital: 1_000,
		leverage: 1.8,
	});
	expect(idle).toMatchObject({
		verdict: 'nothing',
		net: 0,
		leverageOfCash: null,
		interval: { low: 0, high: 0 },
	});
	expect(idle.words.text).toBe('No pair earns its costs now. Cash pays 4.0 % a year.');
	const kept = explainedPot(plannedPot(1_000, { binance: 0, bybit: 1e-4, okx: -1e-4 }), {
		capital: 1_000,
		leverage: 1.8,
	});
	expect(kept.interval).toBeNull();
	expect(kept.leverageOfCash).toBeNull();
	expect(kept.words.text).toBe(
		'No plan pays more than cash at leverage 1.8: expected net -0.1 % of capital a year, cash 4.0 %.',
	);
});

test('names limits that contradict each other in one sentence', () => {
	const problem = {
		legs: [
			planLeg('ONDO', 'okx', { held: 500, low: 500, high: 500 }),
			planLeg('ONDO', 'bybit', { low: -100 }),
			planLeg('ONDO', 'binance', { low: 0, high: 50 }),
			planLeg('ONDO', 'kucoin', { high: 50 }),
		],
		limits: planLimits({
			grossMax: 900,
			coinMax: 800,
			exchangeMax: { okx: 400 },
			exchangeNetMax: { okx: 300 },
		}),
	};
	const leg = (exchange: string) => ({ kind: 'leg', coin: 'ONDO', exchange }) as const;
	const { text } = contradictionText(
		problem,
		[
			{ kind: 'gross' },
			{ kind: 'coin', coin: 'ONDO' },
			{ kind: 'exchange', exchange: 'okx' },
			{ kind: 'exchangeNet', exchange: 'okx' },
			...['okx', 'bybit', 'binance', 'kucoin'].map(leg),
		],
		names,
	);
	expect(text).toBe(
		'No plan meets these limits together: ' +
			'The pot holds at most 900.00 USD over all legs. ' +
			'The pot holds at most 800.00 USD of ONDO over all legs. ' +
			'The pot holds at most 400.00 USD on Okx. ' +
			'Longs and shorts on Okx differ by at most 300.00 USD. ' +
			'ONDO on Okx stays at 500.00 USD. ' +
			'ONDO on Bybit stays at or above -100.00 USD. ' +
			'ONDO on Binance stays between 0.00 USD and 50.00 USD. ' +
			'ONDO on Kucoin stays at or below 50.00 USD. ' +
			'Widen one of them.',
	);
});
