/**
 * Brings a database up to date, migration by migration, and refuses one that this program may not run on. The table
 * `schema_migration` lists the applied ones; `PRAGMA user_version` is the id of the last, as programs before that table left it.
 */
import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Migration } from './migration.ts';

type Applied = Omit<Migration, 'sql'> & { readonly checksum: string };

/** How far the schema of a database is, and which programs may run on it. */
export type SchemaState = {
	/** Id of the last migration that was applied; 0 in an empty database. */
	readonly last: number;
	/** Last migration that a program must know to run on it. */
	readonly compatibleFrom: number;
};

/** The fingerprint of what a migration does: hex of SHA-256 over its statements. */
export function checksumOf({ sql }: Pick<Migration, 'sql'>): string {
	return createHash('sha256').update(sql).digest('hex');
}

/**
 * Applies what is missing, each migration in one transaction together with its row, so that a crash leaves a whole schema. Two
 * programs that begin at once apply each migration once.
 * @throws Error with a sentence when an applied migration is not the one of this program, or the database is of a newer program
 */
export function migrate(database: DatabaseSync, migrations: readonly Migration[]): void {
	for (let isDone = isCurrent(database, migrations); !isDone; ) {
		database.exec('BEGIN IMMEDIATE');
		try {
			isDone = applyNext(database, migrations);
			database.exec('COMMIT');
		} catch (error) {
			if (database.isTransaction) database.exec('ROLLBACK');
			throw error;
		}
	}
}

/**
 * For programs that only read.
 * @throws Error with a sentence when the schema of the database at `path` is older, or this program may not run on it
 */
export function requireSchema(database: DatabaseSync, migrations: readonly Migration[], path: string): void {
	const { last } = judge(database, migrations, path);
	if (last < migrations.length)
		throw new Error(
			`The schema of ${path} is ${last}, this program reads ${migrations.length}: run carrywire serve once to bring it up to date.`,
		);
}

/** How far the database is by what it notes itself; of an empty one 0 and 0. Changes nothing. */
export function readSchemaState(database: DatabaseSync): SchemaState {
	const applied = readApplied(database);
	const noted = applied.at(-1)?.id ?? 0;
	const version = Number(database.prepare('PRAGMA user_version').get()?.user_version ?? 0);
	// A program from before the table raises the version alone: what it did is known to it only.
	if (version > noted) return { last: version, compatibleFrom: version };
	return { last: noted, compatibleFrom: Math.max(0, ...applied.map((one) => one.compatibleFrom)) };
}

function isCurrent(database: DatabaseSync, migrations: readonly Migration[]): boolean {
	return judge(database, migrations).last >= migrations.length && hasTable(database);
}

/** Inside of a transaction. The answer: nothing is missing any more. */
function applyNext(database: DatabaseSync, migrations: readonly Migration[]): boolean {
	const { last } = judge(database, migrations);
	const note = noteApplied(database);
	if (!hasRows(database)) for (const earlier of migrations.slice(0, last)) note(earlier, false);
	const next = migrations[last];
	if (next === undefined) return true;
	database.exec(next.sql);
	note(next, true);
	database.exec(`PRAGMA user_version = ${next.id}`);
	return next.id === migrations.length;
}

/** The time is the database's own: it is for a person who looks, and nothing is decided by it. */
function noteApplied(database: DatabaseSync): (migration: Migration, isNow: boolean) => void {
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
	return (migration, isNow) => {
		const { id, name, compatibleFrom } = migration;
		insert.run(id, name, checksumOf(migration), compatibleFrom, isNow ? 1 : 0);
	};
}

/** @throws Error with a sentence when this program may not run on the database */
function judge(
	database: DatabaseSync,
	migrations: readonly Migration[],
	path = 'the data directory',
): SchemaState {
	for (const applied of readApplied(database)) {
		const known = migrations[applied.id - 1];
		if (known === undefined) break;
		const checksum = checksumOf(known);
		if (known.name !== applied.name || checksum !== applied.checksum)
			throw new Error(
				`Migration ${applied.id} of ${path} was "${applied.name}" with checksum ${applied.checksum.slice(0, 12)}, and this program has "${known.name}" with ${checksum.slice(0, 12)} in its place: an applied migration must not change. Run the version of carrywire that wrote the data, or install this one again.`,
			);
	}
	const state = readSchemaState(database);
	if (state.compatibleFrom > migrations.length)
		throw new Error(
			`The schema of ${path} is ${state.last}, this program knows ${migrations.length}, and ${state.compatibleFrom} is the least that may run on it: it was written by a newer version. Run that one, or restore a backup from before it.`,
		);
	return state;
}

function readApplied(database: DatabaseSync): readonly Applied[] {
	if (!hasTable(database)) return [];
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

function hasRows(database: DatabaseSync): boolean {
	return database.prepare('SELECT 1 FROM schema_migration').get() !== undefined;
}

function hasTable(database: DatabaseSync): boolean {
	return (
		database
			.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'schema_migration'")
			.get() !== undefined
	);
}
