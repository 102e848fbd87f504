/**
 * The files of a recording: one per UTC hour and run of the recorder, `2026-11-21T11-000.txt.gz`, lines of text under
 * gzip. Names in order of text are in order of time. A file that a crash or a running service has left unfinished is
 * read up to where it was written.
 */
import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { finished } from 'node:stream/promises';
import { constants, createGunzip } from 'node:zlib';

/** A file of recordings: name and bytes. */
export type RecordingFile = { readonly name: string; readonly bytes: number };

/** In the data directory. */
export const RECORDINGS_DIRECTORY = 'recordings';

const NAME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{3,}\.txt\.gz$/;
/** `2026-11-21T11` */
const HOUR_CHARS = 13;
const SEQUENCE_CHARS = 3;

/** The hour of an instant as file names have it, UTC: `2026-11-20T12`. */
export function recordingHour(at: number): string {
	return new Date(at).toISOString().slice(0, HOUR_CHARS);
}

/** The next name of that hour. */
export function recordingName(hour: string, present: readonly RecordingFile[]): string {
	const used = present.filter(({ name }) => name.startsWith(hour)).map(({ name }) => sequenceOf(name));
	return `${hour}-${String(Math.max(-1, ...used) + 1).padStart(SEQUENCE_CHARS, '0')}.txt.gz`;
}

function sequenceOf(name: string): number {
	return Number(/-(\d+)\.txt\.gz$/.exec(name)?.[1] ?? 0);
}

/** Oldest first; empty when there is no directory. Files of other names are not ours. @throws Error of the system */
export function listRecordings(directory: string): readonly RecordingFile[] {
	if (!existsSync(directory)) return [];
	return readdirSync(directory)
		.filter((name) => NAME.test(name))
		.sort()
		.map((name) => ({ name, bytes: statSync(join(directory, name)).size }));
}

/** Whether a file may hold lines of from…to. */
export function coversTime(name: string, from: number, to: number): boolean {
	const hour = name.slice(0, HOUR_CHARS);
	return hour >= recordingHour(from) && hour <= recordingHour(to);
}

/** The file's whole lines, without their breaks; what a crash has cut ends it. @throws Error where bytes in between are wrong */
export async function* recordedLines(path: string): AsyncGenerator<string> {
	// A file without an end is read as far as it goes.
	const unpacking = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
	// An error that comes before anyone iterates ends the iteration without a word: it is asked for again at the end.
	const ended = finished(unpacking);
	ended.catch(() => {});
	const text = pipeline(createReadStream(path), unpacking, () => {});
	text.setEncoding('utf8');
	let rest = '';
	try {
		for await (const chunk of text) {
			const lines = (rest + String(chunk)).split('\n');
			rest = lines.pop() ?? '';
			yield* lines;
		}
		await ended;
	} catch (error) {
		if (!isCut(error)) throw error;
	}
}

/** Cut inside the head of the file, before its first line. */
function isCut(error: unknown): boolean {
	return error instanceof Error && 'code' in error && error.code === 'Z_BUF_ERROR';
}
