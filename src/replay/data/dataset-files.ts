/** Lists and opens the files of a dataset. Files of other kinds are named and left out. */

import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import { messageOf } from '../../domain/message-of.ts';
import type { TableFile } from './cells.ts';
import { openCsv } from './csv-table.ts';
import { DataError } from './dataset.ts';
import type { NamedFile } from './file-sums.ts';
import { hasRecordings } from './open-recording.ts';
import { openParquet } from './parquet-table.ts';
import { isOtherExport, KINDS_SENTENCE, type KnownTable, tableOf } from './table-kinds.ts';
import { DATA_NOTES, DATA_TEXTS } from './text.ts';

/** A file with rates or prices. */
export type OpenedFile = TableFile & { readonly table: KnownTable };

/** The files of a dataset, with sentences about the files and columns that were left out. */
export type OpenedFiles = { readonly files: readonly OpenedFile[]; readonly notes: readonly string[] };

const TABLE = /\.(?:csv|csv\.gz|parquet)$/i;

/** Opens the files in the given folders and files: settled rates first, then by name. @throws DataError */
export async function openFiles(paths: readonly string[]): Promise<OpenedFiles> {
	const { tables, others } = listFiles(paths);
	if (tables.length === 0) {
		const text = paths.some(hasRecordings) ? DATA_TEXTS.onlyRecordings : DATA_TEXTS.noFiles;
		throw new DataError('DATA_EMPTY', text(paths));
	}
	const files: OpenedFile[] = [];
	const unused: string[] = [];
	for (const { path, name } of tables) {
		const file = await (/\.parquet$/i.test(name) ? openParquet(path, name) : openCsv(path, name));
		if (isOtherExport(file.columns)) unused.push(name);
		else files.push(knownFile(file));
	}
	const settled = files.filter(({ table }) => table.kind === 'settled');
	if (settled.length === 0)
		throw new DataError('DATA_COLUMNS', DATA_TEXTS.noRates(tables.map(({ name }) => name)));
	return {
		files: [...settled, ...files.filter(({ table }) => table.kind !== 'settled')],
		notes: [
			...(others.length === 0 ? [] : [DATA_NOTES.otherFiles(others)]),
			...(unused.length === 0 ? [] : [DATA_NOTES.otherExports(unused)]),
			...files.flatMap((file) => columnNotes(file, files.length > settled.length)),
		],
	};
}

function listFiles(paths: readonly string[]): {
	readonly tables: readonly NamedFile[];
	readonly others: string[];
} {
	const tables = new Map<string, NamedFile>();
	const others: string[] = [];
	for (const path of paths) {
		if (!existsSync(path)) throw new DataError('DATA_EMPTY', DATA_TEXTS.noPath(path));
		for (const listed of filesIn(path)) {
			if (TABLE.test(listed.name)) keep(tables, listed);
			else if (listed.path === path) throw new DataError('DATA_COLUMNS', DATA_TEXTS.otherFile(path));
			else others.push(listed.name);
		}
	}
	return { tables: [...tables.values()].sort(byName), others: others.sort() };
}

/** Keeps a file once, under the shorter of its names, although it may be given by itself and in a folder. */
function keep(tables: Map<string, NamedFile>, listed: NamedFile): void {
	const path = resolve(listed.path);
	const known = tables.get(path);
	if (known === undefined || listed.name.length < known.name.length) tables.set(path, listed);
}

function filesIn(path: string): readonly NamedFile[] {
	try {
		if (!statSync(path).isDirectory()) return [{ path, name: basename(path) }];
		return readdirSync(path, { recursive: true, withFileTypes: true })
			.filter((entry) => !entry.isDirectory())
			.map((entry) => join(entry.parentPath, entry.name))
			.map((file) => ({ path: file, name: relative(path, file).split(sep).join('/') }));
	} catch (error) {
		throw new DataError('DATA_UNREADABLE', DATA_TEXTS.unreadable(path, messageOf(error)));
	}
}

function byName(a: NamedFile, b: NamedFile): number {
	if (a.name !== b.name) return a.name < b.name ? -1 : 1;
	return a.path < b.path ? -1 : 1;
}

function knownFile(file: TableFile): OpenedFile {
	const { name } = file;
	const twice = file.columns.find((column, index) => file.columns.indexOf(column) !== index);
	if (twice !== undefined) throw new DataError('DATA_COLUMNS', DATA_TEXTS.columnTwice(name, twice));
	const table = tableOf(file.columns);
	if (table === undefined)
		throw new DataError('DATA_COLUMNS', DATA_TEXTS.columns(name, file.columns, KINDS_SENTENCE));
	return { ...file, table };
}

/** Marks beside settled rates are worth a sentence only if there are no other prices. */
function columnNotes({ name, table }: OpenedFile, hasPrices: boolean): readonly string[] {
	return [
		...(table.unknown.length === 0 ? [] : [DATA_NOTES.otherColumns(name, table.unknown)]),
		...(table.hasUnreadMarks && !hasPrices ? [DATA_NOTES.settledMarks(name)] : []),
	];
}
