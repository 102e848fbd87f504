import { min } from '../../domain/decimal.ts';
import { atMost, type CheckRow } from './check-row.ts';
import type { OpenFacts } from './facts.ts';
import { FIGURES } from './text.ts';

/** Checks that a whole leg fits into one order at each venue, because a close may send the whole leg as one order. */
export function maximums({ trade }: OpenFacts): readonly CheckRow[] {
	const bound = {
		check: 'maximum',
		code: 'RISK_LIMIT',
		text: () => FIGURES.maximum,
		field: 'amount',
	} as const;
	const { long, short } = trade;
	return [
		atMost(bound, trade.quantity, min(long.plan.instrument.quantityMax, short.plan.instrument.quantityMax)),
	];
}
