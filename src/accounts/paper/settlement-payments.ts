/**
 * What an account is paid at settlements: − signed coins held at the instant × price × settled rate, rounded against it to the
 * places that venues' ledgers count to. The rate is the venue's own settled one. The price is the mark, or the oracle's where
 * the venue pays on that, as it was last seen before the instant; where nobody looked then, as it was first seen after it.
 */
import { add, type Decimal, floorPlaces, mulTrunc, neg, sub } from '../../domain/decimal.ts';
import type { SettledRate } from '../../domain/funding.ts';
import { LEDGER_PLACES } from '../../domain/ledger.ts';
import type { PaperFill, PaperHolding, PaperPayment } from '../../ports/paper-store.ts';

/** @param fills those of the symbol after the instant, and any before */
export function heldAt({ quantity }: PaperHolding, fills: readonly PaperFill[], instant: number): Decimal {
	return fills.reduce<Decimal>((held, fill) => {
		if (fill.filledAt <= instant) return held;
		return fill.side === 'buy' ? sub(held, fill.quantity) : add(held, fill.quantity);
	}, quantity);
}

/** Undefined where nothing was held. */
export function paymentOf(
	symbol: string,
	{ settledAt, rate }: SettledRate,
	quantity: Decimal,
	price: Decimal,
): PaperPayment | undefined {
	if (quantity === 0n) return undefined;
	const amount = floorPlaces(neg(mulTrunc(mulTrunc(quantity, price), rate)), LEDGER_PLACES);
	return { symbol, settledAt, rate, quantity, price, amount };
}
