import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, test } from 'vitest';
import { dataFolder } from '../../../test/support/data-folder.ts';
import { writeMarks, writeSettled } from '../../../test/support/generated-dataset.ts';
import { parseDecimal } from '../../domain/decimal.ts';
import type { Dataset } from './dataset.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 0, 1);
const SIZE = { exchanges: 3, coins: 4, hours: 60, from: START };
const at = (hours: number): number => START + hours * HOUR;
const HEAD = 'ts_ms,venue,symbol,base,quote,rate,interval_h';
const settled = (
	hours: number,
	rate: string,
	change: Partial<Record<'venue' | 'symbol' | 'base', string>> = {},
) => {
	const { venue = 'bybit', symbol = 'BTCUSDT', base = 'BTC' } = change;
	return `${at(hours)},${venue},${symbol},${base},USDT,${rate},8`;
};
const MARK_HEAD = 'ts_ms,venue,symbol,mark,volume_usd';
const mark = (hours: number, price: string, symbol = 'BTCUSDT') =>
	`${at(hours)},bybit,${symbol},${price},1000`;

/** Everything of a dataset but its files. */
function content({ files: _files, hash: _hash, ...rest }: Dataset) {
	return rest;
}

describe('a dataset', () => {
	test('is the same from CSV, gzipped CSV and Parquet', async () => {
		const read: Dataset[] = [];
		for (const as of ['csv', 'csv.gz', 'parquet'] as const) {
			using folder = dataFolder();
			writeMarks(`${folder.path}/marks.${as}`, as, SIZE);
			writeSettled(`${folder.path}/settled.${as}`, as, SIZE);
			read.push(await folder.read());
		}
		const [csv, gzipped, parquet] = read as [Dataset, Dataset, Dataset];
		expect(csv.grade).toBe('B');
		expect(csv.tracks).toHaveLength(12);
		expect(csv.tracks[0]?.settled.at).toHaveLength(60);
		expect(csv.tracks[0]?.prices?.at).toHaveLength(60);
		expect(content(gzipped)).toEqual(content(csv));
		expect(content(parquet)).toEqual(content(csv));
	});

	test('has exact rates from text, doubles and decimals of Parquet', async () => {
		const rates = ['0.0001', '-0.00012345', '0.000012345678901234'];
		const ts = {
			name: 'ts_ms',
			data: rates.map((_, index) => new Date(at(8 * index))),
			type: 'TIMESTAMP' as const,
		};
		const names = [
			{ name: 'venue', data: rates.map(() => 'bybit') },
			{ name: 'base', data: rates.map(() => 'BTC') },
		];
		const units = rates.map((rate) => parseDecimal(rate));
		for (const rate of [
			{ name: 'rate', data: rates, type: 'STRING' as const },
			{ name: 'rate', data: rates.map(Number), type: 'DOUBLE' as const },
		]) {
			using folder = dataFolder();
			folder.put('settled.parquet', new Uint8Array(parquetWriteBuffer({ columnData: [ts, ...names, rate] })));
			const { tracks } = await folder.read();
			expect([...(tracks[0]?.settled.rates ?? [])]).toEqual(units);
			expect([...(tracks[0]?.settled.at ?? [])]).toEqual([at(0), at(8), at(16)]);
		}
		using folder = dataFolder();
		const schema = [
			{ name: 'root', num_children: 4 },
			{ name: 'ts_ms', type: 'INT64' as const, repetition_type: 'REQUIRED' as const },
			{
				name: 'venue',
				type: 'BYTE_ARRAY' as const,
				converted_type: 'UTF8' as const,
				repetition_type: 'REQUIRED' as const,
			},
			{
				name: 'base',
				type: 'BYTE_ARRAY' as const,
				converted_type: 'UTF8' as const,
				repetition_type: 'REQUIRED' as const,
			},
			{
				...{
					name: 'rate',
					type: 'INT64' as const,
					converted_type: 'DECIMAL' as const,
					scale: 18,
					precision: 18,
				},
				repetition_type: 'REQUIRED' as const,
			},
		];
		const columnData = [
			{ name: 'ts_ms', data: rates.map((_, index) => BigInt(at(8 * index))) },
			...names,
			{ name: 'rate', data: rates.map(Number) },
		];
		folder.put('settled.parquet', new Uint8Array(parquetWriteBuffer({ schema, columnData })));
		const { tracks } = await folder.read();
		expect([...(tracks[0]?.settled.rates ?? [])]).toEqual(units);
	});

	test.each([
		['CRLF', (text: string) => text.replaceAll('\n', '\r\n')],
		['a byte order mark', (text: string) => `\ufeff${text}`],
		['quoted cells', (text: string) => text.replaceAll(/[^,\n]+/g, '"$&"')],
		['blank lines', (text: string) => text.replaceAll('\n', '\n\n')],
		['no line end after the last row', (text: string) => text.trimEnd()],
		['gzip under a name without .gz', (text: string) => gzipSync(text)],
	])('is the same with %s', async (_name, written) => {
		const text = `${[HEAD, settled(0, '0.0001'), settled(8, '-0.0002'), settled(16, '1e-7')].join('\n')}\n`;
		using plain = dataFolder();
		plain.put('settled.csv', text);
		using other = dataFolder();
		other.put('settled.csv', written(text));
		const expected = content(await plain.read());
		expect(content(await other.read())).toEqual(expected);
		expect(expected.tracks[0]?.settled.rates).toEqual(
			new BigInt64Array([parseDecimal('0.0001'), parseDecimal('-0.0002'), parseDecimal('0.0000001')]),
		);
	});

	test('reads columns in any order, with quoted cells that hold commas, quotes and line ends', async () => {
		using folder = dataFolder();
		folder.put('settled.csv', [
			'note,rate,base,venue,ts_ms',
			`"one, ""two""\nthree",0.0001,BTC,bybit,${at(0)}`,
			`,0.0002,BTC,bybit,${at(8)}`,
		]);
		const { tracks, notes } = await folder.read();
		expect(tracks[0]).toMatchObject({ venue: 'bybit', symbol: 'BTC', coin: 'BTC', quote: 'USDT' });
		expect([...(tracks[0]?.settled.rates ?? [])]).toEqual([parseDecimal('0.0001'), parseDecimal('0.0002')]);
		expect(notes).toEqual(['settled.csv: 1 column not read: note.']);
	});

	test('does not depend on the order and the number of files', async () => {
		const early = [settled(0, '0.0001'), settled(16, '0.0003')];
		const late = [settled(8, '0.0002'), settled(16, '0.0003'), settled(24, '0.0004')];
		using two = dataFolder();
		const paths = [two.put('a.csv', [HEAD, ...early]), two.put('b.csv', [HEAD, ...late])];
		const merged = await two.read({ paths });
		const reversed = await two.read({ paths: paths.toReversed() });
		const twice = await two.read({ paths: [...paths, two.path] });
		expect(reversed).toEqual(merged);
		expect(twice).toEqual(merged);
		using one = dataFolder();
		one.put('settled.csv', [
			HEAD,
			settled(0, '0.0001'),
			settled(8, '0.0002'),
			settled(16, '0.0003'),
			settled(24, '0.0004'),
		]);
		expect(content(await one.read())).toEqual(content(merged));
	});

	test('reads files of one name in two folders', async () => {
		using folder = dataFolder();
		folder.put('late/settled.csv', [HEAD, settled(8, '0.0002'), settled(16, '0.0003')]);
		folder.put('early/settled.csv', [HEAD, settled(0, '0.0001'), settled(8, '0.0002')]);
		const paths = ['late', 'early'].map((name) => `${folder.path}/${name}/settled.csv`);
		for (const given of [paths, paths.toReversed(), [folder.path]])
			expect((await folder.read({ paths: given })).tracks[0]?.settled.at).toEqual(
				new Float64Array([0, 8, 16].map(at)),
			);
	});

	test('reads a file once that is given by itself and in a folder', async () => {
		using folder = dataFolder();
		const file = folder.put('year/settled.csv', [HEAD, settled(0, '0.0001')]);
		const read = await folder.read({ paths: [file, folder.path] });
		expect(read.files.map(({ path }) => path)).toEqual(['settled.csv']);
		expect(await folder.read({ paths: [folder.path, file] })).toEqual(read);
	});

	test('is the same when rows cross the pieces in which a file is read', async () => {
		const rows = Array.from({ length: 60_000 }, (_, index) =>
			settled(index, `0.${String(index).padStart(6, '0')}`),
		);
		const text = [HEAD, ...rows].join('\n');
		using plain = dataFolder();
		plain.put('settled.csv', text);
		using other = dataFolder();
		other.put('settled.csv', `\ufeff${text.replaceAll(/[^,\n]+/g, '"$&"').replaceAll('\n', '\r\n\r\n')}`);
		const expected = await plain.read();
		expect(expected.tracks[0]?.settled.at).toHaveLength(rows.length);
		expect((await other.read()).tracks).toEqual(expected.tracks);
	});

	test('accepts equal rows twice', async () => {
		using folder = dataFolder();
		folder.put('settled.csv', [HEAD, settled(0, '0.0001'), settled(0, '0.00010'), settled(8, '0.0002')]);
		folder.put('marks.csv', [MARK_HEAD, mark(0, '100'), mark(0, '100.0')]);
		const { tracks } = await folder.read();
		expect(tracks[0]?.settled.at).toHaveLength(2);
		expect(tracks[0]?.prices?.at).toHaveLength(1);
	});

	test('rounds the times of settlements to seconds', async () => {
		using folder = dataFolder();
		folder.put('settled.csv', ['ts_ms,venue,base,rate', `${at(0) + 4},bybit,BTC,0.0001`]);
		expect((await folder.read()).tracks[0]?.settled.at[0]).toBe(at(0));
	});

	test('gives candles to the contract of their coin, each volume once its hour is over', async () => {
		using folder = dataFolder();
		folder.put('settled.csv', [HEAD, settled(0, '0.0001')]);
		folder.put('candles.csv', [
			'ts_ms,venue,base,o,h,l,c,v',
			`${at(0)},bybit,BTC,100,1,1,110,5`,
			`${at(1)},bybit,BTC,111,1,1,112,7`,
		]);
		const { grade, tracks, notes } = await folder.read();
		expect(grade).toBe('B');
		expect(tracks[0]?.prices?.marks).toEqual(new Float64Array([100, 111]));
		expect(tracks[0]?.prices?.volumesUsd).toEqual(new Float64Array([Number.NaN, 550]));
		expect(notes).toEqual([]);
	});

	test('has only the chosen exchanges and coins', async () => {
		using folder = dataFolder();
		folder.put('settled.csv', [
			HEAD,
			settled(0, '0.0001'),
			settled(0, '0.0001', { symbol: 'ETHUSDT', base: 'ETH' }),
			settled(0, '0.0001', { venue: 'okx' }),
			settled(0, '0.0001', { venue: 'kraken' }),
		]);
		const names = async (choice: Parameters<typeof folder.read>[0]) =>
			(await folder.read(choice)).tracks.map(({ venue, coin }) => `${venue} ${coin}`);
		expect(await names({ venues: ['bybit', 'okx'] })).toEqual(['bybit BTC', 'bybit ETH', 'okx BTC']);
		expect(await names({ venues: ['bybit'], coins: ['ETH'] })).toEqual(['bybit ETH']);
	});

	test('keeps the span and the past before it, and no more', async () => {
		using folder = dataFolder();
		folder.put('settled.csv', [
			HEAD,
			...Array.from({ length: 30 }, (_, index) => settled(8 * index, '0.0001')),
		]);
		folder.put('marks.csv', [MARK_HEAD, ...Array.from({ length: 240 }, (_, index) => mark(index, '100'))]);
		const { tracks, from, until } = await folder.read({
			span: { from: at(80), until: at(96), pastMs: 16 * HOUR },
		});
		expect(tracks[0]?.settled.at).toEqual(new Float64Array([64, 72, 80, 88, 96].map(at)));
		expect(tracks[0]?.prices?.at).toHaveLength(33);
		expect([from, until]).toEqual([at(64), at(96)]);
	});

	test('reads subfolders, and names what it leaves out', async () => {
		using folder = dataFolder();
		folder.put('README.md', 'Data.');
		folder.put('raw/messages.bin', 'x');
		folder.put('2026/settled.csv', [`${HEAD},mark`, `${settled(0, '0.0001')},100`]);
		folder.put('2026/marks.csv', [MARK_HEAD, mark(0, '100'), mark(0, '5', 'ETHUSDT')]);
		const { tracks, files, notes } = await folder.read();
		expect(tracks).toHaveLength(1);
		expect(files.map(({ path }) => path)).toEqual(['2026/settled.csv', '2026/marks.csv']);
		expect(notes).toEqual([
			'2 files left out, neither CSV nor Parquet: README.md, raw/messages.bin.',
			'1 contract left out, with prices but no settled rates: bybit ETHUSDT.',
		]);
	});

	test('lists gaps of rates and prices, and fills none', async () => {
		using folder = dataFolder();
		folder.put('settled.csv', [HEAD, ...[0, 8, 16, 48, 56].map((hours) => settled(hours, '0.0001'))]);
		folder.put('marks.csv', [MARK_HEAD, ...[0, 1, 2, 9, 10].map((hours) => mark(hours, '100'))]);
		const { gaps, tracks } = await folder.read();
		expect(gaps).toEqual([
			{ venue: 'bybit', symbol: 'BTCUSDT', kind: 'rates', from: at(16), until: at(48) },
			{ venue: 'bybit', symbol: 'BTCUSDT', kind: 'prices', from: at(2), until: at(9) },
		]);
		expect(tracks[0]?.settled.at).toHaveLength(5);
	});

	test('takes a longer interval that only one row states for a gap', async () => {
		using folder = dataFolder();
		const rows = (hours: number, interval: number) =>
			settled(hours, '0.0001').replace(/8$/, String(interval));
		const steady = [0, 4, 8, 12].map((hours) => rows(hours, 4));
		folder.put('settled.csv', [HEAD, ...steady, rows(20, 8), ...[24, 28, 32].map((hours) => rows(hours, 4))]);
		expect((await folder.read()).gaps).toMatchObject([{ kind: 'rates', from: at(12), until: at(20) }]);
		folder.put('settled.csv', [HEAD, ...steady, rows(20, 8), ...[28, 36].map((hours) => rows(hours, 8))]);
		expect((await folder.read()).gaps).toEqual([]);
	});

	test('lists changes of the settlement interval', async () => {
		using folder = dataFolder();
		const hours = [0, 8, 16, 24, 25, 26, 27, 28, 36, 44, 52];
		folder.put('settled.csv', [HEAD, ...hours.map((hour) => settled(hour, '0.0001'))]);
		const { intervalChanges } = await folder.read();
		expect(intervalChanges).toEqual([
			{ venue: 'bybit', symbol: 'BTCUSDT', at: at(25), fromMs: 8 * HOUR, toMs: HOUR },
			{ venue: 'bybit', symbol: 'BTCUSDT', at: at(36), fromMs: HOUR, toMs: 8 * HOUR },
		]);
	});

	test('has a hash of its files, whatever their folder', async () => {
		using one = dataFolder();
		using other = dataFolder();
		for (const folder of [one, other]) folder.put('settled.csv', [HEAD, settled(0, '0.0001')]);
		const { hash, files } = await one.read();
		expect((await other.read()).hash).toBe(hash);
		expect(files).toEqual([
			{ path: 'settled.csv', bytes: 92, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
		]);
		other.put('settled.csv', [HEAD, settled(0, '0.0002')]);
		expect((await other.read()).hash).not.toBe(hash);
	});
});
