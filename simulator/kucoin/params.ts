/** Parses the parameters of KuCoin requests. Queries are text; bodies are JSON in which numbers may be text. */
import { type Decimal, fromNumber, tryParseDecimal } from '../../src/domain/decimal.ts';
import type { Exchange, FrontEndRequest, Instrument } from '../core/types.ts';
import { invalidParameter, KucoinRefusal } from './errors.ts';

export type Params = Readonly<Record<string, unknown>>;

/** @throws KucoinRefusal if the body is not a JSON object */
export function readParams(request: FrontEndRequest): Params {
	const query = Object.fromEntries(new URLSearchParams(request.query));
	if (request.body === '') return query;
	try {
		const body: unknown = JSON.parse(request.body);
		if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...query, ...body };
	} catch {
		// The throw below handles this case.
	}
	throw new KucoinRefusal('400100', 'The body is not a JSON object.', 400);
}

export function text(params: Params, name: string): string | undefined {
	const value = params[name];
	if (typeof value === 'string' && value !== '') return value;
	return typeof value === 'number' ? String(value) : undefined;
}

export function requiredText(params: Params, name: string): string {
	const value = text(params, name);
	if (value === undefined) throw invalidParameter(`${name} parameter cannot be empty.`);
	return value;
}

export function flag(params: Params, name: string): boolean {
	return params[name] === true || params[name] === 'true';
}

/** @throws KucoinRefusal if the value is not a decimal */
export function decimal(params: Params, name: string): Decimal | undefined {
	const value = params[name];
	if (value === undefined || value === null || value === '') return undefined;
	const read =
		typeof value === 'number' && Number.isFinite(value)
			? fromNumber(value)
			: typeof value === 'string'
				? tryParseDecimal(value)
				: undefined;
	if (read === undefined) throw invalidParameter(`${name} parameter invalid.`);
	return read;
}

export function whole(params: Params, name: string, fallback: number, atMost: number): number {
	const value = text(params, name);
	if (value === undefined) return fallback;
	const read = Number(value);
	if (!Number.isSafeInteger(read) || read < 0) throw invalidParameter(`${name} parameter invalid.`);
	return Math.min(read, atMost);
}

/** Returns milliseconds, or undefined if the parameter is missing. */
export function time(params: Params, name: string): number | undefined {
	const value = text(params, name);
	if (value === undefined) return undefined;
	const read = Number(value);
	if (!Number.isSafeInteger(read)) throw invalidParameter(`${name} parameter invalid.`);
	return read;
}

/** @throws KucoinRefusal if the symbol is unknown */
export function instrumentNamed(exchange: Exchange, symbol: string): Instrument {
	const instrument = exchange.instrument(symbol);
	if (instrument === undefined) throw new KucoinRefusal('200003', 'symbol not exists');
	return instrument;
}
