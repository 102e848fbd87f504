/**
 * Keeps recorded lines in compressed files of an hour each, in a directory that never grows beyond its limit: the oldest
 * files go first. Every few seconds what is held is pressed and handed to the system as a whole, so that the end of the
 * process, however it comes, loses seconds and leaves a readable file. When nothing can be written the recording pauses
 * with a line in the log, tries again, and nobody else notices.
 */

import { createWriteStream, rmSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { constants, createGzip, type Gzip } from 'node:zlib';
import { HOUR_MS } from '../domain/funding.ts';
import { messageOf } from '../domain/message-of.ts';
import type { Clock } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { RecordingSink } from '../ports/recording-sink.ts';
import { makeDataDirectory } from './data-directory.ts';
import { listRecordings, type RecordingFile, recordingHour, recordingName } from './recording-files.ts';

/** The directory that recordings are written to, and how much of them is kept. */
export type RecordingsOptions = {
	readonly directory: string;
	/** Of all files together. */
	readonly maxBytes: number;
	/** Files of hours further back are dropped. */
	readonly retentionMs: number;
	readonly clock: Clock;
	readonly log: Logger;
};

/** First line of every file: the version of its format. */
export const RECORDING_HEAD = 'carrywire recording 1';

/** What a crash may lose. */
const FLUSH_MS = 2_000;
/** After a failed write nothing is recorded for this long. */
const PAUSE_MS = 60_000;
/** Text that is held while the disk is slow; what comes on top is left out. */
const HELD_CHARS_MAX = 8 * 1_048_576;
/** A file that has grown to this share of the limit is ended within its hour, so that dropping one frees enough. */
const FILE_SHARE_MAX = 4;
const FILE_MODE = 0o600;
/** Fast rather than small: 6 takes twice the time for a tenth less. */
const LEVEL = 4;

type OpenFile = {
	readonly name: string;
	readonly hour: number;
	readonly gzip: Gzip;
	readonly out: WriteStream;
	readonly ended: Promise<void>;
	bytes: number;
};

type Recorder = RecordingsOptions & {
	/** Files that are ended, oldest first; undefined until the directory was read. */
	ended: readonly RecordingFile[] | undefined;
	current: OpenFile | undefined;
	/** Files whose last bytes are on their way to the disk. */
	readonly ending: Set<Promise<void>>;
	held: string;
	/** UTC hours since the epoch. */
	heldHour: number;
	notBefore: number;
	hasPaused: boolean;
};

/** Writes recordings to one file an hour, and drops the oldest beyond the bounds. */
export function openRecordings(options: RecordingsOptions): RecordingSink {
	const recorder: Recorder = {
		...options,
		ended: undefined,
		current: undefined,
		ending: new Set(),
		held: '',
		heldHour: 0,
		notBefore: 0,
		hasPaused: false,
	};
	const stop = options.clock.every(FLUSH_MS, () => flush(recorder));
	return {
		write: (at, lines) => write(recorder, at, lines),
		async close() {
			stop();
			flush(recorder);
			endCurrent(recorder);
			await Promise.all(recorder.ending);
		},
	};
}

function write(recorder: Recorder, at: number, lines: string): void {
	if (recorder.clock.now() < recorder.notBefore) return;
	const hour = Math.floor(at / HOUR_MS);
	if (recorder.held !== '' && hour !== recorder.heldHour) flush(recorder);
	recorder.heldHour = hour;
	const waiting = recorder.current?.gzip.writableLength ?? 0;
	if (recorder.held.length + lines.length + waiting > HELD_CHARS_MAX) {
		pause(recorder, new Error(`The disk was behind by more than ${HELD_CHARS_MAX} characters.`));
		return;
	}
	recorder.held += lines;
}

/** Presses what is held. */
function flush(recorder: Recorder): void {
	const { held, heldHour, current, maxBytes } = recorder;
	if (held === '') return;
	recorder.held = '';
	try {
		if (current !== undefined && (current.hour !== heldHour || current.bytes > maxBytes / FILE_SHARE_MAX))
			endCurrent(recorder);
		recorder.current ??= openFile(recorder, heldHour);
		recorder.current.gzip.write(held);
		dropOldest(recorder);
	} catch (error) {
		pause(recorder, error);
	}
}

/** @throws Error of the system when the directory cannot be used */
function openFile(recorder: Recorder, hour: number): OpenFile {
	const { directory, log } = recorder;
	makeDataDirectory(directory);
	recorder.ended ??= listRecordings(directory);
	const name = recordingName(recordingHour(hour * HOUR_MS), recorder.ended);
	const out = createWriteStream(join(directory, name), { flags: 'wx', mode: FILE_MODE });
	const gzip = createGzip({ level: LEVEL, flush: constants.Z_SYNC_FLUSH });
	const file: OpenFile = {
		name,
		hour,
		gzip,
		out,
		ended: new Promise((resolve) => out.once('close', resolve)),
		bytes: 0,
	};
	gzip.on('data', (chunk: Buffer) => {
		file.bytes += chunk.length;
		out.write(chunk);
	});
	gzip.once('end', () => out.end());
	const failed = (error: Error): void => fail(recorder, file, error);
	gzip.on('error', failed);
	out.on('error', failed);
	if (recorder.hasPaused) log.info({ file: name }, 'the recording goes on');
	recorder.hasPaused = false;
	gzip.write(`${RECORDING_HEAD}\n`);
	return file;
}

function endCurrent(recorder: Recorder): void {
	const file = leaveCurrent(recorder);
	if (file === undefined) return;
	recorder.ending.add(file.ended);
	void file.ended.then(() => recorder.ending.delete(file.ended));
	file.gzip.end();
}

/** The file that was written to; it is one of the ended ones from now on. */
function leaveCurrent(recorder: Recorder): OpenFile | undefined {
	const { current, ended = [] } = recorder;
	recorder.current = undefined;
	if (current !== undefined) recorder.ended = [...ended, { name: current.name, bytes: current.bytes }];
	return current;
}

function fail(recorder: Recorder, file: OpenFile, error: Error): void {
	file.gzip.destroy();
	file.out.destroy();
	if (file === recorder.current) pause(recorder, error);
	else
		recorder.log.warn(
			{ file: file.name, error: error.message },
			'the end of a recording could not be written',
		);
}

function pause(recorder: Recorder, error: unknown): void {
	const { clock, log, directory } = recorder;
	recorder.notBefore = clock.now() + PAUSE_MS;
	recorder.held = '';
	const failed = leaveCurrent(recorder);
	failed?.gzip.destroy();
	failed?.out.destroy();
	if (recorder.hasPaused) return;
	recorder.hasPaused = true;
	const message = messageOf(error);
	log.warn({ directory, error: message, pauseMs: PAUSE_MS }, 'the recording pauses; the service goes on');
}

/** @throws Error of the system when a file cannot be removed */
function dropOldest(recorder: Recorder): void {
	const { clock, log, directory, maxBytes, current, ended = [] } = recorder;
	const oldest = recordingHour(clock.now() - recorder.retentionMs);
	let bytes = (current?.bytes ?? 0) + ended.reduce((sum, file) => sum + file.bytes, 0);
	for (const file of ended) {
		if (bytes <= maxBytes && file.name >= oldest) break;
		rmSync(join(directory, file.name), { force: true });
		log.info({ file: file.name, bytes: file.bytes }, 'the oldest recording was dropped');
		bytes -= file.bytes;
		recorder.ended = recorder.ended?.slice(1);
	}
}
