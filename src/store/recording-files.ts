/**
 * Lists and reads recording files. They are gzipped lines of text, one file per UTC hour and recorder run, such as
 * `2026-11-21T11-000.txt.gz`. Sorting by name sorts by time. An unfinished file, from a crash or a running service,
 * is read up to its last written byte.
 */
import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { finished } from 'node:stream/promises';
import { constants, createGunzip } from 'node:zlib';
import type { RecordedObservation } from '../domain/recording.ts';
import { createRecordingParser } from '../domain/recording-parser.ts';

/** A recording file: name and size in bytes. */
export type RecordingFile = { readonly name: string; readonly bytes: number };

/** Name of the recordings folder in the data directory. */
export const RECORDINGS_DIRECTORY = 'recordings';

const NAME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{3,}\.txt\.gz$/;
/** Number of characters that form the hour in a file name, such as `2026-11-21T11`. */
const HOUR_CHARS = 13;
const SEQUENCE_CHARS = 3;

/** Formats an instant's UTC hour as file names do: `2026-11-20T12`. */
export function recordingHour(at: number): string {
	return new Date(at).toISOString().slice(0, HOUR_CHARS);
}

/** Returns the next free file name for an hour. */
export function recordingName(hour: string, present: readonly RecordingFile[]): string {
	const used = present.filter(({ name }) => name.startsWith(hour)).map(({ name }) => sequenceOf(name));
	return `${hour}-${String(Math.max(-1, ...used) + 1).padStart(SEQUENCE_CHARS, '0')}.txt.gz`;
}

function sequenceOf(name: string): number {
	return Number(/-(\d+)\.txt\.gz$/.exec(name)?.[1] ?? 0);
}

/**
 * Lists the recordings in a directory, oldest first; empty without the directory. Ignores files with other names.
 * @throws Error from the system
 */
export function listRecordings(directory: string): readonly RecordingFile[] {
	if (!existsSync(directory)) return [];
	return readdirSync(directory)
		.filter((name) => NAME.test(name))
		.sort()
		.map((name) => ({ name, bytes: statSync(join(directory, name)).size }));
}

/** True if the named file can contain lines recorded between `from` and `to`, milliseconds. */
export function coversTime(name: string, from: number, to: number): boolean {
	const hour = name.slice(0, HOUR_CHARS);
	return hour >= recordingHour(from) && hour <= recordingHour(to);
}

/**
 * Yields the file's observations in portions, in the order in which they were received. Ends early at a truncated end
 * of the file.
 * @throws RecordingFault for a line that cannot be read @throws Error for corrupt bytes
 */
export async function* recordedObservations(path: string): AsyncGenerator<readonly RecordedObservation[]> {
	const parser = createRecordingParser();
	for await (const lines of recordedLines(path)) {
		const observations: RecordedObservation[] = [];
		for (const line of lines) {
			const observation = parser.read(line);
			if (observation !== undefined) observations.push(observation);
		}
		if (observations.length > 0) yield observations;
	}
}

/**
 * Yields the file's complete lines in portions, without line breaks. Ends early at a truncated end of the file.
 * @throws Error for corrupt bytes
 */
export async function* recordedLines(path: string): AsyncGenerator<readonly string[]> {
	// This option reads an unfinished file as far as it goes.
	const unpacking = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
	// An error before the first iteration would end the loop silently, so `ended` is awaited after the loop.
	const ended = finished(unpacking);
	ended.catch(() => {});
	const text = pipeline(createReadStream(path), unpacking, () => {});
	text.setEncoding('utf8');
	let rest = '';
	try {
		for await (const chunk of text) {
			const lines = (rest + String(chunk)).split('\n');
			rest = lines.pop() ?? '';
			yield lines;
		}
		await ended;
	} catch (error) {
		if (!isTruncated(error)) throw error;
	}
}

/** True for a file that was truncated within its gzip header, before its first line. */
function isTruncated(error: unknown): boolean {
	return error instanceof Error && 'code' in error && error.code === 'Z_BUF_ERROR';
}
