/**
 * Computes the minimum trade that both exchanges of a pair accept, when opening and when closing. Pure functions,
 * exact decimals.
 */
import {
	ceilToStep,
	type Decimal,
	divUp,
	fromInteger,
	max,
	mulDown,
	mulUp,
	ONE,
	parseDecimal,
	sub,
	ZERO,
} from './decimal.ts';
import type { Instrument } from './instrument.ts';

const PERCENT = fromInteger(100);
const TWO = fromInteger(2);
/** Amounts shown to callers are whole cents, so that callers can request these amounts. */
const CENT = parseDecimal('0.01');

/** An exchange's minimums for an order on one leg. */
export type LegMinimums = {
	readonly instrument: Pick<Instrument, 'quantityMin' | 'notionalMin'>;
	/** Lowest price at which the leg must remain tradable, USD per coin. */
	readonly lowPrice: Decimal;
};

/** Computes a price after a fall by `movePct` percent, rounded down. */
export function fallen(price: Decimal, movePct: Decimal): Decimal {
	return mulDown(price, sub(ONE, divUp(movePct, PERCENT)));
}

/**
 * Computes the minimum coins per leg. It is the largest of both legs' minimums in coins and in USD, rounded up to the
 * common lot, and at least one lot.
 */
export function smallestQuantity(legs: readonly [LegMinimums, LegMinimums], lot: Decimal): Decimal {
	let quantity: Decimal = ZERO;
	for (const { instrument, lowPrice } of legs) {
		const { quantityMin, notionalMin } = instrument;
		quantity = max(quantity, quantityMin);
		if (notionalMin > 0n) quantity = max(quantity, divUp(notionalMin, lowPrice));
	}
	return max(ceilToStep(quantity, lot), lot);
}

/**
 * Computes the minimum amount across both legs, USD in whole cents, that buys `quantity` coins per leg. One cent less
 * buys at least one lot less.
 */
export function smallestAmount(
	quantity: Decimal,
	leverage: Decimal,
	longMid: Decimal,
	shortMid: Decimal,
): Decimal {
	const notional = mulUp(quantity, max(longMid, shortMid));
	return ceilToStep(divUp(mulUp(notional, TWO), leverage), CENT);
}
