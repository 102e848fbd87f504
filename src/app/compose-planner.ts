/** Composes the planner of portfolios over the market, the forecasts and the user's accounts. */

import type { Config } from '../config/config.ts';
import { forecastOfPlan } from '../planner/service/plan-forecasts.ts';
import { createPortfolioPlanner } from '../planner/service/plan-service.ts';
import type { Clock } from '../ports/clock.ts';
import type { ReadAdlRank } from '../ports/margin-plan.ts';
import type { PlanForecasts } from '../ports/plan-forecasts.ts';
import type { PlanSolver } from '../ports/plan-solver.ts';
import type { PlannedTransfers } from '../ports/planned-transfers.ts';
import type { PortfolioPlanner } from '../ports/portfolio-planner.ts';
import type { Squeezes } from '../ports/squeezes.ts';
import type { Ground } from './compose-ground.ts';
import type { WatchedMarket } from './compose-market.ts';
import type { Trading } from './compose-trading.ts';

/** Dependencies of the planner. */
export type PlannerParts = {
	readonly config: Pick<Config, 'marketData'>;
	readonly watched: Pick<WatchedMarket, 'market'>;
	readonly squeezes: Squeezes;
	readonly adlRankOf: ReadAdlRank;
	readonly transfers: PlannedTransfers;
	readonly trading: Pick<Trading, 'execution'>;
	readonly scanning: Pick<Ground['scanning'], 'opportunities'>;
	readonly pause: Ground['pause'];
	readonly solver: PlanSolver;
	readonly rulesOff: ReadonlySet<string>;
	readonly clock: Clock;
};

/** Returns a planner that notes each of its plans in the track record. */
export function notedPlanner(planner: PortfolioPlanner, forecasts: PlanForecasts): PortfolioPlanner {
	return {
		async plan(request) {
			const plan = await planner.plan(request);
			forecasts.note(forecastOfPlan(plan, { kind: 'shown', ownerId: request.userId }));
			return plan;
		},
	};
}

/** Composes the planner. */
export function composePlanner(parts: PlannerParts): PortfolioPlanner {
	const { watched, trading, clock } = parts;
	const { market } = watched;
	const { executionService, portfolio } = trading.execution;
	return createPortfolioPlanner({
		market,
		opportunities: parts.scanning.opportunities,
		portfolio,
		squeezes: parts.squeezes,
		feesOf: executionService.feesOf,
		adlRankOf: parts.adlRankOf,
		transfers: parts.transfers,
		orders: executionService.orderService,
		rulesOff: parts.rulesOff,
		pause: parts.pause,
		bookStaleMs: parts.config.marketData.bookStaleMs,
		solver: parts.solver,
		clock,
	});
}
