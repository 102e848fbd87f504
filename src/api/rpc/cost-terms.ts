/** Defines the parameters for cost calculations, which all methods that return opportunities share. */
import { formatDecimal } from '../../domain/decimal.ts';
import { type CostTerms, DEFAULT_TERMS } from '../../domain/opportunity.ts';
import { VERDICT_HORIZONS_HOURS } from '../../domain/verdict.ts';
import { decimal, decimalOr, oneOf } from './params.ts';

/** Execution modes on the wire; `auto` lets the service choose. */
export const MODES = ['auto', 'grid', 'single-direct', 'single-delay'] as const;

/** Maximum amount, USD. It is far above the depth of any order book and only keeps numbers readable. */
export const AMOUNT_MAX = '1000000000';
/** Maximum leverage for cost calculations; no exchange offers more. Executions have their own, lower maximum. */
const LEVERAGE_MAX = '200';

/**
 * Parameters for the cost terms: amount in USD across both legs, horizon in hours, leverage and mode. All are
 * optional.
 */
export const costTermParams = {
	amount: decimalOr(formatDecimal(DEFAULT_TERMS.amount), {
		description: 'Capital in USD over both legs for which costs are computed.',
		unit: 'USD',
		above: '0',
		atMost: AMOUNT_MAX,
	}),
	horizon_hours: decimal({
		description: `Intended holding period. Default: the best of ${VERDICT_HORIZONS_HOURS.join(', ')} for each opportunity, shown in net.horizon_hours.`,
		unit: 'hours',
		atLeast: '1',
		atMost: '2160',
	}).optional(),
	leverage: decimalOr(formatDecimal(DEFAULT_TERMS.leverage), {
		description: 'Leverage of each leg.',
		atLeast: '1',
		atMost: LEVERAGE_MAX,
	}),
	mode: oneOf(MODES, DEFAULT_TERMS.mode, 'Execution mode. Costs assume four taker fills in every mode.'),
};

/**
 * True if all four terms are the defaults. Records are cached only at default terms, and their responses have a cache
 * of their own.
 */
export function isDefaultTerms(terms: CostTerms): boolean {
	return (
		terms.amount === DEFAULT_TERMS.amount &&
		terms.horizonHours === DEFAULT_TERMS.horizonHours &&
		terms.leverage === DEFAULT_TERMS.leverage &&
		terms.mode === DEFAULT_TERMS.mode
	);
}
