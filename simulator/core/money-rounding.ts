/**
 * Named roundings of money: each rounds once, on the exact product.
 *
 * Ledger amounts have at most 8 decimal places, so that a client's sum of the exchange's records equals the balance
 * to the last digit.
 */
import { type Decimal, divDown, min, mulTrunc, ZERO } from '../../src/domain/decimal.ts';

const PLACES = 8n;
const SCALE_PLACES = 18n;

/**
 * price × quantity. Exact, because a tick and a lot together have at most 18 decimals; further digits would be cut in
 * the same way everywhere.
 */
export function notionalOf(price: Decimal, quantity: Decimal): Decimal {
	return mulTrunc(price, quantity);
}

/** rate × value rounded up to 8 places: a fee is never undercharged, a rebate never overpaid. */
export function feeOf(rate: Decimal, value: Decimal): Decimal {
	return ceilToPlaces(rate * value, 2n);
}

/**
 * Amount that a holder of `quantity` (signed) receives at a settlement: -quantity × mark × rate, rounded to 8 places
 * half
 * away from zero.
 */
export function fundingAmount(quantity: Decimal, mark: Decimal, rate: Decimal): Decimal {
	return halfAwayToPlaces(-quantity * mark * rate, 3n);
}

/**
 * Part of a position's entry value that leaves with `part` of its `whole` quantity: pro rata, rounded to 8 places
 * half away from zero, at most the whole. The remaining position keeps the remainder.
 */
export function entryValueShare(value: Decimal, part: Decimal, whole: Decimal): Decimal {
	if (part >= whole) return value;
	const unit = 10n ** (SCALE_PLACES - PLACES);
	// Rounding half away from zero of a positive quotient: floor((2 × value × part + whole × unit) / (2 × whole ×
	// unit)).
	const divisor = whole * unit;
	const units = (2n * value * part + divisor) / (2n * divisor);
	return min((units * unit) as Decimal, value);
}

/** value ÷ divisor rounded up to 8 places: so that margins are never understated. */
export function marginShare(value: Decimal, divisor: Decimal): Decimal {
	const unit = 10n ** (SCALE_PLACES - PLACES);
	const exact = divDown(value, divisor);
	return (((exact + unit - 1n) / unit) * unit) as Decimal;
}

/** rate × value rounded up to 8 places, for margins. */
export function marginOf(rate: Decimal, value: Decimal): Decimal {
	return value === ZERO ? ZERO : ceilToPlaces(rate * value, 2n);
}

/** `product` is a product of `factors` Decimals: units of 1e-(18 × factors). */
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
