/**
 * Rounds money. Each function rounds once, on the exact product.
 *
 * Ledger amounts have 8 decimal places at most, so that the sum of the exchange's records, as a client computes it,
 * equals the balance exactly.
 */
import { type Decimal, divDown, min, mulTrunc, ZERO } from '../../src/domain/decimal.ts';

const PLACES = 8n;
const SCALE_PLACES = 18n;

/**
 * Returns price × quantity. The product is exact, because a tick and a lot together have 18 decimals at most. More
 * decimals would be truncated, in the same way everywhere.
 */
export function notionalOf(price: Decimal, quantity: Decimal): Decimal {
	return mulTrunc(price, quantity);
}

/** Returns rate × value, rounded up to 8 places, so that a fee is never undercharged and a rebate never overpaid. */
export function feeOf(rate: Decimal, value: Decimal): Decimal {
	return ceilToPlaces(rate * value, 2n);
}

/**
 * Returns the amount that a holder of `quantity` (signed) receives at a settlement: -quantity × mark × rate, rounded
 * to 8 places, half away from zero.
 */
export function fundingAmount(quantity: Decimal, mark: Decimal, rate: Decimal): Decimal {
	return halfAwayToPlaces(-quantity * mark * rate, 3n);
}

/**
 * Returns the part of a position's entry value that belongs to `part` of its `whole` quantity. It is pro rata,
 * rounded to 8 places, half away from zero, and limited to the whole value. The remaining position keeps the rest.
 */
export function entryValueShare(value: Decimal, part: Decimal, whole: Decimal): Decimal {
	if (part >= whole) return value;
	const unit = 10n ** (SCALE_PLACES - PLACES);
	// For a positive quotient, rounding half away from zero is floor((2 × value × part + whole × unit) / (2 × whole ×
	// unit)).
	const divisor = whole * unit;
	const units = (2n * value * part + divisor) / (2n * divisor);
	return min((units * unit) as Decimal, value);
}

/** Returns value ÷ divisor, rounded up to 8 places, so that margins are never understated. */
export function marginShare(value: Decimal, divisor: Decimal): Decimal {
	const unit = 10n ** (SCALE_PLACES - PLACES);
	const exact = divDown(value, divisor);
	return (((exact + unit - 1n) / unit) * unit) as Decimal;
}

/** Returns rate × value for margins, rounded up to 8 places. */
export function marginOf(rate: Decimal, value: Decimal): Decimal {
	return value === ZERO ? ZERO : ceilToPlaces(rate * value, 2n);
}

/**
 * Returns one unit of the eighth decimal place in a product of `factors` values. The product counts in units of
 * 1e-(18 × factors).
 */
function unitOf(factors: bigint): bigint {
	return 10n ** (SCALE_PLACES * factors - PLACES);
}

function ceilToPlaces(product: bigint, factors: bigint): Decimal {
	const unit = unitOf(factors);
	const quotient = product / unit;
	const units = product % unit !== 0n && product > 0n ? quotient + 1n : quotient;
	return (units * 10n ** (SCALE_PLACES - PLACES)) as Decimal;
}

function halfAwayToPlaces(product: bigint, factors: bigint): Decimal {
	const unit = unitOf(factors);
	const magnitude = ((product < 0n ? -product : product) + unit / 2n) / unit;
	return ((product < 0n ? -magnitude : magnitude) * 10n ** (SCALE_PLACES - PLACES)) as Decimal;
}
