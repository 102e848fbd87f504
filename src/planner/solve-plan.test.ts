import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { drawnProblem, expectFeasible, planLeg, planLimits } from '../../test/support/plan-problems.ts';
import type { PlanSolver } from '../ports/plan-solver.ts';
import { systemClock } from '../runtime/clock.ts';
import { planProgram } from './linear-program.ts';
import type { LimitName, PlanLimits, PlanProblem } from './plan-problem.ts';
import { solvePlan, uncoupledPlan } from './solve-plan.ts';
import { createHighsSolver } from './solver/highs-solver.ts';

const solver = createHighsSolver({ clock: systemClock });
afterAll(() => solver.close());

/** Two coins at three exchanges; both earn most short at the first and long at the second. */
const TWO_COINS: PlanProblem = {
	legs: [
		planLeg('A', 'binance', { worth: 0.01 }),
		planLeg('A', 'bybit', { worth: -0.01 }),
		planLeg('A', 'okx', { worth: -0.008 }),
		planLeg('B', 'binance', { worth: 0.006 }),
		planLeg('B', 'bybit', { worth: -0.006 }),
		planLeg('B', 'okx', { worth: -0.001 }),
	],
	limits: planLimits({ coinMax: 1_000, grossMax: 10_000 }),
	gainShare: 0.5,
};

function withLimits(limits: Partial<PlanLimits>): PlanProblem {
	return { ...TWO_COINS, limits: { ...TWO_COINS.limits, ...limits } };
}

async function optimal(problem: PlanProblem) {
	const solution = await solvePlan(problem, solver);
	if (solution.status !== 'optimal') throw new Error('The problem has no plan.');
	return solution;
}

/** Rounds amounts to cents. */
function cents(amounts: readonly number[]): readonly number[] {
	return amounts.map((amount) => Math.round(100 * amount) / 100);
}

/** Widens one limit of a problem by an amount, USD. */
function widened({ legs, limits, gainShare }: PlanProblem, limit: LimitName, by: number): PlanProblem {
	const { grossMax, exchangeMax, exchangeNetMax = {} } = limits;
	const more = (record: Readonly<Record<string, number>>, exchange: string) => ({
		...record,
		[exchange]: (record[exchange] as number) + by,
	});
	if (limit.kind === 'gross') return { legs, gainShare, limits: { ...limits, grossMax: grossMax + by } };
	if (limit.kind === 'exchange')
		return { legs, gainShare, limits: { ...limits, exchangeMax: more(exchangeMax, limit.exchange) } };
	if (limit.kind === 'exchangeNet')
		return { legs, gainShare, limits: { ...limits, exchangeNetMax: more(exchangeNetMax, limit.exchange) } };
	if (limit.kind !== 'leg') throw new Error('A coin limit is the same for all coins.');
	const { coin, exchange } = limit;
	return {
		limits,
		gainShare,
		legs: legs.map((leg) =>
			leg.coin === coin && leg.exchange === exchange
				? { ...leg, low: leg.low - by, high: leg.high + by }
				: leg,
		),
	};
}

/** A solver that must not be needed. */
const UNUSED: PlanSolver = {
	solve: () => Promise.reject(new Error('The closed form was enough.')),
	close: async () => {},
};

test('needs no solver if no limit couples the coins', async () => {
	const solution = await solvePlan(TWO_COINS, UNUSED);
	expect(solution).toMatchObject({ status: 'optimal', targets: [-500, 500, 0, -500, 500, 0] });
	if (solution.status !== 'optimal') return;
	expect(solution.shadowPrices.map(({ limit }) => limit)).toEqual([
		{ kind: 'coin', coin: 'A' },
		{ kind: 'coin', coin: 'B' },
	]);
	expect(solution.objective).toBeCloseTo(0.5 * 500 * 0.032 - 2_000 * 5e-4, 9);
});

test('gives the capacity of an exchange to the coin that earns more by it', async () => {
	const solution = await optimal(withLimits({ exchangeMax: { bybit: 700 } }));
	// A moves to OKX for 0.002, B would lose 0.005.
	expect(cents(solution.targets)).toEqual([-500, 200, 300, -500, 500, 0]);
	const price = solution.shadowPrices.find(({ limit }) => limit.kind === 'exchange');
	expect(price?.limit).toEqual({ kind: 'exchange', exchange: 'bybit' });
	expect(price?.price).toBeCloseTo(0.5 * 0.002, 8);
});

test('fills the pot with the best coin first', async () => {
	const solution = await optimal(withLimits({ grossMax: 1_400 }));
	expect(cents(solution.targets)).toEqual([-500, 500, 0, -200, 200, 0]);
	const price = solution.shadowPrices.find(({ limit }) => limit.kind === 'gross');
	expect(price?.price).toBeCloseTo((0.5 * 0.012 - 2 * 5e-4) / 2, 8);
});

test('prices every limit by what the objective gains when it is widened', async () => {
	const priced = new Map<LimitName['kind'], number>();
	await fc.assert(
		fc.asyncProperty(drawnProblem(5, true), async (problem) => {
			const solution = await solvePlan(problem, solver);
			if (solution.status !== 'optimal') return;
			for (const { limit, price } of solution.shadowPrices) {
				if (limit.kind === 'coin') continue;
				priced.set(limit.kind, (priced.get(limit.kind) ?? 0) + 1);
				const [more, less] = [
					await solvePlan(widened(problem, limit, 0.05), solver),
					await solvePlan(widened(problem, limit, -0.05), solver),
				];
				if (more.status !== 'optimal') throw new Error('A wider limit keeps the plan.');
				// The objective is concave in a limit, so its slopes on both sides bound the price.
				expect(price).toBeGreaterThan((more.objective - solution.objective) / 0.05 - 1e-4);
				if (less.status === 'infeasible') continue;
				expect(price).toBeLessThan((solution.objective - less.objective) / 0.05 + 1e-4);
			}
		}),
		{ numRuns: 250 },
	);
	for (const kind of ['gross', 'exchange', 'exchangeNet', 'leg'] as const)
		expect(priced.get(kind) ?? 0, kind).toBeGreaterThan(5);
});

test('meets every limit, and is no worse than keeping what is held', async () => {
	await fc.assert(
		fc.asyncProperty(drawnProblem(6), async (problem) => {
			const solution = await solvePlan(problem, solver);
			if (solution.status !== 'optimal') return;
			expectFeasible(problem, solution.targets);
			const alone = uncoupledPlan(problem);
			if (alone !== undefined && alone !== 'infeasible')
				expect(solution.objective).toBeCloseTo(alone.objective, 6);
		}),
		{ numRuns: 100 },
	);
});

test('equals the closed form where coupling limits do not bind', async () => {
	await fc.assert(
		fc.asyncProperty(drawnProblem(5), async (drawn) => {
			const problem = { ...drawn, limits: planLimits({ coinMax: 1_000, grossMax: 1e6 }) };
			const alone = uncoupledPlan(problem);
			if (alone === undefined || alone === 'infeasible') throw new Error('The closed form applies.');
			const { program, planOf } = planProgram(problem);
			const solved = await solver.solve(program);
			if (solved.status === 'infeasible') throw new Error('The problem has a plan.');
			const plan = planOf(solved);
			expect(Math.abs(plan.objective - alone.objective)).toBeLessThan(1e-5);
			const total = (targets: readonly number[]) => targets.reduce((sum, target) => sum + target, 0);
			expect(Math.abs(total(plan.targets))).toBeLessThan(1e-6);
		}),
		{ numRuns: 100 },
	);
});

test('gives the same plan in whatever order the legs are listed', async () => {
	await fc.assert(
		fc.asyncProperty(drawnProblem(4), fc.infiniteStream(fc.nat()), async (problem, numbers) => {
			const keyed = problem.legs.map((leg, index) => ({ leg, index, key: numbers.next().value as number }));
			const shuffled = keyed.sort((a, b) => a.key - b.key);
			const first = await solvePlan(problem, solver);
			const second = await solvePlan({ ...problem, legs: shuffled.map(({ leg }) => leg) }, solver);
			if (first.status !== 'optimal' || second.status !== 'optimal') {
				expect(second).toEqual(first);
				return;
			}
			expect(second.targets).toEqual(shuffled.map(({ index }) => first.targets[index]));
			expect(second.shadowPrices).toEqual(first.shadowPrices);
		}),
		{ numRuns: 40 },
	);
});

test('keeps what is held among plans that earn the same', async () => {
	const legs = [
		planLeg('A', 'binance', { worth: 0.01, cost: 0, held: 0 }),
		planLeg('A', 'bybit', { worth: 0.01, cost: 0, held: -500 }),
		planLeg('A', 'okx', { worth: -0.01, cost: 0, held: 500 }),
	];
	const coupled = { legs, limits: planLimits({ coinMax: 1_000, exchangeMax: { okx: 400 } }), gainShare: 0.5 };
	expect((await optimal({ ...coupled, limits: planLimits({ coinMax: 1_000 }) })).targets).toEqual([
		0, -500, 500,
	]);
	expect((await optimal(coupled)).targets).toEqual([0, -400, 400]);
});

test('names limits that contradict each other', async () => {
	const legs = [
		planLeg('A', 'binance', { held: -500, low: -500, high: -500 }),
		planLeg('A', 'bybit', { held: 500, low: 500, high: 500 }),
		planLeg('B', 'binance'),
		planLeg('B', 'bybit'),
	];
	const problem = {
		legs,
		limits: planLimits({ coinMax: 1_000, grossMax: 2_000, exchangeMax: { bybit: 400, binance: 600 } }),
		gainShare: 0.5,
	};
	expect(await solvePlan(problem, solver)).toEqual({
		status: 'infeasible',
		limits: [
			{ kind: 'exchange', exchange: 'bybit' },
			{ kind: 'leg', coin: 'A', exchange: 'bybit' },
		],
	});
});

test('names a leg whose bounds exclude each other', async () => {
	const legs = [planLeg('A', 'binance', { low: 1, high: 0 }), planLeg('A', 'bybit')];
	expect(await solvePlan({ ...TWO_COINS, legs }, UNUSED)).toEqual({
		status: 'infeasible',
		limits: [{ kind: 'leg', coin: 'A', exchange: 'binance' }],
	});
});

test.each([
	{ worth: Number.NaN },
	{ cost: Number.NaN },
	{ cost: -1e-4 },
	{ held: Infinity },
	{ high: Number.NaN },
])('refuses a leg with %o', async (facts) => {
	const legs = [planLeg('A', 'binance', facts), planLeg('A', 'bybit')];
	await expect(solvePlan({ ...TWO_COINS, legs }, UNUSED)).rejects.toThrow(RangeError);
});

test('plans nothing for no legs', async () => {
	expect(await solvePlan({ ...TWO_COINS, legs: [] }, UNUSED)).toEqual({
		status: 'optimal',
		targets: [],
		objective: 0,
		shadowPrices: [],
	});
});
