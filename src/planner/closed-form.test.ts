import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { drawnCoin, expectFeasible, planLeg, planLimits } from '../../test/support/plan-problems.ts';
import { systemClock } from '../runtime/clock.ts';
import { bestCoinPlan, type CoinProblem, coinPrices, hasClosedForm } from './closed-form.ts';
import { planProgram } from './linear-program.ts';
import { objectiveOf } from './plan-figures.ts';
import type { PlanLeg } from './plan-problem.ts';
import { createHighsSolver } from './solver/highs-solver.ts';

const COIN_MAX = 1_000;
const COINS_PER_RUN = 100;
const RUNS = 20;
/** Largest difference of two objectives, USD: the solver's tolerance of 1e-7 bp of a leg, and a trade's penalty. */
const TOLERANCE = 1e-5;

const solver = createHighsSolver({ clock: systemClock });
afterAll(() => solver.close());

/** Returns each coin's objective in the solver's plan of all of them. */
async function objectivesOf(coins: readonly (readonly PlanLeg[])[]): Promise<readonly number[]> {
	const problem = { legs: coins.flat(), limits: planLimits({ coinMax: COIN_MAX }), gainShare: 0.5 };
	const { program, planOf } = planProgram(problem);
	const solution = await solver.solve(program);
	if (solution.status === 'infeasible') throw new Error('The coins have no plan.');
	const { targets } = planOf(solution);
	expectFeasible(problem, targets);
	let from = 0;
	return coins.map((legs) => {
		const own = targets.slice(from, from + legs.length);
		from += legs.length;
		return objectiveOf({ ...problem, legs }, own);
	});
}

test.each([
	['without positions', { held: false, bounds: false }],
	['with positions', { held: true, bounds: false }],
	['with positions and bounds', { held: true, bounds: true, legsMax: 4 }],
])('equals the solver for every coin %s', async (_name, shape) => {
	let compared = 0;
	await fc.assert(
		fc.asyncProperty(
			fc.array(drawnCoin('C', shape), { minLength: COINS_PER_RUN, maxLength: COINS_PER_RUN }),
			async (drawn) => {
				const problems: readonly CoinProblem[] = drawn.map((legs, index) => ({
					legs: legs.map((leg) => ({ ...leg, coin: `C${index}` })),
					coinMax: COIN_MAX,
					gainShare: 0.5,
				}));
				const plans = problems.map((problem) => {
					expect(hasClosedForm(problem)).toBe(true);
					return { problem, plan: bestCoinPlan(problem) };
				});
				const solvable = plans.flatMap(({ problem, plan }) =>
					plan === undefined ? [] : [{ problem, plan }],
				);
				const objectives = await objectivesOf(solvable.map(({ problem }) => problem.legs));
				solvable.forEach(({ problem: { legs }, plan }, index) => {
					expectFeasible({ legs, limits: planLimits({ coinMax: COIN_MAX }), gainShare: 0.5 }, plan.targets);
					expect(Math.abs(plan.objective - (objectives[index] as number))).toBeLessThan(TOLERANCE);
				});
				compared += solvable.length;
			},
		),
		{ numRuns: RUNS },
	);
	expect(compared).toBeGreaterThan((RUNS * COINS_PER_RUN) / 2);
});

test('says that a coin has no plan exactly if the solver does', async () => {
	await fc.assert(
		fc.asyncProperty(drawnCoin('C', { held: true, bounds: true, legsMax: 3 }), async (legs) => {
			const problem = { legs, coinMax: 300, gainShare: 0.5 };
			const { program } = planProgram({ ...problem, limits: planLimits({ coinMax: 300 }) });
			const { status } = await solver.solve(program);
			expect(bestCoinPlan(problem) === undefined).toBe(status === 'infeasible');
		}),
		{ numRuns: 300 },
	);
});

const pair = (worth: number, held = 0): CoinProblem => ({
	legs: [
		planLeg('C', 'binance', { worth: worth / 2, held: -held }),
		planLeg('C', 'bybit', { worth: -worth / 2, held }),
	],
	coinMax: COIN_MAX,
	gainShare: 0.5,
});

test('enters a pair when its carry exceeds the round trip, and leaves below minus the round trip', () => {
	const roundTrip = 4 * 5e-4;
	expect(bestCoinPlan(pair(1.01 * roundTrip))?.targets).toEqual([-500, 500]);
	expect(bestCoinPlan(pair(0.99 * roundTrip))?.targets).toEqual([0, 0]);
	expect(bestCoinPlan(pair(-0.99 * roundTrip, 500))?.targets).toEqual([-500, 500]);
	// The reversed pair then exceeds the round trip too.
	expect(bestCoinPlan(pair(-1.01 * roundTrip, 500))?.targets).toEqual([500, -500]);
	const exitOnly = pair(-1.01 * roundTrip, 500).legs.map((leg) => ({
		...leg,
		low: Math.min(0, leg.held),
		high: Math.max(0, leg.held),
	}));
	expect(bestCoinPlan({ ...pair(0), legs: exitOnly })?.targets).toEqual([0, 0]);
});

test('keeps what is held if a change gains exactly its cost', () => {
	expect(bestCoinPlan(pair(0, 200))?.targets).toEqual([-200, 200]);
	const free = pair(0, 200).legs.map((leg) => ({ ...leg, cost: 0 }));
	expect(bestCoinPlan({ ...pair(0), legs: free })?.targets).toEqual([-200, 200]);
});

test('reduces a coin to its limit at the least loss', () => {
	expect(bestCoinPlan(pair(0.01, 600))?.targets).toEqual([-500, 500]);
});

test('prices the coin limit by what one more USD earns', () => {
	const problem = pair(0.02);
	const plan = bestCoinPlan(problem);
	if (plan === undefined) throw new Error('The pair has no plan.');
	const [price, ...others] = coinPrices(problem, plan);
	expect(others).toEqual([]);
	expect(price?.limit).toEqual({ kind: 'coin', coin: 'C' });
	// Half a USD per leg: half of the carry, less both fees.
	expect(price?.price).toBeCloseTo((0.5 * 0.02 - 2 * 5e-4) / 2, 9);
});

test('prices the bound of a leg that may not grow', () => {
	const problem = pair(0.02);
	const [first, second] = problem.legs as [PlanLeg, PlanLeg];
	const bounded = { ...problem, legs: [first, { ...second, high: 100 }] };
	const plan = bestCoinPlan(bounded);
	if (plan === undefined) throw new Error('The pair has no plan.');
	expect(plan.targets).toEqual([-100, 100]);
	const prices = coinPrices(bounded, plan);
	expect(prices.map(({ limit }) => limit)).toEqual([{ kind: 'leg', coin: 'C', exchange: 'bybit' }]);
	expect(prices[0]?.price).toBeCloseTo(0.5 * 0.02 - 2 * 5e-4, 9);
});

test('leaves coins with many positions, or without a limit, to the solver', () => {
	const legs = Array.from({ length: 14 }, (_, index) =>
		planLeg('C', `x${index}`, { held: index % 2 ? 10 : -10 }),
	);
	expect(hasClosedForm({ legs, coinMax: COIN_MAX, gainShare: 0.5 })).toBe(false);
	expect(hasClosedForm({ ...pair(0.01), coinMax: Infinity })).toBe(false);
});
