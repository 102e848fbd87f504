/**
 * Parses and writes JSON whose numbers keep their written text, so that 0.1 is exactly 0.1. A caller can refuse a
 * number with too many digits instead of rounding it silently.
 *
 * A `Decimal` is written as a JSON number with at most 15 significant digits (half to even), because every double
 * preserves 15 digits.
 */
import { DECIMAL_PLACES, type Decimal } from './decimal.ts';

/** A JSON number as it was written. It is a class, so that nothing else can be mistaken for one. */
export class NumberText {
	/** Valid JSON number text, such as `0.10`, `1e308` or `12345678901234567890`. */
	readonly source: string;
	constructor(source: string) {
		this.source = source;
	}
}

/** Any parsed JSON value. Numbers keep their text. */
export type JsonValue = null | boolean | string | NumberText | readonly JsonValue[] | JsonObject;
/** A parsed JSON object. */
export type JsonObject = { readonly [member: string]: JsonValue };

/**
 * Reports text that is not JSON (`syntax`), or JSON with refused content (`content`): too deep, or with a duplicate
 * field.
 */
export class JsonTextError extends Error {
	override readonly name = 'JsonTextError';
	readonly fault: 'syntax' | 'content';
	constructor(fault: 'syntax' | 'content', message: string, options?: ErrorOptions) {
		super(message, options);
		this.fault = fault;
	}
}

const SIGNIFICANT_DIGITS_MAX = 15;

/**
 * Parses JSON text with numbers as `NumberText`. A field named `__proto__` is an ordinary own property. Duplicate
 * fields are refused, because the service must not choose between their values.
 * @throws JsonTextError for text that is not JSON, has more than `depthMax` nested arrays and objects, or has an
 * object with a duplicate field
 */
export function parseExactJson(text: string, depthMax: number): JsonValue {
	if (text.length > 2 * depthMax && isDeeperThan(text, depthMax))
		throw new JsonTextError('content', `The JSON is nested more than ${depthMax} levels deep.`);
	let value: JsonValue;
	try {
		value = JSON.parse(text) as JsonValue;
	} catch (error) {
		throw new JsonTextError('syntax', 'The text is not JSON.', { cause: error });
	}
	const { twice, numbers, isInOrder } = scan(text);
	if (twice !== undefined)
		throw new JsonTextError(
			'content',
			`The JSON has a duplicate member in one object: ${JSON.stringify(twice.slice(0, 64))}.`,
		);
	if (numbers.length === 0) return value;
	// A reviver also receives each number's text, but it takes several times as long as all other work.
	return isInOrder
		? withNumberTexts(value, numbers.values())
		: (JSON.parse(text, keepNumberText) as JsonValue);
}

/** Returns true only for a JSON object, not for an array, null or `NumberText`. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
	return (
		typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof NumberText)
	);
}

/**
 * JSON text that is inserted unchanged into another value. It is a class, so that nothing else can be mistaken for
 * it.
 */
export class JsonText {
	readonly text: string;
	/** @param text valid JSON */
	constructor(text: string) {
		this.text = text;
	}
}

/**
 * Writes a value as JSON with exact decimals. Omits undefined fields.
 * @throws RangeError for a number that JSON cannot hold (NaN, infinities), because only an explicit null is written
 * as null.
 */
export function encodeExactJson(value: unknown): string {
	return textOf('', value) ?? 'null';
}

/**
 * Writes a value as `JSON.stringify` does, which takes three times as long with a replacer. Returns undefined for
 * values that JSON omits. It concatenates strings, because joining a list of parts at the end takes 50 % longer.
 */
function textOf(member: string, value: unknown): string | undefined {
	switch (typeof value) {
		case 'string':
			return JSON.stringify(value);
		case 'bigint':
			return decimalNumberText(value as Decimal);
		case 'number':
			if (!Number.isFinite(value))
				throw new RangeError(
					`A JSON number must be finite; the member ${JSON.stringify(member)} was ${value}.`,
				);
			return String(value);
		case 'boolean':
			return value ? 'true' : 'false';
		case 'object':
			return value === null ? 'null' : objectText(member, value);
		default:
			return undefined;
	}
}

function objectText(member: string, value: object): string | undefined {
	if (value instanceof NumberText) return value.source;
	if (value instanceof JsonText) return value.text;
	if (Array.isArray(value)) return arrayText(value);
	if ('toJSON' in value && typeof value.toJSON === 'function') return textOf(member, value.toJSON(member));
	return membersText(value as Readonly<Record<string, unknown>>);
}

function arrayText(values: readonly unknown[]): string {
	let text = '[';
	for (let index = 0; index < values.length; index += 1) {
		if (index > 0) text += ',';
		text += textOf('', values[index]) ?? 'null';
	}
	return `${text}]`;
}

function membersText(members: Readonly<Record<string, unknown>>): string {
	let text = '{';
	for (const name of Object.keys(members)) {
		const written = textOf(name, members[name]);
		if (written !== undefined) text += nameText(name, text.length === 1) + written;
	}
	return `${text}}`;
}

/**
 * Caches the JSON text of our records' field names, a few hundred in all. Names beyond `NAMES_MAX` are not cached,
 * because callers can send any number of names.
 */
const nameTexts = new Map<string, { readonly first: string; readonly later: string }>();
const NAMES_MAX = 2_000;

function nameText(name: string, isFirst: boolean): string {
	let texts = nameTexts.get(name);
	if (texts === undefined) {
		const first = `${JSON.stringify(name)}:`;
		texts = { first, later: `,${first}` };
		if (nameTexts.size < NAMES_MAX) nameTexts.set(name, texts);
	}
	return isFirst ? texts.first : texts.later;
}

/** Formats a Decimal as JSON number text with at most 15 significant digits, half to even, without an exponent. */
export function decimalNumberText(value: Decimal): string {
	const negative = value < 0n;
	let digits = (negative ? -value : value).toString();
	/** Number of digits before the point. If it is negative, zeros follow the point. */
	let whole = digits.length - DECIMAL_PLACES;
	if (digits.length > SIGNIFICANT_DIGITS_MAX) {
		const isUp = isRoundedUp(digits);
		digits = digits.slice(0, SIGNIFICANT_DIGITS_MAX);
		if (isUp) digits = String(Number(digits) + 1);
		if (digits.length > SIGNIFICANT_DIGITS_MAX) whole += 1;
	}
	const text = plainText(digits, whole);
	return negative ? `-${text}` : text;
}

const ZERO_CODE = 48;
const FIVE_CODE = 53;

function plainText(digits: string, whole: number): string {
	let end = digits.length;
	while (end > 0 && digits.charCodeAt(end - 1) === ZERO_CODE) end -= 1;
	if (end === 0) return '0';
	if (whole <= 0) return `0.${'0'.repeat(-whole)}${digits.slice(0, end)}`;
	return end <= whole
		? digits.slice(0, whole).padEnd(whole, '0')
		: `${digits.slice(0, whole)}.${digits.slice(whole, end)}`;
}

/** Decides whether the first 15 digits are rounded up. An exact half rounds to the even digit. */
function isRoundedUp(digits: string): boolean {
	const next = digits.charCodeAt(SIGNIFICANT_DIGITS_MAX);
	if (next !== FIVE_CODE) return next > FIVE_CODE;
	for (let index = SIGNIFICANT_DIGITS_MAX + 1; index < digits.length; index += 1)
		if (digits.charCodeAt(index) !== ZERO_CODE) return true;
	return digits.charCodeAt(SIGNIFICANT_DIGITS_MAX - 1) % 2 === 1;
}

function keepNumberText(_member: string, value: unknown, context?: { readonly source?: string }): unknown {
	return typeof value === 'number' ? new NumberText(context?.source ?? String(value)) : value;
}

/** Counts brackets outside strings, so that hostile nesting is refused before parsing. */
function isDeeperThan(text: string, depthMax: number): boolean {
	let depth = 0;
	for (let index = 0; index < text.length; index += 1) {
		const code = text.charCodeAt(index);
		if (code === 0x22) index = endOfString(text, index);
		else if (code === 0x5b || code === 0x7b) {
			depth += 1;
			if (depth > depthMax) return true;
		} else if (code === 0x5d || code === 0x7d) depth -= 1;
	}
	return false;
}

/**
 * Replaces numbers with their written texts, which the iterator returns in the order of the JSON text. Changes arrays
 * and objects in place.
 */
function withNumberTexts(value: unknown, numbers: Iterator<string>): JsonValue {
	if (typeof value === 'number') return new NumberText(numbers.next().value ?? String(value));
	if (Array.isArray(value))
		for (const [index, member] of value.entries()) value[index] = withNumberTexts(member, numbers);
	else if (typeof value === 'object' && value !== null) {
		const members = value as Record<string, unknown>;
		// Even `__proto__` is an own property here, so an assignment cannot change a prototype.
		for (const name of Object.keys(members)) members[name] = withNumberTexts(members[name], numbers);
	}
	return value as JsonValue;
}

type Scanned = {
	/** The first duplicate field found in an object. */
	readonly twice: string | undefined;
	/** The written texts of all numbers, in the order of the JSON text. */
	readonly numbers: readonly string[];
	/**
	 * False if JavaScript may list an object's fields in another order than the JSON text, because it lists
	 * integer-like names first.
	 */
	readonly isInOrder: boolean;
};

/** Scans valid JSON text for duplicate fields and numbers. */
function scan(text: string): Scanned {
	/** Field names of the objects that are still open; undefined for an array. */
	const open: (Set<string> | undefined)[] = [];
	const numbers: string[] = [];
	let isInOrder = true;
	for (let index = 0; index < text.length; index += 1) {
		const code = text.charCodeAt(index);
		if (code === 0x7b) open.push(new Set());
		else if (code === 0x5b) open.push(undefined);
		else if (code === 0x7d || code === 0x5d) open.pop();
		else if (code === 0x2d || isDigit(code)) {
			const end = endOfNumber(text, index);
			numbers.push(text.slice(index, end));
			index = end - 1;
		} else if (code === 0x22) {
			const end = endOfString(text, index);
			const names = open.at(-1);
			if (names !== undefined && isFollowedByColon(text, end + 1)) {
				const name = textOfString(text, index, end);
				if (names.has(name)) return { twice: name, numbers, isInOrder };
				names.add(name);
				if (isDigit(name.charCodeAt(0))) isInOrder = false;
			}
			index = end;
		}
	}
	return { twice: undefined, numbers, isInOrder };
}

function isDigit(code: number): boolean {
	return code >= 0x30 && code <= 0x39;
}

/**
 * Returns the end of the number that begins at `start` in valid JSON text. A number consists of digits, signs, a
 * point and an exponent.
 */
function endOfNumber(text: string, start: number): number {
	let end = start + 1;
	while (end < text.length && '0123456789+-.eE'.includes(text.charAt(end))) end += 1;
	return end;
}

/** Returns the content of the string whose quotes are at these positions. */
function textOfString(text: string, start: number, end: number): string {
	const inside = text.slice(start + 1, end);
	return inside.includes('\\') ? (JSON.parse(text.slice(start, end + 1)) as string) : inside;
}

/** Returns the position of the closing quote of the string that begins at `start`; the text's end if there is none. */
function endOfString(text: string, start: number): number {
	for (let index = start + 1; index < text.length; index += 1) {
		const code = text.charCodeAt(index);
		if (code === 0x5c) index += 1;
		else if (code === 0x22) return index;
	}
	return text.length;
}

function isFollowedByColon(text: string, from: number): boolean {
	let index = from;
	while (' \t\n\r'.includes(text.charAt(index)) && index < text.length) index += 1;
	return text.charCodeAt(index) === 0x3a;
}
