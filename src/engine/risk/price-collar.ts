import { abs, type Decimal, divUp, fromInteger, max, mulUp, sub } from '../../domain/decimal.ts';
import { shownNameOf } from '../../venues/facts.ts';
import { atMost, type CheckRow, withFacts } from './check-row.ts';
import { type OpenFacts, ROLES, venueOf } from './facts.ts';
import { CHECK_TEXT } from './text.ts';

const PERCENT = fromInteger(100);

/**
 * Checks that each order book's mid price is near its venue's mark and index price. The service must not trade on a
 * swept book.
 */
export function priceCollar(facts: OpenFacts): readonly CheckRow[] {
	return ROLES.map((role) => {
		const { mark, index } = facts.legs[role];
		const mid = facts.trade[role].plan.decisionMid;
		const venue = venueOf(facts, role);
		const row = atMost(
			{
				check: `collar_${role}`,
				code: 'PRICE_COLLAR',
				text: (figures) => CHECK_TEXT.collar({ ...figures, exchange: shownNameOf(venue) }),
			},
			mark === null || index === null ? null : max(distancePct(mid, mark), distancePct(mid, index)),
			facts.limits.collarPct,
		);
		return withFacts(row, { exchange: venue });
	});
}

function distancePct(mid: Decimal, reference: Decimal): Decimal {
	return mulUp(divUp(abs(sub(mid, reference)), reference), PERCENT);
}
