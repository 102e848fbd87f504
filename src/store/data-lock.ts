/**
 * Allows only one service at a time to use a data directory. The lock is an open transaction on a lock database. The
 * operating system releases it however the process ends, so no stale lock ever needs manual removal.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeDataDirectory } from './data-directory.ts';
import { DIRECTORY_TEXT } from './text.ts';

/** Name of the lock database in the data directory. */
export const LOCK_FILE = 'lock.db';

/** A lock that is held until `release`. */
export type DataLock = { readonly release: () => void };

/** Thrown if another process uses the data directory. The message names that process if it is known. */
export class DataDirectoryHeldError extends Error {
	override readonly name = 'DataDirectoryHeldError';
}

/**
 * Keeps references to the connections. Without them, the garbage collector would close the connections and release
 * the lock.
 */
const held = new Set<DatabaseSync>();

/**
 * Locks the directory until `release` or the end of the process. @throws DataDirectoryHeldError if another process
 * uses the directory
 */
export function holdDataDirectory(dataDir: string, describeHolder: () => string): DataLock {
	makeDataDirectory(dataDir);
	const database = new DatabaseSync(join(dataDir, LOCK_FILE));
	try {
		database.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE;');
	} catch (error) {
		database.close();
		if (!isBusy(error)) throw error;
		throw new DataDirectoryHeldError(DIRECTORY_TEXT.held(dataDir, describeHolder()), { cause: error });
	}
	held.add(database);
	return {
		release() {
			held.delete(database);
			if (database.isOpen) database.close();
		},
	};
}

/** True if a process holds the lock database at `path`, which belongs to a service or a simulated exchange. */
export function isLockHeld(path: string): boolean {
	const database = new DatabaseSync(path);
	try {
		database.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE; ROLLBACK;');
		return false;
	} catch {
		return true;
	} finally {
		database.close();
	}
}

/** True for SQLITE_BUSY, error code 5. */
function isBusy(error: unknown): boolean {
	return error instanceof Error && 'errcode' in error && error.errcode === 5;
}
