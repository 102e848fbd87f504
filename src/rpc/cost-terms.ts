/** The parameters for which costs are computed, shared by the methods that show opportunities. */
import { parseDecimal } from '../domain/decimal.ts';
import type { CostTerms } from '../domain/opportunity.ts';
import { decimalOr, oneOf } from './params.ts';

export const MODES = ['auto', 'grid', 'single-direct', 'single-delay'] as const;

/** USD; far above every book, so that it only keeps numbers readable. */
export const AMOUNT_MAX = '1000000000';
/** No venue offers more; what an execution may use is the service's own, lower limit. */
const LEVERAGE_MAX = '200';

const DEFAULTS = { amount: '1000', horizonHours: '168', leverage: '1', mode: 'single-direct' } as const;

export const costTermParams = {
	amount: decimalOr(DEFAULTS.amount, {
		description: 'USD of capital over both legs for which costs are computed.',
		unit: 'USD',
		above: '0',
		atMost: AMOUNT_MAX,
	}),
	horizon_hours: decimalOr(DEFAULTS.horizonHours, {
		description: 'For how long the position is meant to be held.',
		unit: 'hours',
		atLeast: '1',
		atMost: '2160',
	}),
	leverage: decimalOr(DEFAULTS.leverage, {
		description: 'Leverage of each leg.',
		atLeast: '1',
		atMost: LEVERAGE_MAX,
	}),
	mode: oneOf(MODES, DEFAULTS.mode, 'Execution mode; costs are those of four taker fills in every mode.'),
};

export const DEFAULT_TERMS: CostTerms = {
	amount: parseDecimal(DEFAULTS.amount),
	horizonHours: parseDecimal(DEFAULTS.horizonHours),
	leverage: parseDecimal(DEFAULTS.leverage),
	mode: DEFAULTS.mode,
};

export function isDefaultTerms(terms: CostTerms): boolean {
	return (
		terms.amount === DEFAULT_TERMS.amount &&
		terms.horizonHours === DEFAULT_TERMS.horizonHours &&
		terms.leverage === DEFAULT_TERMS.leverage &&
		terms.mode === DEFAULT_TERMS.mode
	);
}
