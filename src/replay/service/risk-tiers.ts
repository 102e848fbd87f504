/** States the risk tiers of every contract, because recordings have none. */

import { parseDecimal, ZERO } from '../../domain/decimal.ts';
import type { RiskTier } from '../../ports/venue-market.ts';

/** One tier: 0.5 % maintenance margin for any value. */
export const RISK_TIERS: readonly RiskTier[] = [
	{
		valueMax: parseDecimal('1000000000'),
		maintenanceRate: parseDecimal('0.005'),
		deduction: ZERO,
		leverageMax: parseDecimal('50'),
	},
];
