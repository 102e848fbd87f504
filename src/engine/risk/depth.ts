import { floorToStep, formatDecimal, max, min, parseDecimal, ZERO } from '../../domain/decimal.ts';
import { atMost, type CheckRow, withFacts } from './check-row.ts';
import { type OpenFacts, ROLES } from './facts.ts';
import { amountAtMost } from './minimums.ts';

const CENT = parseDecimal('0.01');

/** Both books hold the largest slice inside the slippage guard, for the entry and, as they stand, for the exit. */
export function depth(facts: OpenFacts): readonly CheckRow[] {
	const { trade, opening, leverage } = facts;
	const { long, short } = trade;
	const largest = opening.children.reduce((most, child) => max(most, child.quantity), ZERO);
	const fillable = min(min(long.depth, short.depth), min(long.exitDepth, short.exitDepth));
	const maxAmount = floorToStep(amountAtMost(trade, fillable, leverage), CENT);
	return ROLES.flatMap((role) =>
		(['entry', 'exit'] as const).map((when) => {
			const leg = trade[role];
			const row = atMost(
				{
					check: `depth_${when}_${role}`,
					code: 'INSUFFICIENT_DEPTH',
					meaning: `coins that ${leg.plan.venue} holds for the ${when} inside ${formatDecimal(facts.maxSlippageBps)} bp, at most`,
					field: 'amount',
				},
				largest,
				when === 'entry' ? leg.depth : leg.exitDepth,
			);
			return withFacts(row, { exchange: leg.plan.venue, maxAmount: maxAmount });
		}),
	);
}
