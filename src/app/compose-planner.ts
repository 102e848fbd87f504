/** Composes the planner of portfolios over the market, the forecasts and the user's accounts. */

import type { Config } from '../config/config.ts';
import { toNumber } from '../domain/decimal.ts';
import { createPlanForecasts, forecastOfPlan } from '../planner/service/plan-forecasts.ts';
import { createPortfolioPlanner } from '../planner/service/plan-service.ts';
import type { PotStore } from '../ports/autopilot-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { ReadAdlRank } from '../ports/margin-plan.ts';
import type { PlanForecastStore, PlanForecasts } from '../ports/plan-forecasts.ts';
import type { PlanSolver } from '../ports/plan-solver.ts';
import type { PlannedTransfers } from '../ports/planned-transfers.ts';
import type { PortfolioPlanner } from '../ports/portfolio-planner.ts';
import type { Squeezes } from '../ports/squeezes.ts';
import type { WatchedMarket } from './compose-market.ts';
import type { Trading } from './compose-trading.ts';

/** Dependencies of the planner. */
export type PlannerParts = {
	readonly config: Pick<Config, 'marketData'>;
	readonly watched: Pick<WatchedMarket, 'market'>;
	readonly squeezes: Squeezes;
	readonly adlRankOf: ReadAdlRank;
	readonly transfers: PlannedTransfers;
	readonly trading: Pick<Trading, 'opportunities' | 'execution' | 'pause'>;
	readonly solver: PlanSolver;
	readonly rulesOff: ReadonlySet<string>;
	readonly clock: Clock;
};

/** Dependencies of the track record of plans. */
export type PlanForecastsParts = {
	readonly store: PlanForecastStore;
	readonly pots: Pick<PotStore, 'samples'>;
	readonly watched: Pick<WatchedMarket, 'fundingHistory'>;
	readonly clock: Clock;
	readonly log: Logger;
};

/** Time between an end of a pot's plan and its nearest sample, at most; milliseconds. */
const SAMPLE_GAP_MS = 24 * 3_600_000;
const SAMPLES_READ = 400;

/** Composes the track record of plans. */
export function composePlanForecasts({
	store,
	pots,
	watched,
	clock,
	log,
}: PlanForecastsParts): PlanForecasts {
	return createPlanForecasts({
		store,
		history: watched.fundingHistory,
		async potProfit(potId, from, to) {
			const samples = await pots.samples(potId, from, SAMPLES_READ);
			const [first] = samples;
			const last = samples.findLast(({ at }) => at <= to);
			if (first === undefined || last === undefined) return undefined;
			if (first.at - from > SAMPLE_GAP_MS || to - last.at > SAMPLE_GAP_MS) return undefined;
			return toNumber(last.profit) - toNumber(first.profit);
		},
		clock,
		log,
	});
}

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
		opportunities: trading.opportunities,
		portfolio,
		squeezes: parts.squeezes,
		feesOf: executionService.feesOf,
		adlRankOf: parts.adlRankOf,
		transfers: parts.transfers,
		orders: executionService.orderService,
		rulesOff: parts.rulesOff,
		pause: trading.pause,
		bookStaleMs: parts.config.marketData.bookStaleMs,
		solver: parts.solver,
		clock,
	});
}
