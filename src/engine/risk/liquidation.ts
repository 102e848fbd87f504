import { type Decimal, fromInteger, mulDown } from '../../domain/decimal.ts';
import { liquidationDistance, maintenanceRateMax } from '../../domain/isolated-margin.ts';
import { shownNameOf } from '../../venues/facts.ts';
import { atLeast, type CheckRow, withFacts } from './check-row.ts';
import { type OpenFacts, ROLES } from './facts.ts';
import { CHECK_TEXT } from './text.ts';

const PERCENT = fromInteger(100);

/** Checks both legs' distance from entry to liquidation, against the limit and against the caller's exit rule. */
export function liquidation(facts: OpenFacts): readonly CheckRow[] {
	const { trade, limits, exit } = facts;
	const rule = exit.minLiquidationDistancePct;
	return ROLES.flatMap((role) => {
		const { venue } = trade[role].plan;
		const distance = distancePct(facts, role);
		const ours = atLeast(
			{
				check: `liquidation_${role}`,
				code: 'RISK_LIMIT',
				text: (figures) => CHECK_TEXT.liquidation({ ...figures, exchange: shownNameOf(venue) }),
				field: 'leverage',
			},
			distance,
			limits.liquidationDistanceMinPct,
		);
		const theirs =
			rule === null
				? []
				: [
						atLeast(
							{
								check: `exit_liquidation_${role}`,
								code: 'EXIT_RULE_CONFLICT',
								text: (figures) => CHECK_TEXT.exitLiquidation({ ...figures, exchange: shownNameOf(venue) }),
								field: 'exit.min_liquidation_distance_pct',
							},
							distance,
							rule,
						),
					];
		return [ours, ...theirs].map((row) => withFacts(row, { exchange: venue }));
	});
}

function distancePct({ trade, leverage }: OpenFacts, role: 'long' | 'short'): Decimal {
	const { leverageMax } = trade[role].plan.instrument;
	return mulDown(liquidationDistance(leverage, maintenanceRateMax(leverageMax)), PERCENT);
}
