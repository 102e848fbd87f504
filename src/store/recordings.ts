/**
 * Writes recorded lines to hourly compressed files. The oldest files are deleted to keep the directory within its
 * limit. Every few seconds, the recorder compresses the buffered lines and hands them to the operating system.
 * However the process ends, only the last few seconds of lines are lost and the file stays readable. If the disk
 * fails, the recorder logs a line, pauses and tries again, without effect on the service.
 */

import { createWriteStream, rmSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { constants, createGzip, type Gzip } from 'node:zlib';
import { HOUR_MS } from '../domain/funding.ts';
import { messageOf } from '../domain/message-of.ts';
import { RECORDING_FORMAT, RECORDING_HEAD } from '../domain/recording.ts';
import type { Clock } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { RecordingSink } from '../ports/recording-sink.ts';
import { makeDataDirectory } from './data-directory.ts';
import { listRecordings, type RecordingFile, recordingHour, recordingName } from './recording-files.ts';
import { RECORDING_LOG } from './text.ts';

/** The recordings directory and its limits. */
export type RecordingsOptions = {
	readonly directory: string;
	/** Maximum total size of all files, bytes. */
	readonly maxBytes: number;
	/** Maximum age of recordings, milliseconds. Files for older hours are deleted. */
	readonly retentionMs: number;
	readonly clock: Clock;
	readonly log: Logger;
};

/** First line in every file, with the version of its format. */
export const RECORDING_HEAD_LINE = `${RECORDING_HEAD}${RECORDING_FORMAT}`;

/** Time between two flushes, milliseconds. A crash loses at most the lines received in this time. */
const FLUSH_MS = 2_000;
/** Length of the pause in recording after a failed write, milliseconds. */
const PAUSE_MS = 60_000;
/** Maximum buffer size while the disk is slow, characters. If the buffer is larger, the recorder pauses. */
const HELD_CHARS_MAX = 8 * 1_048_576;
/**
 * A file is closed early once its size reaches the total limit divided by this number. There are then always enough
 * closed files to delete.
 */
const FILE_SHARE_MAX = 4;
const FILE_MODE = 0o600;
/** Compression level. Level 6 would take twice the time and make files only a tenth smaller. */
const LEVEL = 4;

type OpenFile = {
	readonly name: string;
	readonly gzip: Gzip;
	readonly out: WriteStream;
	readonly ended: Promise<void>;
	bytes: number;
};

type Recorder = RecordingsOptions & {
	/** Closed files, oldest first; undefined until the directory has been read. */
	ended: readonly RecordingFile[] | undefined;
	current: OpenFile | undefined;
	/** Files whose last bytes are still being written. */
	readonly ending: Set<Promise<void>>;
	held: string;
	/** Hour of the present file, in UTC hours since 1970. */
	hour: number;
	/** Number of the present file. Lines for an earlier one are never written after it changed. */
	fileNumber: number;
	notBefore: number;
	hasPaused: boolean;
};

/** Opens the recordings, one file per hour. Beyond the limits, the oldest files are deleted. */
export function openRecordings(options: RecordingsOptions): RecordingSink {
	const recorder: Recorder = {
		...options,
		ended: undefined,
		current: undefined,
		ending: new Set(),
		held: '',
		hour: 0,
		fileNumber: 0,
		notBefore: 0,
		hasPaused: false,
	};
	const stop = options.clock.every(FLUSH_MS, () => flush(recorder));
	return {
		file: (at) => fileAt(recorder, at),
		write: (at, lines) => write(recorder, at, lines),
		async close() {
			stop();
			flush(recorder);
			endCurrent(recorder);
			await Promise.all(recorder.ending);
		},
	};
}

function fileAt(recorder: Recorder, at: number): number | undefined {
	const hour = Math.floor(at / HOUR_MS);
	if (hour !== recorder.hour) {
		flush(recorder);
		nextFile(recorder);
		recorder.hour = hour;
	}
	return recorder.clock.now() < recorder.notBefore ? undefined : recorder.fileNumber;
}

/** Ends the present file. The lines that follow go to another one. */
function nextFile(recorder: Recorder): void {
	endCurrent(recorder);
	recorder.fileNumber += 1;
}

function write(recorder: Recorder, at: number, lines: string): void {
	if (fileAt(recorder, at) === undefined) return;
	const waiting = recorder.current?.gzip.writableLength ?? 0;
	if (recorder.held.length + lines.length + waiting > HELD_CHARS_MAX) {
		pause(recorder, new Error(RECORDING_LOG.behind(HELD_CHARS_MAX)));
		return;
	}
	recorder.held += lines;
}

/** Compresses and writes the buffered lines. */
function flush(recorder: Recorder): void {
	const { held, maxBytes } = recorder;
	if (held === '') return;
	recorder.held = '';
	try {
		recorder.current ??= openFile(recorder);
		recorder.current.gzip.write(held);
		if (recorder.current.bytes > maxBytes / FILE_SHARE_MAX) nextFile(recorder);
		dropOldest(recorder);
	} catch (error) {
		pause(recorder, error);
	}
}

/** @throws Error from the system if the directory is unusable */
function openFile(recorder: Recorder): OpenFile {
	const { directory, log, hour } = recorder;
	makeDataDirectory(directory);
	recorder.ended ??= listRecordings(directory);
	const name = recordingName(recordingHour(hour * HOUR_MS), recorder.ended);
	const out = createWriteStream(join(directory, name), { flags: 'wx', mode: FILE_MODE });
	const gzip = createGzip({ level: LEVEL, flush: constants.Z_SYNC_FLUSH });
	const file: OpenFile = {
		name,
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
	if (recorder.hasPaused) log.info({ file: name }, RECORDING_LOG.resumed);
	recorder.hasPaused = false;
	gzip.write(`${RECORDING_HEAD_LINE}\n`);
	return file;
}

function endCurrent(recorder: Recorder): void {
	const file = leaveCurrent(recorder);
	if (file === undefined) return;
	recorder.ending.add(file.ended);
	void file.ended.then(() => recorder.ending.delete(file.ended));
	file.gzip.end();
}

/** Moves the current file to the closed ones and returns it. */
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
	else recorder.log.warn({ file: file.name, error: error.message }, RECORDING_LOG.endNotWritten);
}

function pause(recorder: Recorder, error: unknown): void {
	const { clock, log, directory } = recorder;
	recorder.notBefore = clock.now() + PAUSE_MS;
	recorder.held = '';
	recorder.fileNumber += 1;
	const failed = leaveCurrent(recorder);
	failed?.gzip.destroy();
	failed?.out.destroy();
	if (recorder.hasPaused) return;
	recorder.hasPaused = true;
	const message = messageOf(error);
	log.warn({ directory, error: message, pauseMs: PAUSE_MS }, RECORDING_LOG.paused);
}

/** @throws Error from the system if a file cannot be deleted */
function dropOldest(recorder: Recorder): void {
	const { clock, log, directory, maxBytes, current, ended = [] } = recorder;
	const oldest = recordingHour(clock.now() - recorder.retentionMs);
	let bytes = (current?.bytes ?? 0) + ended.reduce((sum, file) => sum + file.bytes, 0);
	for (const file of ended) {
		if (bytes <= maxBytes && file.name >= oldest) break;
		rmSync(join(directory, file.name), { force: true });
		log.info({ file: file.name, bytes: file.bytes }, RECORDING_LOG.dropped);
		bytes -= file.bytes;
		recorder.ended = recorder.ended?.slice(1);
	}
}
