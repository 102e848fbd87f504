/**
 * Gives every test in a file an empty database for stores: SQLite in a folder, or PostgreSQL where the test project has
 * started a server. So one suite proves the stores on both.
 */
import { afterEach, beforeEach, inject } from 'vitest';
import { systemClock } from '../../src/runtime/clock.ts';
import { systemRandom } from '../../src/runtime/random.ts';
import type { SqlDatabase } from '../../src/store/sql-database.ts';
import { createSqliteDatabase } from '../../src/store/sqlite/sqlite-database.ts';
import { databasePerTest } from './database-per-test.ts';
import { databaseOnServer } from './postgres-databases.ts';

declare module 'vitest' {
	interface ProvidedContext {
		/** Address of the server of PostgreSQL; undefined in projects that have none. */
		readonly postgresServer: string | undefined;
	}
}

export type StorePerTest = {
	/** Returns the running test's database. */
	readonly now: () => SqlDatabase;
	/** Connects again, as a restart of the service does. */
	readonly reopen: () => SqlDatabase;
};

export function storePerTest(): StorePerTest {
	const server = inject('postgresServer');
	return server === undefined ? onSqlite() : onPostgres(server);
}

function onSqlite(): StorePerTest {
	const files = databasePerTest();
	let opened: SqlDatabase | undefined;
	beforeEach(() => {
		opened = createSqliteDatabase(files.now());
	});
	return {
		now: () => opened as SqlDatabase,
		reopen() {
			opened = createSqliteDatabase(files.reopen());
			return opened;
		},
	};
}

function onPostgres(server: string): StorePerTest {
	let opened: Awaited<ReturnType<typeof databaseOnServer>> | undefined;
	beforeEach(async () => {
		opened = await databaseOnServer(server, { clock: systemClock, random: systemRandom });
	});
	afterEach(async () => {
		await opened?.close();
		opened = undefined;
	});
	const now = () => {
		if (opened === undefined) throw new Error('The database exists only inside a test.');
		return opened;
	};
	return { now: () => now().database, reopen: () => now().reopen() };
}
