/**
 * Defines advice on running executions as the API returns it. Shares are fractions of one leg's notional; null means
 * unknown.
 */
import type { Decimal } from '../domain/decimal.ts';
import type { StayAdvice } from '../domain/stay-advice.ts';

/** Advice in `check_pair_status`. */
export type ExecutionAdvice = StayAdvice & { readonly executionId: string };

/** Advice in `portfolio_live` and `get_execution`, with its figures. */
export type PortfolioAdvice = StayAdvice & {
	/** Mean carry over the last 720 h, as a fraction per year. */
	readonly monthMeanApr: Decimal | null;
	/** Carry expected over the next 720 h. */
	readonly expectedCarry30d: Decimal | null;
	/**
	 * Threshold for closing: minus half the cost of a round trip. The advice is to close if `expectedCarry30d` is
	 * below this threshold and `monthMeanApr` is below 0.
	 */
	readonly closeBelow: Decimal | null;
};
