/** Reads a dataset of grade B or C from files: settled rates, hourly candles or marks. */

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
	CANDLE_COLUMNS,
	collectTracks,
	MARK_COLUMNS,
	SETTLED_COLUMNS,
	type TrackCollector,
} from './column-tracks.ts';
import { openCsv } from './csv-rows.ts';
import { DataError, type DataFile, type Dataset, type Grade, type Track } from './dataset.ts';
import { gapsOf, intervalChangesOf } from './dataset-gaps.ts';

/** The folder or files to read, and which part of them. */
export type DatasetRequest = {
	/** Folders or files. */
	readonly paths: readonly string[];
	/** Grade to read; undefined reads the only one that fits all contracts. */
	readonly grade: Grade | undefined;
	/** Exchanges and coins to read; undefined reads all. */
	readonly venues: readonly string[] | undefined;
	readonly coins: readonly string[] | undefined;
};

/** Reads the files. @throws DataError with a sentence about the first fault */
export async function readDataset(request: DatasetRequest): Promise<Dataset> {
	const files = listFiles(request.paths);
	const collector = collectTracks();
	const read: DataFile[] = [];
	for (const file of files) read.push(await readFile(file, collector));
	return datasetOf(read, chosenTracks(collector.tracks(), request));
}

type Listed = { readonly path: string; readonly name: string };

function listFiles(paths: readonly string[]): readonly Listed[] {
	const files = paths.flatMap((path): readonly Listed[] => {
		if (!existsSync(path))
			throw new DataError('DATA_EMPTY', `${path} does not exist. Name a folder or a file with --data.`);
		if (!statSync(path).isDirectory()) return [{ path, name: basename(path) }];
		return readdirSync(path, { recursive: true, encoding: 'utf8' })
			.filter((name) => /\.csv(?:\.gz)?$/.test(name))
			.sort()
			.map((name) => ({ path: join(path, name), name }));
	});
	if (files.length > 0) return files;
	throw new DataError(
		'DATA_EMPTY',
		`${paths.join(', ')} has no .csv, .csv.gz or .parquet file. \`carrywire record export --to DIR\` writes them.`,
	);
}

async function readFile({ path, name }: Listed, collector: TrackCollector): Promise<DataFile> {
	const { columns, chunks, sum } = await openCsv(path, name);
	const add = readerOf(columns, collector, name);
	const at = new Map(columns.map((column, index) => [column, index]));
	let line = 1;
	let cells: readonly string[] = [];
	const row = {
		cell: (column: string) => {
			const index = at.get(column);
			return index === undefined ? undefined : cells[index];
		},
		place: () => `${name}, line ${line}`,
	};
	for await (const lines of chunks)
		for (const text of lines) {
			line += 1;
			cells = text.split(',');
			if (cells.length !== columns.length)
				throw new DataError(
					'DATA_VALUE',
					`${row.place()}: the row has ${cells.length} cells and the first line has ${columns.length}. Correct or remove the row.`,
				);
			add(row);
		}
	return { path: name, ...sum() };
}

/** Returns what to do with the file's rows, by its columns. @throws DataError for columns of no known kind */
function readerOf(
	columns: readonly string[],
	collector: TrackCollector,
	name: string,
): TrackCollector['settled'] {
	const has = (names: readonly string[]) => names.every((column) => columns.includes(column));
	if (has(SETTLED_COLUMNS.needed)) return collector.settled;
	if (has(CANDLE_COLUMNS) || has(MARK_COLUMNS)) return collector.price;
	throw new DataError(
		'DATA_COLUMNS',
		`${name} has the columns ${columns.join(', ')}. A file of settled rates needs ${SETTLED_COLUMNS.needed.join(', ')}; a file of prices needs ${MARK_COLUMNS.join(', ')} or ${CANDLE_COLUMNS.join(', ')}.`,
	);
}

function chosenTracks(
	tracks: readonly Track[],
	{ grade, venues, coins }: DatasetRequest,
): { readonly grade: Grade; readonly tracks: readonly Track[] } {
	const wanted = tracks.filter(
		({ venue, coin }) => (venues?.includes(venue) ?? true) && (coins?.includes(coin) ?? true),
	);
	if (wanted.length === 0)
		throw new DataError(
			'DATA_RANGE',
			`The data has ${tracks.length} contracts, and none of them is of the chosen exchanges and coins. Its exchanges are ${namesOf(tracks, 'venue')}; its coins are ${namesOf(tracks, 'coin')}.`,
		);
	const priced = wanted.filter(({ prices }) => prices !== undefined);
	if (grade === 'C') return { grade, tracks: wanted.map((track) => ({ ...track, prices: undefined })) };
	if (grade === 'B' && priced.length > 0) return { grade, tracks: priced };
	if (grade === undefined && (priced.length === 0 || priced.length === wanted.length))
		return { grade: priced.length === 0 ? 'C' : 'B', tracks: wanted };
	throw new DataError(
		'DATA_MIXED',
		`${priced.length} of ${wanted.length} contracts have prices. Use --grade C to replay all of them without prices${priced.length === 0 ? '' : ', or --grade B to replay only those with prices'}.`,
	);
}

function namesOf(tracks: readonly Track[], key: 'venue' | 'coin'): string {
	return [...new Set(tracks.map((track) => track[key]))].sort().join(', ');
}

function datasetOf(
	files: readonly DataFile[],
	{ grade, tracks }: { readonly grade: Grade; readonly tracks: readonly Track[] },
): Dataset {
	const times = tracks.flatMap(({ settled, prices }) => [
		settled.at[0] ?? Number.NaN,
		settled.at.at(-1) ?? Number.NaN,
		...(prices === undefined ? [] : [prices.at[0] ?? Number.NaN, prices.at.at(-1) ?? Number.NaN]),
	]);
	const hash = createHash('sha256');
	for (const { path, sha256 } of files) hash.update(`${basename(path)} ${sha256}\n`);
	return {
		grade,
		files,
		hash: hash.digest('hex'),
		from: Math.min(...times),
		until: Math.max(...times),
		tracks,
		gaps: tracks.flatMap(gapsOf),
		intervalChanges: tracks.flatMap(intervalChangesOf),
	};
}
