/**
 * Upgrades a database migration by migration, and refuses a database on which this program must not run. The table
 * `schema_migration` lists applied migrations. `PRAGMA user_version` holds the last migration's id, which programs
 * older than that table also read.
 */
import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Migration } from '../migrations/migration.ts';
import { DATABASE_TEXT } from '../text.ts';

type Applied = Omit<Migration, 'sql'> & { readonly checksum: string };
type Known = Migration & Applied;

/** The version of a database's schema, and the oldest program that can run on it. */
export type SchemaState = {
	/** Id of the last applied migration; 0 in an empty database. */
	readonly last: number;
	/** Id of the newest migration that a program must know to run on this schema. */
	readonly compatibleFrom: number;
};

/** Returns the SHA-256 hash of a migration's statements, in hex. */
export function checksumOf({ sql }: Pick<Migration, 'sql'>): string {
	return createHash('sha256').update(sql).digest('hex');
}

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
	const noted = applied.at(-1)?.id ?? 0;
	const version = Number(database.prepare('PRAGMA user_version').get()?.user_version ?? 0);
	// A program older than the migration table raises only `user_version` and does not record which older programs
	// stay compatible. Assume that none do: a program must know that version.
	if (version > noted) return { last: version, compatibleFrom: version };
	return { last: noted, compatibleFrom: Math.max(0, ...applied.map((one) => one.compatibleFrom)) };
}

function withChecksums(migrations: readonly Migration[]): readonly Known[] {
	return migrations.map((migration) => ({ ...migration, checksum: checksumOf(migration) }));
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
	for (const { id, name, checksum } of applied ?? []) {
		const own = known[id - 1];
		if (own === undefined) break;
		if (own.name !== name || checksum !== own.checksum)
			throw new Error(DATABASE_TEXT.otherMigration(id, path, { name, checksum }, own));
	}
	const state = stateOf(database, applied ?? []);
	if (state.compatibleFrom > known.length)
		throw new Error(DATABASE_TEXT.newerSchema(path, state.last, known.length, state.compatibleFrom));
	return { ...state, applied };
}

/** Returns the applied migrations, oldest first; undefined if the database has no migration table. */
function readApplied(database: DatabaseSync): readonly Applied[] | undefined {
	const table = database
		.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'schema_migration'")
		.get();
	if (table === undefined) return undefined;
	return database
		.prepare('SELECT id, name, checksum, compatible_from FROM schema_migration ORDER BY id')
		.all()
		.map((row) => ({
			id: Number(row.id),
			name: String(row.name),
			checksum: String(row.checksum),
			compatibleFrom: Number(row.compatible_from),
		}));
}
