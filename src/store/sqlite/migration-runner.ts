/**
 * Upgrades a database migration by migration, and refuses a database on which this program must not run. The table
 * `schema_migration` lists applied migrations. `PRAGMA user_version` holds the last migration's id, which programs
 * older than that table also read.
 */
import type { DatabaseSync } from 'node:sqlite';
import {
	type Applied,
	appliedOf,
	type Known,
	requireKnown,
	type SchemaState,
	SELECT_APPLIED,
	schemaStateOf,
	withChecksums,
} from '../applied-migrations.ts';
import type { Migration } from '../migrations/migration.ts';
import { DATABASE_TEXT } from '../text.ts';

/**
 * Applies missing migrations. Each runs in one transaction together with its row, so a crash leaves a complete
 * schema. An empty database gets all of them in one transaction. If two programs start at the same time, each
 * migration is still applied once.
 * @throws Error with a message for the user if an applied migration differs from this program's, or if a newer
 * program wrote the database
 */
export function migrate(database: DatabaseSync, migrations: readonly Migration[]): void {
	const known = withChecksums(migrations);
	const { last, applied } = checkSchema(database, known);
	for (let isDone = last >= known.length && applied !== undefined; !isDone; ) {
		database.exec('BEGIN IMMEDIATE');
		try {
			isDone = applyNext(database, known);
			database.exec('COMMIT');
		} catch (error) {
			if (database.isTransaction) database.exec('ROLLBACK');
			throw error;
		}
	}
}

/**
 * Checks the schema for a read-only program.
 * @throws Error with a message for the user if the schema at `path` is older, or if this program must not run on it
 */
export function requireSchema(database: DatabaseSync, migrations: readonly Migration[], path: string): void {
	const { last } = checkSchema(database, withChecksums(migrations), path);
	if (last < migrations.length) throw new Error(DATABASE_TEXT.olderSchema(path, last, migrations.length));
}

/** Reads the schema version from the database. Both numbers are 0 for an empty database. Changes nothing. */
export function readSchemaState(database: DatabaseSync): SchemaState {
	return stateOf(database, readApplied(database) ?? []);
}

function stateOf(database: DatabaseSync, applied: readonly Applied[]): SchemaState {
	const noted = schemaStateOf(applied);
	const version = Number(database.prepare('PRAGMA user_version').get()?.user_version ?? 0);
	// A program older than the migration table raises only `user_version` and does not record which older programs
	// stay compatible. Assume that none do: a program must know that version.
	return version > noted.last ? { last: version, compatibleFrom: version } : noted;
}

/** Applies the next migration within a transaction. Returns true when none is missing. */
function applyNext(database: DatabaseSync, known: readonly Known[]): boolean {
	const { last, applied = [] } = checkSchema(database, known);
	const note = noteApplied(database);
	if (applied.length === 0) for (const earlier of known.slice(0, last)) note(earlier, false);
	// An empty database has nothing to lose, so one disk sync creates its whole schema.
	const missing = known.slice(last, last === 0 ? known.length : last + 1);
	for (const { sql, ...next } of missing) {
		database.exec(sql);
		note(next, true);
	}
	const reached = last + missing.length;
	if (missing.length > 0) database.exec(`PRAGMA user_version = ${reached}`);
	return reached >= known.length;
}

/**
 * Returns a function that records an applied migration. The recorded times come from the database's clock and are
 * only informative.
 */
function noteApplied(database: DatabaseSync): (migration: Applied, isNow: boolean) => void {
	database.exec(`CREATE TABLE IF NOT EXISTS schema_migration (
		id INTEGER PRIMARY KEY,
		name TEXT NOT NULL,
		checksum TEXT NOT NULL,
		compatible_from INTEGER NOT NULL,
		-- Null: by a program that wrote no table of migrations.
		applied_at INTEGER
	) STRICT`);
	const insert = database.prepare(
		"INSERT INTO schema_migration (id, name, checksum, compatible_from, applied_at) VALUES (?, ?, ?, ?, iif(?, CAST(unixepoch('subsec') * 1000 AS INTEGER), NULL))",
	);
	return ({ id, name, checksum, compatibleFrom }, isNow) => {
		insert.run(id, name, checksum, compatibleFrom, isNow ? 1 : 0);
	};
}

/**
 * Checks the applied migrations, and returns them with the schema's state. `applied` is undefined if the database has
 * no migration table. @throws Error with a message for the user if this program must not run on the database
 */
function checkSchema(
	database: DatabaseSync,
	known: readonly Known[],
	path: string = DATABASE_TEXT.dataDirectory,
): SchemaState & { readonly applied: readonly Applied[] | undefined } {
	const applied = readApplied(database);
	const state = stateOf(database, applied ?? []);
	requireKnown(applied ?? [], state, known, path);
	return { ...state, applied };
}

/** Returns the applied migrations, oldest first; undefined if the database has no migration table. */
function readApplied(database: DatabaseSync): readonly Applied[] | undefined {
	const table = database
		.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'schema_migration'")
		.get();
	if (table === undefined) return undefined;
	return database.prepare(SELECT_APPLIED).all().map(appliedOf);
}
