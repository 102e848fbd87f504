/**
 * Brings a database up to date, migration by migration, and refuses one that this program may not run on. The table
 * `schema_migration` lists the applied ones; `PRAGMA user_version` is the id of the last, as programs before that table left it.
 */
import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Migration } from './migrations/migration.ts';

type Applied = Omit<Migration, 'sql'> & { readonly checksum: string };
type Known = Migration & Applied;

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
 * Applies what is missing, each migration in one transaction together with its row, so that a crash leaves a whole schema; all of
 * them in one transaction in an empty database. Two programs that begin at once apply each migration once.
 * @throws Error with a sentence when an applied migration is not the one of this program, or the database is of a newer program
 */
export function migrate(database: DatabaseSync, migrations: readonly Migration[]): void {
	const known = withChecksums(migrations);
	const { last, applied } = judge(database, known);
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
 * For programs that only read.
 * @throws Error with a sentence when the schema of the database at `path` is older, or this program may not run on it
 */
export function requireSchema(database: DatabaseSync, migrations: readonly Migration[], path: string): void {
	const { last } = judge(database, withChecksums(migrations), path);
	if (last < migrations.length)
		throw new Error(
			`The schema of ${path} is ${last}, this program reads ${migrations.length}: run carrywire serve once to bring it up to date.`,
		);
}

/** How far the database is by what it notes itself; of an empty one 0 and 0. Changes nothing. */
export function readSchemaState(database: DatabaseSync): SchemaState {
	return stateOf(database, readApplied(database) ?? []);
}

function stateOf(database: DatabaseSync, applied: readonly Applied[]): SchemaState {
	const noted = applied.at(-1)?.id ?? 0;
	const version = Number(database.prepare('PRAGMA user_version').get()?.user_version ?? 0);
	// A program from before the table raises the version alone: what it did is known to it only.
	if (version > noted) return { last: version, compatibleFrom: version };
	return { last: noted, compatibleFrom: Math.max(0, ...applied.map((one) => one.compatibleFrom)) };
}

function withChecksums(migrations: readonly Migration[]): readonly Known[] {
	return migrations.map((migration) => ({ ...migration, checksum: checksumOf(migration) }));
}

/** Inside of a transaction. The answer: nothing is missing any more. */
function applyNext(database: DatabaseSync, known: readonly Known[]): boolean {
	const { last, applied = [] } = judge(database, known);
	const note = noteApplied(database);
	if (applied.length === 0) for (const earlier of known.slice(0, last)) note(earlier, false);
	// An empty database has nothing to lose: one sync of the disk makes its whole schema.
	const missing = known.slice(last, last === 0 ? known.length : last + 1);
	for (const { sql, ...next } of missing) {
		database.exec(sql);
		note(next, true);
	}
	const reached = last + missing.length;
	if (missing.length > 0) database.exec(`PRAGMA user_version = ${reached}`);
	return reached >= known.length;
}

/** The time is the database's own: it is for a person who looks, and nothing is decided by it. */
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

/** `applied`: undefined without a table of migrations. @throws Error with a sentence when this program may not run on the database */
function judge(
	database: DatabaseSync,
	known: readonly Known[],
	path = 'the data directory',
): SchemaState & { readonly applied: readonly Applied[] | undefined } {
	const applied = readApplied(database);
	for (const { id, name, checksum } of applied ?? []) {
		const own = known[id - 1];
		if (own === undefined) break;
		if (own.name !== name || checksum !== own.checksum)
			throw new Error(
				`Migration ${id} of ${path} was "${name}" with checksum ${checksum.slice(0, 12)}, and this program has "${own.name}" with ${own.checksum.slice(0, 12)} in its place: an applied migration must not change. Run the version of carrywire that wrote the data, or install this one again.`,
			);
	}
	const state = stateOf(database, applied ?? []);
	if (state.compatibleFrom > known.length)
		throw new Error(
			`The schema of ${path} is ${state.last}, this program knows ${known.length}, and ${state.compatibleFrom} is the least that may run on it: it was written by a newer version. Run that one, or restore a backup from before it.`,
		);
	return { ...state, applied };
}

/** The oldest first; undefined without a table of migrations. */
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
