import { min } from '../../domain/decimal.ts';
import { atMost, type CheckRow } from './check-row.ts';
import type { OpenFacts } from './facts.ts';
import { CHECK_TEXT } from './text.ts';

/** Checks that each leg fits into one order at its venue, because a close may send the entire leg as one order. */
export function maximums({ trade }: OpenFacts): readonly CheckRow[] {
	const bound = {
		check: 'maximum',
		code: 'RISK_LIMIT',
		text: CHECK_TEXT.maximum,
		field: 'amount',
	} as const;
	const { long, short } = trade;
	return [
		atMost(bound, trade.quantity, min(long.plan.instrument.quantityMax, short.plan.instrument.quantityMax)),
	];
}
