import { ceilToStep, formatDecimal, parseDecimal, sub } from '../../domain/decimal.ts';
import { shownNameOf } from '../../venues/facts.ts';
import { type CheckRow, stated, withFacts } from './check-row.ts';
import { type OpenFacts, ROLES } from './facts.ts';
import { CHECK_TEXT } from './text.ts';

const CENT = parseDecimal('0.01');

/**
 * Checks that each account has enough available margin for its leg, including fees and 2 %, after subtracting the
 * claims of the user's other calls.
 */
export function margin({ trade, legs }: OpenFacts): readonly CheckRow[] {
	return ROLES.map((role) => {
		const leg = trade[role];
		const { available } = legs[role];
		const { venue } = leg.plan;
		const isEnough = leg.margin <= available;
		const row = stated(
			{
				check: `margin_${role}`,
				code: 'INSUFFICIENT_MARGIN',
				field: 'amount',
			},
			isEnough,
			() => ({
				value: formatDecimal(leg.margin),
				limit: formatDecimal(available),
				message: CHECK_TEXT.margin({ exchange: shownNameOf(venue), needed: leg.margin, available, isEnough }),
			}),
		);
		return withFacts(row, { exchange: venue, missing: ceilToStep(sub(leg.margin, available), CENT) });
	});
}
