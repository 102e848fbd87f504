/**
 * One process per exchange and data directory. The lock is an open transaction on a database of its own: the
 * operating system releases it at the end of the process, in any way, so no stale lock can remain.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Another process has locked the directory. */
export class DataLockError extends Error {
	override readonly name = 'DataLockError';
}

/** Keeps a reference: the garbage collector would close an unreferenced connection, and with it the lock. */
const held = new Set<DatabaseSync>();

/**
 * Locks the directory until `release`, or the end of the process. @throws DataLockError if another process has locked
 * it
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
