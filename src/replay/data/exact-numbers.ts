/**
 * Parses numbers of recorded data. Every way to write a number (plain or scientific text, bytes of a file, a double)
 * gives the same value. Short numbers, which nearly all are, take no text and no big integer arithmetic.
 */

import { DECIMAL_PLACES, type Decimal, tryParseDecimal } from '../../domain/decimal.ts';

/** A double holds every whole number of up to 15 digits. */
const DIGITS_MAX = 15;
/** A double holds every power of ten up to this one exactly. */
const EXACT_POWER_MAX = 22;
const TENS = Array.from({ length: EXACT_POWER_MAX + 1 }, (_, power) => Number(`1e${power}`));
const BIG_TENS = Array.from({ length: DECIMAL_PLACES + 1 }, (_, power) => 10n ** BigInt(power));
const TEXT_CHARS_MAX = 96;
const NUMBER_TEXT = /^([+-])?(?=\.?\d)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/;

const MINUS = 45;
const POINT = 46;
const ZERO_CODE = 48;
const NINE_CODE = 57;

/** Digits of the number that was scanned last, as a whole number. One scan is read before the next begins. */
let digits = 0;
/** Number of those digits after the point. */
let decimals = 0;

/** Returns the number in a range of bytes; NaN if they are not one. */
export function numberInBytes(bytes: Uint8Array, from: number, to: number): number {
	return scan(bytes, from, to) ? digits / (TENS[decimals] as number) : numberOfText(textOf(bytes, from, to));
}

/** Returns the exact value in a range of bytes, rounded to 18 decimals; undefined if they are not a number. */
export function exactInBytes(bytes: Uint8Array, from: number, to: number): Decimal | undefined {
	return scan(bytes, from, to) && decimals <= DECIMAL_PLACES
		? ((BigInt(digits) * (BIG_TENS[DECIMAL_PLACES - decimals] as bigint)) as Decimal)
		: exactOfText(textOf(bytes, from, to));
}

/** Returns the number of a text; NaN if it is not a plain or scientific decimal number. */
export function numberOfText(text: string): number {
	return text.length <= TEXT_CHARS_MAX && NUMBER_TEXT.test(text) ? Number(text) : Number.NaN;
}

/** Returns the exact value of a text, rounded half away from zero to 18 decimals; undefined if it is not a number. */
export function exactOfText(text: string): Decimal | undefined {
	const exact = tryParseDecimal(text);
	if (exact !== undefined) return exact;
	const match = text.length <= TEXT_CHARS_MAX ? NUMBER_TEXT.exec(text) : null;
	if (match === null) return undefined;
	const [, sign, whole = '', fraction = '', exponent = '0'] = match;
	const value = scaled(BigInt(whole + fraction), fraction.length - Number(exponent));
	return (sign === '-' ? -value : value) as Decimal;
}

/** Returns the exact value of a double's shortest text, rounded to 18 decimals; undefined if it is not finite. */
export function exactOfNumber(value: number): Decimal | undefined {
	// A decimal of at most 15 digits that gives this double is its shortest text.
	for (let places = 6; places <= DIGITS_MAX; places += 3) {
		const whole = Math.round(value * (TENS[places] as number));
		if (Math.abs(whole) >= 1e15) break;
		if (whole / (TENS[places] as number) === value)
			return (BigInt(whole) * (BIG_TENS[DECIMAL_PLACES - places] as bigint)) as Decimal;
	}
	return exactOfText(String(value));
}

/** Returns a whole number of units of 10^-places in units of 1e-18, rounded half away from zero. */
export function scaled(units: bigint, places: number): Decimal {
	if (places >= 0 && places <= DECIMAL_PLACES)
		return (units * (BIG_TENS[DECIMAL_PLACES - places] as bigint)) as Decimal;
	if (places < 0) return (units * 10n ** BigInt(DECIMAL_PLACES - places)) as Decimal;
	const divisor = 10n ** BigInt(places - DECIMAL_PLACES);
	const half = units < 0n ? -divisor / 2n : divisor / 2n;
	return ((units + half) / divisor) as Decimal;
}

/** Scans a plain number of at most 15 digits into `digits` and `decimals`; false for any other bytes. */
function scan(bytes: Uint8Array, from: number, to: number): boolean {
	const negative = bytes[from] === MINUS;
	let at = negative ? from + 1 : from;
	if (at === to || to - at > DIGITS_MAX + 1) return false;
	let whole = 0;
	let count = 0;
	let point = -1;
	for (; at < to; at += 1) {
		const code = bytes[at] as number;
		if (code >= ZERO_CODE && code <= NINE_CODE) {
			whole = whole * 10 + (code - ZERO_CODE);
			count += 1;
		} else if (code === POINT && point < 0) point = count;
		else return false;
	}
	if (count === 0 || count > DIGITS_MAX) return false;
	digits = negative ? -whole : whole;
	decimals = point < 0 ? 0 : count - point;
	return true;
}

function textOf(bytes: Uint8Array, from: number, to: number): string {
	return to - from > TEXT_CHARS_MAX ? '' : String.fromCharCode(...bytes.subarray(from, to));
}
