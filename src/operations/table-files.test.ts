/** Tests the files of exported tables: many rows in bounded portions, and complete or absent. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseDecimal } from '../domain/decimal.ts';
import type { Column, ExportFormat, Row } from './history-tables.ts';
import { openTableFile } from './table-files.ts';

let root: string;

beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), 'carrywire-tables-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const WIDE: readonly Column[] = [
	{ name: 'ts_ms', type: 'time' },
	{ name: 'venue', type: 'text' },
	...Array.from({ length: 400 }, (_, index): Column => ({ name: `c${index}`, type: 'decimal' })),
];
const ROWS = 2_000;

function wideRow(index: number): Row {
	const values = WIDE.slice(2).map((_, column) =>
		column % 3 === 0 ? null : parseDecimal(`${index}.${column + 1}`),
	);
	return [1_795_251_600_000 + index, `venue${index % 3}`, ...values];
}

async function writeWide(name: string, format: ExportFormat): Promise<string> {
	const path = join(root, name);
	const file = await openTableFile(path, WIDE, format);
	for (let index = 0; index < ROWS; index += 1) {
		file.add(wideRow(index));
		await file.drain();
	}
	expect(existsSync(path)).toBe(false);
	expect(await file.complete()).toBe(ROWS);
	expect(existsSync(path)).toBe(false);
	file.publish();
	return path;
}

describe('a table', () => {
	test('as Parquet has its rows in groups, each with at most half a million values', async () => {
		const file = await asyncBufferFromFile(await writeWide('wide.parquet', 'parquet'));
		const { row_groups: groups } = await parquetMetadataAsync(file);
		expect(groups.map(({ num_rows: count }) => Number(count))).toEqual([1_243, 757]);
		const rows = await parquetReadObjects({ file });
		expect(rows).toHaveLength(ROWS);
		for (const index of [0, 1_242, 1_243, ROWS - 1])
			expect(rows[index]).toMatchObject({
				...{ ts_ms: 1_795_251_600_000n + BigInt(index), venue: `venue${index % 3}` },
				...{ c0: null, c1: Number(`${index}.2`), c398: Number(`${index}.399`) },
			});
	});

	test('as packed CSV has every row once, in order', async () => {
		const text = gunzipSync(readFileSync(await writeWide('wide.csv.gz', 'csv'))).toString('utf8');
		const lines = text.trimEnd().split('\n');
		expect(lines).toHaveLength(ROWS + 1);
		for (const index of [0, 1_500, ROWS - 1])
			expect(lines[index + 1]?.split(',').slice(0, 5)).toEqual([
				...[String(1_795_251_600_000 + index), `venue${index % 3}`, '', `${index}.2`, `${index}.3`],
			]);
	});

	test.each(['csv', 'parquet'] as const)('without rows has its columns as %s', async (format) => {
		const path = join(root, `empty.${format}`);
		const file = await openTableFile(path, WIDE.slice(0, 3), format);
		expect(await file.complete()).toBe(0);
		file.publish();
		if (format === 'csv') expect(readFileSync(path, 'utf8')).toBe('ts_ms,venue,c0\n');
		else {
			const { schema, num_rows: count } = await parquetMetadataAsync(await asyncBufferFromFile(path));
			expect([schema.slice(1).map(({ name }) => name), count]).toEqual([['ts_ms', 'venue', 'c0'], 0n]);
		}
	});

	test.each(['csv', 'parquet'] as const)('that was discarded leaves no file as %s', async (format) => {
		const path = join(root, `none.${format}`);
		const file = await openTableFile(path, WIDE, format);
		file.add(wideRow(0));
		await file.drain();
		file.discard();
		expect(existsSync(path)).toBe(false);
		expect(existsSync(`${path}.partial`)).toBe(false);
	});

	test('as Parquet has the nearest double of each decimal', async () => {
		const texts = [
			'0.1',
			'-0.00000001',
			'67123.45678901',
			'123456789.123456789012345678',
			'1e-18',
			'-2e12',
			'0',
		];
		const path = join(root, 'doubles.parquet');
		const file = await openTableFile(path, [{ name: 'value', type: 'decimal' }], 'parquet');
		for (const text of texts) file.add([parseDecimal(text)]);
		await file.complete();
		file.publish();
		const rows = await parquetReadObjects({ file: await asyncBufferFromFile(path) });
		expect(rows.map(({ value }) => value)).toEqual(texts.map(Number));
	});

	test.each(['csv', 'parquet'] as const)('in a directory that does not exist fails as %s', async (format) => {
		await expect(openTableFile(join(root, 'absent', 'x'), WIDE, format)).rejects.toThrow('ENOENT');
	});
});
