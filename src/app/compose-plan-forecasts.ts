/** Composes the track record of plans. */
import { toNumber } from '../domain/decimal.ts';
import { createPlanForecasts } from '../planner/service/plan-forecasts.ts';
import type { PotStore } from '../ports/autopilot-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { PlanForecastStore, PlanForecasts } from '../ports/plan-forecasts.ts';
import type { WatchedMarket } from './compose-market.ts';

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
