/** Advice on running executions in the form of answers. Shares of one leg's notional, null if unknown. */
import type { Decimal } from '../domain/decimal.ts';
import type { StayAdvice } from '../domain/stay-advice.ts';

/** In `check_pair_status`. */
export type ExecutionAdvice = StayAdvice & { readonly executionId: string };

/** In `portfolio_live` and `get_execution`, with its figures. */
export type PortfolioAdvice = StayAdvice & {
	/** Mean carry of the last 720 h, per year. */
	readonly monthMeanApr: Decimal | null;
	/** Carry expected over the next 720 h. */
	readonly expectedCarry30d: Decimal | null;
	/** Minus half a round trip: the pair closes if the expectation is lower and the mean is below 0. */
	readonly closeBelow: Decimal | null;
};
