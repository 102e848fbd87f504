/** The parameters for which costs are computed, shared by the methods that show opportunities. */
import { formatDecimal } from '../../domain/decimal.ts';
import { type CostTerms, DEFAULT_TERMS } from '../../domain/opportunity.ts';
import { VERDICT_HORIZONS_HOURS } from '../../domain/verdict.ts';
import { decimal, decimalOr, oneOf } from './params.ts';

/** Modes of execution that a caller may name; auto lets the service choose. */
export const MODES = ['auto', 'grid', 'single-direct', 'single-delay'] as const;

/** USD; far above every book, so that it only keeps numbers readable. */
export const AMOUNT_MAX = '1000000000';
/** No venue offers more; what an execution may use is the service's own, lower limit. */
const LEVERAGE_MAX = '200';

/** Params of cost terms: amount in USD over both legs, horizon in hours, leverage and mode; each may be left out. */
export const costTermParams = {
	amount: decimalOr(formatDecimal(DEFAULT_TERMS.amount), {
		description: 'USD of capital over both legs for which costs are computed.',
		unit: 'USD',
		above: '0',
		atMost: AMOUNT_MAX,
	}),
	horizon_hours: decimal({
		description: `For how long the position is meant to be held. Absent: the best of ${VERDICT_HORIZONS_HOURS.join(', ')} for each opportunity, which net.horizon_hours states.`,
		unit: 'hours',
		atLeast: '1',
		atMost: '2160',
	}).optional(),
	leverage: decimalOr(formatDecimal(DEFAULT_TERMS.leverage), {
		description: 'Leverage of each leg.',
		atLeast: '1',
		atMost: LEVERAGE_MAX,
	}),
	mode: oneOf(
		MODES,
		DEFAULT_TERMS.mode,
		'Execution mode; costs are those of four taker fills in every mode.',
	),
};

/** True when all four terms are the default ones, for which records and answers are kept. */
export function isDefaultTerms(terms: CostTerms): boolean {
	return (
		terms.amount === DEFAULT_TERMS.amount &&
		terms.horizonHours === DEFAULT_TERMS.horizonHours &&
		terms.leverage === DEFAULT_TERMS.leverage &&
		terms.mode === DEFAULT_TERMS.mode
	);
}
