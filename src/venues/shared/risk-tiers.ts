/** Parses risk tiers from the rows in an exchange's response. */
import { type Decimal, fromInteger, mulDown, ONE, ZERO } from '../../domain/decimal.ts';
import type { RiskTier } from '../../ports/venue-market.ts';
import { type Body, BodyError, decimal, positive, required } from './fields.ts';
import { BODY_TEXT } from './text.ts';

/** Field names for a tier in an exchange's rows. */
export type TierMembers = {
	readonly valueMax: string;
	readonly maintenanceRate: string;
	readonly initialRate: string;
	readonly leverageMax: string;
	/** Field name of the deduction; undefined if the exchange deducts nothing. */
	readonly deduction: string | undefined;
};

/**
 * Maximum accepted value of leverage × initial rate. The product is 1 for fractions, apart from a few percent of
 * rounding (a leverage of 33.33 for 3 %), but 100 for rates in percent.
 */
const LEVERAGE_TIMES_RATE_MAX: Decimal = fromInteger(2);

/**
 * Returns the tiers in ascending order of value. @throws BodyError if there are no tiers, or a rate is not a fraction
 */
export function tiersOf(rows: readonly Body[], members: TierMembers): readonly RiskTier[] {
	const tiers = rows.map((row): RiskTier => {
		const leverageMax = required(positive(row, members.leverageMax), members.leverageMax);
		const initial = required(positive(row, members.initialRate), members.initialRate);
		const maintenanceRate = required(positive(row, members.maintenanceRate), members.maintenanceRate);
		// Bybit's page has shown samples in percent ("0.5" for 0.5 %), which must not be mistaken for fractions.
		if (mulDown(initial, leverageMax) > LEVERAGE_TIMES_RATE_MAX || maintenanceRate > initial || initial > ONE)
			throw new BodyError(BODY_TEXT.notFractions());
		const deduction = members.deduction === undefined ? undefined : decimal(row, members.deduction);
		return {
			valueMax: required(positive(row, members.valueMax), members.valueMax),
			maintenanceRate,
			deduction: deduction !== undefined && deduction > ZERO ? deduction : ZERO,
			leverageMax,
		};
	});
	if (tiers.length === 0) throw new BodyError(BODY_TEXT.noTier());
	return tiers.sort((a, b) => (a.valueMax < b.valueMax ? -1 : 1));
}
