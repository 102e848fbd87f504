/** What a record says while no expectation of carry is fitted: every figure that hangs on it is null, with the reason. */
import type { CostParts, CostTerms, FieldReason, Net } from '../domain/opportunity.ts';

const MESSAGE = 'This version has no fitted expectation of carry.';

function notFitted(field: string): FieldReason {
	return { field, code: 'EXPECTATION_NOT_FITTED', message: MESSAGE };
}

/** Reasons of a record's null members. */
export const EXPECTATION_REASONS: readonly FieldReason[] = [
	'chosen_per_epoch',
	'net.expected_carry',
	'net.carry_sd',
	'net.expected_net',
	'net.net_apr',
	'net.net_apr_on_capital',
	'net.probability_positive',
	'net.reversal_probability',
	'net.break_even_hours',
	'net.best_horizon_hours',
	'net.model',
	'liquidity_score',
	'risk_score',
].map(notFitted);

/** Reasons of the null members that a detail adds. */
export const EXPECTATION_DETAIL_REASONS: readonly FieldReason[] = [
	'cost_curve.expected_net',
	'track_record',
	'score_components',
]
	.map(notFitted)
	.concat({ field: 'life', code: 'NOT_RECORDED', message: 'The lives of opportunities are not recorded.' });

/** `blocking`: sentences of what forbids the trade anyway; they stand beside the verdict, which stays unknown. */
export function netWithoutExpectation(terms: CostTerms, cost: CostParts, blocking: readonly string[]): Net {
	return {
		amount: terms.amount,
		horizon_hours: terms.horizonHours,
		leverage: terms.leverage,
		expected_carry: null,
		carry_sd: null,
		cost,
		expected_net: null,
		net_apr: null,
		net_apr_on_capital: null,
		probability_positive: null,
		reversal_probability: null,
		break_even_hours: null,
		best_horizon_hours: null,
		verdict: 'unknown',
		reasons: [`The verdict is unknown: ${MESSAGE}`, ...blocking],
		model: null,
	};
}
