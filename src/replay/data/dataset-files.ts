/** Lists and opens the files of a dataset. Files of other kinds are named and left out. */

import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { messageOf } from '../../domain/message-of.ts';
import type { TableFile } from './cells.ts';
import { openCsv } from './csv-table.ts';
import { DataError, type DataFile } from './dataset.ts';
import { openParquet } from './parquet-table.ts';
import { KINDS_SENTENCE, type KnownTable, tableOf } from './table-kinds.ts';
import { DATA_NOTES, DATA_TEXTS } from './text.ts';

/** A file with rates or prices. */
export type OpenedFile = TableFile & { readonly table: KnownTable };

/** The files of a dataset, with sentences about the files and columns that were left out. */
export type OpenedFiles = { readonly files: readonly OpenedFile[]; readonly notes: readonly string[] };

type Listed = { readonly path: string; readonly name: string };

const TABLE = /\.(?:csv|csv\.gz|parquet)$/i;

/** Opens the files in the given folders and files: settled rates first, then by name. @throws DataError */
export async function openFiles(paths: readonly string[]): Promise<OpenedFiles> {
	const { tables, others } = listFiles(paths);
	if (tables.length === 0) throw new DataError('DATA_EMPTY', DATA_TEXTS.noFiles(paths));
	const files: OpenedFile[] = [];
	for (const listed of tables) files.push(await openFile(listed));
	const settled = files.filter(({ table }) => table.kind === 'settled');
	if (settled.length === 0)
		throw new DataError('DATA_COLUMNS', DATA_TEXTS.noRates(files.map(({ name }) => name)));
	return {
		files: [...settled, ...files.filter(({ table }) => table.kind !== 'settled')],
		notes: [...(others.length === 0 ? [] : [DATA_NOTES.otherFiles(others)]), ...files.flatMap(columnNotes)],
	};
}

/** Returns the size and the hash of a file's bytes. @throws DataError */
export async function sumOf({ path, name }: Listed): Promise<DataFile> {
	const hash = createHash('sha256');
	try {
		await pipeline(createReadStream(path, { highWaterMark: 1_048_576 }), hash);
		return { path: name, bytes: statSync(path).size, sha256: hash.digest('hex') };
	} catch (error) {
		throw new DataError('DATA_UNREADABLE', DATA_TEXTS.unreadable(name, messageOf(error)));
	}
}

function listFiles(paths: readonly string[]): {
	readonly tables: readonly Listed[];
	readonly others: string[];
} {
	const tables = new Map<string, Listed>();
	const others: string[] = [];
	for (const path of paths) {
		if (!existsSync(path)) throw new DataError('DATA_EMPTY', DATA_TEXTS.noPath(path));
		for (const listed of filesIn(path)) {
			if (TABLE.test(listed.name)) tables.set(resolve(listed.path), listed);
			else if (listed.path === path) throw new DataError('DATA_COLUMNS', DATA_TEXTS.otherFile(path));
			else others.push(listed.name);
		}
	}
	return { tables: [...tables.values()].sort(byName), others: others.sort() };
}

function filesIn(path: string): readonly Listed[] {
	try {
		if (!statSync(path).isDirectory()) return [{ path, name: basename(path) }];
		return readdirSync(path, { recursive: true, withFileTypes: true })
			.filter((entry) => !entry.isDirectory())
			.map((entry) => join(entry.parentPath, entry.name))
			.map((file) => ({ path: file, name: file.slice(join(path, '/').length) }));
	} catch (error) {
		throw new DataError('DATA_UNREADABLE', DATA_TEXTS.unreadable(path, messageOf(error)));
	}
}

function byName(a: Listed, b: Listed): number {
	if (a.name !== b.name) return a.name < b.name ? -1 : 1;
	return a.path < b.path ? -1 : 1;
}

async function openFile({ path, name }: Listed): Promise<OpenedFile> {
	const file = await (/\.parquet$/i.test(name) ? openParquet(path, name) : openCsv(path, name));
	const twice = file.columns.find((column, index) => file.columns.indexOf(column) !== index);
	if (twice !== undefined) throw new DataError('DATA_COLUMNS', DATA_TEXTS.columnTwice(name, twice));
	const table = tableOf(file.columns);
	if (table === undefined)
		throw new DataError('DATA_COLUMNS', DATA_TEXTS.columns(name, file.columns, KINDS_SENTENCE));
	return { ...file, table };
}

function columnNotes({ name, table }: OpenedFile): readonly string[] {
	return [
		...(table.unknown.length === 0 ? [] : [DATA_NOTES.otherColumns(name, table.unknown)]),
		...(table.hasUnreadMarks ? [DATA_NOTES.settledMarks(name)] : []),
	];
}
