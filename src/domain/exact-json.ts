/**
 * JSON in which a number keeps the text it was written with, so that 0.1 is exactly 0.1 and a number with more
 * digits than can be held is refused by whoever reads it instead of being rounded in silence.
 *
 * Out: a `Decimal` becomes a JSON number of at most 15 significant digits (half to even), because every double
 * reads 15 digits back as they were written.
 */
import { DECIMAL_PLACES, type Decimal } from './decimal.ts';

/** A JSON number as it was written. A class, so that nothing else can be taken for one. */
export class NumberText {
	/** Valid JSON number text: `0.10`, `1e308`, `12345678901234567890`. */
	readonly source: string;
	constructor(source: string) {
		this.source = source;
	}
}

/** Any parsed JSON value; numbers keep their text. */
export type JsonValue = null | boolean | string | NumberText | readonly JsonValue[] | JsonObject;
/** A parsed JSON object. */
export type JsonObject = { readonly [member: string]: JsonValue };

/** The text is not JSON (`syntax`), or is refused for what it says (`content`): nested too deep, a member named twice. */
export class JsonTextError extends Error {
	override readonly name = 'JsonTextError';
	readonly fault: 'syntax' | 'content';
	constructor(fault: 'syntax' | 'content', message: string, options?: ErrorOptions) {
		super(message, options);
		this.fault = fault;
	}
}

const SIGNIFICANT_DIGITS_MAX = 15;

/** `JSON.rawJSON` (ECMAScript proposal JSON.parse source text access), which Node 24 has and the types do not know yet. */
const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => unknown };

/**
 * Parses JSON text with numbers as `NumberText`. A member named `__proto__` is an ordinary own member.
 * @throws JsonTextError for text that is not JSON, has more than `depthMax` nested arrays and objects, or an object in
 * which a member stands twice: which of the two was meant is not for a program to choose.
 */
export function parseExactJson(text: string, depthMax: number): JsonValue {
	if (text.length > 2 * depthMax && isDeeperThan(text, depthMax))
		throw new JsonTextError('content', `The JSON is nested too deep, limit ${depthMax} levels.`);
	let value: JsonValue;
	try {
		value = JSON.parse(text, keepNumberText) as JsonValue;
	} catch (error) {
		throw new JsonTextError('syntax', 'The text is not JSON.', { cause: error });
	}
	const twice = memberTwice(text);
	if (twice !== undefined)
		throw new JsonTextError(
			'content',
			`A member stands twice in one object: ${JSON.stringify(twice.slice(0, 64))}.`,
		);
	return value;
}

/** True for an object alone: an array, null and a number's text are none. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
	return (
		typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof NumberText)
	);
}

/**
 * Writes a value as JSON with exact decimals. Members that are undefined are left out.
 * @throws RangeError for a number that JSON cannot hold (NaN, infinities): unknown is null, and null must be meant.
 */
export function encodeExactJson(value: unknown): string {
	return JSON.stringify(value, writeExactly);
}

/** A Decimal as JSON number text of at most 15 significant digits, half to even, without exponent. */
export function decimalNumberText(value: Decimal): string {
	const negative = value < 0n;
	let digits = (negative ? -value : value).toString();
	if (digits.length > SIGNIFICANT_DIGITS_MAX) digits = roundHalfEven(digits);
	const padded = digits.padStart(DECIMAL_PLACES + 1, '0');
	const whole = padded.slice(0, -DECIMAL_PLACES);
	let end = padded.length;
	while (end > whole.length && padded.charCodeAt(end - 1) === ZERO_CODE) end -= 1;
	const text = end === whole.length ? whole : `${whole}.${padded.slice(whole.length, end)}`;
	return negative ? `-${text}` : text;
}

const ZERO_CODE = 48;

function roundHalfEven(digits: string): string {
	const dropped = digits.length - SIGNIFICANT_DIGITS_MAX;
	const unit = 10n ** BigInt(dropped);
	const exact = BigInt(digits);
	const below = exact / unit;
	const twiceRest = (exact % unit) * 2n;
	const up = twiceRest > unit || (twiceRest === unit && below % 2n === 1n);
	return ((up ? below + 1n : below) * unit).toString();
}

function keepNumberText(_member: string, value: unknown, context?: { readonly source?: string }): unknown {
	return typeof value === 'number' ? new NumberText(context?.source ?? String(value)) : value;
}

function writeExactly(member: string, value: unknown): unknown {
	switch (typeof value) {
		case 'bigint':
			return rawJSON(decimalNumberText(value as Decimal));
		case 'number':
			if (!Number.isFinite(value))
				throw new RangeError(`A JSON number is finite; the member ${JSON.stringify(member)} was ${value}.`);
			return value;
		case 'object':
			if (value instanceof NumberText) return rawJSON(value.source);
			return value;
		default:
			return value;
	}
}

/** Counts brackets outside strings, so that hostile nesting is refused before it is parsed. */
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

/** The first member that an object of valid JSON text names twice. */
function memberTwice(text: string): string | undefined {
	/** Names of the objects that are open; undefined for an array. */
	const open: (Set<string> | undefined)[] = [];
	for (let index = 0; index < text.length; index += 1) {
		const code = text.charCodeAt(index);
		if (code === 0x7b) open.push(new Set());
		else if (code === 0x5b) open.push(undefined);
		else if (code === 0x7d || code === 0x5d) open.pop();
		else if (code === 0x22) {
			const end = endOfString(text, index);
			const names = open.at(-1);
			if (names !== undefined && isFollowedByColon(text, end + 1)) {
				const name = JSON.parse(text.slice(index, end + 1)) as string;
				if (names.has(name)) return name;
				names.add(name);
			}
			index = end;
		}
	}
	return undefined;
}

/** Where the string that begins at `start` has its closing quote; the text's end when it has none. */
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
