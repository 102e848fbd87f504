/**
 * Parses request parameters as Bybit does, from the query of a GET or the JSON body of a POST. Missing or malformed
 * parameters are refused with 10001.
 */
import { type Decimal, tryParseDecimal } from '../../src/domain/decimal.ts';
import type { FrontEndRequest } from '../core/types.ts';
import { paramsError } from './errors.ts';

export type Params = Readonly<Record<string, unknown>>;

export const DAY_MS = 86_400_000;

/** Returns the parameters of a request. @throws BybitRefusal 10001 for a body that is not a JSON object. */
export function readParams(request: FrontEndRequest): Params {
	if (request.method === 'GET') return Object.fromEntries(new URLSearchParams(request.query));
	if (request.body === '') return {};
	let value: unknown;
	try {
		value = JSON.parse(request.body);
	} catch {
		throw paramsError('the body is not valid JSON');
	}
	if (value === null || typeof value !== 'object' || Array.isArray(value)) {
		throw paramsError('the body is not a JSON object');
	}
	return value as Params;
}

/** Returns a parameter as text, or undefined if it is missing or empty. Numbers are converted to text. */
export function text(params: Params, name: string): string | undefined {
	const value = params[name];
	if (value === undefined || value === null || value === '') return undefined;
	if (typeof value === 'string') return value;
	if (typeof value === 'number') return String(value);
	throw paramsError(`${name} invalid`);
}

export function requiredText(params: Params, name: string): string {
	const value = text(params, name);
	if (value === undefined) throw paramsError(`${name} is required`);
	return value;
}

export function flag(params: Params, name: string): boolean {
	const value = params[name];
	if (value === undefined || value === null || value === '') return false;
	if (value === true || value === 'true') return true;
	if (value === false || value === 'false') return false;
	throw paramsError(`${name} invalid`);
}

export function oneOf<const T extends string>(params: Params, name: string, allowed: readonly T[]): T {
	const value = requiredText(params, name);
	const match = allowed.find((candidate) => candidate === value);
	if (match === undefined) throw paramsError(`${name} invalid`);
	return match;
}

/**
 * Returns a positive decimal, or undefined if the parameter is missing. @throws BybitRefusal 10001 for any other
 * value
 */
export function positiveDecimal(params: Params, name: string, label: string): Decimal | undefined {
	const value = text(params, name);
	if (value === undefined) return undefined;
	const parsed = tryParseDecimal(value);
	if (parsed === undefined || parsed <= 0n) throw paramsError(`${label} invalid`);
	return parsed;
}

/** Returns Unix milliseconds, or undefined if the parameter is missing. */
export function timestamp(params: Params, name: string): number | undefined {
	const value = text(params, name);
	if (value === undefined) return undefined;
	const parsed = Number(value);
	if (!Number.isSafeInteger(parsed) || parsed < 0) throw paramsError(`${name} invalid`);
	return parsed;
}

/** Returns the page size, or `fallback` if it is missing. A larger value counts as the maximum, as on Bybit. */
export function pageSize(params: Params, fallback: number, most: number): number {
	const value = text(params, 'limit');
	if (value === undefined) return fallback;
	const parsed = Number(value);
	if (!Number.isSafeInteger(parsed) || parsed < 1) throw paramsError('limit invalid');
	return Math.min(parsed, most);
}

export type Category = 'spot' | 'linear' | 'inverse' | 'option';

const CATEGORIES: readonly Category[] = ['spot', 'linear', 'inverse', 'option'];

/** @throws BybitRefusal 10001 for a missing or unknown category */
export function category(params: Params): Category {
	const match = CATEGORIES.find((candidate) => candidate === params.category);
	if (match === undefined) throw paramsError('Illegal category');
	return match;
}

export type TimeWindow = { readonly from: number; readonly to: number };

/**
 * Returns the time window of a request. Without bounds it is the latest `spanMs`. With only a start or only an end,
 * it covers `spanMs` after the start or before the end. Two bounds may be at most `spanMsMax` apart.
 */
export function timeWindow(params: Params, now: number, spanMs: number, spanMsMax = spanMs): TimeWindow {
	const start = timestamp(params, 'startTime');
	const end = timestamp(params, 'endTime');
	if (start !== undefined && end !== undefined) {
		if (start > end) throw paramsError('startTime cannot be greater than endTime');
		if (end - start > spanMsMax) {
			const days = spanMsMax / DAY_MS;
			throw paramsError(`The time range between startTime and endTime cannot exceed ${days} days`);
		}
		return { from: start, to: end };
	}
	if (start !== undefined) return { from: start, to: start + spanMs };
	if (end !== undefined) return { from: end - spanMs, to: end };
	return { from: now - spanMs, to: now };
}

export type Cursor = { readonly offset: number; readonly to: number };

/**
 * Parses the cursor, which says where the requested page starts; undefined for the first page. The cursor carries the
 * end of the first page's window, so rows that arrive between two requests do not shift the pages. Bybit issues
 * percent-encoded cursors (`132766%3A2`); both forms are accepted.
 */
export function readCursor(params: Params): Cursor | undefined {
	const value = text(params, 'cursor');
	if (value === undefined) return undefined;
	const match = /^(\d{1,15}):(\d{1,9})$/.exec(value.replace('%3A', ':'));
	if (match === null) throw paramsError('cursor invalid');
	return { to: Number(match[1]), offset: Number(match[2]) };
}

function writeCursor(cursor: Cursor): string {
	return `${cursor.to}%3A${cursor.offset}`;
}

export type Page<T> = { readonly rows: readonly T[]; readonly nextPageCursor: string };

/**
 * Returns one page of the rows. As on Bybit, every page with rows has a cursor, even the last one; an empty page
 * marks the end.
 */
export function cutPage<T>(rows: readonly T[], cursor: Cursor, size: number): Page<T> {
	const page = rows.slice(cursor.offset, cursor.offset + size);
	const next = { to: cursor.to, offset: cursor.offset + page.length };
	return { rows: page, nextPageCursor: page.length === 0 ? '' : writeCursor(next) };
}
