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

/** Writes recordings to one file an hour, and drops the oldest beyond the bounds. */
export function openRecordings(options: RecordingsOptions): RecordingSink {
	const { directory, maxBytes, clock, log } = options;
	/** Files that are ended, oldest first; undefined until the directory was read. */
	let ended: readonly RecordingFile[] | undefined;
	let current: OpenFile | undefined;
	/** Files whose last bytes are on their way to the disk. */
	const ending = new Set<Promise<void>>();
	let held = '';
	/** UTC hours since the epoch. */
	let heldHour = 0;
	let notBefore = 0;
	let hasPaused = false;

	function write(at: number, lines: string): void {
		if (clock.now() < notBefore) return;
		const hour = Math.floor(at / HOUR_MS);
		if (held !== '' && hour !== heldHour) flush();
		heldHour = hour;
		if (held.length + lines.length + (current?.gzip.writableLength ?? 0) > HELD_CHARS_MAX) {
			pause(new Error(`The disk was behind by more than ${HELD_CHARS_MAX} characters.`));
			return;
		}
		held += lines;
	}

	/** Presses what is held. */
	function flush(): void {
		if (held === '') return;
		const text = held;
		held = '';
		try {
			if (current !== undefined && (current.hour !== heldHour || current.bytes > maxBytes / FILE_SHARE_MAX))
				endCurrent();
			current ??= openFile(heldHour);
			current.gzip.write(text);
			dropOldest();
		} catch (error) {
			pause(error);
		}
	}

	/** @throws Error of the system when the directory cannot be used */
	function openFile(hour: number): OpenFile {
		makeDataDirectory(directory);
		ended ??= listRecordings(directory);
		const name = recordingName(recordingHour(hour * HOUR_MS), ended);
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
		const failed = (error: Error): void => fail(file, error);
		gzip.on('error', failed);
		out.on('error', failed);
		if (hasPaused) log.info({ file: name }, 'the recording goes on');
		hasPaused = false;
		gzip.write(`${RECORDING_HEAD}\n`);
		return file;
	}

	function endCurrent(): void {
		if (current === undefined) return;
		ended = [...(ended ?? []), { name: current.name, bytes: current.bytes }];
		const file = current;
		ending.add(file.ended);
		void file.ended.then(() => ending.delete(file.ended));
		file.gzip.end();
		current = undefined;
	}

	function fail(file: OpenFile, error: Error): void {
		file.gzip.destroy();
		file.out.destroy();
		if (file === current) pause(error);
		else log.warn({ file: file.name, error: error.message }, 'the end of a recording could not be written');
	}

	function pause(error: unknown): void {
		notBefore = clock.now() + PAUSE_MS;
		held = '';
		const failed = current;
		current = undefined;
		if (failed !== undefined) ended = [...(ended ?? []), { name: failed.name, bytes: failed.bytes }];
		failed?.gzip.destroy();
		failed?.out.destroy();
		if (hasPaused) return;
		hasPaused = true;
		const message = messageOf(error);
		log.warn({ directory, error: message, pauseMs: PAUSE_MS }, 'the recording pauses; the service goes on');
	}

	/** @throws Error of the system when a file cannot be removed */
	function dropOldest(): void {
		const oldest = recordingHour(clock.now() - options.retentionMs);
		let bytes = (current?.bytes ?? 0) + (ended ?? []).reduce((sum, file) => sum + file.bytes, 0);
		for (const file of ended ?? []) {
			if (bytes <= maxBytes && file.name >= oldest) break;
			rmSync(join(directory, file.name), { force: true });
			log.info({ file: file.name, bytes: file.bytes }, 'the oldest recording was dropped');
			bytes -= file.bytes;
			ended = ended?.slice(1);
		}
	}

	const stop = clock.every(FLUSH_MS, flush);
	return {
		write,
		async close() {
			stop();
			flush();
			endCurrent();
			await Promise.all(ending);
		},
	};
}
