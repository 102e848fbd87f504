import { fromInteger, min } from '../../domain/decimal.ts';
import { atMost, type CheckRow } from './check-row.ts';
import type { OpenFacts } from './facts.ts';

/** The service's limit, and that of both venues for their instrument. */
export function leverage({ leverage: asked, limits, trade }: OpenFacts): readonly CheckRow[] {
	const atVenues = Math.min(trade.long.plan.instrument.leverageMax, trade.short.plan.instrument.leverageMax);
	const bound = {
		check: 'leverage',
		code: 'RISK_LIMIT',
		meaning: 'times, at most, by the service and both exchanges',
		field: 'leverage',
	} as const;
	return [atMost(bound, asked, min(limits.leverageMax, fromInteger(Math.floor(atVenues))))];
}
