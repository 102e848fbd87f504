/** A database of its own for every test of a file, in a folder that goes with it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach } from 'vitest';
import { openDatabase } from '../../src/store/database.ts';
import { openEmptyDatabase } from './memory-database.ts';

export type DatabasePerTest = {
	/** That of the test which runs. */
	readonly now: () => DatabaseSync;
	/** Closes it and opens it again, as a restart of the service does. */
	readonly reopen: () => DatabaseSync;
};

export function databasePerTest(): DatabasePerTest {
	let folder = '';
	let database: DatabaseSync | undefined;
	const now = (): DatabaseSync => {
		if (database === undefined) throw new Error('There is a database inside of a test only.');
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
