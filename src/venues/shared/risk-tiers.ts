/** Risk tiers of a venue from the rows of its answer. */
import { type Decimal, fromInteger, mulDown, ONE, ZERO } from '../../domain/decimal.ts';
import type { RiskTier } from '../../ports/venue-market.ts';
import { type Body, BodyError, decimal, positive, required } from './fields.ts';

/** How a venue names the members of a tier. */
export type TierMembers = {
	readonly valueMax: string;
	readonly maintenanceRate: string;
	readonly initialRate: string;
	readonly leverageMax: string;
	/** Undefined where the venue deducts nothing. */
	readonly deduction: string | undefined;
};

/** A leverage is rounded as it is shown (33.33 for 3 %), so a rate may differ from its reciprocal by some percent. */
const LEVERAGE_TIMES_RATE_MAX: Decimal = fromInteger(2);

/** By rising value. @throws BodyError when there is none, or a rate is no fraction */
export function tiersOf(rows: readonly Body[], members: TierMembers): readonly RiskTier[] {
	const tiers = rows.map((row): RiskTier => {
		const leverageMax = required(positive(row, members.leverageMax), members.leverageMax);
		const initial = required(positive(row, members.initialRate), members.initialRate);
		const maintenanceRate = required(positive(row, members.maintenanceRate), members.maintenanceRate);
		// Bybit's page has had samples in percent ("0.5" for 0.5 %): what is no fraction must not be taken for one.
		if (mulDown(initial, leverageMax) > LEVERAGE_TIMES_RATE_MAX || maintenanceRate > initial || initial > ONE)
			throw new BodyError(
				`The venue's risk tiers are no fractions, or their rates do not fit their leverage.`,
			);
		const deduction = members.deduction === undefined ? undefined : decimal(row, members.deduction);
		return {
			valueMax: required(positive(row, members.valueMax), members.valueMax),
			maintenanceRate,
			deduction: deduction !== undefined && deduction > ZERO ? deduction : ZERO,
			leverageMax,
		};
	});
	if (tiers.length === 0) throw new BodyError('The venue listed no risk tier.');
	return tiers.sort((a, b) => (a.valueMax < b.valueMax ? -1 : 1));
}
