/**
 * Converts estimates (doubles) to published figures (Decimals). Amounts that move money are always Decimals.
 * Decisions on estimates use the double; a published figure is the rounded double. Pure functions.
 */
import { DECIMAL_PLACES, type Decimal, ONE, parseDecimal } from './decimal.ts';

const SCALE = 1e18;
/** Every double preserves this many significant decimal digits. */
const SIGNIFICANT_DIGITS = 15;
/** Below this value, the 18 places of a Decimal hold at most 15 significant digits. */
const FEW_DIGITS_BELOW = 1e-3;
/** Below this value, `toPrecision` with 15 digits never writes an exponent. */
const PLAIN_BELOW = 1e14;
/** Value of the last decimal place in units of 1e-18, by the number of places. */
const SCALE_OF_PLACES = Array.from(
	{ length: DECIMAL_PLACES + 1 },
	(_, places) => 10n ** BigInt(DECIMAL_PLACES - places),
);
/** Shares are rounded to multiples of the inverse of this number, so that equal shares cancel exactly. */
const SHARE_UNITS_PER_ONE = 1e15;
/** A double counts as equal to a bound or a whole lot if it falls short by less than this factor. */
export const TOLERANCE = 1 + 1e-12;
/** Below this value, the last place of a double is smaller than `HALF_NOISE`. */
const EXACT_BELOW = 1e12;
const HALF_NOISE = 1e-3;
const POWERS_OF_TEN = Array.from({ length: DECIMAL_PLACES + 1 }, (_, places) => 10 ** places);
const CENT = parseDecimal('0.01');

/** Converts a Decimal to a double, exact to within one unit of its last place. */
export function approximately(value: Decimal): number {
	return Number(value) / SCALE;
}

/** Converts a Decimal to a double; NaN if unknown. */
export function orNaN(value: Decimal | null | undefined): number {
	return value === null || value === undefined ? Number.NaN : approximately(value);
}

/**
 * Converts an estimate for publication, with at most 15 significant digits and 18 places. @throws DecimalError for
 * NaN and infinities
 */
export function published(value: number): Decimal {
	const magnitude = Math.abs(value);
	if (magnitude < FEW_DIGITS_BELOW) return plainDecimal(value.toFixed(DECIMAL_PLACES));
	const text = value.toPrecision(SIGNIFICANT_DIGITS);
	return magnitude < PLAIN_BELOW ? plainDecimal(text) : parseDecimal(text);
}

/**
 * Parses digits with at most 18 places and no exponent. It takes half the time of `parseDecimal`, which matters
 * because an opportunity record has 60 figures.
 */
function plainDecimal(text: string): Decimal {
	const point = text.indexOf('.');
	const places = point < 0 ? 0 : text.length - point - 1;
	const digits = point < 0 ? text : text.slice(0, point) + text.slice(point + 1);
	return (BigInt(digits) * (SCALE_OF_PLACES[places] ?? ONE)) as Decimal;
}

/** Converts an estimate for publication; null if it is unknown (NaN). */
export function publishedOrNull(value: number): Decimal | null {
	return Number.isNaN(value) ? null : published(value);
}

/** Converts whole cents to USD; null if unknown (NaN). */
export function usdOfCents(cents: number): Decimal | null {
	return Number.isNaN(cents) ? null : ((BigInt(cents) * CENT) as Decimal);
}

/** Converts whole lots to coins. */
export function coinsOfLots(lots: number, lot: Decimal): Decimal {
	return (BigInt(lots) * lot) as Decimal;
}

/** Rounds a fraction of notional to a multiple of 1e-15. */
export function wholeShare(value: number): number {
	// Adding 0 turns −0 into 0.
	return Math.round(value * SHARE_UNITS_PER_ONE) / SHARE_UNITS_PER_ONE + 0;
}

/** Rounds a statistic to a number of decimal places. */
export function atPlaces(value: number, places: number): number {
	const per = POWERS_OF_TEN[places] as number;
	const scaled = value * per;
	// A product's rounding error is smaller than its last place. If the product is farther than that from a half, it
	// rounds like its exact value.
	const fromHalf = Math.abs(scaled - Math.floor(scaled) - 0.5);
	return fromHalf > HALF_NOISE && Math.abs(scaled) < EXACT_BELOW
		? Math.round(scaled) / per
		: Number(value.toFixed(places));
}
