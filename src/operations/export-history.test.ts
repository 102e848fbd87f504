/** Tests `carrywire record export` on a real data directory. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS, instrumentOf } from '../../test/support/hand-driven-market.ts';
import { parseDecimal } from '../domain/decimal.ts';
import { bookLine, estimateLine } from '../domain/recorded-lines.ts';
import { SILENT_LOGGER } from '../ports/logger.ts';
import { createVirtualClock } from '../runtime/virtual-clock.ts';
import { openDatabase } from '../store/database.ts';
import { openRecordings } from '../store/recordings.ts';
import { createSqliteFundingHistory } from '../store/sqlite-funding-history.ts';
import { exportHistory } from './export-history.ts';

const T0 = Date.UTC(2026, 10, 21, 8);
const ALL = { from: 0, until: Date.UTC(9_999, 0) };
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

/** Fills a data directory with three settlements per leg, and with two hours of funding estimates and order books. */
async function fill(): Promise<void> {
	const database = openDatabase(dataDir);
	const store = createSqliteFundingHistory(database);
	const rates = (hours: readonly number[]) =>
		hours.map((hour) => ({ settledAt: T0 + hour * HOUR_MS, rate: parseDecimal('-0.00000001') }));
	await store.add(kucoin, rates([0, 8, 16]), undefined);
	await store.add(bybit, rates([0, 1, 3]), undefined);
	database.close();
	const clock = createVirtualClock(T0);
	const sink = openRecordings({
		directory: join(dataDir, 'recordings'),
		maxBytes: 1e9,
		retentionMs: 1e12,
		clock,
		log: SILENT_LOGGER,
	});
	const bid = { price: parseDecimal('0.00001'), quantity: parseDecimal('5000000') };
	const { venue, symbol } = bybit;
	const funding = {
		predictedRate: parseDecimal('0.0001'),
		intervalMs: HOUR_MS,
		nextSettlementAt: T0 + HOUR_MS,
	};
	for (const at of [T0, T0 + HOUR_MS, T0 + 2 * HOUR_MS]) {
		sink.write(at, bookLine({ kind: 'book', at, venue, symbol, bid, ask: null }));
		sink.write(at, 'a line of a later version\n');
		sink.write(
			at,
			estimateLine({
				kind: 'estimate',
				at,
				venue,
				symbol,
				funding: at === T0 ? null : funding,
				mark: null,
				index: bid.price,
			}),
		);
	}
	await sink.close();
}

const settled = () => readFileSync(join(to, 'settled.csv'), 'utf8');
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
		expect(packed('estimates').split('\n').slice(0, 3)).toEqual([
			'ts_ms,venue,symbol,predicted_rate,interval_h,next_settlement_ms,mark,index',
			`${T0},bybit,1000PEPEUSDT,,,,,0.00001`,
			`${T0 + HOUR_MS},bybit,1000PEPEUSDT,0.0001,1,${T0 + HOUR_MS},,0.00001`,
		]);
		expect(packed('books').split('\n').slice(0, 2)).toEqual([
			'ts_ms,venue,symbol,bid,bid_quantity,ask,ask_quantity',
			`${T0},bybit,1000PEPEUSDT,0.00001,5000000,,`,
		]);
		expect(printed.map((line) => line.split(': ')[1])).toEqual(['6 rows', '3 rows', '3 rows']);
		expect(remarked).toEqual([]);
	});

	test('has the rows of a span, with the interval before the first one', async () => {
		await fill();
		await exportHistory({ dataDir, to, from: T0 + HOUR_MS, until: T0 + 2 * HOUR_MS }, output);
		expect(settled().trimEnd().split('\n').slice(1)).toEqual([
			`${T0 + HOUR_MS},bybit,1000PEPEUSDT,PEPE,USDT,-0.00000001,1,`,
		]);
		for (const name of ['estimates', 'books'])
			expect(packed(name).trimEnd().split('\n').slice(1)).toEqual([
				expect.stringMatching(new RegExp(`^${T0 + HOUR_MS},`)),
			]);
	});

	test('skips and reports an unreadable recording', async () => {
		await fill();
		writeFileSync(join(dataDir, 'recordings', '2026-11-21T09-000.txt.gz'), 'no gzip');
		await exportHistory({ dataDir, to, ...ALL }, output);
		expect(packed('books').trimEnd().split('\n')).toHaveLength(3);
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
