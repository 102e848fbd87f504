import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type DataFolder, dataFolder } from '../../../test/support/data-folder.ts';
import { instrumentOf } from '../../../test/support/hand-driven-market.ts';
import { parseDecimal } from '../../domain/decimal.ts';
import { RECORDING_FORMAT, RECORDING_HEAD, type RecordedObservation } from '../../domain/recording.ts';
import { createRecordingWriter } from '../../domain/recording-writer.ts';
import { DataError } from './dataset.ts';
import { hasRecordings, openRecording, type RecordingRequest } from './open-recording.ts';

const START = Date.UTC(2026, 10, 21, 8);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const VENUES = ['bybit', 'kucoin'];

/** Returns the compressed lines of a file with the state of each venue at each of the given minutes. */
function recorded(minutes: readonly number[], format: number | string = RECORDING_FORMAT): Buffer {
	const writer = createRecordingWriter({ startedAt: START, bookLevels: 20, bookPeriodMs: 10_000 });
	const [first = 0] = minutes;
	const terms = {
		fees: { taker: parseDecimal('0.0005'), maker: parseDecimal('0.0002') },
		trading: true,
		delistingAt: null,
	};
	const lines = [writer.begin(START + first * MINUTE)];
	for (const venue of VENUES)
		lines.push(writer.list(START + first * MINUTE, { instrument: instrumentOf(venue, 'SOL'), ...terms }));
	for (const [index, minute] of minutes.entries())
		for (const venue of VENUES)
			lines.push(writer.state(START + minute * MINUTE, venue, index % 2 === 0 ? 'fresh' : 'stale'));
	return gzipSync(`${RECORDING_HEAD}${format}\n${lines.join('')}`);
}

function put({ path }: DataFolder, files: Readonly<Record<string, Uint8Array>>): void {
	mkdirSync(join(path, 'recordings'), { recursive: true });
	for (const [name, bytes] of Object.entries(files))
		writeFileSync(join(path, 'recordings', `${name}.txt.gz`), bytes);
}

const open = ({ path }: DataFolder, request: Partial<RecordingRequest> = {}) =>
	openRecording({ directory: path, from: undefined, until: undefined, ...request });

async function all(events: AsyncIterable<RecordedObservation>): Promise<RecordedObservation[]> {
	const found: RecordedObservation[] = [];
	for await (const event of events) found.push(event);
	return found;
}

async function refusal(opened: Promise<unknown>): Promise<string> {
	const error: unknown = await opened.then(
		() => undefined,
		(reason: unknown) => reason,
	);
	if (!(error instanceof DataError)) throw error ?? new Error('The recording was read without an error.');
	return error.message;
}

const minutes = (from: number, until: number): number[] =>
	Array.from({ length: until - from }, (_, index) => from + index);

describe('a recording', () => {
	test('yields the observations of all files in order, once per iteration', async () => {
		using folder = dataFolder();
		put(folder, {
			'2026-11-21T09-000': recorded(minutes(60, 120)),
			'2026-11-21T08-000': recorded(minutes(0, 60)),
		});
		expect(hasRecordings(folder.path)).toBe(true);
		const recording = await open(folder);
		expect(recording).toMatchObject({
			grade: 'A',
			from: START,
			until: START + 119 * MINUTE,
			gaps: [],
			notes: [],
		});
		expect(recording.files.map(({ path }) => path)).toEqual([
			'2026-11-21T08-000.txt.gz',
			'2026-11-21T09-000.txt.gz',
		]);
		const events = await all(recording.events);
		const states = events.filter(({ kind }) => kind === 'venue');
		expect(states).toHaveLength(240);
		expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).toSorted((a, b) => a - b));
		expect(await all(recording.events)).toEqual(events);
		expect(await open({ ...folder, path: join(folder.path, 'recordings') })).toMatchObject({
			hash: recording.hash,
		});
	});

	test('begins with the hour of its span, less the past, and ends with the span', async () => {
		using folder = dataFolder();
		for (const hour of [8, 9, 10, 11])
			put(folder, {
				[`2026-11-21T${String(hour).padStart(2, '0')}-000`]: recorded(
					minutes(60 * (hour - 8), 60 * (hour - 7)),
				),
			});
		const span = { from: START + 2.5 * HOUR, until: START + 3.5 * HOUR };
		const plain = await open(folder, span);
		expect([plain.from, plain.until]).toEqual([START + 2 * HOUR, START + 3.5 * HOUR - MINUTE]);
		const events = await all(plain.events);
		expect([events[0]?.at, events.at(-1)?.at]).toEqual([plain.from, plain.until]);
		const past = await open(folder, { ...span, pastMs: HOUR });
		expect(past.from).toBe(START + HOUR);
	});

	test('lists spans without an observation for every exchange', async () => {
		using folder = dataFolder();
		put(folder, {
			'2026-11-21T08-000': recorded([0, 1, 6, 12, 13]),
			'2026-11-21T11-000': recorded([180, 181]),
		});
		const { gaps } = await open(folder);
		expect(gaps).toEqual(
			VENUES.flatMap((venue) =>
				[
					[6, 12],
					[13, 180],
				].map(([from = 0, until = 0]) => ({
					...{ venue, symbol: '*', kind: 'recording' },
					...{ from: START + from * MINUTE, until: START + until * MINUTE },
				})),
			),
		);
	});

	test('reads a file that a crash cut off as far as it goes', async () => {
		using folder = dataFolder();
		const whole = recorded(minutes(0, 60));
		put(folder, { '2026-11-21T08-000': whole.subarray(0, whole.length - 40) });
		const recording = await open(folder);
		expect(recording.from).toBe(START);
		expect(recording.until).toBeLessThan(START + 60 * MINUTE);
		expect((await all(recording.events)).at(-1)?.at).toBe(recording.until);
	});

	test('keeps the order of receipt when the clock was corrected', async () => {
		using folder = dataFolder();
		const early = (text: string): Buffer => gzipSync(`${RECORDING_HEAD}${RECORDING_FORMAT}\n${text}`);
		put(folder, {
			'2026-11-21T08-000': early(
				`t ${START}\nr ${START} 20 10000\nw bybit fresh\nt -400\nw kucoin fresh\nt 1000\nw bybit down\n`,
			),
		});
		const { events, notes } = await open(folder);
		const states = (await all(events)).filter(({ kind }) => kind === 'venue');
		expect(states.map(({ at }) => at - START)).toEqual([0, 0, 600]);
		expect(notes).toEqual([
			'2026-11-21T08-000.txt.gz: the clock of the recording went back once, by at most 400 ms. Observations keep the order in which they were received.',
		]);
	});

	test('yields what was checked, although the service still writes', async () => {
		using folder = dataFolder();
		put(folder, { '2026-11-21T08-000': recorded(minutes(0, 10)) });
		const recording = await open(folder);
		const before = await all(recording.events);
		put(folder, { '2026-11-21T08-000': recorded(minutes(0, 20)) });
		expect(await all(recording.events)).toEqual(before);
		put(folder, { '2026-11-21T08-000': recorded(minutes(0, 5)) });
		expect(await refusal(all(recording.events))).toBe(
			'2026-11-21T08-000.txt.gz has become shorter since it was checked. Do not change recordings during a replay.',
		);
	});
});

describe('rejects', () => {
	const NAME = '2026-11-21T08-000';

	test('a folder without recordings', async () => {
		using folder = dataFolder();
		expect(await refusal(open({ ...folder, path: '/none' }))).toBe(
			'/none does not exist. Name a folder or a file with --data.',
		);
		expect(hasRecordings(folder.path)).toBe(false);
		expect(await refusal(open(folder))).toBe(
			`Grade A needs recordings of Carrywire, and there are none in ${folder.path}. Name a data directory, or use --grade B or --grade C for tables of rates and prices.`,
		);
	});

	test('a recording of a later format', async () => {
		using folder = dataFolder();
		put(folder, { [NAME]: recorded([0], 3) });
		expect(await refusal(open(folder))).toMatch(
			/^2026-11-21T08-000\.txt\.gz is not a recording that this version reads: .+3/,
		);
	});

	test('a recording with wrong bytes', async () => {
		using folder = dataFolder();
		put(folder, { [NAME]: recorded(minutes(0, 60)).fill(0xff, 20, 60) });
		expect(await refusal(open(folder))).toMatch(
			/^2026-11-21T08-000\.txt\.gz cannot be read: .+ or copy or export it again\.$/,
		);
	});

	test('recordings without an observation', async () => {
		using folder = dataFolder();
		put(folder, { [NAME]: gzipSync(`${RECORDING_HEAD}${RECORDING_FORMAT}\n`) });
		expect(await refusal(open(folder))).toMatch(
			/^The recordings in .+ have no observations\. Record for longer/,
		);
	});

	test('a clock that went back by more than a minute', async () => {
		using folder = dataFolder();
		put(folder, { '2026-11-21T08-000': recorded([0, 1, 2]), '2026-11-21T08-001': recorded([0, 1]) });
		expect(await refusal(open(folder))).toBe(
			'2026-11-21T08-001.txt.gz: the clock of the recording went back from 2026-11-21T08:02:00Z to 2026-11-21T08:00:00Z, which is more than a correction. Replay the time before and after it apart, with --from and --until.',
		);
	});

	test.each([
		[-50, 1],
		[0, 60],
		[3, 4],
	])('a span outside the recordings, from hour %d until hour %d', async (from, until) => {
		using folder = dataFolder();
		put(folder, { [NAME]: recorded([0, 1, 2]) });
		expect(await refusal(open(folder, { from: START + from * HOUR, until: START + until * HOUR }))).toMatch(
			/ is not inside the data, which begins at 2026-11-21T08:00:00Z and ends at 2026-11-21T09:00:00Z\. Choose/,
		);
	});

	test('recordings without tables for grades B and C', async () => {
		using folder = dataFolder();
		put(folder, { [NAME]: recorded([0]) });
		expect(await refusal(folder.read())).toBe(
			`There are recordings of Carrywire and no tables in ${folder.path}. Use --grade A, or write tables with \`carrywire record export --to DIR\`.`,
		);
	});
});
