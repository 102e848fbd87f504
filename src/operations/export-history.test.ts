/** Tests `carrywire record export` on a real data directory. */

import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS, instrumentOf } from '../../test/support/hand-driven-market.ts';
import { parseDecimal } from '../domain/decimal.ts';
import { createRecordingWriter, type RecordingWriter } from '../domain/recording-writer.ts';
import { SILENT_LOGGER } from '../ports/logger.ts';
import { createVirtualClock } from '../runtime/virtual-clock.ts';
import { openRecordings } from '../store/recordings.ts';
import { createSettledRateStore } from '../store/settled-rates.ts';
import { openDatabase } from '../store/sqlite/database.ts';
import { createSqliteDatabase } from '../store/sqlite/sqlite-database.ts';
import { exportHistory } from './export-history.ts';

const T0 = Date.UTC(2026, 10, 21, 8);
const CSV = { format: 'csv', levels: 2 } as const;
const ALL = { from: 0, until: Date.UTC(9_999, 0), ...CSV };
const FORMAT_1 = join(import.meta.dirname, '../../test/upgrade/0.2.0/recordings');
const bybit = instrumentOf('bybit', 'PEPE', { symbol: '1000PEPEUSDT' });
const kucoin = instrumentOf('kucoin', 'PEPE', { symbol: 'PEPEUSDTM' });
let root = '';
let dataDir = '';
let to = '';
let printed: string[] = [];
let remarked: string[] = [];
const output = { print: (line: string) => printed.push(line), remark: (line: string) => remarked.push(line) };

beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), 'carrywire-export-'));
	dataDir = join(root, 'data');
	to = join(root, 'out', 'deep');
	printed = [];
	remarked = [];
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const bid = parseDecimal('0.00001');
const TERMS = {
	instrument: bybit,
	fees: { taker: parseDecimal('0.00055'), maker: parseDecimal('0.0002') },
	trading: true,
	delistingAt: null,
};

/** Fills a data directory with three settlements per leg, and with recordings of three hours. */
async function fill(): Promise<void> {
	const database = openDatabase(dataDir);
	const store = createSettledRateStore(createSqliteDatabase(database));
	const rates = (hours: readonly number[]) =>
		hours.map((hour) => ({ settledAt: T0 + hour * HOUR_MS, rate: parseDecimal('-0.00000001') }));
	await store.add(kucoin, rates([0, 8, 16]), undefined);
	await store.add(bybit, rates([0, 1, 3]), undefined);
	database.close();
	const clock = createVirtualClock(T0);
	const sink = openRecordings({
		...{ directory: join(dataDir, 'recordings'), maxBytes: 1e9, retentionMs: 1e12 },
		...{ clock, log: SILENT_LOGGER },
	});
	const writer = createRecordingWriter({ startedAt: T0, bookLevels: 20, bookPeriodMs: 10_000 });
	for (const at of [T0, T0 + HOUR_MS, T0 + 2 * HOUR_MS]) sink.write(at, hourOf(writer, at));
	await sink.close();
}

/** Returns the lines of an hour's beginning. */
function hourOf(writer: RecordingWriter, at: number): string {
	const isLast = at > T0 + HOUR_MS;
	const book = {
		bids: [
			[bid, parseDecimal('5000000')],
			[parseDecimal('0.000009'), parseDecimal('1')],
		] as const,
		asks: [],
	};
	const prices = {
		funding:
			at === T0
				? null
				: { predictedRate: parseDecimal('0.0001'), intervalMs: HOUR_MS, nextSettlementAt: T0 + HOUR_MS },
		...{ fundingCap: parseDecimal('0.02'), fundingFloor: null, mark: at === T0 ? null : bid, index: bid },
		otherIndex: at === T0 ? { quote: 'USDC', price: bid } : null,
	};
	const notices = {
		maintenance: [{ title: 'Upgrade, with "care"', from: T0 + 1, until: null }],
		transfers: new Map([['PEPE', { deposit: true, withdrawal: isLast }]]),
		coinNames: new Map([['PEPE', '=Pepe']]),
		unknown: isLast ? ['Names cannot be read.'] : [],
	};
	return [
		writer.begin(at),
		writer.state(at, 'bybit', 'fresh'),
		writer.notices(at, 'bybit', notices),
		writer.list(at, TERMS),
		writer.book(at, bybit, book),
		'? a line of a later version\n',
		writer.prices(at, bybit, prices),
		writer.volume(at, bybit, { volume24h: parseDecimal('2400'), openInterest: null }),
		// The mark at the start of the next hour.
		writer.prices(at + HOUR_MS - 1_000, bybit, { ...prices, mark: parseDecimal(isLast ? '3' : '2') }),
		isLast ? writer.drop(at + HOUR_MS - 1_000, bybit) : '',
	].join('');
}

const settled = () => readFileSync(join(to, 'settled.csv'), 'utf8');
const marks = () => readFileSync(join(to, 'marks.csv'), 'utf8').trimEnd().split('\n');
const packed = (name: string) =>
	gunzipSync(readFileSync(join(to, 'recordings', `${name}.csv.gz`))).toString('utf8');

describe('an export', () => {
	test('has every settlement, estimate and book under its header, with empty cells for unknown values', async () => {
		await fill();
		await exportHistory({ dataDir, to, ...ALL }, output);
		expect(settled()).toBe(
			[
				'ts_ms,venue,symbol,base,quote,rate,interval_h,mark',
				`${T0},bybit,1000PEPEUSDT,PEPE,USDT,-0.00000001,,`,
				`${T0 + HOUR_MS},bybit,1000PEPEUSDT,PEPE,USDT,-0.00000001,1,`,
				`${T0 + 3 * HOUR_MS},bybit,1000PEPEUSDT,PEPE,USDT,-0.00000001,2,`,
				`${T0},kucoin,PEPEUSDTM,PEPE,USDT,-0.00000001,,`,
				`${T0 + 8 * HOUR_MS},kucoin,PEPEUSDTM,PEPE,USDT,-0.00000001,8,`,
				`${T0 + 16 * HOUR_MS},kucoin,PEPEUSDTM,PEPE,USDT,-0.00000001,8,`,
				'',
			].join('\n'),
		);
		const sold = `${T0},bybit,1000PEPEUSDT`;
		expect(packed('estimates').split('\n').slice(0, 4)).toEqual([
			'ts_ms,venue,symbol,predicted_rate,interval_h,next_settlement_ms,mark,index,cap,floor,other_quote,other_index',
			`${sold},,,,,0.00001,0.02,,USDC,0.00001`,
			`${T0 + HOUR_MS - 1_000},bybit,1000PEPEUSDT,,,,2,0.00001,0.02,,USDC,0.00001`,
			`${T0 + HOUR_MS},bybit,1000PEPEUSDT,0.0001,1,${T0 + HOUR_MS},0.00001,0.00001,0.02,,,`,
		]);
		expect(packed('books').split('\n').slice(0, 2)).toEqual([
			'ts_ms,venue,symbol,bid,bid_quantity,ask,ask_quantity,bid_2,bid_quantity_2,ask_2,ask_quantity_2',
			`${sold},0.00001,5000000,,,0.000009,1,,`,
		]);
		expect(packed('volumes').split('\n').slice(0, 2)).toEqual([
			'ts_ms,venue,symbol,volume_24h_usd,open_interest_usd',
			`${sold},2400,`,
		]);
		expect(packed('instruments').trimEnd().split('\n')).toEqual([
			'ts_ms,venue,symbol,base,quote,listed,trading,delisting_ms,tick,lot,quantity_min,quantity_max,notional_min,leverage_max,coins_per_order_unit,coins_per_price_unit,taker_fee,maker_fee',
			`${sold},PEPE,USDT,true,true,,0.01,0.001,0.001,1000000,5,50,1,1,0.00055,0.0002`,
			`${T0 + 3 * HOUR_MS - 1_000},bybit,1000PEPEUSDT,PEPE,USDT,false,,,,,,,,,,,,`,
		]);
		const later = `${T0 + 2 * HOUR_MS},bybit`;
		expect(packed('notices').trimEnd().split('\n')).toEqual([
			'ts_ms,venue,kind,name,text,from_ms,until_ms,deposit,withdrawal',
			`${T0},bybit,state,,fresh,,,,`,
			`${T0},bybit,maintenance,,"Upgrade, with ""care""",${T0 + 1},,,`,
			`${T0},bybit,transfers,PEPE,,,,true,false`,
			`${T0},bybit,name,PEPE,'=Pepe,,,,`,
			`${later},maintenance,,"Upgrade, with ""care""",${T0 + 1},,,`,
			`${later},transfers,PEPE,,,,true,true`,
			`${later},name,PEPE,'=Pepe,,,,`,
			`${later},unknown,,Names cannot be read.,,,,`,
		]);
		expect(marks()).toEqual([
			'ts_ms,venue,symbol,mark,volume_usd',
			`${T0 + HOUR_MS},bybit,1000PEPEUSDT,2,100`,
			`${T0 + 2 * HOUR_MS},bybit,1000PEPEUSDT,2,100`,
		]);
		expect(printed.map((line) => line.split(': ')[1])).toEqual(
			[6, 2, 6, 3, 3, 2, 8].map((count) => `${count} rows`),
		);
		expect(remarked).toEqual([]);
	});

	test('has the rows of a span, with the interval before the first one', async () => {
		await fill();
		await exportHistory({ dataDir, to, from: T0 + HOUR_MS, until: T0 + 2 * HOUR_MS, ...CSV }, output);
		expect(settled().trimEnd().split('\n').slice(1)).toEqual([
			`${T0 + HOUR_MS},bybit,1000PEPEUSDT,PEPE,USDT,-0.00000001,1,`,
		]);
		for (const name of ['books', 'instruments', 'volumes'])
			expect(packed(name).trimEnd().split('\n').slice(1)).toEqual([
				expect.stringMatching(new RegExp(`^${T0 + HOUR_MS},`)),
			]);
		expect(packed('notices').trimEnd().split('\n')).toHaveLength(5);
		// The hour before the span has the mark at its start.
		expect(marks().slice(1)).toEqual([`${T0 + HOUR_MS},bybit,1000PEPEUSDT,2,100`]);
	});

	test('has marks only of contracts with settled rates in the span', async () => {
		await fill();
		await exportHistory({ dataDir, to, from: T0 + 2 * HOUR_MS, until: T0 + 3 * HOUR_MS, ...CSV }, output);
		expect(settled().trimEnd().split('\n')).toHaveLength(1);
		expect(marks()).toHaveLength(1);
	});

	test('has the same rows as Parquet, with numbers as doubles', async () => {
		await fill();
		await exportHistory({ dataDir, to, ...ALL, format: 'parquet' }, output);
		const rowsIn = async (name: string) =>
			parquetReadObjects({ file: await asyncBufferFromFile(join(to, `${name}.parquet`)) });
		expect(await rowsIn('settled')).toContainEqual({
			...{ ts_ms: BigInt(T0 + HOUR_MS), venue: 'bybit', symbol: '1000PEPEUSDT', base: 'PEPE', quote: 'USDT' },
			...{ rate: -0.00000001, interval_h: 1, mark: null },
		});
		expect(await rowsIn('marks')).toEqual(
			[1, 2].map((hour) => ({
				...{ ts_ms: BigInt(T0 + hour * HOUR_MS), venue: 'bybit', symbol: '1000PEPEUSDT' },
				...{ mark: 2, volume_usd: 100 },
			})),
		);
		expect((await rowsIn('recordings/books'))[0]).toEqual({
			...{ ts_ms: BigInt(T0), venue: 'bybit', symbol: '1000PEPEUSDT' },
			...{ bid: 0.00001, bid_quantity: 5_000_000, ask: null, ask_quantity: null },
			...{ bid_2: 0.000009, bid_quantity_2: 1, ask_2: null, ask_quantity_2: null },
		});
		const [listed, gone] = await rowsIn('recordings/instruments');
		expect(listed).toMatchObject({ listed: true, trading: true, tick: 0.01, leverage_max: 50 });
		expect(gone).toMatchObject({ listed: false, trading: null, tick: null });
		expect((await rowsIn('recordings/notices')).filter(({ kind }) => kind === 'maintenance')).toMatchObject([
			{ text: 'Upgrade, with "care"', from_ms: BigInt(T0 + 1), until_ms: null, deposit: null },
			{},
		]);
		expect(printed.map((line) => line.split(': ')[1])).toEqual(
			[6, 2, 6, 3, 3, 2, 8].map((count) => `${count} rows`),
		);
	});

	test('reads recordings in format 1', async () => {
		await fill();
		rmSync(join(dataDir, 'recordings'), { recursive: true });
		cpSync(FORMAT_1, join(dataDir, 'recordings'), { recursive: true });
		await exportHistory({ dataDir, to, ...ALL }, output);
		expect(packed('books').split('\n').slice(1, 3)).toEqual([
			'1795251591000,bybit,SOLUSDT,99,5,100,1.5,,,,',
			'1795251591000,kucoin,SOLUSDTM,99.9,5,100,6,,,,',
		]);
		expect(packed('estimates').split('\n')[1]).toBe(
			'1795251590000,bybit,SOLUSDT,0.0001,8,1795276790000,100,100,,,,',
		);
		expect(remarked).toEqual([]);
	});

	test('skips and reports an unreadable recording', async () => {
		await fill();
		writeFileSync(join(dataDir, 'recordings', '2026-11-21T09-000.txt.gz'), 'no gzip');
		await exportHistory({ dataDir, to, ...ALL }, output);
		expect(packed('books').trimEnd().split('\n')).toHaveLength(3);
		expect(marks()).toHaveLength(2);
		expect(remarked[0]).toMatch(/2026-11-21T09-000\.txt\.gz cannot be read to the end: /);
	});

	test('works while another connection writes', async () => {
		await fill();
		const database = openDatabase(dataDir);
		database.exec('BEGIN IMMEDIATE');
		await exportHistory({ dataDir, to, ...ALL }, output);
		database.exec('ROLLBACK');
		database.close();
		expect(printed[0]).toMatch(/settled\.csv: 6 rows$/);
	});

	test('overwrites no file and leaves no partial file', async () => {
		await fill();
		await exportHistory({ dataDir, to, ...ALL }, output);
		await expect(exportHistory({ dataDir, to, ...ALL }, output)).rejects.toThrow('already exists');
		rmSync(to, { recursive: true });
		mkdirSync(join(to, 'settled.csv.partial'), { recursive: true });
		await expect(exportHistory({ dataDir, to, ...ALL }, output)).rejects.toThrow(/EISDIR|illegal/);
		expect(existsSync(join(to, 'settled.csv'))).toBe(false);
	});

	test('fails with a sentence for a directory without history', async () => {
		await expect(exportHistory({ dataDir, to, ...ALL }, output)).rejects.toThrow('nothing to export');
		expect(existsSync(dataDir)).toBe(false);
		openDatabase(dataDir).close();
		await exportHistory({ dataDir, to, ...ALL }, output);
		expect(settled().trimEnd().split('\n')).toHaveLength(1);
	});
});
