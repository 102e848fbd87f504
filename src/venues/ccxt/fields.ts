/** Reads members of a venue's raw bodies: unknown in, typed out, undefined for whatever is not usable. */
import { type Decimal, fromNumber, tryParseDecimal } from '../../domain/decimal.ts';
import { fromVenuePrice, type Instrument } from '../../domain/instrument.ts';

export type Body = Readonly<Record<string, unknown>>;

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

export function text(body: unknown, name: string): string | undefined {
	const value = at(body, name);
	if (typeof value === 'string' && value !== '') return value;
	return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined;
}

/** An exact decimal from text or from a JSON number's shortest text. */
export function decimal(body: unknown, name: string): Decimal | undefined {
	const value = at(body, name);
	if (typeof value === 'string') return tryParseDecimal(value);
	return typeof value === 'number' && Number.isFinite(value) ? fromNumber(value) : undefined;
}

export function positive(body: unknown, name: string): Decimal | undefined {
	const value = decimal(body, name);
	return value !== undefined && value > 0n ? value : undefined;
}

/** A price member as USD per coin; null where there is no positive number, which `problems` is then told. */
export function price(row: Body, name: string, instrument: Instrument, problems?: string[]): Decimal | null {
	const value = positive(row, name);
	if (value !== undefined) return fromVenuePrice(instrument, value);
	problems?.push(`${name} was ${JSON.stringify(row[name] ?? null)}, a positive number is needed.`);
	return null;
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
