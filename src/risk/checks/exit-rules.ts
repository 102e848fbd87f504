import { add, type Decimal, divUp, formatDecimal, fromInteger, mulUp, ZERO } from '../../domain/decimal.ts';
import type { CostParts } from '../../domain/opportunity.ts';
import { type CheckRow, stated } from '../check-row.ts';
import type { OpenFacts } from '../facts.ts';

const PERCENT = fromInteger(100);
const TWO = fromInteger(2);

/** A stop loss lies beyond what entering and leaving costs: it is judged on what closing would bring, fees paid. */
export function exitRules({ exit, record, leverage }: OpenFacts): readonly CheckRow[] {
	const stop = exit?.stop_loss_pct;
	if (stop === undefined) return [];
	const cost = onCapital(roundTrip(record.net.cost), leverage);
	const passed = stop > cost;
	const row = stated(
		{ check: 'exit_stop_loss', code: 'EXIT_RULE_CONFLICT', field: 'exit.stop_loss_pct' },
		passed,
		{
			value: formatDecimal(stop),
			limit: formatDecimal(cost),
			message: `exit_stop_loss: was ${formatDecimal(stop)}, limit ${formatDecimal(cost)} (% of the capital, above what entering and leaving costs${passed ? '' : ', or the rule would close it at once'}).`,
		},
	);
	return [row];
}

/** Fees and slippage both ways, as far as they are known; a share of one leg's notional. */
function roundTrip(cost: CostParts): Decimal {
	const parts = [cost.entry_fees, cost.exit_fees, cost.entry_slippage, cost.exit_slippage];
	return parts.reduce<Decimal>((total, part) => add(total, part ?? ZERO), ZERO);
}

/** Percent of the capital over both legs. */
function onCapital(share: Decimal, leverage: Decimal): Decimal {
	return mulUp(divUp(mulUp(share, leverage), TWO), PERCENT);
}
