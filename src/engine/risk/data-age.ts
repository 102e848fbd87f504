import { fromInteger } from '../../domain/decimal.ts';
import { shownNameOf } from '../../venues/facts.ts';
import { atMost, type CheckRow, withFacts } from './check-row.ts';
import { type OpenFacts, ROLES, venueOf } from './facts.ts';
import { CHECK_TEXT } from './text.ts';

/** Checks the age of balance, positions and ticker at both exchanges. */
export function dataAge(facts: OpenFacts): readonly CheckRow[] {
	const { now, legs, limits } = facts;
	return ROLES.flatMap((role) => {
		const { readAt, tickerAt } = legs[role];
		const venue = venueOf(facts, role);
		const exchange = shownNameOf(venue);
		const rows = [
			atMost(
				{
					check: `account_age_${role}`,
					code: 'QUOTE_STALE',
					text: ({ passed }) =>
						CHECK_TEXT.accountAge({ value: now - readAt, limit: limits.dataAgeMsMax, passed, exchange }),
				},
				fromInteger(now - readAt),
				fromInteger(limits.dataAgeMsMax),
			),
			atMost(
				{
					check: `ticker_age_${role}`,
					code: 'QUOTE_STALE',
					text: ({ passed }) =>
						CHECK_TEXT.tickerAge({
							value: tickerAt === undefined ? null : now - tickerAt,
							limit: limits.tickerStaleMs,
							passed,
							exchange,
						}),
				},
				tickerAt === undefined ? null : fromInteger(now - tickerAt),
				fromInteger(limits.tickerStaleMs),
			),
		];
		return rows.map((row) => withFacts(row, { exchange: venue }));
	});
}
