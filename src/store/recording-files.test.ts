/** Tests that recordings of every format read back as observations, whole or truncated. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bookOf, instrumentOf } from '../../test/support/hand-driven-market.ts';
import { parseDecimal } from '../domain/decimal.ts';
import { RECORDING_HEAD, type RecordedObservation, type RecordedTerms } from '../domain/recording.ts';
import { createRecordingWriter } from '../domain/recording-writer.ts';
import { SILENT_LOGGER } from '../ports/logger.ts';
import { createVirtualClock, loopTurns } from '../runtime/virtual-clock.ts';
import { listRecordings, recordedObservations } from './recording-files.ts';
import { openRecordings } from './recordings.ts';

const T0 = Date.UTC(2026, 10, 21, 8, 30);
const FORMAT_1 = join(import.meta.dirname, '../../test/upgrade/0.2.0/recordings');
let directory: string;

beforeEach(() => {
	directory = join(mkdtempSync(join(tmpdir(), 'carrywire-recording-files-')), 'recordings');
	mkdirSync(directory);
});
afterEach(() => rmSync(join(directory, '..'), { recursive: true, force: true }));

async function observationsOf(path: string): Promise<readonly RecordedObservation[]> {
	const all: RecordedObservation[] = [];
	for await (const observations of recordedObservations(path)) all.push(...observations);
	return all;
}

async function allIn(folder: string): Promise<readonly RecordedObservation[]> {
	const files = listRecordings(folder).map(({ name }) => observationsOf(join(folder, name)));
	return (await Promise.all(files)).flat();
}

describe('a recording in format 1, as version 0.2 wrote it,', () => {
	test('has the best levels and the running estimates', async () => {
		const observations = await allIn(FORMAT_1);
		expect(observations).toHaveLength(49);
		expect(new Set(observations.map(({ kind }) => kind))).toEqual(new Set(['book', 'estimate']));
		expect(observations[0]).toEqual({
			...{ kind: 'estimate', at: 1_795_251_590_000, venue: 'bybit', symbol: 'SOLUSDT' },
			funding: {
				predictedRate: parseDecimal('0.0001'),
				intervalMs: 28_800_000,
				nextSettlementAt: 1_795_276_790_000,
			},
			...{ mark: parseDecimal('100'), index: parseDecimal('100') },
			...{ fundingCap: null, fundingFloor: null, otherIndex: null },
		});
		expect(observations.at(-1)).toEqual({
			...{ kind: 'book', at: 1_795_251_610_000, venue: 'bybit', symbol: 'SOLUSDT' },
			book: bookOf([['118', '5']], [['119', '20.5']]),
		});
		expect(observations.filter((one) => one.kind === 'book' && one.book === null)).toHaveLength(1);
	});
});

describe('a recording in format 2', () => {
	const instrument = instrumentOf('bybit', 'SOL');
	const terms: RecordedTerms = {
		instrument,
		fees: { taker: parseDecimal('0.00055'), maker: parseDecimal('0.0002') },
		trading: true,
		delistingAt: null,
	};

	/** Records a book that changes every second for two minutes, and returns what was written. */
	async function fill(): Promise<readonly RecordedObservation[]> {
		const clock = createVirtualClock(T0, loopTurns);
		const sink = openRecordings({ directory, maxBytes: 1e9, retentionMs: 1e12, clock, log: SILENT_LOGGER });
		const writer = createRecordingWriter({ startedAt: T0, bookLevels: 20, bookPeriodMs: 1_000 });
		const written: RecordedObservation[] = [];
		sink.write(T0, writer.begin(T0) + writer.list(T0, terms));
		for (let step = 0; step < 120; step += 1) {
			const at = clock.now();
			const book = bookOf([['99.9', String(1 + (step % 7))]], [[`100.${step % 10}1`, '6.125']]);
			sink.write(at, writer.book(at, instrument, book));
			written.push({ kind: 'book', at, venue: 'bybit', symbol: instrument.symbol, book });
			clock.after(1_000, () => {});
			while (await clock.advance(at + 1_000));
		}
		await sink.close();
		return written;
	}

	test('reads back as it was written', async () => {
		const written = await fill();
		const [run, listed, ...books] = await allIn(directory);
		expect([run?.kind, listed]).toEqual([
			'run',
			{ kind: 'instrument', at: T0, venue: 'bybit', symbol: instrument.symbol, ...terms },
		]);
		expect(books).toEqual(written);
	});

	test('truncated at any byte reads back up to it', async () => {
		await fill();
		const [file] = listRecordings(directory);
		const path = join(directory, file?.name ?? '');
		const whole = await observationsOf(path);
		const bytes = readFileSync(path);
		for (let cut = 0; cut < bytes.length; cut += 7) {
			writeFileSync(path, bytes.subarray(0, cut));
			const read = await observationsOf(path);
			expect(read).toEqual(whole.slice(0, read.length));
			// A few seconds of lines are in the buffer of the compression.
			if (cut > bytes.length / 2) expect(read.length).toBeGreaterThan(whole.length / 3);
		}
	});

	test('with a line that cannot be read is refused with the line', async () => {
		const path = join(directory, '2026-11-21T08-000.txt.gz');
		writeFileSync(path, gzipSync(`${RECORDING_HEAD}2\nt 5\nb 0 a1|\n`));
		await expect(observationsOf(path)).rejects.toThrow(
			'The file has no instrument with the number "0". The line is "b 0 a1|".',
		);
	});
});
