/** The shares of `net` in USD at what one leg comes to, so that nobody who shows them has to multiply. Pure. */
import { type Decimal, floorPlaces, mulDown, mulUp, neg, sub, sum } from './decimal.ts';
import type { CashParts, Net } from './opportunity.ts';

const PLACES = 8;

/**
 * `quantity`: coins of each leg; `longMid`: USD per coin. Each part is its share of one leg at that mid, what is received rounded
 * down and what is paid up at the eighth decimal place; the total is the sum of these parts, so that they add up to the digit.
 * Null when nothing would be bought.
 */
export function cashParts(
	quantity: Decimal,
	longMid: Decimal,
	{ expected_carry, cost }: Pick<Net, 'expected_carry' | 'cost'>,
): CashParts | null {
	if (quantity <= 0n) return null;
	const notional = floorPlaces(mulDown(quantity, longMid), PLACES);
	const paid = (share: Decimal | null) =>
		share === null ? null : neg(floorPlaces(neg(mulUp(share, notional)), PLACES));
	const parts = {
		entry_fees: paid(cost.entry_fees),
		exit_fees: paid(cost.exit_fees),
		entry_slippage: paid(cost.entry_slippage),
		exit_slippage: paid(cost.exit_slippage),
		basis: paid(cost.basis),
	};
	const known = Object.values(parts).filter((part) => part !== null);
	const total = known.length === Object.keys(parts).length ? sum(known) : null;
	const carry = expected_carry === null ? null : floorPlaces(mulDown(expected_carry, notional), PLACES);
	return {
		quantity,
		leg_notional: notional,
		expected_carry: carry,
		...parts,
		total,
		expected_net: carry === null || total === null ? null : sub(carry, total),
	};
}
