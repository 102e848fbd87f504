/**
 * Computes an account's funding payments: −(signed coins held at the settlement instant) × price × settled rate.
 * Payments are rounded against the account to the decimal places of venue ledgers. The rate is the venue's own
 * settled rate. The price is the mark price, or the oracle price at a venue that uses the oracle price for payments.
 * The price used is the last one seen before the instant, or the first one after the instant if no earlier price was
 * recent.
 */
import { add, type Decimal, floorPlaces, mulTrunc, neg, sub } from '../../domain/decimal.ts';
import type { SettledRate } from '../../domain/funding.ts';
import { LEDGER_PLACES } from '../../domain/ledger.ts';
import type { PaperFill, PaperHolding, PaperPayment } from '../../ports/paper-store.ts';

/**
 * Returns the position at the instant, coins. @param fills all fills in the symbol after the instant; earlier ones
 * are ignored
 */
export function heldAt({ quantity }: PaperHolding, fills: readonly PaperFill[], instant: number): Decimal {
	return fills.reduce<Decimal>((held, fill) => {
		if (fill.filledAt <= instant) return held;
		return fill.side === 'buy' ? sub(held, fill.quantity) : add(held, fill.quantity);
	}, quantity);
}

/** Returns the payment for a settlement; undefined if the account held no position. */
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
