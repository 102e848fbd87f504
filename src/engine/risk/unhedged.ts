import { add, type Decimal, max, min, mulUp, ZERO } from '../../domain/decimal.ts';
import { atMost, type Bound, type CheckRow } from './check-row.ts';
import type { OpenFacts, ProposedOpening, ProposedTrade, RiskLimits } from './facts.ts';
import { CHECK_TEXT } from './text.ts';

/**
 * Checks the worst-case unhedged exposure: the largest slice of this execution, plus everything that the user, and
 * the service as a whole, have in flight. The engine applies the same caps to every slice that it sends.
 */
export function unhedged(facts: OpenFacts): readonly CheckRow[] {
	const { user, limits } = facts;
	const slice = largestSlice(facts.trade, facts.opening, limits);
	const bound = (check: string, text: Bound['text']) =>
		({ check, code: 'RISK_LIMIT', text, field: 'amount' }) as const;
	return [
		atMost(bound('unhedged_execution', CHECK_TEXT.unhedgedExecution), slice, limits.unhedgedMaxUsd),
		atMost(
			bound('unhedged_user', CHECK_TEXT.unhedgedUser),
			add(user.unhedged, slice),
			limits.unhedgedUserMaxUsd,
		),
		atMost(
			bound('unhedged_service', CHECK_TEXT.unhedgedService),
			add(user.serviceUnhedged, slice),
			limits.unhedgedServiceMaxUsd,
		),
	];
}

/**
 * Returns the value of the largest single order on a leg, USD. `single-delay` sends slices within the cap; the other
 * modes send a complete child.
 */
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
