/**
 * Allows only one process per exchange and data directory. The lock is an open transaction on a separate database.
 * The operating system releases it when the process ends, for whatever reason, so no stale lock can remain.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Thrown if another process has locked the data directory. */
export class DataLockError extends Error {
	override readonly name = 'DataLockError';
}

/**
 * These references keep the connections open, because the garbage collector would close an unreferenced connection
 * and release its lock.
 */
const held = new Set<DatabaseSync>();

/**
 * Locks the directory until `release` is called or the process ends. @throws DataLockError if another process has
 * locked it
 */
export function lockDataDir(dataDir: string, exchange: string): { release(): void } {
	mkdirSync(dataDir, { recursive: true });
	const db = new DatabaseSync(join(dataDir, `simulator-${exchange}.lock`));
	try {
		db.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE;');
	} catch (error) {
		db.close();
		if (!String(error).includes('locked')) throw error;
		throw new DataLockError(`The data directory ${dataDir} is in use by another ${exchange} simulator.`);
	}
	held.add(db);
	return {
		release() {
			held.delete(db);
			db.close();
		},
	};
}
