/** Sums reductions that our orders did not make, by trade. */
import type { TakenShare } from '../domain/account-identity.ts';
import { type Decimal, ZERO } from '../domain/decimal.ts';

/** Adds or subtracts a share of a trade; a trade without a quantity is removed. @param combine `add` or `sub` */
export function addTaken(
	taken: Map<string, TakenShare>,
	tradeId: string,
	share: TakenShare,
	combine: (a: Decimal, b: Decimal) => Decimal,
): void {
	const present = taken.get(tradeId);
	const combined: TakenShare = {
		quantity: combine(present?.quantity ?? ZERO, share.quantity),
		fee: combine(present?.fee ?? ZERO, share.fee),
		feeQuantity: combine(present?.feeQuantity ?? ZERO, share.feeQuantity),
	};
	if (combined.quantity === 0n) taken.delete(tradeId);
	else taken.set(tradeId, combined);
}
