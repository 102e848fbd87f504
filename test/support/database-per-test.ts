/** A separate database for every test of a file, in a temporary folder. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach } from 'vitest';
import { openDatabase } from '../../src/store/database.ts';
import { openEmptyDatabase } from './memory-database.ts';

export type DatabasePerTest = {
	/** Database of the running test. */
	readonly now: () => DatabaseSync;
	/** Closes it and opens it again, as a restart of the service does. */
	readonly reopen: () => DatabaseSync;
};

export function databasePerTest(): DatabasePerTest {
	let folder = '';
	let database: DatabaseSync | undefined;
	const now = (): DatabaseSync => {
		if (database === undefined) throw new Error('The database exists only inside a test.');
		return database;
	};
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'carrywire-database-'));
		database = openEmptyDatabase(folder);
	});
	afterEach(() => {
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
	};
}
