/**
 * Reads CSV files, plain or gzipped: LF or CRLF, with or without a byte order mark and quotes (RFC 4180). It works on
 * bytes and creates no text or object per row, because recordings have millions of rows.
 */

import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import type { Decimal } from '../../domain/decimal.ts';
import { messageOf } from '../../domain/message-of.ts';
import type { Cells, RowSink, TableFile } from './cells.ts';
import { DataError } from './dataset.ts';
import { exactInBytes, numberInBytes } from './exact-numbers.ts';
import { RepeatedNames } from './repeated-names.ts';
import { DATA_TEXTS } from './text.ts';

const COMMA = 44;
const QUOTE = 34;
const NEWLINE = 10;
const RETURN = 13;
const MARK = [0xef, 0xbb, 0xbf];
const GZIP = [0x1f, 0x8b];
const CHUNK_BYTES = 1_048_576;
/** Largest row, bytes. A longer one is not CSV. */
const ROW_BYTES_MAX = 65_536;
const COLUMNS_MAX = 1_000;

/** Opens a file and reads its first line. @throws DataError if the file cannot be read or is empty */
export async function openCsv(path: string, name: string): Promise<TableFile> {
	let columns: readonly string[] = [];
	const head = new CsvRows(name, COLUMNS_MAX, (cells, count) => {
		columns = Array.from({ length: count }, (_, column) => cells.text(column).trim());
		return false;
	});
	await feed(path, name, head);
	if (columns.length === 0) throw new DataError('DATA_EMPTY', DATA_TEXTS.empty(name));
	return {
		...{ name, path, columns },
		read: (sink) => readRows({ path, name }, columns.length, sink),
	};
}

async function readRows(
	{ path, name }: Pick<TableFile, 'path' | 'name'>,
	width: number,
	sink: RowSink,
): Promise<number> {
	let rows = -1;
	const file = new CsvRows(name, width, (cells, count) => {
		rows += 1;
		if (rows === 0) return true;
		if (count !== width) throw new DataError('DATA_VALUE', DATA_TEXTS.cells(cells.place(), count, width));
		sink(cells);
		return true;
	});
	await feed(path, name, file);
	return Math.max(0, rows);
}

/** Feeds a file's bytes to `rows` until it wants no more. @throws DataError if the file cannot be read to its end */
async function feed(path: string, name: string, rows: CsvRows): Promise<void> {
	const isGzip = await startsWith(path, name, GZIP);
	const raw = createReadStream(path, { highWaterMark: CHUNK_BYTES });
	const plain = isGzip ? raw.pipe(createGunzip({ chunkSize: CHUNK_BYTES })) : raw;
	raw.once('error', (error) => plain.destroy(error));
	try {
		for await (const chunk of plain) if (!rows.take(chunk as Buffer)) return;
		rows.end();
	} catch (error) {
		if (error instanceof DataError) throw error;
		throw new DataError('DATA_UNREADABLE', readFault(name, rows, isGzip, error));
	} finally {
		raw.destroy();
	}
}

function readFault(name: string, rows: CsvRows, isGzip: boolean, error: unknown): string {
	const code = (error as NodeJS.ErrnoException).code ?? '';
	if (isGzip && code === 'Z_BUF_ERROR') return DATA_TEXTS.cutOff(name, `line ${rows.line()}`);
	return isGzip && code.startsWith('Z_')
		? DATA_TEXTS.notGzip(name, messageOf(error))
		: DATA_TEXTS.unreadable(name, messageOf(error));
}

async function startsWith(path: string, name: string, bytes: readonly number[]): Promise<boolean> {
	try {
		const file = await open(path);
		try {
			const start = Buffer.alloc(bytes.length);
			await file.read(start, 0, bytes.length, 0);
			return bytes.every((byte, index) => start[index] === byte);
		} finally {
			await file.close();
		}
	} catch (error) {
		throw new DataError('DATA_UNREADABLE', DATA_TEXTS.unreadable(name, messageOf(error)));
	}
}

/** Splits bytes into rows and cells, and shows each row as `Cells`. */
class CsvRows implements Cells {
	readonly #name: string;
	readonly #onRow: (cells: Cells, count: number) => boolean;
	readonly #names = new RepeatedNames();
	readonly #width: number;
	/** First and last byte (exclusive) of each cell of the row. */
	readonly #from: Int32Array;
	readonly #to: Int32Array;
	#bytes: Buffer = Buffer.alloc(0);
	/** Start of a row that the chunks so far do not complete. */
	#rest: Buffer = Buffer.alloc(0);
	/** Line of the row, counted from 1. */
	#line = 0;
	/** Line on which the next row begins. */
	#nextLine = 1;
	/** Number of the row's cells. */
	#count = 0;

	/** @param onRow returns false to stop */
	constructor(name: string, width: number, onRow: (cells: Cells, count: number) => boolean) {
		this.#name = name;
		this.#width = width;
		this.#onRow = onRow;
		this.#from = new Int32Array(width);
		this.#to = new Int32Array(width);
	}

	/** Takes the next bytes; false if no more are wanted. @throws DataError */
	take(chunk: Buffer): boolean {
		const isFirst = this.#nextLine === 1 && this.#rest.length === 0;
		const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
		this.#bytes = bytes;
		let start = isFirst && MARK.every((byte, index) => bytes[index] === byte) ? MARK.length : 0;
		for (;;) {
			const next = this.#split(start);
			if (next < 0) break;
			if (!this.#isBlank() && !this.#onRow(this, this.#count)) return false;
			start = next;
		}
		this.#rest = bytes.subarray(start);
		if (this.#rest.length <= ROW_BYTES_MAX) return true;
		this.#line = this.#nextLine;
		throw new DataError('DATA_UNREADABLE', DATA_TEXTS.longLine(this.place(), ROW_BYTES_MAX));
	}

	/** Ends the last row, which may have no line end. @throws DataError */
	end(): void {
		if (this.#rest.length === 0) return;
		this.take(Buffer.from('\n'));
		if (this.#rest.length === 0) return;
		this.#line = this.#nextLine;
		throw new DataError('DATA_UNREADABLE', DATA_TEXTS.openQuote(this.place()));
	}

	isEmpty(column: number): boolean {
		return column < 0 || this.#from[column] === this.#to[column];
	}

	number(column: number): number {
		if (this.isEmpty(column)) return Number.NaN;
		return numberInBytes(this.#bytes, this.#from[column] as number, this.#to[column] as number);
	}

	exact(column: number): Decimal | undefined {
		if (this.isEmpty(column)) return undefined;
		return exactInBytes(this.#bytes, this.#from[column] as number, this.#to[column] as number);
	}

	name(column: number): string {
		if (this.isEmpty(column)) return '';
		return this.#names.at(this.#bytes, this.#from[column] as number, this.#to[column] as number);
	}

	text(column: number): string {
		return column < 0 ? '' : this.#bytes.toString('utf8', this.#from[column], this.#to[column]);
	}

	place(): string {
		return `${this.#name}, line ${this.line()}`;
	}

	/** Returns the line of the row, counted from 1. */
	line(): number {
		return Math.max(1, this.#line);
	}

	#isBlank(): boolean {
		return this.#count === 1 && this.#from[0] === this.#to[0];
	}

	/** Splits the row that begins at `start`; returns the start of the next one, or −1 if the row is not complete. */
	#split(start: number): number {
		const bytes = this.#bytes;
		const length = bytes.length;
		let count = 0;
		let cellStart = start;
		let lines = 1;
		for (let at = start; at < length; at += 1) {
			const code = bytes[at] as number;
			if (code === COMMA) {
				this.#put(count++, cellStart, at);
				cellStart = at + 1;
			} else if (code === NEWLINE) {
				this.#put(count++, cellStart, at > cellStart && bytes[at - 1] === RETURN ? at - 1 : at);
				this.#count = count;
				this.#line = this.#nextLine;
				this.#nextLine += lines;
				return at + 1;
			} else if (code === QUOTE && at === cellStart) {
				const close = this.#closingQuote(at);
				if (close < 0) return -1;
				for (let inside = at + 1; inside < close; inside += 1) if (bytes[inside] === NEWLINE) lines += 1;
				at = close;
			}
		}
		return -1;
	}

	#put(column: number, from: number, to: number): void {
		if (column >= this.#width) return;
		const isQuoted = to - from > 1 && this.#bytes[from] === QUOTE && this.#bytes[to - 1] === QUOTE;
		this.#from[column] = isQuoted ? from + 1 : from;
		this.#to[column] = isQuoted ? to - 1 : to;
	}

	/** Returns the quote that ends the cell whose first quote is at `at`; −1 if the bytes end before. */
	#closingQuote(at: number): number {
		for (
			let close = this.#bytes.indexOf(QUOTE, at + 1);
			close >= 0;
			close = this.#bytes.indexOf(QUOTE, close + 1)
		) {
			// Two quotes are a quote within the cell. At the end of the bytes, the second one may still come.
			if (close + 1 === this.#bytes.length) return -1;
			if (this.#bytes[close + 1] !== QUOTE) return close;
			close += 1;
		}
		return -1;
	}
}
