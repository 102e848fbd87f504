/** Opens the service's SQLite database (WAL, synchronous FULL, one writer), and provides helpers for queries. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { makeDataDirectory } from './data-directory.ts';
import { migrate, requireSchema } from './migration-runner.ts';
import { MIGRATIONS } from './migrations.ts';
import { DATABASE_TEXT } from './text.ts';

/** Name of the service’s database in the data directory. */
export const DATABASE_FILE = 'carrywire.db';
const BUSY_TIMEOUT_MS = 2_000;

/**
 * Opens the database and upgrades its schema. @throws Error with path and cause if the directory or file is unusable,
 * or with a message for the user if this program must not run on the schema
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

/** Opens an empty database in memory, with the schema of this program. It ends with its last reference. */
export function openDatabaseInMemory(): DatabaseSync {
	const database = new DatabaseSync(':memory:');
	migrate(database, MIGRATIONS);
	return database;
}

/**
 * Opens a data directory's database read-only, whether or not a service is running.
 * @throws Error with a message for the user if there is no database, or if its schema differs from this program's
 */
export function openDatabaseToRead(dataDir: string): DatabaseSync {
	const path = join(dataDir, DATABASE_FILE);
	if (!existsSync(path)) throw new Error(DATABASE_TEXT.absent(DATABASE_FILE, dataDir));
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

/** One row in a query result, by column name. */
export type Row = Record<string, unknown>;

/** Prepared statements of each open database, by their SQL. SQLite takes longer to prepare most of them than to run. */
const PREPARED = new WeakMap<DatabaseSync, Map<string, StatementSync>>();
/** Maximum number of kept statements per database. A few queries contain the number of their parameters. */
const PREPARED_MAX = 500;

/** Returns the statement for a SQL text, prepared once per database. */
function statementOf(database: DatabaseSync, sql: string): StatementSync {
	const kept = PREPARED.get(database) ?? new Map<string, StatementSync>();
	PREPARED.set(database, kept);
	const known = kept.get(sql);
	if (known !== undefined) return known;
	if (kept.size >= PREPARED_MAX) kept.clear();
	const fresh = database.prepare(sql);
	kept.set(sql, fresh);
	return fresh;
}

/** Runs a query and returns all rows. */
export function rowsOf(database: DatabaseSync, sql: string, ...values: SQLInputValue[]): Row[] {
	return statementOf(database, sql).all(...values) as Row[];
}

/** Runs a statement and returns the number of changed rows. */
export function changesOf(database: DatabaseSync, sql: string, ...values: SQLInputValue[]): number {
	return Number(statementOf(database, sql).run(...values).changes);
}

/** Runs `work` in one transaction, and rolls it back if `work` throws. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
	statementOf(database, 'BEGIN IMMEDIATE').run();
	try {
		const result = work();
		statementOf(database, 'COMMIT').run();
		return result;
	} catch (error) {
		if (database.isTransaction) database.exec('ROLLBACK');
		throw error;
	}
}
