/** Reads Parquet files, one row group after another. Decimals stay exact, and times may have any unit. */

import { open } from 'node:fs/promises';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import {
	asyncBufferFromFile,
	type ColumnData,
	type FileMetaData,
	parquetMetadataAsync,
	parquetRead,
	type SchemaElement,
} from 'hyparquet';
import { type Decimal, formatDecimal } from '../../domain/decimal.ts';
import { messageOf } from '../../domain/message-of.ts';
import type { Cells, RowSink, TableFile } from './cells.ts';
import { DataError } from './dataset.ts';
import { exactOfNumber, exactOfText, numberOfText, scaled } from './exact-numbers.ts';
import { DATA_TEXTS } from './text.ts';

const MAGIC = 'PAR1';
const NS_PER_MS = 1_000_000;
const US_PER_MS = 1_000;
const WORD = 2 ** 32;

/** Times as milliseconds. A date without a time is not a time, so it becomes NaN. */
const PARSERS = {
	timestampFromMilliseconds: Number,
	timestampFromMicroseconds: (micros: bigint) => Number(micros) / US_PER_MS,
	timestampFromNanoseconds: (nanos: bigint) => Number(nanos) / NS_PER_MS,
	dateFromDays: () => Number.NaN,
};

const COMPRESSORS = {
	GZIP: (bytes: Uint8Array, maxOutputLength: number) => gunzipSync(bytes, { maxOutputLength }),
	BROTLI: (bytes: Uint8Array, maxOutputLength: number) => brotliDecompressSync(bytes, { maxOutputLength }),
	ZSTD: (bytes: Uint8Array, maxOutputLength: number) => zstdDecompressSync(bytes, { maxOutputLength }),
};

type Column = {
	readonly name: string;
	/** Decimals of a column of unscaled whole numbers; undefined for any other column. */
	readonly scale: number | undefined;
};

/** Opens a file and reads its columns. @throws DataError if the file cannot be read */
export async function openParquet(path: string, name: string): Promise<TableFile> {
	if (!(await isWhole(path, name))) throw new DataError('DATA_UNREADABLE', DATA_TEXTS.parquetCutOff(name));
	return understood(name, async () => {
		const file = await asyncBufferFromFile(path);
		const metadata = await parquetMetadataAsync(file, { geoparquet: false });
		const columns = columnsOf(metadata);
		return {
			...{ name, path, columns: columns.map((column) => column.name) },
			read: (sink: RowSink, used: readonly string[]) =>
				understood(name, () => readGroups({ name, file, metadata, columns }, sink, used)),
		};
	});
}

type Opened = {
	readonly name: string;
	readonly file: Awaited<ReturnType<typeof asyncBufferFromFile>>;
	readonly metadata: FileMetaData;
	readonly columns: readonly Column[];
};

async function readGroups(
	{ name, file, metadata, columns }: Opened,
	sink: RowSink,
	used: readonly string[],
): Promise<number> {
	const cells = new ParquetCells(name, columns);
	let rowStart = 0;
	for (const group of metadata.row_groups) {
		const rowEnd = rowStart + Number(group.num_rows);
		if (rowEnd === rowStart) continue;
		const chunks: ColumnData[] = [];
		await parquetRead({
			...{ file, metadata, columns: [...used], rowStart, rowEnd },
			...{ compressors: COMPRESSORS, parsers: PARSERS, utf8: false, geoparquet: false },
			onChunk: (chunk) => chunks.push(chunk),
		});
		cells.load(chunks, rowStart, rowEnd);
		while (cells.next()) sink(cells);
		rowStart = rowEnd;
	}
	return rowStart;
}

/**
 * Returns the columns. Makes the metadata describe decimals as their unscaled whole numbers, because the parser would
 * otherwise turn them into doubles.
 */
function columnsOf({ schema }: FileMetaData): readonly Column[] {
	const columns: Column[] = [];
	let index = 1;
	while (index < schema.length) {
		const element = schema[index] as SchemaElement;
		const isDecimal = element.converted_type === 'DECIMAL' || element.logical_type?.type === 'DECIMAL';
		columns.push({ name: element.name, scale: isDecimal ? (element.scale ?? 0) : undefined });
		if (isDecimal) {
			delete element.converted_type;
			delete element.logical_type;
		}
		index = afterSubtree(schema, index);
	}
	return columns;
}

function afterSubtree(schema: readonly SchemaElement[], index: number): number {
	let next = index + 1;
	for (let child = 0; child < (schema[index]?.num_children ?? 0); child += 1)
		next = afterSubtree(schema, next);
	return next;
}

async function isWhole(path: string, name: string): Promise<boolean> {
	try {
		const file = await open(path);
		try {
			const { size } = await file.stat();
			if (size === 0) throw new DataError('DATA_EMPTY', DATA_TEXTS.empty(name));
			const ends = Buffer.alloc(2 * MAGIC.length);
			await file.read(ends, 0, MAGIC.length, 0);
			await file.read(ends, MAGIC.length, MAGIC.length, Math.max(0, size - MAGIC.length));
			return ends.toString('latin1') === MAGIC + MAGIC;
		} finally {
			await file.close();
		}
	} catch (error) {
		if (error instanceof DataError) throw error;
		throw new DataError('DATA_UNREADABLE', DATA_TEXTS.unreadable(name, messageOf(error)));
	}
}

/** Turns the parser's errors into a sentence. @throws DataError */
async function understood<T>(name: string, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		if (error instanceof DataError) throw error;
		throw new DataError('DATA_UNREADABLE', DATA_TEXTS.parquetDamaged(name, messageOf(error)));
	}
}

class ParquetCells implements Cells {
	readonly #name: string;
	readonly #columns: readonly Column[];
	readonly #indexes: ReadonlyMap<string, number>;
	/** Values of the row group by column. */
	#values: ArrayLike<unknown>[] = [];
	#row = -1;
	#rows = 0;
	/** Number of rows before this row group. */
	#before = 0;

	constructor(name: string, columns: readonly Column[]) {
		this.#name = name;
		this.#columns = columns;
		this.#indexes = new Map(columns.map((column, index) => [column.name, index]));
	}

	/** Shows the rows of a row group. */
	load(chunks: readonly ColumnData[], rowStart: number, rowEnd: number): void {
		const parts: ArrayLike<unknown>[][] = this.#columns.map(() => []);
		// Chunks arrive in the order in which their columns were read, and those of one column in the order of rows.
		for (const { columnName, columnData } of chunks)
			parts[this.#indexes.get(columnName) ?? -1]?.push(columnData);
		this.#values = parts.map((part, index) => asDoubles(joined(part), this.#columns[index]));
		this.#row = -1;
		this.#rows = rowEnd - rowStart;
		this.#before = rowStart;
	}

	/** Shows the next row; false after the last one. */
	next(): boolean {
		this.#row += 1;
		return this.#row < this.#rows;
	}

	isEmpty(column: number): boolean {
		const value = this.#value(column);
		return value === undefined || value === null || value === '';
	}

	number(column: number): number {
		const value = this.#value(column);
		const isDecimal = this.#columns[column]?.scale !== undefined;
		if (typeof value === 'number' && !isDecimal) return value;
		if (!isDecimal) return typeof value === 'bigint' ? Number(value) : numberOfText(this.text(column));
		const exact = this.exact(column);
		return exact === undefined ? Number.NaN : Number(formatDecimal(exact));
	}

	exact(column: number): Decimal | undefined {
		const value = this.#value(column);
		const scale = this.#columns[column]?.scale;
		if (value === undefined || value === null) return undefined;
		if (scale !== undefined) return scaled(unscaled(value), scale);
		if (typeof value === 'number') return exactOfNumber(value);
		return typeof value === 'bigint' ? scaled(value, 0) : exactOfText(this.text(column));
	}

	name(column: number): string {
		return this.text(column);
	}

	text(column: number): string {
		const value = this.#value(column);
		if (typeof value === 'string') return value;
		if (value === undefined || value === null) return '';
		return value instanceof Uint8Array ? Buffer.from(value).toString() : String(value);
	}

	place(): string {
		return `${this.#name}, row ${this.#before + this.#row + 1}`;
	}

	#value(column: number): unknown {
		return this.#values[column]?.[this.#row];
	}
}

/** Returns the unscaled whole number of a decimal: a number, or big-endian bytes in two's complement. */
function unscaled(value: unknown): bigint {
	if (!(value instanceof Uint8Array)) return BigInt(value as number | bigint);
	return value.length === 0
		? 0n
		: BigInt.asIntN(8 * value.length, BigInt(`0x${Buffer.from(value).toString('hex')}`));
}

/** Turns a column of 64-bit whole numbers, such as times, into doubles without a big integer per row. */
function asDoubles(values: ArrayLike<unknown>, column: Column | undefined): ArrayLike<unknown> {
	if (!(values instanceof BigInt64Array) || column?.scale !== undefined) return values;
	const words = new Int32Array(values.buffer, values.byteOffset, 2 * values.length);
	const doubles = new Float64Array(values.length);
	for (let index = 0; index < doubles.length; index += 1)
		doubles[index] = (words[2 * index + 1] as number) * WORD + ((words[2 * index] as number) >>> 0);
	return doubles;
}

function joined(parts: readonly ArrayLike<unknown>[]): ArrayLike<unknown> {
	const [first] = parts;
	if (first !== undefined && parts.length === 1) return first;
	const all: unknown[] = [];
	for (const part of parts) for (let index = 0; index < part.length; index += 1) all.push(part[index]);
	return all;
}
