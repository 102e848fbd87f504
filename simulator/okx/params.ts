/**
 * Parses the parameters of OKX requests. Queries are text. Bodies are JSON objects, or lists of objects for order
 * batches.
 */
import { type Decimal, fromNumber, tryParseDecimal } from '../../src/domain/decimal.ts';
import type { Exchange, FrontEndRequest, Instrument } from '../core/types.ts';
import { emptyParameter, OkxRefusal, unknownInstrument, wrongParameter } from './errors.ts';

export type Params = Readonly<Record<string, unknown>>;

/** Returns the query of a GET or the body of a POST. @throws OkxRefusal 50002 if the body is not a JSON object */
export function readParams(request: FrontEndRequest): Params {
	if (request.method === 'GET') return Object.fromEntries(new URLSearchParams(request.query));
	const body = readBody(request);
	if (isObject(body)) return body;
	throw new OkxRefusal('50002', 'JSON syntax error', 400);
}

/** @throws OkxRefusal 50002 if the body is not a list of JSON objects */
export function readList(request: FrontEndRequest): readonly Params[] {
	const body = readBody(request);
	if (Array.isArray(body) && body.every(isObject)) return body;
	throw new OkxRefusal('50002', 'JSON syntax error', 400);
}

function readBody({ body }: FrontEndRequest): unknown {
	if (body === '') throw new OkxRefusal('50000', 'Body for POST request cannot be empty.', 400);
	try {
		return JSON.parse(body);
	} catch {
		return undefined;
	}
}

function isObject(value: unknown): value is Params {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function text(params: Params, name: string): string | undefined {
	const value = params[name];
	if (typeof value === 'string' && value !== '') return value;
	return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

export function requiredText(params: Params, name: string): string {
	const value = text(params, name);
	if (value === undefined) throw emptyParameter(name);
	return value;
}

export function oneOf<T extends string>(value: string, name: string, allowed: readonly T[]): T {
	const found = allowed.find((each) => each === value);
	if (found === undefined) throw wrongParameter(name);
	return found;
}

/** @throws OkxRefusal if the value is not a decimal */
export function decimal(params: Params, name: string): Decimal | undefined {
	const value = params[name];
	if (value === undefined || value === null || value === '') return undefined;
	const read =
		typeof value === 'number' && Number.isFinite(value)
			? fromNumber(value)
			: typeof value === 'string'
				? tryParseDecimal(value)
				: undefined;
	if (read === undefined) throw wrongParameter(name);
	return read;
}

/** Returns the page size: the requested number, limited to `atMost`, which is also the default. */
export function pageSize(params: Params, atMost: number): number {
	const asked = whole(params, 'limit');
	return asked === undefined ? atMost : Math.max(1, Math.min(asked, atMost));
}

/**
 * Returns a whole number, such as a time in milliseconds, or undefined if the parameter is missing. @throws
 * OkxRefusal for any other value
 */
export function whole(params: Params, name: string): number | undefined {
	const value = text(params, name);
	if (value === undefined) return undefined;
	const read = Number(value);
	if (!Number.isSafeInteger(read) || read < 0) throw wrongParameter(name);
	return read;
}

/** @throws OkxRefusal 51001 if the instrument is not listed */
export function instrumentNamed(exchange: Exchange, instId: string): Instrument {
	const instrument = exchange.instrument(instId);
	if (instrument === undefined) throw unknownInstrument();
	return instrument;
}

/**
 * Returns the family of a perpetual, such as `BTC-USDT` for `BTC-USDT-SWAP`. The family is also the name of the
 * perpetual's index.
 */
export function familyOf({ symbol }: Instrument): string {
	return symbol.replace(/-SWAP$/, '');
}

const INSTRUMENT_TYPES = ['SPOT', 'MARGIN', 'SWAP', 'FUTURES', 'OPTION', 'EVENTS'] as const;

/** True if the request is about perpetuals; lists of other instrument types are empty here. */
export function asksForSwaps(params: Params, isRequired: boolean): boolean {
	const given = isRequired ? requiredText(params, 'instType') : text(params, 'instType');
	return given === undefined || oneOf(given, 'instType', INSTRUMENT_TYPES) === 'SWAP';
}

/** Returns the perpetuals that a request selects: one, those in a family, or all. */
export function selected(exchange: Exchange, params: Params, isTypeRequired = true): readonly Instrument[] {
	if (!asksForSwaps(params, isTypeRequired)) return [];
	const instId = text(params, 'instId');
	if (instId !== undefined) return [instrumentNamed(exchange, instId)];
	const family = text(params, 'instFamily') ?? text(params, 'uly');
	return exchange
		.instruments()
		.filter((instrument) => family === undefined || familyOf(instrument) === family);
}
