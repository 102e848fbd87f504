/** Reads members of a venue's raw bodies: unknown in, typed out, undefined for whatever is not usable. */
import { DECIMAL_PLACES, type Decimal, parseDecimal, tryParseDecimal } from '../../domain/decimal.ts';
import { fromVenuePrice, type Instrument } from '../../domain/instrument.ts';

/** JSON object of a venue's answer, not yet checked. */
export type Body = Readonly<Record<string, unknown>>;

/** Whether the value is an object, neither null nor a list. */
export function isBody(value: unknown): value is Body {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The member at a path, or undefined. */
export function at(value: unknown, ...path: readonly string[]): unknown {
	let present = value;
	for (const name of path) present = isBody(present) ? present[name] : undefined;
	return present;
}

/** Objects of a list; anything else in it is left out. */
export function bodies(value: unknown): readonly Body[] {
	return Array.isArray(value) ? value.filter(isBody) : [];
}

/** Objects of a list that must be there. @throws BodyError where it is no list: nothing at all is then known */
export function listed(value: unknown, what: string): readonly Body[] {
	if (!Array.isArray(value)) throw new BodyError(`The venue's answer has no list of ${what}.`);
	return bodies(value);
}

/** The member as text, a finite JSON number in its shortest form; undefined where it is neither or is empty. */
export function text(body: unknown, name: string): string | undefined {
	const value = at(body, name);
	if (typeof value === 'string' && value !== '') return value;
	return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined;
}

/** An exact decimal from text or from a JSON number. */
export function decimal(body: unknown, name: string): Decimal | undefined {
	return decimalOf(at(body, name));
}

/** A JSON number is its shortest text; digits of it beyond the 18th place are the double's and no venue's, and are rounded. */
export function decimalOf(value: unknown): Decimal | undefined {
	if (typeof value === 'string') return tryParseDecimal(value);
	if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
	return tryParseDecimal(String(value)) ?? tryParseDecimal(value.toFixed(DECIMAL_PLACES));
}

/** The member as an exact decimal above zero; undefined for anything else. */
export function positive(body: unknown, name: string): Decimal | undefined {
	const value = decimal(body, name);
	return value !== undefined && value > 0n ? value : undefined;
}

/** USD per coin; no coin has ever cost a millionth of it. */
const PRICE_MAX = parseDecimal('1000000000000');

/** USD per coin; undefined outside of what a price can be. */
export function boundedPrice(perCoin: Decimal): Decimal | undefined {
	return perCoin > 0n && perCoin <= PRICE_MAX ? perCoin : undefined;
}

/** A price member as USD per coin; null where there is no positive number within bounds, which `problems` is then told. */
export function price(row: Body, name: string, instrument: Instrument, problems?: string[]): Decimal | null {
	const value = positive(row, name);
	const perCoin = value === undefined ? undefined : boundedPrice(fromVenuePrice(instrument, value));
	if (perCoin !== undefined) return perCoin;
	problems?.push(`${name} was ${shown(row[name])}, a positive number of at most 10^12 USD is needed.`);
	return null;
}

const SHOWN_CHARS_MAX = 60;

/** What a venue wrote, as JSON of bounded length, for a sentence. */
export function shown(value: unknown): string {
	const json = JSON.stringify(value ?? null);
	return json.length <= SHOWN_CHARS_MAX ? json : `${json.slice(0, SHOWN_CHARS_MAX - 1)}…`;
}

/** A highest leverage; where the venue wrote none that is 1 or more, leverage 1 alone is known to be taken. */
export function leverageOf(body: unknown, name: string): number {
	const value = Number(text(body, name) ?? '1');
	return Number.isFinite(value) && value >= 1 ? value : 1;
}

/** A whole number, such as a time in milliseconds. */
export function whole(body: unknown, name: string): number | undefined {
	const value = Number(text(body, name) ?? Number.NaN);
	return Number.isSafeInteger(value) ? value : undefined;
}

/** A body without a member that must be there: the answer is not usable. */
export class BodyError extends Error {
	override readonly name = 'BodyError';
}

/** @throws BodyError when the value is undefined. */
export function required<T>(value: T | undefined, what: string): T {
	if (value === undefined) throw new BodyError(`The venue's answer has no usable ${what}.`);
	return value;
}

/** @throws BodyError where a figure became zero, or was never more. */
export function positiveOf(value: Decimal, what: string): Decimal {
	return required(value > 0n ? value : undefined, what);
}

/** @throws BodyError where a figure is below what it must at least be. */
export function atLeast(least: Decimal, value: Decimal, what: string): Decimal {
	return required(value >= least ? value : undefined, what);
}
