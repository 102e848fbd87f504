/**
 * Lists the exchanges and coins at the beginning of data, so that a form can suggest them. It runs in the service, so it
 * reads a limited number of rows; names that first appear later are missing.
 */

import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { listRecordings, RECORDINGS_DIRECTORY, recordedObservations } from '../../store/recording-files.ts';
import { DataError } from './dataset.ts';
import { openFiles } from './dataset-files.ts';
import { hasRecordings } from './open-recording.ts';

/** Exchanges and coins, each sorted. */
export type DataNames = { readonly exchanges: readonly string[]; readonly coins: readonly string[] };

/** Largest number of rows or observations to read, of a file and of all files. */
const FILE_ROWS_MAX = 10_000;
const ROWS_MAX = 100_000;
const DATE_CHARS = 'yyyy-mm-dd'.length;

type Found = { readonly exchanges: Set<string>; readonly coins: Set<string>; rows: number };

/** Thrown by a sink, because a file offers no other way to end early. */
class EnoughRows extends DataError {}

/** Returns the names at the beginning of the data; undefined if the data cannot be read, as a replay will then say. */
export async function namesInData(path: string): Promise<DataNames | undefined> {
	const found: Found = { exchanges: new Set(), coins: new Set(), rows: 0 };
	try {
		if (hasRecordings(path)) await readRecording(path, found);
		else await readTables(path, found);
	} catch (error) {
		if (error instanceof DataError) return undefined;
		throw error;
	}
	if (found.exchanges.size === 0) return undefined;
	return { exchanges: [...found.exchanges].sort(), coins: [...found.coins].sort() };
}

async function readTables(path: string, found: Found): Promise<void> {
	const { files } = await openFiles([path]);
	for (const { table, columns, read } of files) {
		if (table.kind !== 'settled' || found.rows >= ROWS_MAX) continue;
		const [venue, base] = [columns.indexOf('venue'), columns.indexOf('base')];
		const end = found.rows + FILE_ROWS_MAX;
		try {
			await read((cells) => {
				if (found.rows >= end) throw new EnoughRows('DATA_RANGE', '');
				found.rows += 1;
				found.exchanges.add(cells.name(venue).toLowerCase());
				found.coins.add(cells.name(base).toUpperCase());
			}, table.used);
		} catch (error) {
			if (!(error instanceof EnoughRows)) throw error;
		}
	}
}

/** Reads the start of the last day, where the recorder repeats all contracts. */
async function readRecording(path: string, found: Found): Promise<void> {
	const inner = join(path, RECORDINGS_DIRECTORY);
	const folder = existsSync(inner) && statSync(inner).isDirectory() ? inner : path;
	const names = listRecordings(folder).map(({ name }) => name);
	const day = names.at(-1)?.slice(0, DATE_CHARS) ?? '';
	const first = names.find((name) => name.startsWith(day));
	if (first === undefined) return;
	for await (const observations of recordedObservations(join(folder, first))) {
		for (const observation of observations)
			if (observation.kind === 'instrument') {
				found.exchanges.add(observation.instrument.venue);
				found.coins.add(observation.instrument.coin);
			}
		found.rows += observations.length;
		if (found.rows >= FILE_ROWS_MAX) return;
	}
}
