/** Reads the disk space that the store uses, and the free space. */
import { statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { StoreSize } from '../../ports/metrics.ts';

/**
 * Creates a reader for the store's size. Each call reads the file system. For an in-memory database, the sizes are 0
 * and the free space is null.
 */
export function storeSizeReader(database: DatabaseSync): () => StoreSize {
	const path = database.location();
	if (path === null) return () => ({ databaseBytes: 0, walBytes: 0, freeBytes: null });
	return () => ({
		databaseBytes: sizeOf(path),
		walBytes: sizeOf(`${path}-wal`),
		freeBytes: freeAt(dirname(path)),
	});
}

/** Returns a file's size; 0 if the file does not exist. */
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
