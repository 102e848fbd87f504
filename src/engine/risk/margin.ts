import { ceilToStep, parseDecimal, sub } from '../../domain/decimal.ts';
import { usdTexts } from '../../domain/figure-text.ts';
import { atMost, type CheckRow, type RowWords, withFacts } from './check-row.ts';
import { type OpenFacts, ROLES } from './facts.ts';

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
		const words = (): RowWords => {
			const [needed, free] = usdTexts(leg.margin, available);
			const what = row.passed ? 'Margin' : 'Not enough margin';
			const message = `${what} at ${venue}: ${needed} needed with fees and 2 %, ${free} available.`;
			return { ...row.words(), message };
		};
		return withFacts(
			{ ...row, words },
			{ exchange: venue, missing: ceilToStep(sub(leg.margin, available), CENT) },
		);
	});
}
