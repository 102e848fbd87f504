/**
 * Computes the carry that both legs' settled rates paid, and the net result of an ended execution. Pure functions,
 * exact decimals.
 */
import { add, type Decimal, divTrunc, fromInteger, mulTrunc, sub, ZERO } from './decimal.ts';
import type { ExecutionState } from './execution.ts';
import type { SettledRate } from './funding.ts';
import { executionLedger } from './ledger.ts';

/**
 * Computes Σ short leg's rates − Σ long leg's rates over the settlements with entryAt < settledAt ≤ endsAt. This is
 * funding received minus funding paid, as a fraction of one leg's notional. The caller must guarantee that no
 * settlement is missing.
 */
export function receivedCarry(
	legs: { readonly long: readonly SettledRate[]; readonly short: readonly SettledRate[] },
	entryAt: number,
	endsAt: number,
): Decimal {
	const paidBy = (rates: readonly SettledRate[]): Decimal => {
		let total = ZERO;
		for (const { settledAt, rate } of rates)
			if (settledAt > entryAt && settledAt <= endsAt) total = add(total, rate);
		return total;
	};
	return sub(paidBy(legs.short), paidBy(legs.long));
}

/** Result of an ended execution as fractions of one leg's notional: net = price + funding − fees − slippage. */
export type RealizedShares = {
	readonly net: Decimal;
	readonly price: Decimal;
	readonly funding: Decimal;
	readonly fees: Decimal;
	readonly slippage: Decimal;
};

const TWO = fromInteger(2);

/**
 * Computes the result of an ended execution from its ledger. One leg's notional is half of the peak deployed capital
 * × leverage. Returns null if there are no fills, or while a leg still has a position.
 */
export function realizedShares(state: ExecutionState): RealizedShares | null {
	const { long, short, deployedPeak } = executionLedger(state, { long: null, short: null });
	const notional = divTrunc(mulTrunc(deployedPeak, state.plan.leverage), TWO);
	if (notional <= 0n || long.priceAtMid === null || short.priceAtMid === null) return null;
	const received = add(long.fundingReceived, short.fundingReceived);
	const funding = divTrunc(sub(received, add(long.fundingPaid, short.fundingPaid)), notional);
	const price = divTrunc(add(long.priceAtMid, short.priceAtMid), notional);
	const fees = divTrunc(add(long.fees, short.fees), notional);
	const slippage = divTrunc(add(long.slippage, short.slippage), notional);
	return { net: sub(add(price, funding), add(fees, slippage)), price, funding, fees, slippage };
}
