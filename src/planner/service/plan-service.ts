/**
 * Plans a user's portfolio at the present prices and forecasts: gathers the inputs, plans, and states the result. It
 * reads and computes only; nothing is sent.
 */
import { CarrywireError } from '../../domain/carrywire-error.ts';
import { approximately } from '../../domain/estimate.ts';
import type { VenueName } from '../../domain/instrument.ts';
import { type PlanSolver, PlanSolverError } from '../../ports/plan-solver.ts';
import type { PlanRequest, PortfolioPlan, PortfolioPlanner } from '../../ports/portfolio-planner.ts';
import { shownNameOf } from '../../venues/facts.ts';
import { PLAN_HOURS } from '../leg-worth.ts';
import { PLAN_TEXT } from '../plan-text.ts';
import { type PortfolioOrder, planPortfolio } from '../portfolio-plan.ts';
import { legsWithin, limitsAround } from './fixed-legs.ts';
import { type Gathered, gatherGrounds, gatherLegs, type PlanSources } from './gather.ts';
import type { HeldCoins } from './holdings.ts';
import { type BoundedLeg, boundedLegs } from './leg-facts.ts';
import { carrySd, changesOf, type OptimalPlan, outcomeOf, plannedLegs, valuedPairs } from './plan-answer.ts';
import { type HeldSums, type PlanSize, planLimits, planSize } from './plan-limits.ts';
import { maintenanceOf, marginsOf, transfersOf, type ValuedLeg, type WithBusy } from './plan-margins.ts';

/** Dependencies of the planner. */
export type PlanServiceOptions = PlanSources & { readonly solver: PlanSolver };

/** Creates the planner. */
export function createPortfolioPlanner(options: PlanServiceOptions): PortfolioPlanner {
	return { plan: (request) => plan(options, request) };
}

async function plan(options: PlanServiceOptions, request: PlanRequest): Promise<PortfolioPlan> {
	const grounds = await gatherGrounds(options, request);
	const size = planSize(request, grounds, notionalSums(valuedLegs(options, grounds.others, 0)));
	if (!(size.capital > 0))
		throw new CarrywireError('INVALID_PARAMS', PLAN_TEXT.noCapital(), { field: 'capital' });
	const gathered = { ...grounds, ...(await gatherLegs(options, request, grounds, size.coinLegMax)) };
	const legs = boundedLegs(gathered.legs, options.market, shownNameOf, gathered.at);
	// A busy pair without a price may be as large as a coin may get.
	const busy = valuedLegs(options, gathered.busy, size.coinLegMax);
	const sums = {
		held: notionalSums(valuedLegs(options, gathered.held, 0)),
		busy: notionalSums(busy),
	};
	const order = orderOf(request, gathered, size, legs, sums);
	const whole = { ...gathered, busyLegs: busy };
	return answerOf(options, request, {
		gathered: whole,
		size,
		legs,
		found: await solved(order, options.solver),
	});
}

function orderOf(
	request: PlanRequest,
	gathered: Gathered,
	size: PlanSize,
	legs: readonly BoundedLeg[],
	sums: { readonly held: HeldSums; readonly busy: HeldSums },
): PortfolioOrder {
	const pot = planLimits(request, gathered.exchanges, size, sums);
	const { changeMin } = pot;
	const isKept = request.keepsFixed === true;
	const limits = isKept ? limitsAround(pot.limits, legs) : pot.limits;
	const terms = { capital: size.capital, leverage: request.leverage, cashRate: request.cashApr };
	return {
		legs: isKept ? legsWithin(legs, pot.limits) : legs,
		limits,
		pairs: valuedPairs(gathered),
		changeMin,
		terms,
		horizonHours: horizonOf(request),
		carrySd: carrySd(gathered),
		names: shownNameOf,
	};
}

function horizonOf({ horizonHours = PLAN_HOURS }: PlanRequest): number {
	return horizonHours;
}

/** Values the legs of pairs at the mark prices, USD. @param unknown notional of a leg without a mark */
function valuedLegs(
	{ market }: PlanSources,
	pairs: readonly HeldCoins[],
	unknown: number,
): readonly ValuedLeg[] {
	return pairs.flatMap(({ coin, long, short, quantity }) =>
		[long, short].map(({ exchange, symbol }, index): ValuedLeg => {
			const inputs = market.get(exchange, symbol);
			const mark = inputs?.ticker?.mark;
			const notional = mark === null || mark === undefined ? unknown : quantity * approximately(mark);
			const maintenance = maintenanceOf(inputs?.instrument);
			return {
				coin,
				exchange,
				symbol,
				notional: index === 0 ? notional : -notional,
				maintenance,
				adlRank: null,
			};
		}),
	);
}

function notionalSums(legs: readonly ValuedLeg[]): HeldSums {
	const sums = new Map<VenueName, number>();
	for (const { exchange, notional } of legs)
		sums.set(exchange, (sums.get(exchange) ?? 0) + Math.abs(notional));
	return sums;
}

/** @throws CarrywireError PLAN_CONTRADICTION, PLAN_UNAVAILABLE */
async function solved(order: PortfolioOrder, solver: PlanSolver): Promise<OptimalPlan> {
	try {
		const found = await planPortfolio(order, solver);
		if (found.status === 'optimal') return found;
		throw new CarrywireError('PLAN_CONTRADICTION', found.words);
	} catch (error) {
		if (!(error instanceof PlanSolverError)) throw error;
		throw new CarrywireError('PLAN_UNAVAILABLE', PLAN_TEXT.unavailable({ why: error.why }), { cause: error });
	}
}

type Solved = {
	readonly gathered: Gathered & WithBusy;
	readonly size: PlanSize;
	readonly legs: readonly BoundedLeg[];
	readonly found: OptimalPlan;
};

async function answerOf(
	{ transfers }: PlanServiceOptions,
	request: PlanRequest,
	{ gathered, size, legs, found }: Solved,
): Promise<PortfolioPlan> {
	const { capital: _given, userId, executionIds: _ids, keepsFixed: _keeps, potId, ...terms } = request;
	const wanted = transfersOf(found, gathered, legs, request, size);
	// Only a plan that starts from the accounts asks for money: any other one is a thought.
	const asked =
		size.margin === 'accounts'
			? await transfers.ask(userId, potId === undefined ? { kind: 'plan' } : { kind: 'pot', potId }, wanted)
			: [];
	const coins = [...new Set(gathered.busy.map(({ coin }) => coin))];
	const busy = coins.length === 0 ? [] : [PLAN_TEXT.busy({ coins })];
	return {
		at: gathered.at,
		terms: {
			...terms,
			capital: size.capital,
			exchanges: gathered.exchanges,
			margin: size.margin,
			legNotionalMax: size.legNotionalMax,
			horizonHours: horizonOf(request),
		},
		legs: plannedLegs(legs, gathered, found),
		changes: changesOf(found.changes),
		...outcomeOf(found, request.cashApr),
		margins: marginsOf(found, gathered, legs, request, size),
		transfers: wanted.map(({ from, to, amount, by, why, without }, index) => ({
			from,
			to,
			amount,
			by,
			message: why,
			without,
			transferId: asked[index]?.transferId ?? null,
		})),
		plannedTransfers: transfers.of(userId),
		reasons: [...gathered.reasons, ...busy],
	};
}
