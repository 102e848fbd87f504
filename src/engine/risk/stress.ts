import { add, divDown, divUp, formatDecimal, fromInteger, mulUp, ONE, sub } from '../../domain/decimal.ts';
import { maintenanceRateMax } from '../../domain/isolated-margin.ts';
import { atLeast, type CheckRow, withFacts } from './check-row.ts';
import { type OpenFacts, ROLES } from './facts.ts';

const PERCENT = fromInteger(100);

/** After the stress move against it, a leg's own margin still covers its maintenance. */
export function stress({ trade, leverage, limits }: OpenFacts): readonly CheckRow[] {
	const move = divUp(limits.stressMovePct, PERCENT);
	return ROLES.map((role) => {
		const { notional, plan } = trade[role];
		const left = sub(divDown(notional, leverage), mulUp(notional, move));
		const maintenance = mulUp(
			mulUp(notional, add(ONE, move)),
			maintenanceRateMax(plan.instrument.leverageMax),
		);
		const row = atLeast(
			{
				check: `stress_margin_${role}`,
				code: 'RISK_LIMIT',
				meaning: `USD of margin left at ${plan.venue} after ${formatDecimal(limits.stressMovePct)} % against the leg, at least its maintenance margin`,
				field: 'leverage',
			},
			left,
			maintenance,
		);
		return withFacts(row, { exchange: plan.venue });
	});
}
