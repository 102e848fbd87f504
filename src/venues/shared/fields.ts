/** Reads fields from an exchange's raw bodies. Unusable values become undefined. */
import { DECIMAL_PLACES, type Decimal, parseDecimal, tryParseDecimal } from '../../domain/decimal.ts';
import { fromVenuePrice, type Instrument } from '../../domain/instrument.ts';
import { textOf, type Words } from '../../sentences/sentence.ts';
import { BODY_TEXT, TICKER_TEXT } from './text.ts';

/** Unchecked JSON object from an exchange's response. */
export type Body = Readonly<Record<string, unknown>>;

/** True if the value is an object, neither null nor a list. */
export function isBody(value: unknown): value is Body {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the field at a path; undefined if it does not exist. */
export function at(value: unknown, ...path: readonly string[]): unknown {
	let present = value;
	for (const name of path) present = isBody(present) ? present[name] : undefined;
	return present;
}

/** Returns the objects in a list; other entries are omitted. */
export function bodies(value: unknown): readonly Body[] {
	return Array.isArray(value) ? value.filter(isBody) : [];
}

/** Returns the objects in a required list. @throws BodyError if the value is not a list */
export function listed(value: unknown, what: string): readonly Body[] {
	if (!Array.isArray(value)) throw new BodyError(BODY_TEXT.noList({ what }));
	return bodies(value);
}

/**
 * Returns the field as text; a finite JSON number is converted in its shortest form. Undefined for anything else and
 * for empty text.
 */
export function text(body: unknown, name: string): string | undefined {
	const value = at(body, name);
	if (typeof value === 'string' && value !== '') return value;
	return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined;
}

/** Returns the field as an exact decimal, from text or from a JSON number. */
export function decimal(body: unknown, name: string): Decimal | undefined {
	return decimalOf(at(body, name));
}

/**
 * Converts text, or a JSON number in its shortest form, to an exact decimal. Digits beyond the 18th place come only
 * from the double and are rounded.
 */
export function decimalOf(value: unknown): Decimal | undefined {
	if (typeof value === 'string') return tryParseDecimal(value);
	if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
	return tryParseDecimal(String(value)) ?? tryParseDecimal(value.toFixed(DECIMAL_PLACES));
}

/** Returns the field as an exact decimal above zero; undefined for anything else. */
export function positive(body: unknown, name: string): Decimal | undefined {
	const value = decimal(body, name);
	return value !== undefined && value > 0n ? value : undefined;
}

/** Maximum price, USD per coin: millions of times the highest price of any coin so far. */
const PRICE_MAX = parseDecimal('1000000000000');

/** Returns the price, USD per coin; undefined if out of bounds. */
export function boundedPrice(perCoin: Decimal): Decimal | undefined {
	return perCoin > 0n && perCoin <= PRICE_MAX ? perCoin : undefined;
}

/**
 * Returns a price field in USD per coin. If it is not a positive number within bounds, returns null and adds a
 * message to `problems`.
 */
export function price(row: Body, name: string, instrument: Instrument, problems?: Words[]): Decimal | null {
	const value = positive(row, name);
	const perCoin = value === undefined ? undefined : boundedPrice(fromVenuePrice(instrument, value));
	if (perCoin !== undefined) return perCoin;
	problems?.push(TICKER_TEXT.price({ name, written: shown(row[name]) }));
	return null;
}

const SHOWN_CHARS_MAX = 60;

/** Formats the exchange's value for a message, as JSON of at most 60 characters. */
export function shown(value: unknown): string {
	const json = JSON.stringify(value ?? null);
	return json.length <= SHOWN_CHARS_MAX ? json : `${json.slice(0, SHOWN_CHARS_MAX - 1)}…`;
}

/** Returns the maximum leverage, at least 1. Returns 1 if the exchange reports no such number. */
export function leverageOf(body: unknown, name: string): number {
	const value = Number(text(body, name) ?? '1');
	return Number.isFinite(value) && value >= 1 ? value : 1;
}

/** Returns the field as a whole number, such as a time in milliseconds; undefined for anything else. */
export function whole(body: unknown, name: string): number | undefined {
	const value = Number(text(body, name) ?? Number.NaN);
	return Number.isSafeInteger(value) ? value : undefined;
}

/** A required field is missing or unusable, so the whole response is unusable. */
export class BodyError extends Error {
	override readonly name = 'BodyError';
	/** The message with its facts, or without them if it has no translation. */
	readonly words: Words;
	constructor(words: Words) {
		super(textOf(words));
		this.words = words;
	}
}

/** Returns the value. @throws BodyError if it is undefined */
export function required<T>(value: T | undefined, what: string): T {
	if (value === undefined) throw new BodyError(BODY_TEXT.notUsable({ what }));
	return value;
}

/** Returns the value. @throws BodyError if it is not above zero */
export function positiveOf(value: Decimal, what: string): Decimal {
	return required(value > 0n ? value : undefined, what);
}

/** Returns the value. @throws BodyError if it is below `least` */
export function atLeast(least: Decimal, value: Decimal, what: string): Decimal {
	return required(value >= least ? value : undefined, what);
}
