/**
 * Upgrades a PostgreSQL database migration by migration, and refuses one on which this program must not run. The first
 * migration is the baseline: all tables as SQLite's migrations up to its id leave them. Later ones have both ids alike.
 */
import type { Pool, PoolClient } from 'pg';
import {
	appliedOf,
	type Known,
	requireKnown,
	type SchemaState,
	SELECT_APPLIED,
	schemaStateOf,
	withChecksums,
} from '../applied-migrations.ts';
import type { Migration } from '../migrations/migration.ts';
import { MIGRATIONS } from '../migrations.ts';
import { DATABASE_TEXT } from '../text.ts';
import { BASELINE_TABLES } from './schema/tables.ts';

/** Id of the last migration of SQLite that the baseline includes. */
const BASELINE_ID = 35;

/** All migrations of PostgreSQL, oldest first. */
export const POSTGRES_MIGRATIONS: readonly Migration[] = [
	{ id: BASELINE_ID, name: 'baseline', compatibleFrom: BASELINE_ID, sql: BASELINE_TABLES },
	...MIGRATIONS.filter(({ id }) => id > BASELINE_ID).map(({ sql, postgres = sql, ...migration }) => ({
		...migration,
		sql: postgres,
	})),
];

const CREATE_LIST = `CREATE TABLE IF NOT EXISTS schema_migration (
	id BIGINT PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, compatible_from BIGINT NOT NULL, applied_at BIGINT
)`;
const NOTE = `INSERT INTO schema_migration (id, name, checksum, compatible_from, applied_at)
	VALUES ($1, $2, $3, $4, CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT))`;

/**
 * Applies missing migrations, each in one transaction together with its row. If several processes start at the same
 * time, each migration is still applied once.
 * @throws Error with a message for the user if an applied migration differs from this program's, or if a newer
 * program wrote the database
 */
export async function migratePostgres(
	pool: Pool,
	migrations: readonly Migration[] = POSTGRES_MIGRATIONS,
): Promise<void> {
	const known = withChecksums(migrations);
	const connection = await pool.connect();
	try {
		if ((await readSchema(connection, known)).last >= (known.at(-1)?.id ?? 0)) return;
		await createList(connection);
		for (const migration of known) await applyOnce(connection, migration, known);
	} finally {
		connection.release();
	}
}

/**
 * Reads the schema's state. @throws Error with a message for the user if this program must not run on the database
 */
export async function readSchema(
	connection: PoolClient | Pool,
	known: readonly Known[] = withChecksums(POSTGRES_MIGRATIONS),
): Promise<SchemaState> {
	const { rows } = await connection.query("SELECT to_regclass('schema_migration') IS NOT NULL AS is_there");
	if (rows[0].is_there !== true) return schemaStateOf([]);
	const applied = (await connection.query(SELECT_APPLIED)).rows.map(appliedOf);
	const state = schemaStateOf(applied);
	requireKnown(applied, state, known, DATABASE_TEXT.postgres);
	return state;
}

/** Creates the list of migrations. Two processes that both create it collide in PostgreSQL's own catalog: 23505. */
async function createList(connection: PoolClient): Promise<void> {
	try {
		await connection.query(CREATE_LIST);
	} catch (error) {
		if (!(error instanceof Error && 'code' in error && error.code === '23505')) throw error;
	}
}

async function applyOnce(connection: PoolClient, migration: Known, known: readonly Known[]): Promise<void> {
	await connection.query('BEGIN ISOLATION LEVEL READ COMMITTED');
	try {
		// Other starting processes wait here until this transaction ends.
		await connection.query('LOCK TABLE schema_migration IN EXCLUSIVE MODE');
		if ((await readSchema(connection, known)).last < migration.id) {
			await connection.query(migration.sql);
			const { id, name, checksum, compatibleFrom } = migration;
			await connection.query(NOTE, [id, name, checksum, compatibleFrom]);
		}
		await connection.query('COMMIT');
	} catch (error) {
		await connection.query('ROLLBACK');
		throw error;
	}
}
