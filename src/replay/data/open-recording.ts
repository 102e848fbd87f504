/**
 * Reads the recordings of a data directory for grade A: every observation in the order in which it was received. Memory
 * holds a portion of one file at a time.
 */

import { existsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DAY_MS, HOUR_MS } from '../../domain/funding.ts';
import { messageOf } from '../../domain/message-of.ts';
import { type RecordedObservation, RecordingFault } from '../../domain/recording.ts';
import { listRecordings, RECORDINGS_DIRECTORY, recordedObservations } from '../../store/recording-files.ts';
import { DataError, type DataFile, type DataGap, type RecordedFiles } from './dataset.ts';
import { hashOf, type NamedFile, sumOf } from './file-sums.ts';
import { DATA_NOTES, DATA_TEXTS, instant } from './text.ts';

/** The recordings to read. */
export type RecordingRequest = {
	/** A data directory, or the folder of recordings in it. */
	readonly directory: string;
	/** First instant, ms; undefined reads from the first recording. */
	readonly from: number | undefined;
	/** End, ms, exclusive; undefined reads to the last recording. */
	readonly until: number | undefined;
	/** Length of the past to read before `from`, ms. The hour of the first instant is read from its beginning. */
	readonly pastMs?: number | undefined;
	/** Called with each observation while the files are checked, so that a first pass over them is enough. */
	readonly onObservation?: (observation: RecordedObservation) => void;
};

/** Recordings of grade A, checked from the first line to the last. */
export type Recording = {
	readonly grade: 'A';
	/** SHA-256 of the files' names and hashes, as of every dataset. */
	readonly hash: string;
	readonly files: readonly DataFile[];
	/** Times of the first and the last observation, ms. */
	readonly from: number;
	readonly until: number;
	/** Spans without an observation, for every exchange. */
	readonly gaps: readonly DataGap[];
	/** Sentences about irregularities that change nothing. */
	readonly notes: readonly string[];
	/**
	 * All observations, with times that never decrease. Each iteration reads the files again. An iteration throws
	 * DataError if a file has become shorter since it was checked.
	 */
	readonly events: AsyncIterable<RecordedObservation>;
	/** The same recordings for `recordedEvents`, as plain data that a thread can receive. */
	readonly recorded: RecordedFiles;
};

/** Time without an observation that counts as a gap, ms. A recorder samples every book each 10 s by default. */
const GAP_MS = 5 * 60_000;
/** Largest step back that counts as a correction of the clock, ms. */
const STEP_BACK_MS_MAX = 60_000;

/** True if the folder is a data directory with recordings, or a folder of recordings. */
export function hasRecordings(directory: string): boolean {
	return recordingsIn(directory).length > 0;
}

/** Checks the recordings, and returns what reads them. @throws DataError with a sentence about the first fault */
export async function openRecording({
	directory,
	from = Number.NEGATIVE_INFINITY,
	until = Number.POSITIVE_INFINITY,
	pastMs = 0,
	onObservation = () => {},
}: RecordingRequest): Promise<Recording> {
	if (!existsSync(directory)) throw new DataError('DATA_EMPTY', DATA_TEXTS.noPath(directory));
	if (!(from < until)) throw new DataError('DATA_RANGE', DATA_TEXTS.emptySpan(instant(from), instant(until)));
	const all = recordingsIn(directory);
	if (all.length === 0) throw new DataError('DATA_MIXED', DATA_TEXTS.noRecordings([directory]));
	requireInside(all, from, until);
	const listed = all.filter(({ name }) => {
		const hour = hourOf(name);
		return hour + HOUR_MS > from - pastMs && hour < until;
	});
	const files: DataFile[] = [];
	for (const file of listed) files.push(await sumOf(file));
	const check = await checked(listed, until, onObservation);
	if (check.from === undefined) throw new DataError('DATA_EMPTY', DATA_TEXTS.noObservations(directory));
	const recorded = { paths: listed.map(({ path }) => path), counts: check.counts, until };
	return {
		grade: 'A',
		hash: hashOf(files),
		files,
		from: check.from,
		until: check.until,
		gaps: [...check.venues].sort().flatMap((venue) => check.gaps.map((gap) => ({ venue, ...gap }))),
		notes: check.notes,
		recorded,
		events: { [Symbol.asyncIterator]: () => recordedEvents(recorded) },
	};
}

function recordingsIn(directory: string): readonly NamedFile[] {
	for (const folder of [join(directory, RECORDINGS_DIRECTORY), directory]) {
		if (!existsSync(folder) || !statSync(folder).isDirectory()) continue;
		const files = listRecordings(folder);
		if (files.length > 0) return files.map(({ name }) => ({ name, path: join(folder, name) }));
	}
	return [];
}

/** Returns the start of the hour in a file's name, ms. */
function hourOf(name: string): number {
	return Date.parse(`${name.slice(0, 'yyyy-mm-ddThh'.length)}:00Z`);
}

/** @throws DataError if more than a day of the span is outside the recordings */
function requireInside(all: readonly NamedFile[], from: number, until: number): void {
	const hours = all.map(({ name }) => hourOf(name));
	const first = Math.min(...hours);
	const end = Math.max(...hours) + HOUR_MS;
	const shownFrom = Number.isFinite(from) ? from : first;
	const shownUntil = Number.isFinite(until) ? until : end;
	const isNear = shownFrom >= first - DAY_MS && shownUntil <= end + DAY_MS;
	if (isNear && shownFrom < end && shownUntil > first) return;
	const instants = [shownFrom, shownUntil, first, end].map(instant) as [string, string, string, string];
	throw new DataError('DATA_RANGE', DATA_TEXTS.outside(...instants));
}

type Check = {
	from: number | undefined;
	until: number;
	readonly venues: Set<string>;
	readonly gaps: Omit<DataGap, 'venue'>[];
	readonly notes: string[];
	/** Number of observations in each file. */
	readonly counts: number[];
};

/** Reads all files once. @throws DataError */
async function checked(
	files: readonly NamedFile[],
	until: number,
	onObservation: (observation: RecordedObservation) => void,
): Promise<Check> {
	const check: Check = { from: undefined, until: 0, venues: new Set(), gaps: [], notes: [], counts: [] };
	for (const file of files) {
		const steps = { count: 0, longestMs: 0 };
		let count = 0;
		for await (const portion of portionsOf(file))
			for (const observation of portion) {
				count += 1;
				if (observation.at >= until) continue;
				note(check, file.name, observation, steps);
				onObservation(observation);
			}
		check.counts.push(count);
		if (steps.count > 0) check.notes.push(DATA_NOTES.clockSteps(file.name, steps.count, steps.longestMs));
	}
	return check;
}

/** Notes one observation. @throws DataError if the clock went back too far */
function note(
	check: Check,
	name: string,
	observation: RecordedObservation,
	steps: { count: number; longestMs: number },
): void {
	const { at } = observation;
	if ('venue' in observation) check.venues.add(observation.venue);
	if (check.from === undefined) check.from = check.until = at;
	const last = check.until;
	if (at < last) {
		if (last - at > STEP_BACK_MS_MAX)
			throw new DataError('DATA_BACKWARDS', DATA_TEXTS.recordingBackwards(name, instant(last), instant(at)));
		steps.count += 1;
		steps.longestMs = Math.max(steps.longestMs, last - at);
		return;
	}
	if (at - last > GAP_MS) check.gaps.push({ symbol: '*', kind: 'recording', from: last, until: at });
	check.until = at;
}

/**
 * Yields all observations with times that never decrease. It yields as many of each file as were checked, because a
 * running service still writes to the last one. @throws DataError if a file has become shorter since it was checked
 */
export async function* recordedEvents({
	paths,
	counts,
	until,
}: RecordedFiles): AsyncGenerator<RecordedObservation> {
	let last = Number.NEGATIVE_INFINITY;
	for (const [index, path] of paths.entries()) {
		const file = { path, name: basename(path) };
		let left = counts[index] ?? 0;
		for await (const portion of portionsOf(file)) {
			for (const observation of portion.slice(0, left)) {
				if (observation.at >= until) continue;
				last = Math.max(last, observation.at);
				yield observation.at === last ? observation : { ...observation, at: last };
			}
			left = Math.max(0, left - portion.length);
			if (left === 0) break;
		}
		if (left > 0) throw new DataError('DATA_UNREADABLE', DATA_TEXTS.changed(file.name));
	}
}

/** Yields a file's observations in portions. @throws DataError */
async function* portionsOf({ path, name }: NamedFile): AsyncGenerator<readonly RecordedObservation[]> {
	try {
		yield* recordedObservations(path);
	} catch (error) {
		if (error instanceof RecordingFault)
			throw new DataError('DATA_VALUE', DATA_TEXTS.recordingLine(name, error.message));
		throw new DataError('DATA_UNREADABLE', DATA_TEXTS.unreadable(name, messageOf(error)));
	}
}
