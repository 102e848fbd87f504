/** Tests what a replay of grade A knows of recordings beforehand. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type DataFolder, dataFolder } from '../../../test/support/data-folder.ts';
import { instrumentOf } from '../../../test/support/hand-driven-market.ts';
import { parseDecimal as d } from '../../domain/decimal.ts';
import { HOUR_MS } from '../../domain/funding.ts';
import { RECORDING_FORMAT, RECORDING_HEAD, type RecordedPrices } from '../../domain/recording.ts';
import { createRecordingWriter } from '../../domain/recording-writer.ts';
import { DataError } from './dataset.ts';
import { recordedEvents } from './open-recording.ts';
import { areRecordings, type RecordedRequest, readRecordedDataset } from './recorded-dataset.ts';

const START = Date.UTC(2026, 10, 21, 8);
const SOL = instrumentOf('bybit', 'SOL');
const BTC = instrumentOf('okx', 'BTC');
const TERMS = {
	fees: { taker: d('0.0005'), maker: d('0.0002') },
	trading: true,
	delistingAt: null,
};
const prices = (rate: string): RecordedPrices => ({
	funding: { predictedRate: d(rate), intervalMs: HOUR_MS, nextSettlementAt: START + HOUR_MS },
	...{ fundingCap: null, fundingFloor: null, mark: d('100'), index: d('100'), otherIndex: null },
});

/** Returns the lines of an hour with two contracts, an estimate every minute, and two settled rates. */
function hour(): string {
	const writer = createRecordingWriter({ startedAt: START, bookLevels: 20, bookPeriodMs: 10_000 });
	const rates = [
		{ settledAt: START - HOUR_MS, rate: d('0.0002') },
		{ settledAt: START, rate: d('0.0001') },
	];
	return [
		writer.begin(START),
		...[SOL, BTC].map((instrument) => writer.list(START, { instrument, ...TERMS })),
		...Array.from({ length: 60 }, (_, minute) =>
			writer.prices(START + minute * 60_000, SOL, prices(`0.00${minute + 100}`)),
		),
		writer.settled(START + HOUR_MS - 1_000, SOL, rates.toReversed()),
	].join('');
}

function put({ path }: DataFolder, content: Buffer, name = '2026-11-21T08-000'): void {
	mkdirSync(join(path, 'recordings'), { recursive: true });
	writeFileSync(join(path, 'recordings', `${name}.txt.gz`), content);
}

const file = (lines: string, format: number = RECORDING_FORMAT): Buffer =>
	gzipSync(`${RECORDING_HEAD}${format}\n${lines}`);

const read = ({ path }: DataFolder, request: Partial<RecordedRequest> = {}) =>
	readRecordedDataset({
		...{ paths: [path], from: undefined, until: undefined, venues: undefined, coins: undefined },
		...{ warmUpMs: 600_000, ...request },
	});

async function faultOf(work: Promise<unknown>): Promise<DataError> {
	const error: unknown = await work.then(
		() => undefined,
		(reason: unknown) => reason,
	);
	if (error instanceof DataError) return error;
	throw error ?? new Error('The recording was read without an error.');
}

test('a dataset of grade A has the recorded contracts with their settled rates', async () => {
	using folder = dataFolder();
	put(folder, file(hour()));
	const dataset = await read(folder);
	expect(dataset).toMatchObject({ grade: 'A', from: START, gaps: [], notes: [] });
	expect(dataset.files.map(({ path }) => path)).toEqual(['2026-11-21T08-000.txt.gz']);
	expect(dataset.hash).toMatch(/^[0-9a-f]{64}$/);
	const [bybit, okx] = dataset.tracks;
	expect(bybit).toMatchObject({ venue: 'bybit', symbol: 'SOLUSDT', coin: 'SOL', quote: 'USDT' });
	expect([...(bybit?.settled.at ?? [])]).toEqual([START - HOUR_MS, START]);
	expect([...(bybit?.settled.rates ?? [])]).toEqual([d('0.0002'), d('0.0001')]);
	// Only the rate of the hour that was recorded has a known interval.
	expect([...(bybit?.settled.intervalsMs ?? [])]).toEqual([0, HOUR_MS]);
	expect(okx).toMatchObject({ venue: 'okx', coin: 'BTC' });
	expect(okx?.settled.at).toHaveLength(0);
});

test('a span begins with the UTC day, because the recorder repeats the past month there', async () => {
	using folder = dataFolder();
	put(folder, file(hour()));
	const from = START + 30 * 60_000;
	expect((await read(folder, { from })).from).toBe(START);
});

test('a file whose end is missing is replayed as far as it goes', async () => {
	using folder = dataFolder();
	put(folder, file(hour()).subarray(0, -12));
	const { recorded, until } = await read(folder);
	if (recorded === undefined) throw new Error('The dataset has recordings.');
	let last = 0;
	for await (const { at } of recordedEvents(recorded)) last = at;
	expect(last).toBe(until);
	expect(until).toBeGreaterThan(START);
});

describe('recordings without terms, of format 1', () => {
	const lines = `book ${START} bybit SOLUSDT 99 1 101 1\nestimate ${START} bybit SOLUSDT 0.0001 3600000 ${START + HOUR_MS} 100 100\n`;

	test('are refused, with the way to replay them at grade B', async () => {
		using folder = dataFolder();
		put(folder, file(lines, 1));
		const { fault, message } = await faultOf(read(folder));
		expect(fault).toBe('DATA_COLUMNS');
		expect(message).toContain('do not have the terms of any contract');
		expect(message).toContain('`carrywire record export --to DIR` and replay those at grade B');
	});

	test('are left out beside later ones, with a note', async () => {
		using folder = dataFolder();
		put(
			folder,
			file(lines.replaceAll('SOLUSDT', 'OLDUSDT').replaceAll(String(START), String(START - HOUR_MS)), 1),
			'2026-11-21T07-000',
		);
		put(folder, file(hour()));
		const dataset = await read(folder);
		expect(dataset.tracks.map(({ symbol }) => symbol)).toEqual(['SOLUSDT', 'BTCUSDT']);
		expect(dataset.notes).toEqual([
			'1 contract left out, without recorded terms because version 0.2 or earlier recorded them: bybit OLDUSDT.',
		]);
	});
});

describe('the choice of', () => {
	test('exchanges and coins leaves the others out', async () => {
		using folder = dataFolder();
		put(folder, file(hour()));
		const symbols = async (request: Partial<RecordedRequest>) =>
			(await read(folder, request)).tracks.map(({ symbol }) => symbol);
		expect(await symbols({ venues: ['okx'] })).toEqual(['BTCUSDT']);
		expect(await symbols({ coins: ['SOL'] })).toEqual(['SOLUSDT']);
		expect((await faultOf(symbols({ venues: ['kraken'] }))).message).toContain('It has bybit, okx.');
		expect((await faultOf(symbols({ venues: ['okx'], coins: ['SOL'] }))).message).toContain(
			'No contract of the data is on the chosen exchanges and coins.',
		);
	});

	test('two data directories is refused', async () => {
		using folder = dataFolder();
		put(folder, file(hour()));
		const { message } = await faultOf(read(folder, { paths: [folder.path, '/other'] }));
		expect(message).toContain('Grade A replays the recordings of one data directory');
		expect([areRecordings([folder.path]), areRecordings([folder.path, '/other'])]).toEqual([true, false]);
	});
});
