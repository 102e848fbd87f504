/**
 * Reads recorded funding rates and hourly candles from CSV files in a folder. The files may be plain or gzipped, and
 * for any venues and years.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { HourlyPrices } from '../research/price-basis.ts';
import type { SettledLeg } from '../research/received.ts';
import { messageOf } from '../src/domain/message-of.ts';
import { venueFacts } from '../src/venues/facts.ts';

/** The legs in one file. Each file is scored separately. */
export type FundingFile = { readonly name: string; readonly legs: readonly SettledLeg[] };

const HOUR_MS = 3_600_000;
/** Timestamp of the year 2100, milliseconds. A larger value is not in milliseconds, so its row is skipped. */
const STAMP_MS_MAX = 4_102_444_800_000;
/** Maximum size of an unpacked file. */
const FILE_BYTES_MAX = 2_000_000_000;

const PRICE_COLUMNS = ['ts_ms', 'venue', 'base', 'o'] as const;

type Row = { readonly rate: number; readonly interval: number };

/**
 * Reads every file in the folder that contains settled funding, in order of file name. Settlements at or after
 * `untilMs` are left out.
 */
export function readFundingFolder(folder: string, untilMs: number): readonly FundingFile[] {
	const files: FundingFile[] = [];
	for (const name of csvFiles(folder)) {
		const legs = readLegs(readText(join(folder, name)), untilMs);
		if (legs.length > 0) files.push({ name, legs });
	}
	return files;
}

function csvFiles(folder: string): readonly string[] {
	return readdirSync(folder)
		.filter((name) => name.endsWith('.csv') || name.endsWith('.csv.gz'))
		.sort();
}

/** Thrown for an unreadable file in the folder; the message names the file. */
export class UnreadableFileError extends Error {
	override readonly name = 'UnreadableFileError';
}

function readText(path: string): string {
	try {
		const bytes = readFileSync(path);
		const plain = path.endsWith('.gz') ? gunzipSync(bytes, { maxOutputLength: FILE_BYTES_MAX }) : bytes;
		return plain.toString('utf8');
	} catch (error) {
		throw new UnreadableFileError(`${path} cannot be read: ${messageOf(error)}`);
	}
}

/**
 * Yields, row by row, the values of the needed columns, then those of the wanted columns. A value is undefined if the
 * header lacks the wanted column. Yields nothing if a needed column is missing.
 */
function* rowsOf(
	text: string,
	needed: readonly string[],
	wanted: readonly string[],
): Generator<readonly (string | undefined)[]> {
	const lineEnd = text.indexOf('\n');
	const header = (lineEnd === -1 ? text : text.slice(0, lineEnd)).trim().split(',');
	if (needed.some((name) => !header.includes(name))) return;
	const columns = [...needed, ...wanted].map((name) => header.indexOf(name));
	let at = lineEnd + 1;
	while (at > 0 && at < text.length) {
		const next = text.indexOf('\n', at);
		const cells = text
			.slice(at, next === -1 ? text.length : next)
			.trim()
			.split(',');
		yield columns.map((column) => (column === -1 ? undefined : cells[column]));
		at = next + 1;
	}
}

function readLegs(text: string, untilMs: number): readonly SettledLeg[] {
	const legs = new Map<string, Map<number, Row>>();
	for (const cells of rowsOf(text, ['ts_ms', 'venue', 'base', 'rate'], ['quote', 'interval_h'])) {
		const [stamp, venue, base, rate, quote, interval] = cells;
		const settledAt = stampOf(stamp);
		const row = { rate: numberOf(rate), interval: positiveOf(interval) };
		if (!venue || !base || !(settledAt > 0) || settledAt >= untilMs || !Number.isFinite(row.rate)) continue;
		// If the file has the quote currency, skip contracts of a traded exchange that are not quoted in its wallet
		// asset.
		if (quote !== undefined && quote !== (venueFacts(venue)?.walletAsset ?? quote)) continue;
		const key = `${venue} ${base}`;
		const rows = legs.get(key) ?? new Map<number, Row>();
		legs.set(key, rows.set(Math.round(settledAt / HOUR_MS), row));
	}
	return [...legs].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, rows]) => legOf(key, rows));
}

function legOf(key: string, rows: ReadonlyMap<number, Row>): SettledLeg {
	const [venue = '', base = ''] = key.split(' ');
	const sorted = [...rows].sort(([a], [b]) => a - b);
	return {
		venue,
		base,
		hours: Int32Array.from(sorted, ([hour]) => hour),
		rates: Float64Array.from(sorted, ([, row]) => row.rate),
		intervals: Float64Array.from(sorted, ([, row]) => row.interval),
	};
}

function numberOf(text: string | undefined): number {
	return text === undefined || text === '' ? Number.NaN : Number(text);
}

function stampOf(text: string | undefined): number {
	const stamp = numberOf(text);
	return stamp < STAMP_MS_MAX ? stamp : Number.NaN;
}

function positiveOf(text: string | undefined): number {
	const value = numberOf(text);
	return value > 0 ? value : Number.NaN;
}

/**
 * Reads the opening prices of all hourly candles in the folder's files, by venue and coin. If an hour has several
 * rows, the last one counts.
 */
export function readPriceFolder(folder: string): readonly HourlyPrices[] {
	const legs = new Map<string, Map<number, number>>();
	for (const name of csvFiles(folder)) {
		for (const [stamp, venue, base, open] of rowsOf(readText(join(folder, name)), PRICE_COLUMNS, [])) {
			const openedAt = stampOf(stamp);
			const price = positiveOf(open);
			if (!venue || !base || !(openedAt > 0) || Number.isNaN(price)) continue;
			const opens = legs.get(`${venue} ${base}`) ?? new Map<number, number>();
			legs.set(`${venue} ${base}`, opens.set(Math.round(openedAt / HOUR_MS), price));
		}
	}
	return [...legs].map(([key, opens]) => {
		const [venue = '', base = ''] = key.split(' ');
		return { venue, base, opens };
	});
}
