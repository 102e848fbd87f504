/** Reads what `carrywire record export` writes. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { instrumentOf } from '../../../test/support/hand-driven-market.ts';
import { parseDecimal } from '../../domain/decimal.ts';
import { HOUR_MS } from '../../domain/funding.ts';
import { createRecordingWriter } from '../../domain/recording-writer.ts';
import { exportHistory } from '../../operations/export-history.ts';
import { SILENT_LOGGER } from '../../ports/logger.ts';
import { createVirtualClock } from '../../runtime/virtual-clock.ts';
import { openRecordings } from '../../store/recordings.ts';
import { createSettledRateStore } from '../../store/settled-rates.ts';
import { openDatabase } from '../../store/sqlite/database.ts';
import { createSqliteDatabase } from '../../store/sqlite/sqlite-database.ts';
import { readDataset } from './read-dataset.ts';

const START = Date.UTC(2026, 10, 21, 8);
const HOURS = 6;
const INSTRUMENTS = ['bybit', 'kucoin'].map((venue) => instrumentOf(venue, 'SOL'));
const root = mkdtempSync(join(tmpdir(), 'carrywire-exported-'));
const dataDir = join(root, 'data');
const output = { print() {}, remark() {} };

beforeAll(async () => {
	const database = openDatabase(dataDir);
	const store = createSettledRateStore(createSqliteDatabase(database));
	for (const [index, instrument] of INSTRUMENTS.entries())
		await store.add(
			instrument,
			Array.from({ length: HOURS }, (_, hour) => ({
				settledAt: START + hour * HOUR_MS,
				rate: parseDecimal(`${index === 0 ? '-' : ''}0.0000123456789${hour}`),
			})),
			undefined,
		);
	database.close();
	const clock = createVirtualClock(START);
	const sink = openRecordings({
		...{ directory: join(dataDir, 'recordings'), maxBytes: 1e9, retentionMs: 1e12 },
		...{ clock, log: SILENT_LOGGER },
	});
	const writer = createRecordingWriter({ startedAt: START, bookLevels: 20, bookPeriodMs: 10_000 });
	for (let hour = 0; hour < HOURS; hour += 1) {
		const at = START + hour * HOUR_MS;
		sink.write(
			at,
			[writer.begin(at), ...INSTRUMENTS.map((instrument) => linesOf(instrument, hour))].join(''),
		);
	}
	await sink.close();

	function linesOf(instrument: (typeof INSTRUMENTS)[number], hour: number): string {
		const at = START + hour * HOUR_MS;
		const late = at + HOUR_MS - 1_000;
		const fees = { taker: parseDecimal('0.00055'), maker: parseDecimal('0.0002') };
		const mark = parseDecimal(`${150 + hour}.5`);
		const prices = {
			funding: null,
			fundingCap: null,
			fundingFloor: null,
			mark,
			index: mark,
			otherIndex: null,
		};
		return [
			writer.list(at, { instrument, fees, trading: true, delistingAt: null }),
			writer.volume(at, instrument, { volume24h: parseDecimal('2400'), openInterest: null }),
			writer.prices(late, instrument, prices),
		].join('');
	}
});

afterAll(() => rmSync(root, { recursive: true }));

test('has the rates and marks of an export, the same from CSV and Parquet', async () => {
	const [csv, parquet] = await Promise.all(
		(['csv', 'parquet'] as const).map(async (format) => {
			const to = join(root, format);
			await exportHistory({ dataDir, to, from: 0, until: Date.UTC(2100, 0), format, levels: 2 }, output);
			return readDataset({ paths: [to], grade: undefined, venues: undefined, coins: undefined });
		}),
	);
	expect(csv?.grade).toBe('B');
	expect(csv?.tracks.map(({ venue, coin, quote }) => [venue, coin, quote])).toEqual([
		['bybit', 'SOL', 'USDT'],
		['kucoin', 'SOL', 'USDT'],
	]);
	for (const track of csv?.tracks ?? []) {
		expect(track.settled.at).toHaveLength(HOURS);
		expect(track.prices?.marks).toEqual(new Float64Array([150.5, 151.5, 152.5, 153.5, 154.5]));
		expect(track.prices?.volumesUsd[0]).toBe(100);
	}
	expect(csv?.tracks[0]?.settled.rates[2]).toBe(parseDecimal('-0.00001234567892'));
	expect(parquet?.tracks).toEqual(csv?.tracks);
	expect(csv?.notes).toEqual([
		'5 tables of `record export` left out, which grades B and C do not use: recordings/books.csv.gz, recordings/estimates.csv.gz, recordings/instruments.csv.gz, recordings/notices.csv.gz, recordings/volumes.csv.gz.',
	]);
});
