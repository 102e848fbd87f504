/**
 * One service at a time holds a data directory. The lock is an open transaction on a lock database: the operating
 * system drops it with the process, however that ends, so there is never a stale lock to clear by hand.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeDataDirectory } from './data-directory.ts';

/** In the data directory. */
export const LOCK_FILE = 'lock.db';

/** Held until `release`. */
export type DataLock = { readonly release: () => void };

/** Another process holds the data directory; the sentence names it as far as it is known. */
export class DataDirectoryHeldError extends Error {
	override readonly name = 'DataDirectoryHeldError';
}

/** A connection that nothing refers to is closed by the garbage collector, and the lock with it. */
const held = new Set<DatabaseSync>();

/** Holds it until `release`, or the end of the process. @throws DataDirectoryHeldError that names the holder as far as it is known. */
export function holdDataDirectory(dataDir: string, describeHolder: () => string): DataLock {
	makeDataDirectory(dataDir);
	const database = new DatabaseSync(join(dataDir, LOCK_FILE));
	try {
		database.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE;');
	} catch (error) {
		database.close();
		if (!isBusy(error)) throw error;
		throw new DataDirectoryHeldError(
			`The data directory ${dataDir} is held by another service: ${describeHolder()}. Stop it, or choose another --data-dir.`,
			{ cause: error },
		);
	}
	held.add(database);
	return {
		release() {
			held.delete(database);
			if (database.isOpen) database.close();
		},
	};
}

/** Whether a process holds the lock database `path`, of a service or of a simulated exchange. */
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

/** SQLITE_BUSY is 5. */
function isBusy(error: unknown): boolean {
	return error instanceof Error && 'errcode' in error && error.errcode === 5;
}
