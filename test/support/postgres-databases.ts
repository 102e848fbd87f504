/** Creates databases with the service's schema on a PostgreSQL server, each as a copy of one that is created first. */
import type { Pool } from 'pg';
import { SILENT_LOGGER } from '../../src/ports/logger.ts';
import { openPool } from '../../src/store/postgres/open-pool.ts';
import { createPostgresDatabase, type RetryParts } from '../../src/store/postgres/postgres-database.ts';
import { BASELINE_TABLES } from '../../src/store/postgres/schema/tables.ts';
import type { SqlDatabase } from '../../src/store/sql-database.ts';

const TEMPLATE = 'carrywire_template';
const CONNECTIONS = 4;
let created = 0;

/** An empty database, which `close` removes. */
export type DatabaseOnServer = {
	readonly url: string;
	readonly database: SqlDatabase;
	/** Connects again. Earlier connections stay open until `close`. */
	readonly reopen: () => SqlDatabase;
	readonly close: () => Promise<void>;
};

/** Creates the database of which the others are copies. @param server address without a database */
export async function createTemplate(server: string): Promise<void> {
	await asAdministrator(server, `CREATE DATABASE ${TEMPLATE}`);
	const pool = poolOf(`${server}/${TEMPLATE}`);
	await pool.query(BASELINE_TABLES);
	await pool.end();
}

/** Creates an empty database with the service's schema. */
export async function databaseOnServer(server: string, parts: RetryParts): Promise<DatabaseOnServer> {
	created += 1;
	const name = `carrywire_${process.pid}_${created}`;
	await asAdministrator(server, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
	const url = `${server}/${name}`;
	const pools: Pool[] = [];
	const open = (): SqlDatabase => {
		const pool = poolOf(url);
		pools.push(pool);
		return createPostgresDatabase(pool, parts);
	};
	return {
		url,
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

function poolOf(url: string): Pool {
	return openPool({ url, password: undefined, application: 'carrywire test' }, CONNECTIONS, SILENT_LOGGER);
}
