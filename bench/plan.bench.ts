/**
 * Measures how long a portfolio plan takes: 60 legs and 1,500 legs with limits that couple the coins, so that HiGHS
 * solves it in its thread. The baseline is a program of one column in the same thread. The part in the thread that
 * trades, which tries the closed form and writes the program, is measured by itself.
 */

import { planProgram } from '../src/planner/linear-program.ts';
import type { PlanLeg, PlanProblem } from '../src/planner/plan-problem.ts';
import { solvePlan, uncoupledPlan } from '../src/planner/solve-plan.ts';
import { createHighsSolver } from '../src/planner/solver/highs-solver.ts';
import type { LinearProgram } from '../src/ports/plan-solver.ts';
import { systemClock } from '../src/runtime/clock.ts';
import { seededRandom } from '../src/runtime/seeded-random.ts';
import { interleave, percentile } from './measure.ts';
import { deliver, type Figure, summarize } from './report.ts';

const ROUNDS = 40;
const BARE = 'a program of one column';
const SIZES = [
	{ name: '60 legs', coins: 20, exchanges: 3 },
	{ name: '1,500 legs', coins: 250, exchanges: 6 },
] as const;
/** One-leg notional of the pot, USD. */
const POT = 100_000;

const { unit } = seededRandom(28);
const solver = createHighsSolver({ clock: systemClock });

/** Draws a pot that holds a third of its coins, with limits that bind. */
function drawn(coins: number, exchanges: number): PlanProblem {
	const legs = Array.from({ length: coins }, (_, coin) => {
		const held = unit() < 1 / 3 ? (unit() * 3 * POT) / coins : 0;
		return Array.from({ length: exchanges }, (_, exchange): PlanLeg => {
			return {
				coin: `C${coin}`,
				exchange: `x${exchange}`,
				symbol: `C${coin}USDT`,
				worth: 0.02 * (unit() - 0.5),
				cost: 4e-4 + 4e-4 * unit(),
				held: [held, -held][exchange] ?? 0,
				low: -Infinity,
				high: Infinity,
			};
		});
	}).flat();
	const exchangeMax = Object.fromEntries(
		Array.from({ length: exchanges }, (_, exchange) => [`x${exchange}`, (2 * POT) / exchanges]),
	);
	return {
		legs,
		limits: { grossMax: 2 * POT, coinMax: 0.2 * POT, exchangeMax, exchangeNetMax: { x0: POT / 4 } },
		gainShare: 0.5,
	};
}

const BARE_PROGRAM: LinearProgram = {
	costs: Float64Array.of(-1),
	columnLower: Float64Array.of(0),
	columnUpper: Float64Array.of(1),
	rowLower: Float64Array.of(0),
	rowUpper: Float64Array.of(1),
	starts: Int32Array.of(0, 1),
	rows: Int32Array.of(0),
	values: Float64Array.of(1),
};

async function plan(problem: PlanProblem): Promise<void> {
	const solution = await solvePlan(problem, solver);
	if (solution.status !== 'optimal' || solution.shadowPrices.every(({ limit }) => limit.kind === 'coin'))
		throw new Error('The plan does not use the solver.');
}

const problems = SIZES.map(({ name, coins, exchanges }) => ({ name, problem: drawn(coins, exchanges) }));
const cases: Record<string, () => unknown> = { [BARE]: () => solver.solve(BARE_PROGRAM) };
for (const { name, problem } of problems) {
	cases[`plan of ${name}`] = () => plan(problem);
	cases[`closed form and program of ${name}`] = () => [uncoupledPlan(problem), planProgram(problem)];
}
const samples = await interleave<string>(ROUNDS, cases);
const figures = problems.map(({ name }): Figure => {
	const longest = percentile(samples[`plan of ${name}`] ?? [], 1) / 1e6;
	return { name: `longest plan of ${name}`, value: longest, unit: 'ms' };
});
await solver.close();
const round = 'One round: each plan once, from the problem to the targets, by HiGHS in a running thread.';
deliver({ ...summarize('Portfolio plan', round, samples, BARE), figures });
