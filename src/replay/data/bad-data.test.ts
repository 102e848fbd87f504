import { symlinkSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, test } from 'vitest';
import { type DataFolder, dataFolder } from '../../../test/support/data-folder.ts';
import { DataError, type DataFault } from './dataset.ts';
import type { DatasetRequest } from './read-dataset.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 0, 1);
const at = (hours: number): number => START + hours * HOUR;
const HEAD = 'ts_ms,venue,symbol,base,quote,rate,interval_h';
const settled = (hours: number, rate = '0.0001', symbol = 'BTCUSDT') =>
	`${at(hours)},bybit,${symbol},${symbol.slice(0, 3)},USDT,${rate},8`;
const GOOD = [HEAD, settled(0), settled(8)];
const MARK_HEAD = 'ts_ms,venue,symbol,mark,volume_usd';
const mark = (hours: number, price: string, symbol = 'BTCUSDT') =>
	`${at(hours)},bybit,${symbol},${price},1000`;

/** Reads a folder, which must fail; returns the fault and the sentence. */
async function refusal(
	fill: (folder: DataFolder) => Partial<DatasetRequest> | undefined,
): Promise<readonly [DataFault, string]> {
	using folder = dataFolder();
	const request = fill(folder) ?? {};
	const error: unknown = await folder.read(request).then(
		() => undefined,
		(reason: unknown) => reason,
	);
	if (!(error instanceof DataError)) throw error ?? new Error('The data was read without an error.');
	return [error.fault, error.message.replaceAll(folder.path, 'DIR')];
}

/** Reads one CSV file of settled rates, which must fail. */
const refusedRows = (...rows: readonly string[]) =>
	refusal((folder) => void folder.put('settled.csv', [HEAD, ...rows]));

describe('rejects files that cannot be read', () => {
	test('a folder that does not exist', async () => {
		expect(await refusal(({ path }) => ({ paths: [`${path}/none`] }))).toEqual([
			'DATA_EMPTY',
			'DIR/none does not exist. Name a folder or a file with --data.',
		]);
	});

	test('a folder without tables', async () => {
		expect(await refusal((folder) => void folder.put('README.md', 'Data.'))).toEqual([
			'DATA_EMPTY',
			'There is no .csv, .csv.gz or .parquet file in DIR. `carrywire record export --to DIR` writes them.',
		]);
	});

	test('a file of another kind', async () => {
		expect(await refusal((folder) => ({ paths: [folder.put('rates.json', '[]')] }))).toEqual([
			'DATA_COLUMNS',
			'DIR/rates.json is neither CSV nor Parquet. --data reads .csv, .csv.gz and .parquet files, and folders of them.',
		]);
	});

	test.each(['settled.csv', 'settled.parquet'])('%s that cannot be opened', async (name) => {
		const [fault, sentence] = await refusal(
			({ path }) => void symlinkSync(`${path}/moved`, `${path}/${name}`),
		);
		expect(fault).toBe('DATA_UNREADABLE');
		expect(sentence).toMatch(
			new RegExp(`^${name} cannot be read: ENOENT.+ Check its permissions, or copy or export it again\\.$`),
		);
	});

	test.each(['settled.csv', 'settled.parquet'])('%s without a byte', async (name) => {
		expect(await refusal((folder) => void folder.put(name, ''))).toEqual([
			'DATA_EMPTY',
			`${name} is empty. Remove it from the folder, or export it again.`,
		]);
	});

	test('columns without rows', async () => {
		expect(await refusal((folder) => void folder.put('settled.csv', [HEAD]))).toEqual([
			'DATA_EMPTY',
			'There are columns but no rows in settled.csv, so there are no settled rates. Export again, over a longer time.',
		]);
	});

	test('gzip that is cut off', async () => {
		const rows = Array.from({ length: 20_000 }, (_, index) =>
			settled(8 * index, `0.${(index * 7_919) % 10_000}`),
		);
		const whole = gzipSync([HEAD, ...rows].join('\n'));
		const [fault, sentence] = await refusal(
			(folder) => void folder.put('settled.csv.gz', whole.subarray(0, whole.length >> 1)),
		);
		expect(fault).toBe('DATA_UNREADABLE');
		expect(sentence).toMatch(
			/^settled\.csv\.gz is cut off: its compressed data ends early, after line \d+\. Copy or export it again\.$/,
		);
	});

	test('gzip with wrong bytes', async () => {
		const bytes = gzipSync(GOOD.join('\n'));
		bytes.fill(0xff, 12, 40);
		const [fault, sentence] = await refusal((folder) => void folder.put('settled.csv.gz', bytes));
		expect(fault).toBe('DATA_UNREADABLE');
		expect(sentence).toMatch(
			/^settled\.csv\.gz is damaged: its compressed data cannot be read \(.+\)\. Copy or/,
		);
	});

	const parquet = () =>
		new Uint8Array(
			parquetWriteBuffer({
				columnData: [
					{ name: 'ts_ms', data: [BigInt(at(0)), BigInt(at(8))] },
					{ name: 'venue', data: ['bybit', 'bybit'] },
					{ name: 'base', data: ['BTC', 'BTC'] },
					{ name: 'rate', data: ['0.0001', 'x'] },
				],
			}),
		);

	test('Parquet that is cut off', async () => {
		const whole = parquet();
		for (const length of [3, whole.length >> 1, whole.length - 1])
			expect(
				await refusal((folder) => void folder.put('settled.parquet', whole.subarray(0, length))),
			).toEqual([
				'DATA_UNREADABLE',
				'settled.parquet is cut off: a Parquet file begins and ends with PAR1, and this one does not. Copy or export it again.',
			]);
	});

	test('Parquet with wrong bytes', async () => {
		const bytes = parquet();
		bytes.fill(0xff, 4, bytes.length - 8);
		const [fault, sentence] = await refusal((folder) => void folder.put('settled.parquet', bytes));
		expect(fault).toBe('DATA_UNREADABLE');
		expect(sentence).toMatch(
			/^settled\.parquet is damaged, or uses an unknown kind of Parquet: .+ Copy or export/,
		);
	});

	test('a wrong value in Parquet, with its row', async () => {
		expect(await refusal((folder) => void folder.put('settled.parquet', parquet()))).toEqual([
			'DATA_VALUE',
			'settled.parquet, row 2: rate must be a fraction from -9 to 9, such as 0.0001 for 0.01 %; was "x". Correct or remove the row.',
		]);
	});
});

describe('rejects tables of unknown form', () => {
	test('missing columns', async () => {
		expect(
			await refusal((folder) => void folder.put('settled.csv', ['time,exchange,rate', '1,bybit,0.1'])),
		).toEqual([
			'DATA_COLUMNS',
			'settled.csv has the columns time, exchange, rate. A file of settled rates needs ts_ms, venue, base and rate. A file of marks needs ts_ms, venue, mark, and symbol or base. A file of candles needs ts_ms, venue, o, c, v, and symbol or base. Rename the columns, or remove the file.',
		]);
	});

	test('a column twice', async () => {
		expect(
			await refusal((folder) => void folder.put('settled.csv', ['ts_ms,venue,base,rate,rate', '1,a,B,1,2'])),
		).toEqual(['DATA_COLUMNS', 'settled.csv has the column rate twice. Remove or rename one of them.']);
	});

	test('prices without rates', async () => {
		expect(await refusal((folder) => void folder.put('marks.csv', [MARK_HEAD, mark(0, '100')]))).toEqual([
			'DATA_COLUMNS',
			'There are no settled rates in marks.csv. A replay needs a file with the columns ts_ms, venue, base and rate.',
		]);
	});

	test('a row with too few or too many cells', async () => {
		expect(await refusedRows(settled(0), `${at(8)},bybit`)).toEqual([
			'DATA_VALUE',
			'settled.csv, line 3: the row has 2 cells, and the first line has 7. Correct or remove the row.',
		]);
		expect((await refusedRows(`${settled(0)},1`))[1]).toContain(
			'the row has 8 cells, and the first line has 7.',
		);
	});

	test('a quote without an end', async () => {
		expect(await refusedRows(settled(0), `${at(8)},"bybit,BTCUSDT`)).toEqual([
			'DATA_UNREADABLE',
			'settled.csv, line 3: a quoted cell has no end before the end of the file. Close the quote, or copy the file again.',
		]);
	});

	test('a row without an end', async () => {
		const [fault, sentence] = await refusedRows(settled(0), 'x'.repeat(3_000_000));
		expect(fault).toBe('DATA_UNREADABLE');
		expect(sentence).toMatch(/^settled\.csv, line 3: the row has more than 65,536 characters\./);
	});
});

describe('rejects wrong values', () => {
	const RATE = 'must be a fraction from -9 to 9, such as 0.0001 for 0.01 %';

	test.each(['', 'x', 'NaN', 'Infinity', '-Infinity', '9.1', '0x1', '0.01%'])('the rate %j', async (rate) => {
		expect(await refusedRows(settled(0), settled(8, rate))).toEqual([
			'DATA_VALUE',
			`settled.csv, line 3: rate ${RATE}; was ${JSON.stringify(rate)}. Correct or remove the row.`,
		]);
	});

	test.each(['-5', '0', '', 'NaN', 'Infinity', '1e999'])('the price %j', async (price) => {
		const refused = await refusal((folder) => {
			folder.put('settled.csv', GOOD);
			folder.put('marks.csv', [MARK_HEAD, mark(0, '100'), mark(1, price)]);
		});
		expect(refused).toEqual([
			'DATA_VALUE',
			`marks.csv, line 3: mark must be a price above 0; was ${JSON.stringify(price)}. Correct or remove the row.`,
		]);
	});

	test('a negative volume', async () => {
		const [, sentence] = await refusal((folder) => {
			folder.put('settled.csv', GOOD);
			folder.put('marks.csv', [MARK_HEAD, `${at(0)},bybit,BTCUSDT,100,-1`]);
		});
		expect(sentence).toBe(
			'marks.csv, line 2: volume_usd must be a number that is not negative, or empty; was "-1". Correct or remove the row.',
		);
	});

	test.each([
		[1_767_225_600, 'seconds', 'Multiply the column by 1,000.'],
		[1_767_225_600_000_000, 'microseconds', 'Divide the column by 1,000.'],
		[1_767_225_600_000_000_000, 'nanoseconds', 'Divide the column by 1,000,000.'],
	])('the time %d in %s', async (time, unit, cure) => {
		expect(await refusedRows(`${time},bybit,BTCUSDT,BTC,USDT,0.0001,8`)).toEqual([
			'DATA_VALUE',
			`settled.csv, line 2: ts_ms must be in milliseconds since 1970; was ${time}, which looks like ${unit}. ${cure}`,
		]);
	});

	test.each(['', '2026-01-01', '-1', '1e99'])('the time %j', async (time) => {
		expect((await refusedRows(`${time},bybit,BTCUSDT,BTC,USDT,0.0001,8`))[1]).toBe(
			`settled.csv, line 2: ts_ms must be a time in milliseconds since 1970, between 2009 and 2100; was ${JSON.stringify(time)}. Correct or remove the row.`,
		);
	});

	test.each([
		['venue', `${at(0)},,BTCUSDT,BTC,USDT,0.0001,8`, ''],
		['venue', `${at(0)},by bit,BTCUSDT,BTC,USDT,0.0001,8`, 'by bit'],
		['base', `${at(0)},bybit,BTCUSDT,,USDT,0.0001,8`, ''],
		['symbol', `${at(0)},bybit,${'x'.repeat(65)},BTC,USDT,0.0001,8`, 'x'.repeat(65)],
		['quote', `${at(0)},bybit,BTCUSDT,BTC,U$,0.0001,8`, 'U$'],
	])('a wrong name in %s', async (column, row, was) => {
		expect((await refusedRows(row))[1]).toBe(
			`settled.csv, line 2: ${column} must be a name of 1 to 64 letters, digits and . : / - _; was ${JSON.stringify(was)}. Correct or remove the row.`,
		);
	});

	test.each(['0', '-8', '200', 'eight'])('the interval %j', async (interval) => {
		expect((await refusedRows(`${at(0)},bybit,BTCUSDT,BTC,USDT,0.0001,${interval}`))[1]).toBe(
			`settled.csv, line 2: interval_h must be a number of hours above 0 and at most 168, or empty; was ${JSON.stringify(interval)}. Correct or remove the row.`,
		);
	});
});

describe('rejects rows that contradict each other', () => {
	test('times that run backwards', async () => {
		expect(await refusedRows(settled(0), settled(16), settled(8))).toEqual([
			'DATA_BACKWARDS',
			'settled.csv, line 4: times of bybit BTCUSDT run backwards, from 2026-01-01T16:00:00Z to 2026-01-01T08:00:00Z. Sort the file by ts_ms.',
		]);
	});

	test('two rates for one settlement, in one file and in two', async () => {
		const sentence =
			'bybit BTCUSDT has two rates for the settlement at 2026-01-01T08:00:00Z: 0.0001 and 0.0002. Remove the wrong row.';
		expect(await refusedRows(settled(8), settled(8, '0.0002'))).toEqual([
			'DATA_CONFLICT',
			`settled.csv, line 3: ${sentence}`,
		]);
		const inTwo = (paths: readonly string[]) =>
			refusal((folder) => {
				const files = {
					'a.csv': folder.put('a.csv', [HEAD, settled(0), settled(8)]),
					'b.csv': folder.put('b.csv', [HEAD, settled(8, '0.0002'), settled(16)]),
				};
				return { paths: paths.map((name) => files[name as keyof typeof files]) };
			});
		for (const paths of [
			['a.csv', 'b.csv'],
			['b.csv', 'a.csv'],
		])
			expect(await inTwo(paths)).toEqual(['DATA_CONFLICT', `a.csv and b.csv: ${sentence}`]);
	});

	test('two prices at one time', async () => {
		const [fault, sentence] = await refusal((folder) => {
			folder.put('settled.csv', GOOD);
			folder.put('marks.csv', [MARK_HEAD, mark(0, '100'), mark(0, '101')]);
		});
		expect(fault).toBe('DATA_CONFLICT');
		expect(sentence).toBe(
			'marks.csv, line 3: bybit BTCUSDT has two prices at 2026-01-01T00:00:00Z: 100 and 101. Remove the wrong row.',
		);
	});

	test('a contract with two coins', async () => {
		expect((await refusedRows(settled(0), settled(8).replace('BTC,', 'ETH,')))[1]).toBe(
			'settled.csv, line 3: bybit BTCUSDT has two values of base: BTC and ETH. Correct the wrong rows.',
		);
	});

	test('rates of a coin with and without a symbol', async () => {
		const [fault, sentence] = await refusal((folder) => {
			folder.put('a.csv', GOOD);
			folder.put('b.csv', ['ts_ms,venue,base,rate', `${at(0)},bybit,BTC,0.0001`]);
		});
		expect(fault).toBe('DATA_CONFLICT');
		expect(sentence).toMatch(/^BTC at bybit has rates without a symbol, and also rates of BTCUSDT\./);
	});

	test('prices of a coin with several contracts', async () => {
		const [fault, sentence] = await refusal((folder) => {
			folder.put('settled.csv', [HEAD, settled(0), settled(0, '0.0001', 'BTCPERP')]);
			folder.put('marks.csv', ['ts_ms,venue,base,mark', `${at(0)},bybit,BTC,100`]);
		});
		expect(fault).toBe('DATA_CONFLICT');
		expect(sentence).toBe(
			'The prices of BTC at bybit have no symbol, and BTCPERP, BTCUSDT are contracts on it. Add the column symbol to the file of prices.',
		);
	});

	test('names of exchanges that make two pairs equal', async () => {
		const [, sentence] = await refusal((folder) => {
			const rows = ['a', 'a-b', 'b-c', 'c'].map((venue) => `${at(0)},${venue},BTC,0.0001`);
			folder.put('settled.csv', ['ts_ms,venue,base,rate', ...rows]);
		});
		expect(sentence).toBe(
			'Two pairs of exchanges would both be called a-b-c: a and b-c and a-b and c. Rename one of the exchanges in the data.',
		);
	});
});

describe('rejects choices that the data does not allow', () => {
	const mixed = (folder: DataFolder): undefined => {
		folder.put('settled.csv', [HEAD, settled(0), settled(0, '0.0001', 'ETHUSDT')]);
		folder.put('marks.csv', [MARK_HEAD, mark(0, '100')]);
	};

	test('grades that are mixed, until one is chosen', async () => {
		expect(await refusal(mixed)).toEqual([
			'DATA_MIXED',
			'1 of 2 contracts has prices; bybit ETHUSDT has none. Use --grade C to replay all of them without prices, or --grade B to replay only those with prices.',
		]);
		using folder = dataFolder();
		mixed(folder);
		const b = await folder.read({ grade: 'B' });
		expect([b.grade, b.tracks.map(({ symbol }) => symbol), b.notes]).toEqual([
			'B',
			['BTCUSDT'],
			['1 contract left out by --grade B, without prices: bybit ETHUSDT.'],
		]);
		const c = await folder.read({ grade: 'C' });
		expect([c.grade, c.tracks.map(({ prices }) => prices), c.notes]).toEqual([
			'C',
			[undefined, undefined],
			['The prices of 1 contract are not used, because of --grade C.'],
		]);
	});

	test('grade B without prices', async () => {
		const refused = await refusal((folder) => {
			folder.put('settled.csv', GOOD);
			return { grade: 'B' };
		});
		expect(refused).toEqual([
			'DATA_MIXED',
			'Grade B needs prices, and no contract has any. Use --grade C, or add a file of marks or candles.',
		]);
	});

	test('grade A without recordings', async () => {
		const refused = await refusal((folder) => {
			folder.put('settled.csv', GOOD);
			return { grade: 'A' };
		});
		expect(refused).toEqual([
			'DATA_MIXED',
			'Grade A needs recordings of Carrywire, and there are none in DIR. Name a data directory, or use --grade B or --grade C for tables of rates and prices.',
		]);
	});

	test.each([
		[{ venues: ['bybit', 'krakn'] }, '--exchanges names krakn, which the data does not have. It has bybit.'],
		[{ coins: ['ADA', 'XRP'] }, '--coins names ADA, XRP, which the data does not have. It has BTC.'],
	])('unknown names in %j', async (choice, sentence) => {
		const refused = await refusal((folder) => {
			folder.put('settled.csv', GOOD);
			return choice;
		});
		expect(refused).toEqual(['DATA_RANGE', sentence]);
	});

	test('an exchange and a coin that have no contract together', async () => {
		const [, sentence] = await refusal((folder) => {
			folder.put('settled.csv', [HEAD, settled(0), `${at(0)},okx,ETHUSDT,ETH,USDT,0.0001,8`]);
			return { venues: ['okx'], coins: ['BTC'] };
		});
		expect(sentence).toBe(
			'No contract of the data is on the chosen exchanges and coins. Its exchanges are bybit, okx; its coins are BTC, ETH.',
		);
	});

	const spanned = (from: number, until: number) =>
		refusal((folder) => {
			folder.put('settled.csv', [HEAD, ...Array.from({ length: 30 }, (_, index) => settled(8 * index))]);
			return { span: { from, until, pastMs: HOUR } };
		});

	test.each([
		[at(-100), at(10), '2025-12-27T20:00:00Z', '2026-01-01T10:00:00Z'],
		[at(10), at(1_000), '2026-01-01T10:00:00Z', '2026-02-11T16:00:00Z'],
		[at(240), at(250), '2026-01-11T00:00:00Z', '2026-01-11T10:00:00Z'],
	])('a span outside the data, from %d until %d', async (from, until, shownFrom, shownUntil) => {
		expect(await spanned(from, until)).toEqual([
			'DATA_RANGE',
			`The span from ${shownFrom} until ${shownUntil} is not inside the data, which begins at 2026-01-01T00:00:00Z and ends at 2026-01-10T16:00:00Z. Choose --from and --until inside it.`,
		]);
	});

	test('a span without length', async () => {
		expect(await spanned(at(10), at(10))).toEqual([
			'DATA_RANGE',
			'The span from 2026-01-01T10:00:00Z until 2026-01-01T10:00:00Z has no length. Choose an --until after --from.',
		]);
	});

	test('a span between two settlements', async () => {
		expect((await spanned(at(10), at(11)))[1]).toBe(
			'No contract has a settled rate from 2026-01-01T09:00:00Z until 2026-01-01T11:00:00Z. Choose a longer span, or other exchanges and coins.',
		);
	});
});
