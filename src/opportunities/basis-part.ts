/** What a detail says of the price basis: its mean as `net.cost.basis` takes it, and how it went. */
import { parseDecimal } from '../domain/decimal.ts';
import { published } from '../domain/estimate.ts';
import { HOUR_MS } from '../domain/funding.ts';
import type { FieldReason, OpportunityDetail } from '../domain/opportunity.ts';
import type { BasisPoint } from './basis-series.ts';
import { BASIS_SAMPLES_MIN, type ObservedBasis } from './basis-table.ts';

const SD_PLACES = 12;
/** Of a single sample: a hundred-millionth is a ten-thousandth of a basis point. */
const POINT_PLACES = 8;
const HOURS_PLACES = 2;

type BasisFields = Pick<OpportunityDetail, 'basisMean' | 'basisSd' | 'basisObservedHours' | 'basisHistory'>;

/** @param points newest first */
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
		const message = `The price basis was seen ${count} times, at least ${BASIS_SAMPLES_MIN} are needed: once a second while both books are fresh.`;
		for (const field of ['basis_mean', 'basis_sd'])
			reasons.push({ field, code: 'BASIS_MEAN_UNKNOWN', message });
	}
	if (points.length === 0) {
		const message =
			'Since the service was started, and within the last day, both books were never fresh at once.';
		reasons.push({ field: 'basis_history', code: 'NOT_SEEN_YET', message });
	}
	return { fields, reasons };
}
