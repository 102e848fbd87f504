/**
 * Plans a user's portfolio at the present prices and forecasts: gathers the inputs, solves the plan, finds the changes,
 * and explains them. It reads and computes only; nothing is sent.
 */
import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { PlanSolver } from '../../ports/plan-solver.ts';
import { PlanSolverError } from '../../ports/plan-solver.ts';
import type {
	PlannedLeg,
	PlanRequest,
	PortfolioPlan,
	PortfolioPlanner,
} from '../../ports/portfolio-planner.ts';
import { shownNameOf } from '../../venues/facts.ts';
import { planChanges } from '../changes.ts';
import { PLAN_HOURS } from '../leg-worth.ts';
import { pairsAfter, reachedTargets } from '../plan-change.ts';
import type { OptimalPlan, PlanProblem } from '../plan-problem.ts';
import { contradictionText, PLAN_TEXT } from '../plan-text.ts';
import { solvePlan } from '../solve-plan.ts';
import { type Gathered, gatherGrounds, gatherLegs, type PlanSources } from './gather.ts';
import { type BoundedLeg, boundedLegs } from './leg-facts.ts';
import { changesOf, heldNotionals, type SolvedPlan } from './plan-answer.ts';
import { type PlanSize, planLimits, planSize } from './plan-limits.ts';
import { marginsOf, transfersOf } from './plan-margins.ts';
import { outcomeOf } from './plan-outcome.ts';

/** Dependencies of the planner. */
export type PlanServiceOptions = PlanSources & { readonly solver: PlanSolver };

/** g: a change must earn back its cost within half of its expected gain (design of the planner: twice its cost). */
const GAIN_SHARE = 0.5;
/** Smallest change, as a share of the whole plan's one-leg notional. */
const CHANGE_MIN = 0.005;

/** Creates the planner. */
export function createPortfolioPlanner(options: PlanServiceOptions): PortfolioPlanner {
	return { plan: (request) => plan(options, request) };
}

async function plan(options: PlanServiceOptions, request: PlanRequest): Promise<PortfolioPlan> {
	const grounds = await gatherGrounds(options, request);
	const size = planSize(request, grounds);
	if (!(size.capital > 0))
		throw new CarrywireError('INVALID_PARAMS', PLAN_TEXT.noCapital(), { field: 'capital' });
	const gathered = { ...grounds, ...(await gatherLegs(options, request, grounds, size.coinLegMax)) };
	const legs = boundedLegs(gathered.legs, options.market, shownNameOf, gathered.at);
	const problem: PlanProblem = {
		legs,
		limits: planLimits(request, gathered.exchanges, size),
		gainShare: GAIN_SHARE,
	};
	const solution = await solved(problem, options.solver);
	return answer(request, gathered, size, legs, problem, solution);
}

/** @throws CarrywireError PLAN_CONTRADICTION, PLAN_UNAVAILABLE */
async function solved(problem: PlanProblem, solver: PlanSolver): Promise<OptimalPlan> {
	try {
		const solution = await solvePlan(problem, solver);
		if (solution.status === 'optimal') return solution;
		throw new CarrywireError('PLAN_CONTRADICTION', contradictionText(problem, solution.limits, shownNameOf));
	} catch (error) {
		if (!(error instanceof PlanSolverError)) throw error;
		throw new CarrywireError('PLAN_UNAVAILABLE', PLAN_TEXT.unavailable({ why: error.why }), { cause: error });
	}
}

function answer(
	request: PlanRequest,
	gathered: Gathered,
	size: PlanSize,
	legs: readonly BoundedLeg[],
	problem: PlanProblem,
	solution: OptimalPlan,
): PortfolioPlan {
	const held = heldNotionals(gathered);
	const changes = planChanges(legs, solution.targets, held.planned, CHANGE_MIN * size.legNotionalMax);
	const reached = reachedTargets(legs, changes);
	const plan: SolvedPlan = {
		explained: {
			problem,
			shadowPrices: solution.shadowPrices,
			horizonHours: PLAN_HOURS,
			names: shownNameOf,
		},
		changes,
		reached,
		pairs: [...held.kept, ...pairsAfter(held.planned, changes)],
	};
	const { capital: _given, userId: _user, executionIds: _ids, ...terms } = request;
	const outcome = outcomeOf(plan, gathered, request, size);
	return {
		at: gathered.at,
		terms: {
			...terms,
			capital: size.capital,
			exchanges: gathered.exchanges,
			margin: size.margin,
			legNotionalMax: size.legNotionalMax,
			horizonHours: PLAN_HOURS,
		},
		legs: legs.map((leg, index) => plannedLeg(leg, gathered.legs[index]?.price ?? 0, reached[index] ?? 0)),
		changes: changesOf(plan),
		outcome: outcome.outcome,
		limits: outcome.limits,
		margins: marginsOf(plan, gathered, request, size),
		transfers: transfersOf(plan, gathered, request, size),
		reasons: gathered.reasons,
	};
}

function plannedLeg(leg: BoundedLeg, price: number, target: number): PlannedLeg {
	const { coin, exchange, symbol, held, cost, reason } = leg;
	return { coin, exchange, symbol, held, target, price, cost, reasons: reason === null ? [] : [reason] };
}
