/** Solves a plan problem: by the closed form where no limit couples the coins, otherwise by the solver. */
import type { PlanSolver } from '../ports/plan-solver.ts';
import { bestCoinPlan, type CoinPlan, type CoinProblem, coinPrices, hasClosedForm } from './closed-form.ts';
import { findContradiction } from './contradictions.ts';
import { planProgram } from './linear-program.ts';
import {
	amountTolerance,
	bindingLimits,
	compareTexts,
	legsBy,
	objectiveOf,
	sumLimits,
	usedOf,
} from './plan-figures.ts';
import type { OptimalPlan, PlanLeg, PlanProblem, PlanSolution, ShadowPrice } from './plan-problem.ts';

/**
 * Solves a plan problem. The same legs and limits give the same plan, in whatever order the legs are listed. The plan
 * that trades less wins among plans with the same objective.
 * @throws PlanSolverError; RangeError for an unknown figure
 */
export async function solvePlan(problem: PlanProblem, solver: PlanSolver): Promise<PlanSolution> {
	for (const leg of problem.legs) checkLeg(leg);
	const order = [...problem.legs.keys()].sort((a, b) =>
		compareTexts(keyOf(problem.legs[a] as PlanLeg), keyOf(problem.legs[b] as PlanLeg)),
	);
	const legs = order.map((index) => problem.legs[index] as PlanLeg);
	const solution = await solveSorted({ ...problem, legs }, solver);
	if (solution.status === 'infeasible') return solution;
	const targets = new Array<number>(legs.length);
	order.forEach((index, at) => {
		targets[index] = solution.targets[at] as number;
	});
	return { ...solution, targets };
}

/** @throws RangeError */
function checkLeg({ coin, exchange, worth, cost, held, low, high }: PlanLeg): void {
	const isKnown = [worth, cost, held].every(Number.isFinite) && cost >= 0;
	if (!isKnown || Number.isNaN(low) || Number.isNaN(high))
		throw new RangeError(`A figure of ${coin} on ${exchange} is unknown, so there is no plan.`);
}

function keyOf({ coin, exchange, symbol }: PlanLeg): string {
	return `${coin}\n${exchange}\n${symbol}`;
}

async function solveSorted(problem: PlanProblem, solver: PlanSolver): Promise<PlanSolution> {
	const crossed = problem.legs.find(({ low, high }) => low > high);
	if (crossed !== undefined) {
		const { coin, exchange } = crossed;
		return { status: 'infeasible', limits: [{ kind: 'leg', coin, exchange }] };
	}
	const plan = uncoupledPlan(problem);
	if (plan === 'infeasible')
		return { status: 'infeasible', limits: await findContradiction(problem, solver) };
	if (plan !== undefined) return plan;
	const { program, planOf } = planProgram(problem);
	const solution = await solver.solve(program);
	if (solution.status === 'optimal') return planOf(solution);
	return { status: 'infeasible', limits: await findContradiction(problem, solver) };
}

/**
 * Solves each coin by the closed form. Returns undefined if that plan breaks a limit that couples coins, or if the
 * closed form does not apply. If the plan breaks none, no plan is better, because it is the best with fewer limits.
 */
export function uncoupledPlan(problem: PlanProblem): OptimalPlan | 'infeasible' | undefined {
	const { legs, limits, gainShare } = problem;
	const targets = new Array<number>(legs.length).fill(0);
	const solved: { readonly coin: CoinProblem; readonly plan: CoinPlan }[] = [];
	for (const indices of legsBy(legs, (leg) => leg.coin).values()) {
		const coin = {
			legs: indices.map((index) => legs[index] as PlanLeg),
			coinMax: limits.coinMax,
			gainShare,
		};
		if (!hasClosedForm(coin)) return undefined;
		const plan = bestCoinPlan(coin);
		if (plan === undefined) return 'infeasible';
		solved.push({ coin, plan });
		indices.forEach((index, at) => {
			targets[index] = plan.targets[at] as number;
		});
	}
	const tolerance = amountTolerance(legs, limits);
	if (sumLimits(problem).some((limit) => usedOf(limit, targets) > limit.max + tolerance)) return undefined;
	const prices: readonly ShadowPrice[] = solved.flatMap(({ coin, plan }) => coinPrices(coin, plan));
	return {
		status: 'optimal',
		targets,
		objective: objectiveOf(problem, targets),
		shadowPrices: bindingLimits(prices),
	};
}
