import { add, type Decimal, divUp, fromInteger, mulUp, ZERO } from '../../domain/decimal.ts';
import { exitRuleFaults } from '../../domain/exit-faults.ts';
import type { CostParts } from '../../domain/opportunity.ts';
import { joined } from '../../sentences/sentence.ts';
import { type CheckRow, stated } from './check-row.ts';
import type { OpenFacts } from './facts.ts';
import { CHECK_TEXT } from './text.ts';

const PERCENT = fromInteger(100);
const TWO = fromInteger(2);

/** Checks the bounds of the caller's exit rules, and that none would close the new position at once. */
export function exitRules({ exit, record, leverage, trade }: OpenFacts): readonly CheckRow[] {
	const { long, short } = trade;
	const faults = exitRuleFaults(exit, {
		epochHours: Math.max(long.plan.intervalHours, short.plan.intervalHours),
		leverage,
		roundTripPct: onCapital(roundTrip(record.net.cost), leverage),
	});
	const [first] = faults;
	const field = first === undefined ? 'exit' : `exit.${first.field}`;
	return [
		stated({ check: 'exit_rules', code: 'EXIT_RULE_CONFLICT', field }, first === undefined, () => ({
			value: first === undefined ? 'sound' : faults.map((fault) => fault.field).join(', '),
			limit: 'sound',
			message:
				first === undefined ? CHECK_TEXT.exitRulesSound() : joined(faults.map(({ message }) => message)),
		})),
	];
}

/** Sums the known fees and slippage of entry and exit, as a fraction of one leg's notional. */
function roundTrip(cost: CostParts): Decimal {
	const parts = [cost.entryFees, cost.exitFees, cost.entrySlippage, cost.exitSlippage];
	return parts.reduce<Decimal>((total, part) => add(total, part ?? ZERO), ZERO);
}

/** Converts a fraction of one leg's notional into percent of the capital across both legs. */
function onCapital(share: Decimal, leverage: Decimal): Decimal {
	return mulUp(divUp(mulUp(share, leverage), TWO), PERCENT);
}
