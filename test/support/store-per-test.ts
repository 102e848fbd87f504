/**
 * Gives every test in a file an empty database for stores: SQLite in a folder, or PostgreSQL where the test project has
 * started a server. So one suite proves the stores on both.
 */
import { afterEach, beforeEach, inject } from 'vitest';
import { followUnit, followWhole, type JournalFollower } from '../../src/store/journal-follower.ts';
import type { SqlDatabase } from '../../src/store/sql-database.ts';
import { createSqliteDatabase } from '../../src/store/sqlite/sqlite-database.ts';
import { databasePerTest } from './database-per-test.ts';
import { throughLock } from './postgres-races.ts';
import { emptyDatabaseOn, type SharedDatabase } from './shared-database.ts';

declare module 'vitest' {
	interface ProvidedContext {
		/** Address of the server of PostgreSQL; undefined in projects that have none. */
		readonly postgresServer: string | undefined;
	}
}

/** A write that a test begins at the same time as others. */
export type Writer = () => Promise<unknown>;

export type StorePerTest = {
	/** Returns the running test's database. */
	readonly now: () => SqlDatabase;
	/** Connects again, as a restart of the service does. */
	readonly reopen: () => SqlDatabase;
	/** Follows the journal on this database: its whole on SQLite, the part of the user on PostgreSQL. */
	readonly follow: (database: SqlDatabase, userId: string) => JournalFollower;
	/** Connects once more beside `now()`, as another process does. */
	readonly beside: () => SqlDatabase;
	/**
	 * Runs the writers at once, and returns the outcome of each. On PostgreSQL each has begun its transaction before any
	 * of them reads or writes a row. @param table table of the writers' first statement
	 */
	readonly atOnce: (
		table: string,
		...writers: readonly Writer[]
	) => Promise<readonly PromiseSettledResult<unknown>[]>;
};

export function storePerTest(): StorePerTest {
	const server = inject('postgresServer');
	return server === undefined ? onSqlite() : onPostgres(server);
}

/** Returns the results of writers that all succeeded. @throws the error of the first that failed */
export function resultsOf(outcomes: readonly PromiseSettledResult<unknown>[]): readonly unknown[] {
	return outcomes.map((outcome) => {
		if (outcome.status === 'rejected') throw outcome.reason;
		return outcome.value;
	});
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
		follow: followWhole,
		beside: () => createSqliteDatabase(files.beside()),
		atOnce: (_table, ...writers) => Promise.allSettled(writers.map((write) => write())),
	};
}

function onPostgres(server: string): StorePerTest {
	let opened: SharedDatabase | undefined;
	beforeEach(async () => {
		opened = await emptyDatabaseOn(server);
	});
	afterEach(async () => {
		await opened?.closeOthers();
		opened = undefined;
	});
	const now = () => {
		if (opened === undefined) throw new Error('The database exists only inside a test.');
		return opened;
	};
	return {
		now: () => now().database,
		reopen: () => now().connect(),
		follow: followUnit,
		beside: () => now().connect(),
		atOnce: (table, ...writers) => throughLock(now().url, table, writers),
	};
}
