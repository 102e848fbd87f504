/** Gives every test in a file a separate database, in a temporary folder. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach } from 'vitest';
import { openDatabase } from '../../src/store/sqlite/database.ts';
import { openEmptyDatabase } from './memory-database.ts';

export type DatabasePerTest = {
	/** Returns the running test's database. */
	readonly now: () => DatabaseSync;
	/** Closes the database and opens it again, as a restart of the service does. */
	readonly reopen: () => DatabaseSync;
	/** Opens the database once more beside `now()`, as another process does. */
	readonly beside: () => DatabaseSync;
};

export function databasePerTest(): DatabasePerTest {
	let folder = '';
	let database: DatabaseSync | undefined;
	const others: DatabaseSync[] = [];
	const now = (): DatabaseSync => {
		if (database === undefined) throw new Error('The database exists only inside a test.');
		return database;
	};
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'carrywire-database-'));
		database = openEmptyDatabase(folder);
	});
	afterEach(() => {
		for (const other of others.splice(0)) other.close();
		database?.close();
		database = undefined;
		rmSync(folder, { recursive: true, force: true });
	});
	return {
		now,
		reopen() {
			now().close();
			database = openDatabase(folder);
			return database;
		},
		beside() {
			now();
			const other = openDatabase(folder);
			others.push(other);
			return other;
		},
	};
}
