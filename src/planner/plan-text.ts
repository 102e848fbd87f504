/** Sentences of portfolio plans. */
import { spoken } from '../domain/english.ts';
import { plan } from '../sentences/plan.ts';
import type { Sentence } from '../sentences/sentence.ts';
import type { LimitName, PlanProblem } from './plan-problem.ts';

/** The limits, bounds, changes and verdict of a plan. */
export const PLAN_TEXT = spoken('plan', plan);

/** Returns an exchange's display name. */
export type ExchangeNames = (exchange: string) => string;

/** Writes a limit of a problem as a sentence. */
export function limitText(
	{ legs, limits }: Pick<PlanProblem, 'legs' | 'limits'>,
	limit: LimitName,
	names: ExchangeNames,
): Sentence {
	switch (limit.kind) {
		case 'gross':
			return PLAN_TEXT.gross({ max: limits.grossMax });
		case 'coin':
			return PLAN_TEXT.coin({ coin: limit.coin, max: limits.coinMax });
		case 'exchange': {
			const max = limits.exchangeMax[limit.exchange] as number;
			return PLAN_TEXT.exchange({ exchange: names(limit.exchange), max });
		}
		case 'exchangeNet': {
			const max = limits.exchangeNetMax?.[limit.exchange] as number;
			return PLAN_TEXT.exchangeNet({ exchange: names(limit.exchange), max });
		}
		case 'leg': {
			const { coin } = limit;
			const leg = legs.find((other) => other.coin === coin && other.exchange === limit.exchange);
			if (leg === undefined) throw new Error('Invariant broken: a limit names a leg of its problem.');
			const exchange = names(limit.exchange);
			if (leg.low === leg.high) return PLAN_TEXT.legFixed({ coin, exchange, usd: leg.low });
			const finite = (bound: number): number | null => (Number.isFinite(bound) ? bound : null);
			return PLAN_TEXT.legRange({ coin, exchange, low: finite(leg.low), high: finite(leg.high) });
		}
	}
}

/** Writes limits that contradict each other as one sentence. */
export function contradictionText(
	problem: Pick<PlanProblem, 'legs' | 'limits'>,
	limits: readonly LimitName[],
	names: ExchangeNames,
): Sentence {
	return PLAN_TEXT.contradiction({ limits: limits.map((limit) => limitText(problem, limit, names)) });
}
