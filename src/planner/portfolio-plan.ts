/** Makes a complete portfolio plan: targets, changes, and the explanation of both. */
import type { PlanSolver } from '../ports/plan-solver.ts';
import type { Sentence } from '../sentences/sentence.ts';
import { planChanges, type TradableLeg } from './changes.ts';
import { type ExplainedChange, explainChanges } from './explain-changes.ts';
import { type ExplainedPot, explainPot, type PotTerms } from './explain-pot.ts';
import { PLAN_HOURS } from './leg-worth.ts';
import { type HeldPair, pairsAfter, reachedTargets } from './plan-change.ts';
import type { LimitName, PlanLimits } from './plan-problem.ts';
import { contradictionText, type ExchangeNames } from './plan-text.ts';
import { solvePlan } from './solve-plan.ts';

/** Share of its gain that a change must earn back: it must bring back twice its cost. */
export const GAIN_SHARE = 0.5;

/** A portfolio to plan. */
export type PortfolioOrder = {
	/** Legs that the plan may hold, at most one per coin and exchange, and every leg of the held pairs. */
	readonly legs: readonly TradableLeg[];
	readonly limits: PlanLimits;
	/** Held pairs. Each leg's `held` is their sum (`heldPerLeg`). */
	readonly pairs: readonly HeldPair[];
	/** Smallest change, USD (`potLimits`). */
	readonly changeMin: number;
	readonly terms: PotTerms;
	/** Standard deviation of a pair's carry over the horizon, a fraction; NaN if unknown. */
	readonly carrySd: (pair: HeldPair) => number;
	readonly names: ExchangeNames;
	/** Horizon of the legs' worth, hours. */
	readonly horizonHours?: number;
	/** g, above 0 and at most 1. */
	readonly gainShare?: number;
};

/** A portfolio plan, or the limits that allow none. */
export type PortfolioPlan =
	| {
			readonly status: 'optimal';
			/** Target per leg, USD, signed, in the order of the legs. */
			readonly targets: readonly number[];
			/** Holding per leg after the changes, USD. It differs from the target by changes that are too small. */
			readonly reached: readonly number[];
			/** The changes, in the order in which they are made. */
			readonly changes: readonly ExplainedChange[];
			/** Pairs that are held after the changes. */
			readonly pairsAfter: readonly HeldPair[];
			readonly pot: ExplainedPot;
	  }
	| {
			readonly status: 'infeasible';
			readonly limits: readonly LimitName[];
			/** The limits that contradict each other, in words. */
			readonly words: Sentence;
	  };

/** Plans a portfolio. @throws PlanSolverError */
export async function planPortfolio(order: PortfolioOrder, solver: PlanSolver): Promise<PortfolioPlan> {
	const { legs, limits, pairs, names, horizonHours = PLAN_HOURS, gainShare = GAIN_SHARE } = order;
	const problem = { legs, limits, gainShare };
	const solution = await solvePlan(problem, solver);
	if (solution.status === 'infeasible')
		return { ...solution, words: contradictionText(problem, solution.limits, names) };
	const { targets, shadowPrices } = solution;
	const plan = { problem, shadowPrices, horizonHours, names };
	const changes = planChanges(legs, targets, pairs, order.changeMin);
	const explained = explainChanges(plan, changes);
	const reached = reachedTargets(legs, changes);
	const after = pairsAfter(pairs, changes);
	const cost = explained.reduce((sum, change) => sum + change.cost, 0);
	const pot = explainPot(plan, { reached, cost, pairs: after, carrySd: order.carrySd }, order.terms);
	return { status: 'optimal', targets, reached, changes: explained, pairsAfter: after, pot };
}
