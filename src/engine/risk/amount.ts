import type { Decimal } from '../../domain/decimal.ts';
import { atMost, type CheckRow } from './check-row.ts';
import type { OpenFacts } from './facts.ts';

/** One execution is not larger than the service allows. */
export function amount({ amount: asked, limits }: OpenFacts): readonly CheckRow[] {
	return [maximumAmount(asked, limits.amountMaxUsd)];
}

/** The line for the largest amount, USD over both legs. */
export function maximumAmount(asked: Decimal, limit: Decimal): CheckRow {
	const bound = {
		check: 'amount',
		code: 'RISK_LIMIT',
		meaning: 'USD over both legs, at most',
		field: 'amount',
	} as const;
	return atMost(bound, asked, limit);
}
