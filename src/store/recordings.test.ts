/**
 * Tests recordings on real files. They are complete after the recorder stops, readable when truncated at any point,
 * and bounded in size. A failing disk has no effect on the service.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WAIT_MS_MAX } from '../../scripts/hang-limits.ts';
import type { Logger } from '../ports/logger.ts';
import { seededRandom } from '../runtime/seeded-random.ts';
import { createVirtualClock, loopTurn, loopTurns, type VirtualClock } from '../runtime/virtual-clock.ts';
import { listRecordings, recordedLines } from './recording-files.ts';
import { openRecordings, RECORDING_HEAD_LINE, type RecordingsOptions } from './recordings.ts';

const T0 = Date.UTC(2026, 10, 21, 8, 59, 50);
const DAY_MS = 86_400_000;
/** The empty stored block that a flush appends. */
const FLUSH_MARK = Buffer.from([0, 0, 0xff, 0xff]);
let root: string;
let directory: string;

beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), 'carrywire-recordings-'));
	directory = join(root, 'data', 'recordings');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function open(clock: VirtualClock, change: Partial<RecordingsOptions> = {}) {
	const messages: string[] = [];
	const note = (_facts: unknown, message: string) => messages.push(message);
	const log: Logger = { debug: note, info: note, warn: note, error: note };
	const options = { directory, maxBytes: 1_000_000, retentionMs: 400 * DAY_MS, clock, log, ...change };
	return { sink: openRecordings(options), messages };
}

async function pass(clock: VirtualClock, ms: number): Promise<void> {
	const until = clock.now() + ms;
	clock.after(ms, () => {});
	while (await clock.advance(until));
}

function bytesOnDisk(): number {
	return listRecordings(directory).reduce((sum, { bytes }) => sum + bytes, 0);
}

async function linesOf(name: string): Promise<readonly string[]> {
	const lines: string[] = [];
	for await (const portion of recordedLines(join(directory, name))) lines.push(...portion);
	return lines;
}

async function allLines(): Promise<readonly string[]> {
	const names = listRecordings(directory).map(({ name }) => name);
	const files = await Promise.all(names.map(linesOf));
	return files.flat().filter((line) => line !== RECORDING_HEAD_LINE);
}

describe('recordings', () => {
	test('are complete after a stop: one file per hour and run, for the owner only', async () => {
		const clock = createVirtualClock(T0, loopTurns);
		const first = open(clock);
		first.sink.write(clock.now(), 'one\ntwo\n');
		await pass(clock, 10_000);
		first.sink.write(clock.now(), 'three\n');
		await first.sink.close();
		const second = open(clock);
		second.sink.write(clock.now(), 'four\n');
		await second.sink.close();
		expect(readdirSync(directory).sort()).toEqual([
			'2026-11-21T08-000.txt.gz',
			'2026-11-21T09-000.txt.gz',
			'2026-11-21T09-001.txt.gz',
		]);
		expect(await linesOf('2026-11-21T08-000.txt.gz')).toEqual([RECORDING_HEAD_LINE, 'one', 'two']);
		expect(await allLines()).toEqual(['one', 'two', 'three', 'four']);
		expect(statSync(join(directory, '2026-11-21T09-001.txt.gz')).mode & 0o777).toBe(0o600);
		expect(clock.waiting()).toBe(0);
	});

	test('have a new file number for each hour, for each file that is full, and after lost lines', async () => {
		const clock = createVirtualClock(T0, loopTurns);
		const random = seededRandom(11);
		const { sink } = open(clock, { maxBytes: 40_000 });
		const file = () => sink.file(clock.now());
		const first = file();
		sink.write(clock.now(), 'one\n');
		await pass(clock, 4_000);
		expect(file()).toBe(first);
		await pass(clock, 10_000);
		const second = file();
		expect(second).not.toBe(first);
		// Two files have an eighth of the limit each, so the lines after them belong to further files.
		for (let step = 0; step < 2; step += 1) {
			const before = bytesOnDisk();
			sink.write(clock.now(), `${random.hex(12_000)}\n`);
			await pass(clock, 4_000);
			while (bytesOnDisk() < before + 5_000) await loopTurn();
		}
		sink.write(clock.now(), 'two\n');
		await pass(clock, 4_000);
		const third = file();
		expect(third).toBeGreaterThan(second ?? Number.NaN);
		// The buffer cannot hold this much, so everything in it is lost.
		sink.write(clock.now(), 'x'.repeat(9 * 1_048_576));
		expect(file()).toBeUndefined();
		await pass(clock, 60_000);
		expect(file()).toBeGreaterThan(third ?? Number.NaN);
		await sink.close();
		expect(listRecordings(directory).length).toBeGreaterThan(2);
	});

	test('truncated at any byte are readable up to it, with every line flushed before it', async () => {
		const clock = createVirtualClock(T0 + 60_000);
		const random = seededRandom(7);
		const { sink } = open(clock);
		const batches = Array.from({ length: 6 }, (_, batch) =>
			Array.from({ length: 8 }, (_line, line) => `line ${batch} ${line} ${random.hex(random.below(30))}`),
		);
		for (const batch of batches) {
			sink.write(clock.now(), batch.map((line) => `${line}\n`).join(''));
			await pass(clock, 2_000);
		}
		await sink.close();
		const [file] = listRecordings(directory);
		const path = join(directory, file?.name ?? '');
		const bytes = readFileSync(path);
		const whole = [RECORDING_HEAD_LINE, ...batches.flat()];
		// The header is flushed as a separate batch.
		const sizes = [1, ...batches.map((batch) => batch.length)];
		expect(marksIn(bytes)).toBeGreaterThanOrEqual(batches.length);
		for (let cut = 0; cut <= bytes.length; cut += 1) {
			writeFileSync(path, bytes.subarray(0, cut));
			const read = await linesOf(file?.name ?? '');
			expect(read).toEqual(whole.slice(0, read.length));
			const flushed = marksIn(bytes.subarray(0, cut));
			const lines = sizes.slice(0, flushed).reduce((sum, size) => sum + size, 0);
			expect(read.length).toBeGreaterThanOrEqual(lines);
		}
		expect(await linesOf(file?.name ?? '')).toEqual(whole);
	});

	test('with corrupt bytes are refused, not misread', async () => {
		const clock = createVirtualClock(T0, loopTurns);
		const { sink } = open(clock);
		sink.write(clock.now(), 'one\n');
		await sink.close();
		const path = join(directory, '2026-11-21T08-000.txt.gz');
		const bytes = readFileSync(path);
		bytes[12] = (bytes[12] ?? 0) ^ 0xff;
		writeFileSync(path, bytes);
		await expect(linesOf('2026-11-21T08-000.txt.gz')).rejects.toThrow();
	});

	test('never exceed their total limit: the oldest go first, and foreign files stay', async () => {
		const clock = createVirtualClock(T0, loopTurns);
		const random = seededRandom(3);
		mkdirSync(directory, { recursive: true });
		writeFileSync(join(directory, 'notes.txt'), 'mine');
		const messages: string[] = [];
		for (let run = 0; run < 12; run += 1) {
			const opened = open(clock, { maxBytes: 40_000 });
			for (let step = 5 * run; step < 5 * (run + 1); step += 1) {
				opened.sink.write(clock.now(), `${step} ${random.hex(2_000)}\n`);
				await pass(clock, 6 * 60_000);
			}
			await opened.sink.close();
			messages.push(...opened.messages);
			// The limit check does not count a few kilobytes that are still being compressed.
			const bytes = listRecordings(directory).reduce((sum, file) => sum + file.bytes, 0);
			expect(bytes).toBeLessThan(40_000 + 5 * 2_500);
		}
		const steps = (await allLines()).map((line) => Number(line.split(' ')[0]));
		expect(steps.at(-1)).toBe(59);
		expect(steps).toEqual(Array.from({ length: steps.length }, (_, index) => 60 - steps.length + index));
		expect(steps.length).toBeGreaterThan(8);
		expect(messages).toContain('The oldest recording was deleted.');
		expect(readFileSync(join(directory, 'notes.txt'), 'utf8')).toBe('mine');
	});

	test('older than the setting are dropped', async () => {
		const clock = createVirtualClock(T0, loopTurns);
		mkdirSync(directory, { recursive: true });
		for (const hour of ['2026-11-18T08', '2026-11-19T09'])
			writeFileSync(join(directory, `${hour}-000.txt.gz`), 'x');
		const { sink } = open(clock, { retentionMs: 2 * DAY_MS });
		sink.write(clock.now(), 'one\n');
		await sink.close();
		expect(listRecordings(directory).map(({ name }) => name)).toEqual([
			'2026-11-19T09-000.txt.gz',
			'2026-11-21T08-000.txt.gz',
		]);
	});

	test('pause while the disk fails, log it once, and resume', async () => {
		const clock = createVirtualClock(T0, loopTurns);
		mkdirSync(join(root, 'data'));
		writeFileSync(directory, 'a file where the directory should be');
		const { sink, messages } = open(clock);
		for (let count = 0; count < 100; count += 1) {
			sink.write(clock.now(), 'lost\n');
			await pass(clock, 2_000);
		}
		expect(messages).toEqual(['The recording is paused; the service continues.']);
		rmSync(directory);
		await pass(clock, 60_000);
		sink.write(clock.now(), 'kept\n');
		await sink.close();
		expect(messages).toEqual([
			'The recording is paused; the service continues.',
			'The recording has resumed.',
		]);
		expect(await allLines()).toEqual(['kept']);
	});

	test('keep the written part on a full disk, and the process continues', async () => {
		const script = join(root, 'writer.ts');
		const imported = (path: string) => JSON.stringify(pathToFileURL(join(import.meta.dirname, path)).href);
		writeFileSync(
			script,
			`import { openRecordings } from ${imported('recordings.ts')};
import { createVirtualClock, loopTurns } from ${imported('../runtime/virtual-clock.ts')};
import { seededRandom } from ${imported('../runtime/seeded-random.ts')};
const clock = createVirtualClock(${T0}, loopTurns);
const random = seededRandom(5);
let isPaused = false;
const note = (_facts, message) => {
	isPaused ||= message.includes('is paused');
	console.log(message);
};
const log = { debug: note, info: note, warn: note, error: note };
const sink = openRecordings({ directory: ${JSON.stringify(directory)}, maxBytes: 1e9, retentionMs: 1e12, clock, log });
for (let step = 0; step < 40; step += 1) {
	sink.write(clock.now(), step + ' ' + random.hex(4_000) + '\\n');
	const until = clock.now() + 2_000;
	clock.after(2_000, () => {});
	while (await clock.advance(until));
}
// The time of a disk write is unknown, so this polls.
while (!isPaused) await new Promise(setImmediate);
await sink.close();
console.log('the process lives');
`,
		);
		// The system refuses to write more than 40 kB to a file, as a full disk would.
		const command = `ulimit -f 40; exec ${JSON.stringify(process.execPath)} ${JSON.stringify(script)}`;
		const { stdout, status } = spawnSync('bash', ['-c', command], {
			encoding: 'utf8',
			timeout: WAIT_MS_MAX,
		});
		expect([status, stdout.trim().split('\n').at(-1)]).toEqual([0, 'the process lives']);
		expect(stdout).toContain('The recording is paused; the service continues.');
		const [first] = listRecordings(directory);
		const lines = await linesOf(first?.name ?? '');
		expect(lines.length).toBeGreaterThan(2);
		expect(lines.slice(1).map((line) => Number(line.split(' ')[0]))).toEqual(
			Array.from({ length: lines.length - 1 }, (_, index) => index),
		);
	});
});

function marksIn(bytes: Buffer): number {
	let count = 0;
	for (let at = bytes.indexOf(FLUSH_MARK); at >= 0; at = bytes.indexOf(FLUSH_MARK, at + 4)) count += 1;
	return count;
}
