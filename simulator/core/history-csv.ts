/** Reads large CSV files of numbers quickly. It scans bytes in place and parses only the cells that are needed. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { constants, gunzipSync } from 'node:zlib';
import { WorldError } from './world-error.ts';

const FILE_BYTES_MAX = 64 * 1024 * 1024;
const TEXT_BYTES_MAX = 512 * 1024 * 1024;
const FILES_MAX = 100;
const HEADER_BYTES_MAX = 4096;

const COMMA = 44;
const NEWLINE = 10;
const CARRIAGE_RETURN = 13;
const ZERO_DIGIT = 48;
const NINE_DIGIT = 57;
const DOT = 46;
const MINUS = 45;
const PLUS = 43;
const LOWER_E = 101;
const UPPER_E = 69;

/** The cells of the current row. `column` is the column's position in the header. */
export interface CsvRow {
	text(column: number): string;
	/** Returns NaN for a cell that is empty or not a number. */
	number(column: number): number;
	/** True if the cell has exactly these bytes. */
	is(column: number, bytes: Uint8Array): boolean;
}

/**
 * Returns the paths of `*.csv` and `*.csv.gz` in a directory, sorted by name; empty if the directory does not exist.
 */
export function csvFilesIn(directory: string): readonly string[] {
	let names: string[];
	try {
		names = readdirSync(directory);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
		throw new WorldError(`Cannot list the history directory ${directory}: ${String(error)}.`);
	}
	const paths = names
		.filter((name) => /\.csv(\.gz)?$/.test(name))
		.sort()
		.map((name) => join(directory, name));
	if (paths.length > FILES_MAX) {
		throw new WorldError(`Too many history files in ${directory}, was ${paths.length}, limit ${FILES_MAX}.`);
	}
	return paths;
}

/**
 * Visits every data row of a file whose header has all `required` columns. It does not read past the header of any
 * other file.
 * @param start receives a function that returns a column's position (-1 for a missing optional column), and returns
 * the row visitor
 * @returns true if the header has all required columns
 * @throws WorldError if the file cannot be read or is larger than 64 MiB (512 MiB unpacked)
 */
export function visitCsv(
	path: string,
	required: readonly string[],
	start: (columnOf: (name: string) => number) => (row: CsvRow) => void,
): boolean {
	const file = readLimited(path);
	const packed = path.endsWith('.gz');
	const columns = headerOf(path, file, packed);
	if (!required.every((name) => columns.includes(name))) return false;
	const visit = start((name) => columns.indexOf(name));
	scan(packed ? unpack(path, file) : file, columns.length, visit);
	return true;
}

function readLimited(path: string): Buffer {
	try {
		const { size } = statSync(path);
		if (size > FILE_BYTES_MAX)
			throw new WorldError(`History file ${path} is too large, was ${size} bytes, limit ${FILE_BYTES_MAX}.`);
		return readFileSync(path);
	} catch (error) {
		if (error instanceof WorldError) throw error;
		throw new WorldError(`Cannot read the history file ${path}: ${String(error)}.`);
	}
}

function headerOf(path: string, file: Buffer, packed: boolean): readonly string[] {
	// Only the first bytes are unpacked, so that a file without the required columns need not be unpacked completely.
	const head = packed ? unpack(path, file.subarray(0, HEADER_BYTES_MAX), true) : file;
	const line = head.subarray(0, HEADER_BYTES_MAX).toString('latin1').split('\n', 1)[0] ?? '';
	return line.trim().split(',');
}

function unpack(path: string, bytes: Buffer, onlyStart = false): Buffer {
	try {
		return gunzipSync(bytes, {
			maxOutputLength: TEXT_BYTES_MAX,
			...(onlyStart ? { finishFlush: constants.Z_SYNC_FLUSH } : {}),
		});
	} catch (error) {
		throw new WorldError(`Cannot unpack the history file ${path}: ${String(error)}.`);
	}
}

/** Scans all rows. Rows whose number of cells differs from the header's are skipped. */
function scan(bytes: Buffer, columnCount: number, visit: (row: CsvRow) => void): void {
	const starts = new Int32Array(columnCount + 1);
	const row: CsvRow = {
		text: (column) => bytes.toString('latin1', starts[column], (starts[column + 1] ?? 0) - 1),
		number: (column) => parseNumber(bytes, starts[column] ?? 0, (starts[column + 1] ?? 0) - 1),
		is: (column, wanted) => {
			const from = starts[column] ?? 0;
			if ((starts[column + 1] ?? 0) - 1 - from !== wanted.length) return false;
			for (let i = 0; i < wanted.length; i += 1) if (bytes[from + i] !== wanted[i]) return false;
			return true;
		},
	};
	let place = bytes.indexOf(NEWLINE) + 1;
	if (place === 0) return;
	const length = bytes.length;
	while (place < length) {
		let cells = 0;
		starts[0] = place;
		let byte = 0;
		while (place < length) {
			byte = bytes[place] ?? 0;
			place += 1;
			if (byte === COMMA) {
				cells += 1;
				if (cells <= columnCount) starts[cells] = place;
			} else if (byte === NEWLINE) break;
		}
		// A cell ends one byte before the next cell starts. For the last cell, `end` is therefore one past its
		// newline, as if another cell followed.
		let end = byte === NEWLINE ? place : place + 1;
		if (bytes[end - 2] === CARRIAGE_RETURN) end -= 1;
		cells += 1;
		if (cells !== columnCount) continue;
		starts[cells] = end;
		visit(row);
	}
}

/** Parses the plain or scientific number between two offsets, exact to one unit in the last place of a double. */
function parseNumber(bytes: Buffer, from: number, to: number): number {
	if (from >= to) return Number.NaN;
	let place = from;
	const negative = bytes[place] === MINUS;
	if (negative || bytes[place] === PLUS) place += 1;
	let digits = 0;
	let exponent = 0;
	let seenDot = false;
	let seenDigit = false;
	for (; place < to; place += 1) {
		const byte = bytes[place] ?? 0;
		if (byte >= ZERO_DIGIT && byte <= NINE_DIGIT) {
			digits = digits * 10 + (byte - ZERO_DIGIT);
			seenDigit = true;
			if (seenDot) exponent -= 1;
		} else if (byte === DOT && !seenDot) seenDot = true;
		else break;
	}
	if (place < to) {
		const byte = bytes[place] ?? 0;
		const written = bytes.toString('latin1', place + 1, to);
		if ((byte !== LOWER_E && byte !== UPPER_E) || !/^[+-]?\d{1,3}$/.test(written)) return Number.NaN;
		exponent += Number(written);
	}
	if (!seenDigit) return Number.NaN;
	const value = exponent < 0 ? digits / 10 ** -exponent : digits * 10 ** exponent;
	return negative ? -value : value;
}
