/**
 * One process per exchange and data directory. The lock is an open transaction on a database of its own: the
 * operating system lets go of it when the process ends, however it ends, so a stale lock cannot be left behind.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Another process holds the directory. */
export class DataLockError extends Error {
	override readonly name = 'DataLockError';
}

/** A connection that nothing refers to is closed by the garbage collector, and the lock with it. */
const held = new Set<DatabaseSync>();

/** Held until `release`, or the end of the process. @throws DataLockError when another process holds it */
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
