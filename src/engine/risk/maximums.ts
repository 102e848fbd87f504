import { min } from '../../domain/decimal.ts';
import { atMost, type CheckRow } from './check-row.ts';
import type { OpenFacts } from './facts.ts';

/** A whole leg fits into one order of each venue: it may have to be closed at once. */
export function maximums({ trade }: OpenFacts): readonly CheckRow[] {
	const bound = {
		check: 'maximum',
		code: 'RISK_LIMIT',
		meaning: 'coins per order, at most, by the exchanges',
		field: 'amount',
	} as const;
	const { long, short } = trade;
	return [
		atMost(bound, trade.quantity, min(long.plan.instrument.quantityMax, short.plan.instrument.quantityMax)),
	];
}
