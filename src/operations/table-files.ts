/**
 * Writes tables as files, as CSV or as Parquet, row by row in bounded memory. A file is written under a temporary name
 * and gets its own name when it is complete.
 */
import { createWriteStream, openSync, renameSync, rmSync } from 'node:fs';
import { PassThrough, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { csvCell } from '../domain/csv-cell.ts';
import { DECIMAL_PLACES, type Decimal, formatDecimal, toNumber } from '../domain/decimal.ts';
import {
	type Cell,
	type Column,
	type ColumnType,
	type ExportFormat,
	KNOWN_COLUMNS,
	type Row,
} from './history-tables.ts';

/** A file that is being written. */
export type TableFile = {
	/** Adds a row. Await `drain` now and then. */
	readonly add: (row: Row) => void;
	/** Writes the rows added so far, if they are many. @throws Error from the system */
	readonly drain: () => Promise<void>;
	/** Completes the file under its temporary name. Returns the number of its rows. @throws Error from the system */
	readonly complete: () => Promise<number>;
	/** Gives the complete file its name. @throws Error from the system */
	readonly publish: () => void;
	/** Deletes an incomplete file. */
	readonly discard: () => void;
};

/** Opens a file for a table. @throws Error from the system */
export async function openTableFile(
	path: string,
	columns: readonly Column[],
	format: ExportFormat,
): Promise<TableFile> {
	const partial = `${path}.partial`;
	const writer =
		format === 'csv' ? openCsv(partial, columns, path.endsWith('.gz')) : await openParquet(partial, columns);
	return {
		...writer,
		publish: () => renameSync(partial, path),
		discard() {
			writer.discard();
			try {
				rmSync(partial, { force: true });
			} catch {
				// The error that stopped the export is the one to report.
			}
		},
	};
}

type PartialFile = Omit<TableFile, 'publish'>;

/** Number of characters that are written at once. */
const CHARS_PER_WRITE = 262_144;

function openCsv(path: string, columns: readonly Column[], isPacked: boolean): PartialFile {
	const head: Writable & NodeJS.ReadWriteStream = isPacked ? createGzip() : new PassThrough();
	// Opened at once, so that no file appears after `discard`.
	const written = pipeline(head, createWriteStream(path, { fd: openSync(path, 'w') }));
	// `drain` and `complete` report the failure.
	written.catch(() => {});
	let held = `${columns.map(({ name }) => name).join(',')}\n`;
	let count = 0;
	return {
		add(row) {
			count += 1;
			held += `${row.map(csvText).join(',')}\n`;
		},
		async drain() {
			if (held.length < CHARS_PER_WRITE) return;
			const text = held;
			held = '';
			if (head.write(text)) return;
			await Promise.race([new Promise<void>((resolve) => head.once('drain', resolve)), written]);
		},
		async complete() {
			head.end(held);
			await written;
			return count;
		},
		discard: () => void head.destroy(),
	};
}

function csvText(cell: Cell): string {
	if (cell === null) return '';
	if (typeof cell === 'bigint') return formatDecimal(cell);
	return typeof cell === 'string' ? csvCell(cell, 'needed') : String(cell);
}

/** Number of values per row group. A group is held in memory, and a reader can skip the groups that it does not need. */
const VALUES_PER_GROUP = 500_000;
const ROWS_PER_GROUP_MIN = 1_000;

const PARQUET_TYPES = {
	time: 'INT64',
	number: 'DOUBLE',
	decimal: 'DOUBLE',
	text: 'STRING',
	flag: 'BOOLEAN',
} as const satisfies Record<ColumnType, string>;

async function openParquet(path: string, columns: readonly Column[]): Promise<PartialFile> {
	const { fileWriter, ParquetWriter, schemaFromColumnData } = await import('hyparquet-writer');
	const file = fileWriter(path);
	const named = columns.map(({ name, type }) => ({
		...{ name, type: PARQUET_TYPES[type], nullable: !KNOWN_COLUMNS.has(name), data: [] },
	}));
	const writer = new ParquetWriter({
		writer: file,
		schema: schemaFromColumnData({ columnData: named }),
		createdBy: 'carrywire',
	});
	const rowsPerGroup = Math.max(ROWS_PER_GROUP_MIN, Math.floor(VALUES_PER_GROUP / columns.length));
	let group: ParquetValue[][] = columns.map(() => []);
	let count = 0;
	let rows = 0;
	const flush = async (): Promise<void> => {
		const full = group;
		group = columns.map(() => []);
		if (rows === 0) return;
		rows = 0;
		const columnData = columns.map(({ name }, index) => ({ name, data: full[index] ?? [] }));
		await writer.write({ columnData, rowGroupSize: rowsPerGroup });
	};
	return {
		add(row) {
			count += 1;
			rows += 1;
			for (const [index, { type }] of columns.entries())
				group[index]?.push(parquetValue(row[index] ?? null, type));
		},
		async drain() {
			if (rows >= rowsPerGroup) await flush();
		},
		async complete() {
			await flush();
			await writer.finish();
			return count;
		},
		discard() {},
	};
}

type ParquetValue = bigint | number | string | boolean | null;

function parquetValue(cell: Cell, type: ColumnType): ParquetValue {
	if (cell === null) return null;
	if (type === 'time') return BigInt(cell as number);
	return typeof cell === 'bigint' ? doubleOf(cell) : cell;
}

const EIGHT_PLACES = 10n ** BigInt(DECIMAL_PLACES - 8);

/** Returns the nearest double. For a value with at most eight decimals, one exact division takes a fifth of the time. */
function doubleOf(value: Decimal): number {
	const units = value / EIGHT_PLACES;
	const whole = Number(units);
	return units * EIGHT_PLACES === value && Number.isSafeInteger(whole) ? whole / 1e8 : toNumber(value);
}
