/**
 * Implements `carrywire record export`, which writes a data directory's history as CSV files, whether or not a
 * service is running.
 *
 * `settled.csv` has the format that `npm run calibrate -- --history DIR` reads. Estimates and books are large, so
 * they are compressed, in a subdirectory. Each file appears complete or not at all.
 */

import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { dataDirectories } from '../app/data-directories.ts';
import { type Decimal, formatDecimal } from '../domain/decimal.ts';
import { HOUR_MS } from '../domain/funding.ts';
import { messageOf } from '../domain/message-of.ts';
import { type RecordedBook, type RecordedEstimate, readRecordedLine } from '../domain/recorded-lines.ts';
import type { Output } from '../ports/output.ts';
import type { InstrumentName, SettledRateStore } from '../ports/settled-rate-store.ts';
import { coversTime, listRecordings, RECORDINGS_DIRECTORY, recordedLines } from '../store/recording-files.ts';
import { RECORD_TEXTS } from './text.ts';

/** The history to export and its target. */
export type ExportRequest = {
	readonly dataDir: string;
	/** Target directory, created if missing. */
	readonly to: string;
	/** Start of the exported span, inclusive, milliseconds. */
	readonly from: number;
	/** End of the exported span, exclusive, milliseconds. */
	readonly until: number;
};

const SETTLED_HEAD = 'ts_ms,venue,symbol,base,quote,rate,interval_h,mark';
const ESTIMATES_HEAD = 'ts_ms,venue,symbol,predicted_rate,interval_h,next_settlement_ms,mark,index';
const BOOKS_HEAD = 'ts_ms,venue,symbol,bid,bid_quantity,ask,ask_quantity';
/** Number of rows per written chunk. */
const ROWS_PER_CHUNK = 1_000;

/** Names of the written files. */
const FILES = { settled: 'settled.csv', estimates: 'estimates.csv.gz', books: 'books.csv.gz' } as const;

/**
 * Writes the files; never overwrites one. @throws Error with a message for the user if there is nothing to export or
 * a file already exists
 */
export async function exportHistory(request: ExportRequest, output: Output): Promise<void> {
	const paths = {
		settled: join(request.to, FILES.settled),
		estimates: join(request.to, RECORDINGS_DIRECTORY, FILES.estimates),
		books: join(request.to, RECORDINGS_DIRECTORY, FILES.books),
	};
	for (const path of Object.values(paths)) if (existsSync(path)) throw new Error(RECORD_TEXTS.exists(path));
	const { settledRates, close } = dataDirectories().openRatesToRead(request.dataDir);
	try {
		mkdirSync(join(request.to, RECORDINGS_DIRECTORY), { recursive: true });
		const counts = { settled: 0, estimates: 0, books: 0 };
		await writeWhole(
			paths.settled,
			counted(SETTLED_HEAD, settledRows(settledRates, request), counts, 'settled'),
		);
		for (const kind of ['estimates', 'books'] as const) {
			const head = kind === 'books' ? BOOKS_HEAD : ESTIMATES_HEAD;
			await writeWhole(paths[kind], counted(head, recordedRows(kind, request, output), counts, kind));
		}
		for (const kind of ['settled', 'estimates', 'books'] as const)
			output.print(RECORD_TEXTS.rows(paths[kind], counts[kind]));
	} finally {
		close();
	}
}

async function* settledRows(store: SettledRateStore, request: ExportRequest): AsyncGenerator<string> {
	for (const instrument of await store.instruments()) yield* instrumentRows(store, instrument, request);
}

/**
 * Yields an instrument's settled rates. The interval column is the number of hours since the previous rate, which may
 * lie before the exported span. It is empty for the first known rate.
 */
async function* instrumentRows(
	store: SettledRateStore,
	{ venue, symbol, coin, quote }: InstrumentName,
	{ from, until }: ExportRequest,
): AsyncGenerator<string> {
	let before: number | undefined;
	for (const { settledAt, rate } of await store.read(venue, symbol, 0, until - 1)) {
		const hours = before === undefined ? '' : String((settledAt - before) / HOUR_MS);
		before = settledAt;
		if (settledAt >= from)
			yield `${settledAt},${venue},${symbol},${coin},${quote},${formatDecimal(rate)},${hours},`;
	}
}

/**
 * Yields the estimates or the books from every recording in the span. A file that cannot be read is reported and
 * skipped.
 */
async function* recordedRows(
	kind: 'estimates' | 'books',
	{ dataDir, from, until }: ExportRequest,
	output: Output,
): AsyncGenerator<string> {
	const directory = join(dataDir, RECORDINGS_DIRECTORY);
	for (const { name } of listRecordings(directory)) {
		if (!coversTime(name, from, until)) continue;
		try {
			for await (const lines of recordedLines(join(directory, name)))
				for (const line of lines) {
					const row = readRecordedLine(line);
					if (row === undefined || row.at < from || row.at >= until) continue;
					if (kind === 'books' && row.kind === 'book') yield bookRow(row);
					if (kind === 'estimates' && row.kind === 'estimate') yield estimateRow(row);
				}
		} catch (error) {
			output.remark(RECORD_TEXTS.unreadable(join(directory, name), messageOf(error)));
		}
	}
}

function bookRow({ at, venue, symbol, bid, ask }: RecordedBook): string {
	return `${at},${venue},${symbol},${cell(bid?.price)},${cell(bid?.quantity)},${cell(ask?.price)},${cell(ask?.quantity)}`;
}

function estimateRow({ at, venue, symbol, funding, mark, index }: RecordedEstimate): string {
	const estimate =
		funding === null
			? ',,'
			: `${formatDecimal(funding.predictedRate)},${funding.intervalMs / HOUR_MS},${funding.nextSettlementAt}`;
	return `${at},${venue},${symbol},${estimate},${cell(mark)},${cell(index)}`;
}

/** Formats a value. An unknown value is an empty cell. */
function cell(value: Decimal | null | undefined): string {
	return value === null || value === undefined ? '' : formatDecimal(value);
}

/** Yields the header and the rows in chunks of lines, and counts the rows in `counts`. */
async function* counted<Kind extends string>(
	head: string,
	rows: AsyncIterable<string>,
	counts: Record<Kind, number>,
	kind: Kind,
): AsyncGenerator<string> {
	let chunk = [head];
	for await (const row of rows) {
		counts[kind] += 1;
		if (chunk.push(row) < ROWS_PER_CHUNK) continue;
		yield `${chunk.join('\n')}\n`;
		chunk = [];
	}
	if (chunk.length > 0) yield `${chunk.join('\n')}\n`;
}

/**
 * Writes the file under a temporary name and renames it when it is complete. If that fails, deletes the partial file.
 * @throws Error from the system
 */
async function writeWhole(path: string, chunks: AsyncGenerator<string>): Promise<void> {
	const partial = `${path}.partial`;
	try {
		const out = createWriteStream(partial);
		if (path.endsWith('.gz')) await pipeline(Readable.from(chunks), createGzip(), out);
		else await pipeline(Readable.from(chunks), out);
		renameSync(partial, path);
	} catch (error) {
		rmSync(partial, { force: true });
		throw error;
	}
}
