/** Reads figures from a method's answer and writes them for people. */
import {
	type Decimal,
	formatFixed,
	fromInteger,
	mulTrunc,
	roundPlaces,
	tryParseDecimal,
} from '../domain/decimal.ts';
import { isJsonObject, type JsonValue, NumberText } from '../domain/exact-json.ts';
import { usdText } from '../domain/figure-text.ts';
import { ANSWER_TEXT } from './text.ts';

/** Returns the value at a path of members; undefined if there is none. */
export function at(value: JsonValue | undefined, ...path: readonly string[]): JsonValue | undefined {
	return path.reduce<JsonValue | undefined>(
		(found, name) => (isJsonObject(found) && Object.hasOwn(found, name) ? found[name] : undefined),
		value,
	);
}

/** Returns the text at a path; null if there is no text. */
export function textAt(value: JsonValue | undefined, ...path: readonly string[]): string | null {
	const found = at(value, ...path);
	return typeof found === 'string' ? found : null;
}

/** Returns the figure at a path; null if it is null or missing. */
export function figureAt(value: JsonValue | undefined, ...path: readonly string[]): Decimal | null {
	const found = at(value, ...path);
	return found instanceof NumberText ? (tryParseDecimal(found.source) ?? null) : null;
}

/** Returns the list at a path; empty if there is none. */
export function rowsAt(value: JsonValue | undefined, ...path: readonly string[]): readonly JsonValue[] {
	const found = at(value, ...path);
	return Array.isArray(found) ? (found as readonly JsonValue[]) : [];
}

/** Writes an amount with its sign, such as `+1.84 USD`. */
export function profit(value: Decimal | null): string {
	if (value === null) return ANSWER_TEXT.unknown;
	return value < 0n ? usdText(value).replace('-', '−') : `+${usdText(value)}`;
}

/** Writes an amount, such as `1,000.00 USD`. */
export function usd(value: Decimal | null): string {
	return value === null ? ANSWER_TEXT.unknown : usdText(value);
}

/** Writes a percentage with two decimals and its sign. @param value in percent */
export function percentage(value: Decimal | null): string {
	if (value === null) return ANSWER_TEXT.unknown;
	const text = formatFixed(roundPlaces(value, 2), 2);
	return `${value < 0n ? text.replace('-', '−') : `+${text}`} %`;
}

const HUNDRED = fromInteger(100);

/** Writes a share such as 0.0084 as a signed percentage. */
export function share(value: Decimal | null): string {
	return percentage(value === null ? null : mulTrunc(value, HUNDRED));
}

/** Writes a probability as a whole percentage. */
export function odds(value: Decimal | null): string {
	return value === null ? ANSWER_TEXT.unknown : `${formatFixed(mulTrunc(value, HUNDRED), 0)} %`;
}

/** Writes a span of hours: below two days in hours, otherwise in days. */
export function span(value: Decimal | null): string {
	if (value === null) return ANSWER_TEXT.unknown;
	const hours = Number(formatFixed(value, 0));
	return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} d`;
}
