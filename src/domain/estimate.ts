/**
 * An estimate is a double, an amount that moves money is a Decimal: this is the way from one to the other. A decision takes
 * the double; a published figure is the double rounded. Pure.
 */
import { DECIMAL_PLACES, type Decimal, ONE, parseDecimal } from './decimal.ts';

const SCALE = 1e18;
/** Every double reads so many digits back as they were written. */
const SIGNIFICANT_DIGITS = 15;
/** Below it the 18 places of a Decimal hold at most 15 significant digits. */
const FEW_DIGITS_BELOW = 1e-3;
/** From here on `toPrecision` writes an exponent. */
const PLAIN_BELOW = 1e14;
/** Units of a Decimal in one unit of the last place, by the number of places. */
const SCALE_OF_PLACES = Array.from(
	{ length: DECIMAL_PLACES + 1 },
	(_, places) => 10n ** BigInt(DECIMAL_PLACES - places),
);
/** Differences of shares are whole numbers of this many units per one, so that equal shares leave nothing. */
const SHARE_UNITS_PER_ONE = 1e15;
/** A double so little below a bound, or a whole lot, is at it: a factor. */
export const TOLERANCE = 1 + 1e-12;
/** Up to here a double's last place is below `HALF_NOISE`. */
const EXACT_BELOW = 1e12;
const HALF_NOISE = 1e-3;
const POWERS_OF_TEN = Array.from({ length: DECIMAL_PLACES + 1 }, (_, places) => 10 ** places);
const CENT = parseDecimal('0.01');

/** The double of a Decimal, off by one unit in its last place at most. */
export function approximately(value: Decimal): number {
	return Number(value) / SCALE;
}

/** The double of a Decimal; NaN where it is not known. */
export function orNaN(value: Decimal | null | undefined): number {
	return value === null || value === undefined ? Number.NaN : approximately(value);
}

/** An estimate as it is shown: at most 15 significant digits and 18 places. @throws DecimalError for NaN and infinities */
export function published(value: number): Decimal {
	const magnitude = Math.abs(value);
	if (magnitude < FEW_DIGITS_BELOW) return plainDecimal(value.toFixed(DECIMAL_PLACES));
	const text = value.toPrecision(SIGNIFICANT_DIGITS);
	return magnitude < PLAIN_BELOW ? plainDecimal(text) : parseDecimal(text);
}

/** A text of digits with at most 18 places and no exponent, in half the time of `parseDecimal`: a record has 60 figures. */
function plainDecimal(text: string): Decimal {
	const point = text.indexOf('.');
	const places = point < 0 ? 0 : text.length - point - 1;
	const digits = point < 0 ? text : text.slice(0, point) + text.slice(point + 1);
	return (BigInt(digits) * (SCALE_OF_PLACES[places] ?? ONE)) as Decimal;
}

/** An estimate as it is shown; null where it is not known (NaN). */
export function publishedOrNull(value: number): Decimal | null {
	return Number.isNaN(value) ? null : published(value);
}

/** Whole cents as USD; null where they are not known (NaN). */
export function usdOfCents(cents: number): Decimal | null {
	return Number.isNaN(cents) ? null : ((BigInt(cents) * CENT) as Decimal);
}

/** Whole lots as coins. */
export function coinsOfLots(lots: number, lot: Decimal): Decimal {
	return (BigInt(lots) * lot) as Decimal;
}

/** A share of notional on the grid of 1e-15. */
export function wholeShare(value: number): number {
	// Adding nothing makes −0 a 0.
	return Math.round(value * SHARE_UNITS_PER_ONE) / SHARE_UNITS_PER_ONE + 0;
}

/** A statistic at so many decimal places. */
export function atPlaces(value: number, places: number): number {
	const per = POWERS_OF_TEN[places] as number;
	const scaled = value * per;
	// A product of doubles is off by less than its last place: farther than that from a half it is rounded as its exact value is.
	const fromHalf = Math.abs(scaled - Math.floor(scaled) - 0.5);
	return fromHalf > HALF_NOISE && Math.abs(scaled) < EXACT_BELOW
		? Math.round(scaled) / per
		: Number(value.toFixed(places));
}
