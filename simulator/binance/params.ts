/**
 * Parses parameters as Binance does, from the query and from a form in the body. The query takes precedence (page
 * "General Info", read 2026-11).
 */
import { type Decimal, tryParseDecimal } from '../../src/domain/decimal.ts';
import type { Exchange, FrontEndRequest, Instrument } from '../core/types.ts';
import { BinanceRefusal, badSymbol, malformed, missing } from './errors.ts';

export type Params = ReadonlyMap<string, string>;

export function readParams(request: FrontEndRequest): Params {
	return new Map([...new URLSearchParams(request.body), ...new URLSearchParams(request.query)]);
}

export function text(params: Params, name: string): string | undefined {
	const value = params.get(name);
	return value === undefined || value === '' ? undefined : value;
}

export function requiredText(params: Params, name: string): string {
	const value = text(params, name);
	if (value === undefined) throw missing(name);
	return value;
}

/** @throws BinanceRefusal -1130 for anything except true and false */
export function flag(params: Params, name: string): boolean {
	const value = text(params, name)?.toLowerCase() ?? 'false';
	if (value !== 'true' && value !== 'false') throw malformed(name);
	return value === 'true';
}

/** @throws BinanceRefusal -1102 for a value that is not a decimal */
export function decimal(params: Params, name: string): Decimal | undefined {
	const value = text(params, name);
	if (value === undefined) return undefined;
	const read = tryParseDecimal(value);
	if (read === undefined) throw missing(name);
	return read;
}

/**
 * Returns a whole number of at least 0, or undefined if the parameter is missing. @throws BinanceRefusal -1130 for
 * any other value
 */
export function whole(params: Params, name: string): number | undefined {
	const value = text(params, name);
	if (value === undefined) return undefined;
	const read = Number(value);
	if (!/^\d{1,16}$/.test(value) || !Number.isSafeInteger(read)) throw malformed(name);
	return read;
}

/**
 * Returns the maximum number of rows in the response. @throws BinanceRefusal -1130 if it is below 1 or above `most`
 */
export function rowLimit(params: Params, fallback: number, most: number): number {
	const value = whole(params, 'limit') ?? fallback;
	if (value < 1 || value > most) throw malformed('limit');
	return value;
}

export type TimeWindow = { readonly from: number; readonly to: number };

/**
 * Returns the time window of a history request. Without bounds it is the latest `spanMs`. With only a start or only
 * an end, it covers `spanMs` after the start or before the end.
 * @throws BinanceRefusal -1023 if the start is after the end, -4165 if they are more than `spanMs` apart
 */
export function timeWindow(params: Params, now: number, spanMs: number): TimeWindow {
	const start = whole(params, 'startTime');
	const end = whole(params, 'endTime');
	if (start !== undefined && end !== undefined) {
		if (start > end) throw new BinanceRefusal(-1023, 'Start time is greater than end time.');
		if (end - start > spanMs) {
			const days = Math.floor(spanMs / 86_400_000);
			throw new BinanceRefusal(-4165, `Maximum time interval is ${days} days.`);
		}
		return { from: start, to: end };
	}
	if (start !== undefined) return { from: start, to: start + spanMs };
	return { from: (end ?? now) - spanMs, to: end ?? now };
}

/** @throws BinanceRefusal -1121 if the symbol is not listed */
export function instrumentNamed(exchange: Exchange, symbol: string): Instrument {
	const instrument = exchange.instrument(symbol);
	if (instrument === undefined) throw badSymbol();
	return instrument;
}

export function requiredInstrument(exchange: Exchange, params: Params): Instrument {
	return instrumentNamed(exchange, requiredText(params, 'symbol'));
}
