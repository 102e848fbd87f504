import { divUp, fromInteger, mulUp } from '../../domain/decimal.ts';
import type { Words } from '../../sentences/sentence.ts';
import { shownNameOf } from '../../venues/facts.ts';
import { atMost, type CheckRow, withFacts } from './check-row.ts';
import { type OpenFacts, type RiskLimits, ROLES, venueOf } from './facts.ts';
import { CHECK_TEXT } from './text.ts';
import type { OutcomeCounts } from './venue-stability.ts';

const PERCENT = fromInteger(100);

/** Checks that both venues respond to requests, because a position must also be repaired and closed there. */
export function venueStability(facts: OpenFacts): readonly CheckRow[] {
	return ROLES.map((role) => {
		const { outcomes } = facts.legs[role];
		const venue = venueOf(facts, role);
		const row = atMost(
			{
				check: `stability_${role}`,
				code: 'TRADING_HALTED',
				text: (figures) => CHECK_TEXT.stability({ ...figures, exchange: shownNameOf(venue) }),
			},
			failedPct(outcomes),
			facts.limits.venueErrorPctMax,
		);
		return withFacts(
			{ ...row, passed: isStable(outcomes, facts.limits) },
			{ exchange: venue, failed: outcomes.failed, answered: outcomes.answered },
		);
	});
}

/** True if the venue is stable. It counts as stable until at least `venueErrorsMin` requests have failed. */
export function isStable(
	outcomes: OutcomeCounts,
	limits: Pick<RiskLimits, 'venueErrorPctMax' | 'venueErrorsMin'>,
): boolean {
	return outcomes.failed < limits.venueErrorsMin || failedPct(outcomes) <= limits.venueErrorPctMax;
}

/** Returns why openings at a venue are refused; null while it is stable. */
export function instability(
	venue: string,
	outcomes: OutcomeCounts,
	limits: Pick<RiskLimits, 'venueErrorPctMax' | 'venueErrorsMin'>,
): Words | null {
	if (isStable(outcomes, limits)) return null;
	const { answered, failed } = outcomes;
	return CHECK_TEXT.unstable({
		exchange: shownNameOf(venue),
		failed,
		total: failed + answered,
		limit: limits.venueErrorPctMax,
	});
}

function failedPct({ answered, failed }: OutcomeCounts) {
	const total = answered + failed;
	return mulUp(divUp(fromInteger(failed), fromInteger(Math.max(1, total))), PERCENT);
}
