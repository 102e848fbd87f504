/** Writes recorded data of any size as CSV and Parquet: hourly marks and settled rates that look like real ones. */

import { closeSync, openSync, writeSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import { seededRandom } from '../../src/runtime/seeded-random.ts';

const HOUR_MS = 3_600_000;
/** Number of rows that are written at once. */
const BATCH = 200_000;

/** Size of the data. The first exchange settles hourly, the last one every four hours, all others every eight. */
export type GeneratedSize = {
	readonly exchanges: number;
	readonly coins: number;
	readonly hours: number;
	readonly from: number;
};

/** A column of a table: name, Parquet type and one value per row. */
type Column = {
	readonly name: string;
	readonly type: 'INT64' | 'STRING' | 'DOUBLE';
	readonly data: unknown[];
};
type Table = readonly Column[];

/** How a table is written. */
export type WrittenAs = 'csv' | 'csv.gz' | 'parquet';

/** Writes hourly marks; returns the number of rows. */
export function writeMarks(path: string, as: WrittenAs, size: GeneratedSize): number {
	const random = seededRandom(1);
	const prices = Array.from({ length: size.coins }, (_, coin) => 10 ** (4 - (coin % 8)));
	const writer = tableWriter(path, as);
	const table = newTable([
		['ts_ms', 'INT64'],
		['venue', 'STRING'],
		['symbol', 'STRING'],
		['mark', 'DOUBLE'],
		['volume_usd', 'DOUBLE'],
	]);
	let rows = 0;
	for (let hour = 0; hour < size.hours; hour += 1) {
		const at = BigInt(size.from + hour * HOUR_MS);
		for (let coin = 0; coin < size.coins; coin += 1) {
			const price = (prices[coin] as number) * (1 + 0.002 * (random.unit() - 0.5));
			prices[coin] = price;
			for (let exchange = 0; exchange < size.exchanges; exchange += 1) {
				const mark = Number((price * (1 + 0.0004 * (random.unit() - 0.5))).toPrecision(7));
				const volume = Math.round(random.unit() * 1e9) / 100;
				put(table, [at, exchangeName(exchange), symbolName(coin), mark, volume]);
				rows += 1;
			}
		}
		if (lengthOf(table) >= BATCH) writer.write(table);
	}
	writer.write(table);
	writer.close();
	return rows;
}

/** Writes settled rates; returns the number of rows. */
export function writeSettled(path: string, as: WrittenAs, size: GeneratedSize): number {
	const random = seededRandom(2);
	const writer = tableWriter(path, as);
	const table = newTable([
		['ts_ms', 'INT64'],
		['venue', 'STRING'],
		['symbol', 'STRING'],
		['base', 'STRING'],
		['quote', 'STRING'],
		['rate', 'STRING'],
		['interval_h', 'DOUBLE'],
	]);
	let rows = 0;
	for (let hour = 0; hour < size.hours; hour += 1) {
		const at = BigInt(size.from + hour * HOUR_MS);
		for (let exchange = 0; exchange < size.exchanges; exchange += 1) {
			const interval = exchange === 0 ? 1 : exchange === size.exchanges - 1 ? 4 : 8;
			if (hour % interval !== 0) continue;
			for (let coin = 0; coin < size.coins; coin += 1) {
				const rate = ((random.unit() - 0.45) * 0.0002 * interval).toFixed(8);
				put(table, [at, exchangeName(exchange), symbolName(coin), coinName(coin), 'USDT', rate, interval]);
				rows += 1;
			}
		}
		if (lengthOf(table) >= BATCH) writer.write(table);
	}
	writer.write(table);
	writer.close();
	return rows;
}

function exchangeName(exchange: number): string {
	return `exchange${exchange + 1}`;
}

function coinName(coin: number): string {
	return `COIN${coin + 1}`;
}

function symbolName(coin: number): string {
	return `${coinName(coin)}USDT`;
}

function newTable(columns: readonly (readonly [string, Column['type']])[]): Table {
	return columns.map(([name, type]) => ({ name, type, data: [] }));
}

function put(table: Table, values: readonly unknown[]): void {
	for (const [index, value] of values.entries()) table[index]?.data.push(value);
}

function lengthOf(table: Table): number {
	return table[0]?.data.length ?? 0;
}

/** Writes tables of equal columns to one file, and empties each. */
function tableWriter(path: string, as: WrittenAs) {
	const file = openSync(path, 'w');
	const append = (bytes: Uint8Array): void => void writeSync(file, bytes);
	const rows = as === 'parquet' ? parquetRows(append) : csvRows(as === 'csv.gz' ? gzipped(append) : append);
	return {
		write(table: Table): void {
			if (lengthOf(table) > 0) rows.write(table);
			for (const { data } of table) data.length = 0;
		},
		close(): void {
			rows.close();
			closeSync(file);
		},
	};
}

/** Compresses each piece as a member of its own, which readers of gzip read as one file. */
function gzipped(append: (bytes: Uint8Array) => void): (bytes: Uint8Array) => void {
	return (bytes) => append(gzipSync(bytes, { level: 1 }));
}

function csvRows(append: (bytes: Uint8Array) => void) {
	let hasHead = false;
	return {
		write(table: Table): void {
			const lines = hasHead ? [] : [table.map(({ name }) => name).join(',')];
			hasHead = true;
			for (let row = 0; row < lengthOf(table); row += 1)
				lines.push(table.map(({ data }) => data[row]).join(','));
			append(Buffer.from(`${lines.join('\n')}\n`));
		},
		close() {},
	};
}

function parquetRows(append: (bytes: Uint8Array) => void) {
	const bytes = new ByteWriter();
	let writer: ParquetWriter | undefined;
	return {
		write(table: Table): void {
			const columnData = table.map(({ name, type, data }) => ({
				name,
				type,
				data: [...data],
				nullable: false,
			}));
			writer ??= new ParquetWriter({ writer: bytes, schema: schemaFromColumnData({ columnData }) });
			writer.write({
				columnData: columnData.map(({ name, data }) => ({ name, data })),
				rowGroupSize: 100_000,
			});
		},
		close(): void {
			writer?.finish();
			append(new Uint8Array(bytes.getBuffer()));
		},
	};
}
