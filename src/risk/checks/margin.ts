import { ceilToStep, parseDecimal, sub } from '../../domain/decimal.ts';
import { atMost, type CheckRow, withFacts } from '../check-row.ts';
import { type OpenFacts, ROLES } from '../facts.ts';

const CENT = parseDecimal('0.01');

/** Both accounts have the leg's margin, its fees and 2 % beside what other calls of the user have claimed. */
export function margin({ trade, legs }: OpenFacts): readonly CheckRow[] {
	return ROLES.map((role) => {
		const leg = trade[role];
		const { available } = legs[role];
		const { venue } = leg.plan;
		const row = atMost(
			{
				check: `margin_${role}`,
				code: 'INSUFFICIENT_MARGIN',
				meaning: `USD of margin with fees and 2 %, at most what is available at ${venue}`,
				field: 'amount',
			},
			leg.margin,
			available,
		);
		return withFacts(row, { exchange: venue, missing: ceilToStep(sub(leg.margin, available), CENT) });
	});
}
