import { floorToStep, max, min, parseDecimal, ZERO } from '../../domain/decimal.ts';
import { shownNameOf } from '../../venues/facts.ts';
import { atMost, type CheckRow, withFacts } from './check-row.ts';
import { type OpenFacts, ROLES } from './facts.ts';
import { amountAtMost } from './minimums.ts';
import { CHECK_TEXT } from './text.ts';

const CENT = parseDecimal('0.01');

/**
 * Checks that both order books hold the largest slice within the slippage limit, for the entry and for an immediate
 * exit.
 */
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
					text: (figures) =>
						CHECK_TEXT.depth({
							...figures,
							exchange: shownNameOf(leg.plan.venue),
							when,
							slippage: facts.maxSlippageBps,
							maxAmount,
						}),
					field: 'amount',
				},
				largest,
				when === 'entry' ? leg.depth : leg.exitDepth,
			);
			return withFacts(row, { exchange: leg.plan.venue, maxAmount: maxAmount });
		}),
	);
}
