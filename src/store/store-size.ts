/** How much room the store takes, and how much is left. */
import { statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { StoreSize } from '../ports/metrics.ts';

/** Reads the file system: for whoever asks now and then. Of a database in memory all is 0, and null. */
export function storeSizeReader(database: DatabaseSync): () => StoreSize {
	const path = database.location();
	if (path === null) return () => ({ databaseBytes: 0, walBytes: 0, freeBytes: null });
	return () => ({
		databaseBytes: sizeOf(path),
		walBytes: sizeOf(`${path}-wal`),
		freeBytes: freeAt(dirname(path)),
	});
}

/** 0 where there is no such file. */
function sizeOf(path: string): number {
	return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function freeAt(directory: string): number | null {
	try {
		const { bavail, bsize } = statfsSync(directory);
		return bavail * bsize;
	} catch {
		return null;
	}
}
