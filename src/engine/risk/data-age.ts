import { fromInteger } from '../../domain/decimal.ts';
import { atMost, type CheckRow, withFacts } from './check-row.ts';
import { type OpenFacts, ROLES, venueOf } from './facts.ts';

/** Balance, positions and ticker of both venues are young enough to decide by. */
export function dataAge(facts: OpenFacts): readonly CheckRow[] {
	const { now, legs, limits } = facts;
	return ROLES.flatMap((role) => {
		const { readAt, tickerAt } = legs[role];
		const venue = venueOf(facts, role);
		const rows = [
			atMost(
				{
					check: `account_age_${role}`,
					code: 'QUOTE_STALE',
					meaning: `ms since balance and positions were asked for at ${venue}, at most`,
				},
				fromInteger(now - readAt),
				fromInteger(limits.dataAgeMsMax),
			),
			atMost(
				{
					check: `ticker_age_${role}`,
					code: 'QUOTE_STALE',
					meaning: `ms since mark and index came from ${venue}, at most`,
				},
				tickerAt === undefined ? null : fromInteger(now - tickerAt),
				fromInteger(limits.tickerStaleMs),
			),
		];
		return rows.map((row) => withFacts(row, { exchange: venue }));
	});
}
