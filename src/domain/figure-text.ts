/**
 * Formats figures for messages to users, with grouped digits and no more precision than a decision needs. The exact
 * values are in the data sent with the message.
 */
import { abs, type Decimal, formatDecimal, formatFixed, ONE, parseDecimal, roundPlaces } from './decimal.ts';

const USD_PLACES = 2;
/** USD amounts below this are shown with `SMALL_USD_PLACES` decimal places, because two are too coarse. */
const SMALL_USD = parseDecimal('0.1');
const SMALL_USD_PLACES = 4;
const PERCENT_PLACES = 2;
/** Significant digits shown for a quantity. */
const COIN_DIGITS = 8;
/** Maximum number of decimal places of a Decimal. */
const PLACES_MAX = 18;
/** Maximum time that a `Date` can hold, milliseconds. */
const DATE_MS_MAX = 8.64e15;

/** Formats USD such as `12,773.93 USD`, with two decimals, or four below ten cents. */
export function usdText(value: Decimal): string {
	return `${grouped(formatFixed(value, usdPlaces(value)))} USD`;
}

/** Formats two amounts for comparison, with enough decimals to distinguish them. */
export function usdTexts(a: Decimal, b: Decimal): readonly [string, string] {
	if (a === b || roundPlaces(a, usdPlaces(a)) !== roundPlaces(b, usdPlaces(b)))
		return [usdText(a), usdText(b)];
	const [left, right] = apart(a, b, USD_PLACES, formatFixed);
	return [`${left} USD`, `${right} USD`];
}

/**
 * Formats two percentages for comparison, such as `12.5 %`, with at most two decimals, or more if the two would
 * otherwise look the same.
 */
export function percentTexts(a: Decimal, b: Decimal): readonly [string, string] {
	const [left, right] = apart(a, b, PERCENT_PLACES, shortest);
	return [`${left} %`, `${right} %`];
}

/** Formats coins with at most eight significant digits. */
export function coinsText(value: Decimal): string {
	const whole = String(abs(value) / ONE).length;
	return grouped(shortest(value, Math.max(0, COIN_DIGITS - whole)));
}

/** Formats two quantities for comparison, with enough digits to distinguish them. */
export function coinsTexts(a: Decimal, b: Decimal): readonly [string, string] {
	return a !== b && coinsText(a) === coinsText(b)
		? [grouped(formatDecimal(a)), grouped(formatDecimal(b))]
		: [coinsText(a), coinsText(b)];
}

/** Formats a duration such as `340 ms` or `12.4 s`. */
export function durationText(ms: number): string {
	return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(ms < 60_000 ? 1 : 0)} s`;
}

/**
 * Formats a time for messages, to the minute: `30 Nov, 02:10 UTC`. A number outside the range of `Date` is shown as a
 * number.
 * @param at milliseconds
 */
export function instantText(at: number): string {
	if (!(Math.abs(at) <= DATE_MS_MAX)) return String(at);
	const text = new Date(at).toUTCString();
	return `${text.slice(5, 11).replace(/^0/, '')}, ${text.slice(17, 22)} UTC`;
}

function usdPlaces(value: Decimal): number {
	return value !== 0n && abs(value) < SMALL_USD ? SMALL_USD_PLACES : USD_PLACES;
}

function apart(
	a: Decimal,
	b: Decimal,
	placesMin: number,
	write: (value: Decimal, places: number) => string,
): readonly [string, string] {
	let places = placesMin;
	let texts: readonly [string, string] = [write(a, places), write(b, places)];
	while (places < PLACES_MAX && a !== b && texts[0] === texts[1]) {
		places += 1;
		texts = [write(a, places), write(b, places)];
	}
	return [grouped(texts[0]), grouped(texts[1])];
}

function shortest(value: Decimal, places: number): string {
	return formatDecimal(roundPlaces(value, places));
}

/** Inserts commas between groups of three digits. */
export function grouped(text: string): string {
	const point = text.indexOf('.');
	const end = point < 0 ? text.length : point;
	if (end <= 3) return text;
	return text.slice(0, end).replace(/\B(?=(\d{3})+$)/g, ',') + text.slice(end);
}
