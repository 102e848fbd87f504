import type { Decimal } from '../../domain/decimal.ts';
import { atMost, type CheckRow } from './check-row.ts';
import type { OpenFacts } from './facts.ts';
import { FIGURES } from './text.ts';

/** Checks the amount of one execution against the limit of the service. */
export function amount({ amount: asked, limits }: OpenFacts): readonly CheckRow[] {
	return [maximumAmount(asked, limits.amountMaxUsd)];
}

/** The row for the largest amount, USD over both legs. */
export function maximumAmount(asked: Decimal, limit: Decimal): CheckRow {
	const bound = {
		check: 'amount',
		code: 'RISK_LIMIT',
		text: () => FIGURES.amount,
		field: 'amount',
	} as const;
	return atMost(bound, asked, limit);
}
