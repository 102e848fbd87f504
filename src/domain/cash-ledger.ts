/** Converts the fractions in `net` to USD for one leg's notional, so that clients need not multiply. Pure function. */
import { type Decimal, floorPlaces, mulDown, mulUp, neg, sub, sum } from './decimal.ts';
import type { CashParts, Net } from './opportunity.ts';

const PLACES = 8;

/**
 * Computes the cost ledger in USD. `quantity` is in coins per leg; `longMid` is USD per coin. Each part of `net` is
 * multiplied by one leg's notional at that mid. Receipts are rounded down and payments up at the eighth decimal
 * place. The total is the sum of the rounded parts, so the parts add up to it exactly. Returns null if the quantity
 * is zero.
 */
export function cashParts(
	quantity: Decimal,
	longMid: Decimal,
	{ expectedCarry, cost }: Pick<Net, 'expectedCarry' | 'cost'>,
): CashParts | null {
	if (quantity <= 0n) return null;
	const notional = floorPlaces(mulDown(quantity, longMid), PLACES);
	const paid = (share: Decimal | null) =>
		share === null ? null : neg(floorPlaces(neg(mulUp(share, notional)), PLACES));
	const parts = {
		entryFees: paid(cost.entryFees),
		exitFees: paid(cost.exitFees),
		entrySlippage: paid(cost.entrySlippage),
		exitSlippage: paid(cost.exitSlippage),
		basis: paid(cost.basis),
	};
	const known = Object.values(parts).filter((part) => part !== null);
	const total = known.length === Object.keys(parts).length ? sum(known) : null;
	const carry = expectedCarry === null ? null : floorPlaces(mulDown(expectedCarry, notional), PLACES);
	return {
		quantity,
		legNotional: notional,
		expectedCarry: carry,
		...parts,
		total,
		expectedNet: carry === null || total === null ? null : sub(carry, total),
	};
}
