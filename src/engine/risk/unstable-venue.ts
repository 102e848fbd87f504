import { divUp, formatDecimal, fromInteger, mulUp } from '../../domain/decimal.ts';
import { atMost, type CheckRow, withFacts } from './check-row.ts';
import { type OpenFacts, type RiskLimits, ROLES, venueOf } from './facts.ts';
import type { OutcomeCounts } from './venue-stability.ts';

const PERCENT = fromInteger(100);

/** Both venues have answered lately: what is opened must be repaired and closed there, too. */
export function venueStability(facts: OpenFacts): readonly CheckRow[] {
	return ROLES.map((role) => {
		const { outcomes } = facts.legs[role];
		const venue = venueOf(facts, role);
		const row = atMost(
			{
				check: `stability_${role}`,
				code: 'TRADING_HALTED',
				meaning: `% of the requests to ${venue} that were lately left without an answer, at most`,
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

/** A few lost requests prove nothing. */
export function isStable(
	outcomes: OutcomeCounts,
	limits: Pick<RiskLimits, 'venueErrorPctMax' | 'venueErrorsMin'>,
): boolean {
	return outcomes.failed < limits.venueErrorsMin || failedPct(outcomes) <= limits.venueErrorPctMax;
}

/** Why nothing is opened at a venue; null while it is stable. */
export function instability(
	venue: string,
	outcomes: OutcomeCounts,
	limits: Pick<RiskLimits, 'venueErrorPctMax' | 'venueErrorsMin'>,
): string | null {
	if (isStable(outcomes, limits)) return null;
	const { failed, answered } = outcomes;
	return `${venue} left ${failed} of ${failed + answered} requests without an answer, more than ${formatDecimal(limits.venueErrorPctMax)} %.`;
}

function failedPct({ answered, failed }: OutcomeCounts) {
	const total = answered + failed;
	return mulUp(divUp(fromInteger(failed), fromInteger(Math.max(1, total))), PERCENT);
}
