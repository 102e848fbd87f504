/** Creates databases with the service's schema on a PostgreSQL server, each as a copy of one that is created first. */
import type { Pool } from 'pg';
import { SILENT_LOGGER } from '../../src/ports/logger.ts';
import { migratePostgres } from '../../src/store/postgres/migrate.ts';
import { type Isolation, openPool } from '../../src/store/postgres/open-pool.ts';
import { createPostgresDatabase, type RetryParts } from '../../src/store/postgres/postgres-database.ts';
import type { SqlDatabase } from '../../src/store/sql-database.ts';

const TEMPLATE = 'carrywire_template';
const CONNECTIONS = 4;
let created = 0;

/** An empty database, which `close` removes. */
export type DatabaseOnServer = {
	readonly url: string;
	readonly database: SqlDatabase;
	/** Opens a further pool of connections, which `close` ends. */
	readonly pool: (isolation?: Isolation) => Pool;
	/** Connects again. Earlier connections stay open until `close`. */
	readonly reopen: () => SqlDatabase;
	readonly close: () => Promise<void>;
};

/** Creates the database of which the others are copies. @param server address without a database */
export async function createTemplate(server: string): Promise<void> {
	await asAdministrator(server, `CREATE DATABASE ${TEMPLATE}`);
	const pool = poolOf(`${server}/${TEMPLATE}`);
	await migratePostgres(pool);
	await pool.end();
}

/** Creates an empty database with the service's schema. */
export async function databaseOnServer(server: string, parts: RetryParts): Promise<DatabaseOnServer> {
	created += 1;
	const name = `carrywire_${process.pid}_${created}`;
	await asAdministrator(server, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
	const url = `${server}/${name}`;
	const pools: Pool[] = [];
	const connect = (isolation: Isolation = 'read committed'): Pool => {
		const pool = poolOf(url, isolation);
		pools.push(pool);
		return pool;
	};
	const open = (): SqlDatabase => createPostgresDatabase(connect('serializable'), parts);
	return {
		url,
		pool: connect,
		database: open(),
		reopen: open,
		async close() {
			for (const pool of pools) await pool.end();
			await asAdministrator(server, `DROP DATABASE ${name}`);
		},
	};
}

async function asAdministrator(server: string, statement: string): Promise<void> {
	const pool = poolOf(`${server}/postgres`);
	try {
		await pool.query(statement);
	} finally {
		await pool.end();
	}
}

function poolOf(url: string, isolation: Isolation = 'read committed'): Pool {
	const address = { url, password: undefined, application: 'carrywire test' };
	return openPool(address, { connectionsMax: CONNECTIONS, isolation }, SILENT_LOGGER);
}
