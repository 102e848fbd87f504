import { fromInteger, min } from '../../domain/decimal.ts';
import { atMost, type CheckRow } from './check-row.ts';
import type { OpenFacts } from './facts.ts';
import { CHECK_TEXT } from './text.ts';

/** Checks the leverage against the limits of the service and both instruments. */
export function leverage({ leverage: asked, limits, trade }: OpenFacts): readonly CheckRow[] {
	const atVenues = Math.min(trade.long.plan.instrument.leverageMax, trade.short.plan.instrument.leverageMax);
	const bound = {
		check: 'leverage',
		code: 'RISK_LIMIT',
		text: CHECK_TEXT.leverage,
		field: 'leverage',
	} as const;
	return [atMost(bound, asked, min(limits.leverageMax, fromInteger(Math.floor(atVenues))))];
}
