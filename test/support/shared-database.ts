/** Gives the tests of one process a database on a PostgreSQL server that they use one after the other. */
import type { Pool } from 'pg';
import { SILENT_LOGGER } from '../../src/ports/logger.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { systemRandom } from '../../src/runtime/random.ts';
import { type Isolation, openPool } from '../../src/store/postgres/open-pool.ts';
import { createPostgresDatabase } from '../../src/store/postgres/postgres-database.ts';
import type { SqlDatabase } from '../../src/store/sql-database.ts';
import { databaseOnServer } from './postgres-databases.ts';

const CONNECTIONS = 4;

/** A database that the tests of one process use one after the other. */
export type SharedDatabase = {
	readonly url: string;
	readonly database: SqlDatabase;
	/** Connections whose statements run as they arrive, as those of the journal and of leases. */
	readonly pool: Pool;
	/** Connects once more, until `closeOthers`. */
	readonly connect: () => SqlDatabase;
	readonly closeOthers: () => Promise<void>;
	/** Empties all tables, and lets every row number begin at 1 again. */
	readonly empty: () => Promise<void>;
};

/**
 * The database of this process on each server. Tests share it, because a copy of the template takes up to half a
 * second and emptying the tables a few milliseconds.
 */
const shared = new Map<string, Promise<SharedDatabase>>();

/** Returns the database of this process on a server, with empty tables. */
export async function emptyDatabaseOn(server: string): Promise<SharedDatabase> {
	const opening = shared.get(server) ?? shareDatabase(server);
	shared.set(server, opening);
	const database = await opening;
	await database.empty();
	return database;
}

async function shareDatabase(server: string): Promise<SharedDatabase> {
	const parts = { clock: systemClock, random: systemRandom };
	const { url } = await databaseOnServer(server, parts);
	const pool = lastingPoolOf(url, 'serializable');
	const emptying = emptyingExcept(await filledTables(pool));
	const others: Pool[] = [];
	return {
		url,
		database: createPostgresDatabase(pool, parts),
		pool: lastingPoolOf(url, 'read committed'),
		connect() {
			const other = poolOf(url);
			others.push(other);
			return createPostgresDatabase(other, parts);
		},
		async closeOthers() {
			for (const other of others.splice(0)) await other.end();
		},
		async empty() {
			await pool.query(emptying);
		},
	};
}

/** Returns the tables in which the schema itself has rows, such as the applied migrations. */
async function filledTables(pool: Pool): Promise<readonly string[]> {
	const { rows } = await pool.query<{ name: string }>(
		"SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND pg_relation_size(oid) > 0",
	);
	return rows.map(({ name }) => name);
}

/**
 * Returns the statement that empties all tables with rows, except the given ones, and restarts their row numbers. It
 * deletes rows, because TRUNCATE creates files and takes ten times as long. No trigger refuses that.
 */
function emptyingExcept(kept: readonly string[]): string {
	const isKept = kept.map((name) => `AND relname <> '${name}'`).join(' ');
	return `DO $$
		DECLARE filled regclass;
		BEGIN
			SET LOCAL session_replication_role = replica;
			FOR filled IN SELECT oid FROM pg_class
				WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND pg_relation_size(oid) > 0 ${isKept}
			LOOP EXECUTE 'DELETE FROM ' || filled; END LOOP;
			PERFORM setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
				FROM pg_sequences WHERE schemaname = 'public' AND last_value IS NOT NULL;
		END $$`;
}

/** Opens a pool that lasts as long as the process, and does not keep the process alive. */
function lastingPoolOf(url: string, isolation: Isolation): Pool {
	const pool = poolOf(url, isolation);
	pool.options.allowExitOnIdle = true;
	return pool;
}

function poolOf(url: string, isolation: Isolation = 'serializable'): Pool {
	return openPool(
		{ url, password: undefined, application: 'carrywire test' },
		{ connectionsMax: CONNECTIONS, isolation },
		SILENT_LOGGER,
	);
}
