/**
 * Converts estimates (doubles) to published figures (Decimals). Amounts that move money are always Decimals.
 * Decisions use the double; a published figure is the rounded double. Pure.
 */
import { DECIMAL_PLACES, type Decimal, ONE, parseDecimal } from './decimal.ts';

const SCALE = 1e18;
/** Every double preserves this many significant decimal digits. */
const SIGNIFICANT_DIGITS = 15;
/** Below this, the 18 places of a Decimal hold at most 15 significant digits. */
const FEW_DIGITS_BELOW = 1e-3;
/** From here on `toPrecision` writes an exponent. */
const PLAIN_BELOW = 1e14;
/** Units of a Decimal in one unit of the last place, by the number of places. */
const SCALE_OF_PLACES = Array.from(
	{ length: DECIMAL_PLACES + 1 },
	(_, places) => 10n ** BigInt(DECIMAL_PLACES - places),
);
/** Differences of shares are whole multiples of one over this number, so that equal shares cancel exactly. */
const SHARE_UNITS_PER_ONE = 1e15;
/** Factor: a double this close below a bound or a whole lot counts as at it. */
export const TOLERANCE = 1 + 1e-12;
/** Up to here the last place of a double is below `HALF_NOISE`. */
const EXACT_BELOW = 1e12;
const HALF_NOISE = 1e-3;
const POWERS_OF_TEN = Array.from({ length: DECIMAL_PLACES + 1 }, (_, places) => 10 ** places);
const CENT = parseDecimal('0.01');

/** The double of a Decimal, within one unit of its last place. */
export function approximately(value: Decimal): number {
	return Number(value) / SCALE;
}

/** The double of a Decimal; NaN if unknown. */
export function orNaN(value: Decimal | null | undefined): number {
	return value === null || value === undefined ? Number.NaN : approximately(value);
}

/**
 * An estimate for publication: at most 15 significant digits and 18 places. @throws DecimalError for NaN and
 * infinities
 */
export function published(value: number): Decimal {
	const magnitude = Math.abs(value);
	if (magnitude < FEW_DIGITS_BELOW) return plainDecimal(value.toFixed(DECIMAL_PLACES));
	const text = value.toPrecision(SIGNIFICANT_DIGITS);
	return magnitude < PLAIN_BELOW ? plainDecimal(text) : parseDecimal(text);
}

/** Reads digits with at most 18 places and no exponent, in half the time of `parseDecimal`: a record has 60 figures. */
function plainDecimal(text: string): Decimal {
	const point = text.indexOf('.');
	const places = point < 0 ? 0 : text.length - point - 1;
	const digits = point < 0 ? text : text.slice(0, point) + text.slice(point + 1);
	return (BigInt(digits) * (SCALE_OF_PLACES[places] ?? ONE)) as Decimal;
}

/** An estimate for publication; null if unknown (NaN). */
export function publishedOrNull(value: number): Decimal | null {
	return Number.isNaN(value) ? null : published(value);
}

/** Whole cents as USD; null if unknown (NaN). */
export function usdOfCents(cents: number): Decimal | null {
	return Number.isNaN(cents) ? null : ((BigInt(cents) * CENT) as Decimal);
}

/** Whole lots as coins. */
export function coinsOfLots(lots: number, lot: Decimal): Decimal {
	return (BigInt(lots) * lot) as Decimal;
}

/** A share of notional on the grid of 1e-15. */
export function wholeShare(value: number): number {
	// Adding 0 turns −0 into 0.
	return Math.round(value * SHARE_UNITS_PER_ONE) / SHARE_UNITS_PER_ONE + 0;
}

/** A statistic rounded to a number of decimal places. */
export function atPlaces(value: number, places: number): number {
	const per = POWERS_OF_TEN[places] as number;
	const scaled = value * per;
	// A product of doubles is off by less than its last place. Farther than that from a half, it rounds like its
	// exact value.
	const fromHalf = Math.abs(scaled - Math.floor(scaled) - 0.5);
	return fromHalf > HALF_NOISE && Math.abs(scaled) < EXACT_BELOW
		? Math.round(scaled) / per
		: Number(value.toFixed(places));
}
