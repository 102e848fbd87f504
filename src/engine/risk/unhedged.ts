import { add, type Decimal, max, min, mulUp, ZERO } from '../../domain/decimal.ts';
import { atMost, type CheckRow } from './check-row.ts';
import type { OpenFacts, ProposedOpening, ProposedTrade, RiskLimits } from './facts.ts';

/**
 * What may stand on one leg while the other is on its way: of this execution its largest slice, and with what may
 * come to stand by what is under way of the user and of everybody. The engine holds the same caps with every slice that it sends.
 */
export function unhedged(facts: OpenFacts): readonly CheckRow[] {
	const { user, limits } = facts;
	const slice = largestSlice(facts.trade, facts.opening, limits);
	const bound = (check: string, meaning: string) =>
		({ check, code: 'RISK_LIMIT', meaning: `${meaning}, at most`, field: 'amount' }) as const;
	return [
		atMost(
			bound('unhedged_execution', 'USD of one leg that may stand without the other'),
			slice,
			limits.unhedgedMaxUsd,
		),
		atMost(
			bound('unhedged_user', 'USD that stand on one leg over all your executions with this one'),
			add(user.unhedged, slice),
			limits.unhedgedUserMaxUsd,
		),
		atMost(
			bound(
				'unhedged_service',
				'USD that stand on one leg over all executions of this service with this one',
			),
			add(user.serviceUnhedged, slice),
			limits.unhedgedServiceMaxUsd,
		),
	];
}

/** USD of one leg at once: `single-delay` is worked in slices of the cap, the other modes send a whole child. */
export function largestSlice(
	trade: ProposedTrade,
	opening: ProposedOpening,
	limits: Pick<RiskLimits, 'unhedgedMaxUsd'>,
): Decimal {
	const { long, short } = trade;
	const price = max(long.plan.decisionMid, short.plan.decisionMid);
	const child = opening.children.reduce<Decimal>((most, { quantity }) => max(most, quantity), ZERO);
	const notional = mulUp(child, price);
	return opening.mode === 'single-delay' ? min(notional, limits.unhedgedMaxUsd) : notional;
}
