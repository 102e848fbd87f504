import { ceilToStep, formatDecimal, min, parseDecimal } from '../../domain/decimal.ts';
import { atLeast, type CheckRow } from '../check-row.ts';
import type { OpenFacts } from '../facts.ts';
import { amountAtLeast, smallestChild, smallestLeg } from '../smallest-trade.ts';

/** Amounts that are told to callers are on it, so that what is told can be asked for. */
const CENT = parseDecimal('0.01');

/**
 * Each leg is three times, and each slice one and a half times, every minimum of both venues, also at a price that has
 * moved against us: what is opened can be repaired and closed.
 */
export function minimums({ trade, opening, leverage, limits }: OpenFacts): readonly CheckRow[] {
	const leg = smallestLeg(trade, limits.stressMovePct);
	const whole = atLeast(
		{
			check: 'minimum',
			code: 'BELOW_MIN_NOTIONAL',
			meaning: "coins per leg, at least: three times the exchanges' minimum quantities and notionals",
			field: 'amount',
		},
		trade.quantity,
		leg,
	);
	const smallest = opening.children.reduce((least, child) => min(least, child.quantity), trade.quantity);
	const slice = atLeast(
		{
			check: 'minimum_child',
			code: 'BELOW_MIN_NOTIONAL',
			meaning: 'coins per leg of a slice, at least: one and a half times the same minimums',
			field: 'amount',
		},
		smallest,
		smallestChild(trade, limits.stressMovePct),
	);
	if (whole.passed) return [whole, slice];
	const amount = ceilToStep(amountAtLeast(trade, leg, leverage), CENT);
	const message = `${whole.message} Ask for an amount of at least ${formatDecimal(amount)} USD.`;
	return [{ ...whole, message, facts: { min_amount: amount } }, slice];
}
