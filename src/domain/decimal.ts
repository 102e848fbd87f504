/**
 * Provides exact decimal arithmetic for money, prices, quantities and rates.
 *
 * A `Decimal` is a bigint that counts units of 1e-18. Addition, subtraction and comparison are the plain bigint
 * operations, through `add`, `sub` and `<`. The names of multiplications and divisions say how they round, because a
 * cost must round up and a size or proceeds must round down. "Down" is toward negative infinity and "up" toward
 * positive infinity, also for negative values; `mulTrunc` and `divTrunc` round toward zero.
 *
 * Invariants:
 * 1. No function here accepts a float, except `fromNumber`. It parses the shortest decimal text of a double, and is
 *    meant for JSON numbers that were written as exact decimals.
 * 2. `parse(format(x)) === x` for every Decimal.
 * 3. Nothing is ever silently clipped. Text with more than 18 decimals is refused, and division by zero throws.
 */

declare const decimalBrand: unique symbol;

/** An exact decimal at the fixed scale 1e-18. */
export type Decimal = bigint & { readonly [decimalBrand]: true };

/** Number of decimal places of a `Decimal`. */
export const DECIMAL_PLACES = 18;

const SCALE = 10n ** 18n;

/** Maximum length of decimal text, characters. It limits the parsing time that hostile input can cost. */
const TEXT_LENGTH_MAX = 96;

/** Exact 0. */
export const ZERO = 0n as Decimal;
/** Exact 1, which is 1e18 units. */
export const ONE = SCALE as Decimal;

/** Reports text or a number that a `Decimal` cannot hold exactly. */
export class DecimalError extends Error {
	override readonly name = 'DecimalError';
}

/**
 * Parses plain or scientific decimal text (`12.5`, `-0.001`, `1e-7`).
 * @throws DecimalError if the text is not a number, or has digits beyond the 18th decimal place.
 */
export function parseDecimal(text: string): Decimal {
	const value = tryParseDecimal(text);
	if (value === undefined)
		throw new DecimalError(
			`Not an exact decimal with at most 18 places: ${JSON.stringify(text.slice(0, TEXT_LENGTH_MAX))}.`,
		);
	return value;
}

/** Powers of ten. For a text with n decimal places, the entry at 18 − n is its last place in units of 1e-18. */
const POWERS = Array.from({ length: DECIMAL_PLACES + 1 }, (_, exponent) => 10n ** BigInt(exponent));
const DECIMAL_TEXT = /^([+-])?(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/;

/** Parses decimal text as `parseDecimal` does, but returns undefined instead of throwing. */
export function tryParseDecimal(text: string): Decimal | undefined {
	const short = shortDecimal(text);
	if (short !== undefined) return short;
	if (text.length === 0 || text.length > TEXT_LENGTH_MAX) return undefined;
	const match = DECIMAL_TEXT.exec(text);
	if (match === null) return undefined;
	const whole = match[2] ?? '';
	const fraction = match[3] ?? '';
	if (whole.length + fraction.length === 0) return undefined;
	const exponent = Number(match[4] ?? '0') - fraction.length + DECIMAL_PLACES;
	const digits = BigInt(whole + fraction);
	if (digits === 0n) return ZERO;
	if (exponent > 200) return undefined;
	let scaled: bigint;
	if (exponent >= 0) {
		scaled = digits * (POWERS[exponent] ?? 10n ** BigInt(exponent));
	} else {
		const divisor = 10n ** BigInt(-exponent);
		if (digits % divisor !== 0n) return undefined;
		scaled = digits / divisor;
	}
	return (match[1] === '-' ? -scaled : scaled) as Decimal;
}

/** Every whole number with up to this many digits is exact as a double. */
const SHORT_DIGITS_MAX = 15;
const MINUS_CODE = 45;
const POINT_CODE = 46;

/**
 * Parses short plain text in a third of the time that the general parser takes. Returns undefined for any other text,
 * which may still be a decimal.
 */
function shortDecimal(text: string): Decimal | undefined {
	if (text.length > SHORT_DIGITS_MAX + 2) return undefined;
	const negative = text.charCodeAt(0) === MINUS_CODE;
	let digits = 0;
	let count = 0;
	let point = -1;
	for (let index = negative ? 1 : 0; index < text.length; index += 1) {
		const code = text.charCodeAt(index);
		if (code === POINT_CODE && point < 0) point = index;
		else if (code >= ZERO_CODE && code < ZERO_CODE + 10) {
			digits = 10 * digits + code - ZERO_CODE;
			count += 1;
		} else return undefined;
	}
	if (count === 0 || count > SHORT_DIGITS_MAX) return undefined;
	const places = point < 0 ? 0 : text.length - point - 1;
	const units = BigInt(digits) * (POWERS[DECIMAL_PLACES - places] ?? 1n);
	return (negative ? -units : units) as Decimal;
}

/**
 * Converts a double through its shortest decimal text, so that 0.1 becomes exactly 0.1.
 * @throws DecimalError for NaN, infinities, and doubles with digits beyond the 18th decimal place.
 */
export function fromNumber(value: number): Decimal {
	if (!Number.isFinite(value)) throw new DecimalError(`Not a finite number: ${value}.`);
	return parseDecimal(String(value));
}

/** Converts a whole number to a Decimal. */
export function fromInteger(value: number | bigint): Decimal {
	return (BigInt(value) * SCALE) as Decimal;
}

/** Formats the shortest exact text: no exponent, no trailing zeros, `0` for zero. */
export function formatDecimal(value: Decimal): string {
	const negative = value < 0n;
	const digits = (negative ? -value : value).toString().padStart(DECIMAL_PLACES + 1, '0');
	const whole = digits.length - DECIMAL_PLACES;
	let end = digits.length;
	while (end > whole && digits.charCodeAt(end - 1) === ZERO_CODE) end -= 1;
	const text =
		end === whole ? digits.slice(0, whole) : `${digits.slice(0, whole)}.${digits.slice(whole, end)}`;
	return negative ? `-${text}` : text;
}

const ZERO_CODE = 48;

/** Formats a value with exactly `places` decimals. Further digits are rounded half away from zero. */
export function formatFixed(value: Decimal, places: number): string {
	const unit = placesUnit(places);
	const units = ((value < 0n ? -value : value) + unit / 2n) / unit;
	const sign = value < 0n && units !== 0n ? '-' : '';
	if (places === 0) return `${sign}${units}`;
	const digits = units.toString().padStart(places + 1, '0');
	return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** Returns the nearest double. Use it only for display, statistics and JSON, never for a decision about money. */
export function toNumber(value: Decimal): number {
	return Number(formatDecimal(value));
}

/** Computes the exact sum, without rounding. */
export function add(a: Decimal, b: Decimal): Decimal {
	return (a + b) as Decimal;
}

/** Computes the exact difference a − b, without rounding. */
export function sub(a: Decimal, b: Decimal): Decimal {
	return (a - b) as Decimal;
}

/** Returns the negated value. */
export function neg(a: Decimal): Decimal {
	return -a as Decimal;
}

/** Returns the absolute value. */
export function abs(a: Decimal): Decimal {
	return (a < 0n ? -a : a) as Decimal;
}

/** Returns the smaller of two values. */
export function min(a: Decimal, b: Decimal): Decimal {
	return a < b ? a : b;
}

/** Returns the larger of two values. */
export function max(a: Decimal, b: Decimal): Decimal {
	return a > b ? a : b;
}

/** Computes the exact sum of all values; 0 for none. */
export function sum(values: Iterable<Decimal>): Decimal {
	let total = 0n;
	for (const value of values) total += value;
	return total as Decimal;
}

/** Returns the sign of a value: -1, 0 or 1. */
export function sign(a: Decimal): -1 | 0 | 1 {
	return a < 0n ? -1 : a > 0n ? 1 : 0;
}

/** Computes a product rounded down to a unit of 1e-18, toward negative infinity. Use it for sizes and proceeds. */
export function mulDown(a: Decimal, b: Decimal): Decimal {
	return floorDivide(a * b, SCALE) as Decimal;
}

/** Computes a product rounded up to a unit of 1e-18, toward positive infinity. Use it for costs. */
export function mulUp(a: Decimal, b: Decimal): Decimal {
	return ceilDivide(a * b, SCALE) as Decimal;
}

/** Computes a product rounded to a unit of 1e-18 toward zero, so that a gain and an equal loss have the same size. */
export function mulTrunc(a: Decimal, b: Decimal): Decimal {
	return ((a * b) / SCALE) as Decimal;
}

/** Computes a / b, rounded toward negative infinity. @throws DecimalError when b is zero. */
export function divDown(a: Decimal, b: Decimal): Decimal {
	return floorDivide(a * SCALE, nonZero(b)) as Decimal;
}

/** Computes a / b, rounded toward positive infinity. @throws DecimalError when b is zero. */
export function divUp(a: Decimal, b: Decimal): Decimal {
	return ceilDivide(a * SCALE, nonZero(b)) as Decimal;
}

/** Computes a / b, rounded toward zero. @throws DecimalError when b is zero. */
export function divTrunc(a: Decimal, b: Decimal): Decimal {
	return ((a * SCALE) / nonZero(b)) as Decimal;
}

/**
 * Returns the largest multiple of `step` that is not above `value`. @throws DecimalError when step is not positive.
 */
export function floorToStep(value: Decimal, step: Decimal): Decimal {
	return (floorDivide(value, positiveStep(step)) * step) as Decimal;
}

/**
 * Returns the smallest multiple of `step` that is not below `value`. @throws DecimalError when step is not positive.
 */
export function ceilToStep(value: Decimal, step: Decimal): Decimal {
	return (ceilDivide(value, positiveStep(step)) * step) as Decimal;
}

/** Returns true if `value` is a whole number of `step`s. */
export function isMultipleOf(value: Decimal, step: Decimal): boolean {
	return value % positiveStep(step) === 0n;
}

/** Returns the least common multiple of two positive steps, which is the finest step that both can trade. */
export function commonStep(a: Decimal, b: Decimal): Decimal {
	let x: bigint = positiveStep(a);
	let y: bigint = positiveStep(b);
	while (y !== 0n) [x, y] = [y, x % y];
	return ((a / x) * b) as Decimal;
}

/** Rounds to `places` decimals, half away from zero. */
export function roundPlaces(value: Decimal, places: number): Decimal {
	const unit = placesUnit(places);
	const half = unit / 2n;
	const magnitude = (((value < 0n ? -value : value) + half) / unit) * unit;
	return (value < 0n ? -magnitude : magnitude) as Decimal;
}

/** Rounds to `places` decimals toward negative infinity. */
export function floorPlaces(value: Decimal, places: number): Decimal {
	const unit = placesUnit(places);
	return (floorDivide(value, unit) * unit) as Decimal;
}

function placesUnit(places: number): bigint {
	if (!Number.isInteger(places) || places < 0 || places > DECIMAL_PLACES) {
		throw new DecimalError(`Places must be 0 to ${DECIMAL_PLACES}: ${places}.`);
	}
	return UNITS[places] as bigint;
}

/** One unit of the last place for each number of places, in units of 1e-18. */
const UNITS = Array.from(
	{ length: DECIMAL_PLACES + 1 },
	(_, places) => 10n ** BigInt(DECIMAL_PLACES - places),
);

function positiveStep(step: Decimal): bigint {
	if (step <= 0n) throw new DecimalError(`A step must be positive: ${formatDecimal(step)}.`);
	return step;
}

function nonZero(divisor: Decimal): bigint {
	if (divisor === 0n) throw new DecimalError('Division by zero.');
	return divisor;
}

function floorDivide(a: bigint, b: bigint): bigint {
	const quotient = a / b;
	return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
}

function ceilDivide(a: bigint, b: bigint): bigint {
	const quotient = a / b;
	return a % b !== 0n && a < 0n === b < 0n ? quotient + 1n : quotient;
}
