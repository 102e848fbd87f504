import { add, divDown, divUp, fromInteger, mulUp, ONE, sub } from '../../domain/decimal.ts';
import { maintenanceRateMax } from '../../domain/isolated-margin.ts';
import { shownNameOf } from '../../venues/facts.ts';
import { atLeast, type CheckRow, withFacts } from './check-row.ts';
import { type OpenFacts, ROLES } from './facts.ts';
import { CHECK_TEXT } from './text.ts';

const PERCENT = fromInteger(100);

/** Checks that a leg's own margin still covers its maintenance margin after an adverse stress move. */
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
				text: (figures) =>
					CHECK_TEXT.stress({ ...figures, exchange: shownNameOf(plan.venue), move: limits.stressMovePct }),
				field: 'leverage',
			},
			left,
			maintenance,
		);
		return withFacts(row, { exchange: plan.venue });
	});
}
