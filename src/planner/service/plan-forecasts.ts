/**
 * Scores what plans were expected to earn: a shown plan by the settled funding of its legs, less the cost that it
 * counted; a plan of a pot by the pot's own profit.
 */
import { legFunding, perYearOnCapital } from '../../domain/plan-track-record.ts';
import type { Clock } from '../../ports/clock.ts';
import type { FundingHistory } from '../../ports/funding-history.ts';
import type { Logger } from '../../ports/logger.ts';
import type {
	DuePlanForecast,
	ForecastLeg,
	PlanForecast,
	PlanForecastOutcome,
	PlanForecastStore,
	PlanForecasts,
} from '../../ports/plan-forecasts.ts';
import type { PortfolioPlan } from '../../ports/portfolio-planner.ts';

/** Time between two scorings, milliseconds. A plan is due after weeks, so that an hour more does not matter. */
export const PLAN_SCORE_MS = 3_600_000;
/** Time after the end of the horizon for which the scoring waits for missing history, milliseconds. */
export const PLAN_HISTORY_WAIT_MS = 48 * 3_600_000;
const CHECK_AGAIN_MS = 6 * 3_600_000;
const DUE_ROWS = 20;

/** Dependencies of the scoring. */
export type PlanForecastParts = {
	readonly store: PlanForecastStore;
	readonly history: Pick<FundingHistory, 'settled' | 'coverage'>;
	/** Returns the profit of a pot within (from, to], USD; undefined without samples near both ends. */
	readonly potProfit: (potId: string, from: number, to: number) => Promise<number | undefined>;
	readonly clock: Clock;
	readonly log: Logger;
};

/** Creates the track record of plans. It scores once an hour until it is closed. */
export function createPlanForecasts(parts: PlanForecastParts): PlanForecasts {
	const { store, clock, log } = parts;
	const writing = new Set<Promise<unknown>>();
	let scoring: Promise<void> | undefined;
	let isClosed = false;
	const scoreDue = (now: number): Promise<void> => {
		scoring ??= scored(parts, now, () => isClosed).finally(() => {
			scoring = undefined;
		});
		return scoring;
	};
	const cancel = clock.every(PLAN_SCORE_MS, () => void scoreDue(clock.now()));
	return {
		note(forecast) {
			if (isClosed || !isSound(forecast)) return;
			const write = store
				.add(forecast)
				.catch((error: unknown) => log.warn({ error }, 'the forecast of a plan could not be stored'))
				.finally(() => writing.delete(write));
			writing.add(write);
		},
		scoreDue,
		async close() {
			isClosed = true;
			cancel();
			await scoring;
			await Promise.all(writing);
		},
	};
}

/** A plan without legs expects nothing, and its score would say nothing. */
function isSound({ capital, net, legs, horizonHours }: PlanForecast): boolean {
	return capital > 0 && Number.isFinite(net) && horizonHours > 0 && legs.length > 0;
}

async function scored(parts: PlanForecastParts, now: number, isClosed: () => boolean): Promise<void> {
	const { store, log } = parts;
	try {
		for (;;) {
			const due = await store.due(now, DUE_ROWS);
			for (const forecast of due) {
				if (isClosed()) return;
				await store.settle(forecast, await outcomeOf(parts, forecast, now), now);
			}
			if (due.length < DUE_ROWS) return;
		}
	} catch (error) {
		log.warn({ error }, 'plans could not be scored; the next attempt follows in an hour');
	}
}

async function outcomeOf(
	parts: PlanForecastParts,
	forecast: DuePlanForecast,
	now: number,
): Promise<PlanForecastOutcome> {
	const { horizonHours, capital, costPerYear, endsAt } = forecast;
	const earned =
		forecast.kind === 'pot'
			? await parts.potProfit(forecast.ownerId, forecast.at, endsAt)
			: await fundingOf(parts, forecast);
	if (earned === undefined)
		return now - endsAt < PLAN_HISTORY_WAIT_MS
			? { state: 'pending', checkAt: now + CHECK_AGAIN_MS }
			: { state: 'unscorable' };
	const perYear = perYearOnCapital(earned, horizonHours, capital);
	return { state: 'scored', received: forecast.kind === 'pot' ? perYear : perYear - costPerYear / capital };
}

/** Returns the funding of all legs, USD; undefined if the settled rates of one are incomplete. */
async function fundingOf(
	{ history }: PlanForecastParts,
	{ legs, at, endsAt }: DuePlanForecast,
): Promise<number | undefined> {
	let sum = 0;
	for (const { exchange, symbol, notional } of legs) {
		const { from, to, gaps } = await history.coverage(exchange, symbol);
		const isCovered = from !== null && to !== null && from <= at && to >= endsAt;
		if (!isCovered || gaps.some((gap) => gap.from < endsAt && gap.to > at)) return undefined;
		const rates = await history.settled(exchange, symbol, at, endsAt);
		sum += legFunding(
			notional,
			rates.filter(({ settledAt }) => settledAt > at),
		);
	}
	return sum;
}

/** Returns what a plan expects, as a forecast of its owner. */
export function forecastOfPlan(
	plan: PortfolioPlan,
	{ kind, ownerId }: Pick<PlanForecast, 'kind' | 'ownerId'>,
): PlanForecast {
	const { outcome, terms } = plan;
	return {
		kind,
		ownerId,
		at: plan.at,
		horizonHours: terms.horizonHours,
		capital: terms.capital,
		net: outcome.netOnCapital,
		low: outcome.netOnCapitalLow,
		high: outcome.netOnCapitalHigh,
		costPerYear: outcome.costPerYear,
		legs: plan.legs.flatMap(({ exchange, symbol, target }): readonly ForecastLeg[] =>
			target === 0 ? [] : [{ exchange, symbol, notional: target }],
		),
	};
}
