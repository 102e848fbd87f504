/** Builds the price basis in an opportunity detail: the mean that `net.cost.basis` uses, and the recent history. */
import { parseDecimal } from '../domain/decimal.ts';
import { published } from '../domain/estimate.ts';
import { HOUR_MS } from '../domain/funding.ts';
import type { FieldReason, OpportunityDetail } from '../domain/opportunity.ts';
import type { BasisPoint } from './basis-series.ts';
import { BASIS_SAMPLES_MIN, type ObservedBasis } from './basis-table.ts';
import { DETAIL_TEXT } from './text.ts';

const SD_PLACES = 12;
/** Decimal places of a single sample: 1e-8 is a ten-thousandth of a basis point. */
const POINT_PLACES = 8;
const HOURS_PLACES = 2;

type BasisFields = Pick<OpportunityDetail, 'basisMean' | 'basisSd' | 'basisObservedHours' | 'basisHistory'>;

/** Returns the fields of the price basis, and a reason for each unknown one. @param points newest first */
export function basisPart(
	{ mean, sd, count, spanMs }: ObservedBasis,
	points: readonly BasisPoint[],
): { readonly fields: BasisFields; readonly reasons: readonly FieldReason[] } {
	const isKnown = count >= BASIS_SAMPLES_MIN;
	const fields = {
		basisMean: isKnown ? published(mean) : null,
		basisSd: isKnown ? parseDecimal(sd.toFixed(SD_PLACES)) : null,
		basisObservedHours: parseDecimal((spanMs / HOUR_MS).toFixed(HOURS_PLACES)),
		basisHistory: points.map(({ at, basis }) => ({
			timestamp: at / 1_000,
			basis: parseDecimal(basis.toFixed(POINT_PLACES)),
		})),
	};
	const reasons: FieldReason[] = [];
	if (!isKnown) {
		const message = DETAIL_TEXT.basisUnknown({ count, required: BASIS_SAMPLES_MIN });
		for (const field of ['basis_mean', 'basis_sd'])
			reasons.push({ field, code: 'BASIS_MEAN_UNKNOWN', message });
	}
	if (points.length === 0)
		reasons.push({ field: 'basis_history', code: 'NOT_SEEN_YET', message: DETAIL_TEXT.basisNeverSeen() });
	return { fields, reasons };
}
