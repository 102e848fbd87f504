import type { Decimal } from '../../domain/decimal.ts';
import { atMost, type CheckRow } from './check-row.ts';
import type { OpenFacts } from './facts.ts';
import { CHECK_TEXT } from './text.ts';

/** Checks the amount of one execution against the service's limit. */
export function amount({ amount: asked, limits }: OpenFacts): readonly CheckRow[] {
	return [maximumAmount(asked, limits.amountMaxUsd)];
}

/** Builds the row for the maximum amount, USD across both legs. */
export function maximumAmount(asked: Decimal, limit: Decimal): CheckRow {
	const bound = {
		check: 'amount',
		code: 'RISK_LIMIT',
		text: CHECK_TEXT.amount,
		field: 'amount',
	} as const;
	return atMost(bound, asked, limit);
}
