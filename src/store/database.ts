/** Opens the service's SQLite database: WAL, synchronous FULL, one writer; brings the schema up to date. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { makeDataDirectory } from './data-directory.ts';
import { migrate, requireSchema } from './migration-runner.ts';
import { MIGRATIONS } from './migrations.ts';

/** Name of the service’s database below the data directory. */
export const DATABASE_FILE = 'carrywire.db';
const BUSY_TIMEOUT_MS = 2_000;

/**
 * @throws Error with the path and the cause when the directory or the file cannot be used, and with a sentence when this program may
 * not run on its schema
 */
export function openDatabase(dataDir: string): DatabaseSync {
	makeDataDirectory(dataDir);
	const database = new DatabaseSync(join(dataDir, DATABASE_FILE));
	database.exec(
		`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;`,
	);
	try {
		migrate(database, MIGRATIONS);
		return database;
	} catch (error) {
		database.close();
		throw error;
	}
}

/**
 * Opens the database of a data directory for reading only, beside a service that runs or alone.
 * @throws Error with a sentence when there is none, or its schema is not this program's.
 */
export function openDatabaseToRead(dataDir: string): DatabaseSync {
	const path = join(dataDir, DATABASE_FILE);
	if (!existsSync(path))
		throw new Error(
			`There is no ${DATABASE_FILE} in ${dataDir}: no service has run there. Run carrywire serve, or choose another --data-dir.`,
		);
	const database = new DatabaseSync(path, { readOnly: true });
	try {
		database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
		requireSchema(database, MIGRATIONS, path);
		return database;
	} catch (error) {
		database.close();
		throw error;
	}
}

/** One row of an answer, by the names of its columns. */
export type Row = Record<string, unknown>;

/** All rows that a query answers. */
export function rowsOf(database: DatabaseSync, sql: string, ...values: SQLInputValue[]): Row[] {
	return database.prepare(sql).all(...values) as Row[];
}

/** Runs a statement, and answers how many rows it changed. */
export function changesOf(database: DatabaseSync, sql: string, ...values: SQLInputValue[]): number {
	return Number(database.prepare(sql).run(...values).changes);
}

/** Runs `work` in one transaction; rolled back when it throws. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
	database.exec('BEGIN IMMEDIATE');
	try {
		const result = work();
		database.exec('COMMIT');
		return result;
	} catch (error) {
		if (database.isTransaction) database.exec('ROLLBACK');
		throw error;
	}
}
