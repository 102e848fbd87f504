/**
 * Computes a venue's position in one instrument by netting every fill of the account at average cost. This position
 * determines the realized part of the wallet's change. It differs from the sum over executions as soon as two of
 * them, or a manual trade, share the instrument.
 */
import { abs, add, type Decimal, min, mulTrunc, neg, sub, ZERO } from './decimal.ts';
import { costShare } from './ledger.ts';
import type { Side } from './order-book.ts';

/** A fill for netting: coins, USD per coin, and milliseconds. */
export type NettedFill = {
	readonly side: Side;
	readonly quantity: Decimal;
	readonly price: Decimal;
	readonly filledAt: number;
};

/** One account's position in an instrument after all fills are netted. */
export type NettedPosition = {
	/** Signed position size, coins. */
	readonly quantity: Decimal;
	/** Cost at the average entry price, USD, with the sign of the quantity. */
	readonly entryValue: Decimal;
	/**
	 * Number of reducing fills since the position was last flat. Venues round the cost removed by each of these
	 * fills.
	 */
	readonly reductions: number;
};

/** An empty position. */
export const FLAT: NettedPosition = { quantity: ZERO, entryValue: ZERO, reductions: 0 };

/** Computes the position after the fills, in order of time. `start` is the position before them. */
export function nettedPosition(fills: readonly NettedFill[], start: NettedPosition = FLAT): NettedPosition {
	return [...fills].sort((a, b) => a.filledAt - b.filledAt).reduce(afterFill, start);
}

function afterFill(position: NettedPosition, fill: NettedFill): NettedPosition {
	const held = abs(position.quantity);
	const closes = (fill.side === 'sell') === position.quantity > 0n ? min(held, fill.quantity) : ZERO;
	const opens = sub(fill.quantity, closes);
	const kept = sub(held, closes);
	const removed = costShare({ quantity: held, cost: abs(position.entryValue) }, closes);
	const cost = sub(abs(position.entryValue), removed);
	if (opens === 0n)
		return signed(position.quantity > 0n, kept, cost, kept === 0n ? 0 : position.reductions + 1);
	const opened = mulTrunc(fill.price, opens);
	return signed(
		fill.side === 'buy',
		add(kept, opens),
		add(cost, opened),
		kept === 0n ? 0 : position.reductions,
	);
}

function signed(isLong: boolean, quantity: Decimal, cost: Decimal, reductions: number): NettedPosition {
	return isLong
		? { quantity, entryValue: cost, reductions }
		: { quantity: neg(quantity), entryValue: neg(cost), reductions };
}
