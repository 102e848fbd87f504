/** Opens the service's SQLite database (WAL, synchronous FULL, one writer), and provides helpers for queries. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeDataDirectory } from '../data-directory.ts';
import { MIGRATIONS } from '../migrations.ts';
import type { Outcome, Row, SqlValue, Statement } from '../sql-database.ts';
import { DATABASE_TEXT } from '../text.ts';
import { migrate, requireSchema } from './migration-runner.ts';

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

type Prepared = { readonly run: (values: readonly SqlValue[]) => Outcome };

/** Prepared statements of each open database, by their SQL. SQLite takes longer to prepare most of them than to run. */
const PREPARED = new WeakMap<DatabaseSync, Map<string, Prepared>>();
/** Maximum number of kept statements per database. A few queries contain the number of their parameters. */
const PREPARED_MAX = 500;

/** Returns the statement for a SQL text, prepared once per database. */
function statementOf(database: DatabaseSync, sql: string): Prepared {
	const kept = PREPARED.get(database) ?? new Map<string, Prepared>();
	PREPARED.set(database, kept);
	const known = kept.get(sql);
	if (known !== undefined) return known;
	if (kept.size >= PREPARED_MAX) kept.clear();
	const fresh = prepare(database, sql);
	kept.set(sql, fresh);
	return fresh;
}

/** A statement with columns returns rows. Any other returns the number of rows that it changed. */
function prepare(database: DatabaseSync, sql: string): Prepared {
	const statement = database.prepare(sql);
	if (statement.columns().length === 0)
		return { run: (values) => ({ rows: [], changes: Number(statement.run(...values).changes) }) };
	return {
		run(values) {
			const rows = statement.all(...values) as Row[];
			return { rows, changes: rows.length };
		},
	};
}

/** Runs a statement and returns its outcome. */
export function outcomeOf(database: DatabaseSync, { sql, values }: Statement): Outcome {
	return statementOf(database, sql).run(values);
}

/** Runs a query and returns all rows. */
export function rowsOf(database: DatabaseSync, sql: string, ...values: SqlValue[]): readonly Row[] {
	return outcomeOf(database, { sql, values }).rows;
}

/** Runs `work` in one transaction, and rolls it back if `work` throws. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
	statementOf(database, 'BEGIN IMMEDIATE').run([]);
	try {
		const result = work();
		statementOf(database, 'COMMIT').run([]);
		return result;
	} catch (error) {
		if (database.isTransaction) database.exec('ROLLBACK');
		throw error;
	}
}
