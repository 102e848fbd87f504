/**
 * Reads fields of Tidemark's requests, and formats its numbers and times: decimals as text, times as RFC 3339 text.
 */

import type { Exchange, Instrument } from '../../../simulator/core/types.ts';
import { ExchangeRefusal } from '../../../simulator/core/types.ts';
import { type Decimal, tryParseDecimal } from '../../../src/domain/decimal.ts';
import { toTidemarkRefusal, unreadable } from './errors.ts';

/** Request fields by name. */
export type Fields = Readonly<Record<string, unknown>>;

/** @throws TidemarkRefusal if the body is not an object */
export function readFields(body: string): Fields {
	try {
		const value: unknown = JSON.parse(body === '' ? '{}' : body);
		if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
	} catch {
		// The throw below refuses invalid JSON in the same way as a body that is not an object.
	}
	throw unreadable('the body');
}

/** @throws TidemarkRefusal if the field is missing */
export function textOf(fields: Fields, name: string): string {
	const value = fields[name];
	if (typeof value === 'string' && value !== '') return value;
	throw unreadable(name);
}

/** @throws TidemarkRefusal if the field is missing or is not a decimal */
export function decimalOf(fields: Fields, name: string): Decimal {
	const value = tryParseDecimal(textOf(fields, name));
	if (value === undefined) throw unreadable(name);
	return value;
}

/** Returns milliseconds; undefined if the field is missing. @throws TidemarkRefusal if it is not a time */
export function timeOf(fields: Fields, name: string): number | undefined {
	if (fields[name] === undefined) return undefined;
	const at = Date.parse(textOf(fields, name));
	if (Number.isNaN(at)) throw unreadable(name);
	return at;
}

/** Returns a whole number of at least 0; 0 if the field is missing. @throws TidemarkRefusal */
export function countOf(fields: Fields, name: string): number {
	const value = Number(fields[name] ?? 0);
	if (Number.isSafeInteger(value) && value >= 0) return value;
	throw unreadable(name);
}

/** Returns the contract that the request names. @throws TidemarkRefusal */
export function contractOf(exchange: Exchange, fields: Fields): Instrument {
	const symbol = textOf(fields, 'contract');
	const found = exchange.instrument(symbol);
	if (found === undefined) throw toTidemarkRefusal(new ExchangeRefusal('UNKNOWN_SYMBOL', symbol));
	return found;
}

/** Formats a time as Tidemark does. */
export function instant(at: number): string {
	return new Date(at).toISOString();
}
