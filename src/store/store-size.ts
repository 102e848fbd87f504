/** How much room the store takes, and how much is left. */
import { statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_FILE } from './database.ts';

export type StoreSize = {
	readonly databaseBytes: number;
	readonly walBytes: number;
	/** For this user; null where the file system does not say. */
	readonly freeBytes: number | null;
};

/** Reads the file system: for whoever asks now and then. */
export function storeSize(dataDir: string): StoreSize {
	return {
		databaseBytes: sizeOf(join(dataDir, DATABASE_FILE)),
		walBytes: sizeOf(join(dataDir, `${DATABASE_FILE}-wal`)),
		freeBytes: freeAt(dataDir),
	};
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
