import { fromInteger } from '../../domain/decimal.ts';
import { atMost, type CheckRow, withFacts } from './check-row.ts';
import { type OpenFacts, ROLES, venueOf } from './facts.ts';
import { accountAge, tickerAge } from './text.ts';

/** Checks the age of balance, positions and ticker at both exchanges. */
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
					text: () => accountAge(venue),
				},
				fromInteger(now - readAt),
				fromInteger(limits.dataAgeMsMax),
			),
			atMost(
				{
					check: `ticker_age_${role}`,
					code: 'QUOTE_STALE',
					text: () => tickerAge(venue),
				},
				tickerAt === undefined ? null : fromInteger(now - tickerAt),
				fromInteger(limits.tickerStaleMs),
			),
		];
		return rows.map((row) => withFacts(row, { exchange: venue }));
	});
}
