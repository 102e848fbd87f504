/** Opens connections to PostgreSQL, with the settings on which the stores rely. */
import { Pool, type PoolConfig } from 'pg';
import type { Logger } from '../../ports/logger.ts';
import { STORE_TYPES } from './postgres-dialect.ts';

/** The place of the database, and the process that asks. */
export type PostgresAddress = {
	/** `postgres://user@host:port/database`, with the parameters of libpq such as `sslmode`. */
	readonly url: string;
	/** Password of the user; undefined if the URL or the server needs none. */
	readonly password: string | undefined;
	/** Name of this process in `pg_stat_activity`. */
	readonly application: string;
};

/** Time limit for a new connection, ms. A server that takes longer is down for the caller. */
const CONNECT_MS_MAX = 5_000;
/** Time after which PostgreSQL ends a transaction whose process asks nothing, ms: a frozen process holds no rows. */
const IDLE_TRANSACTION_MS_MAX = 10_000;

/**
 * `serializable` for the stores, whose transactions read before they write. `read committed` for statements that are
 * complete in themselves and wait for locked rows; their plans are kept, because planning for 64 partitions takes longer
 * than running.
 */
export type Isolation = 'serializable' | 'read committed';

/**
 * Opens a pool of at most `connectionsMax` connections, each of which connects with its first use. A connection that
 * ends while nothing uses it is logged and replaced.
 */
export function openPool(
	address: PostgresAddress,
	{ connectionsMax, isolation }: { readonly connectionsMax: number; readonly isolation: Isolation },
	log: Pick<Logger, 'warn'>,
): Pool {
	const pool = new Pool({ ...connectionSettings(address, isolation), max: connectionsMax });
	// Without a listener, the end of an idle connection would end the process.
	pool.on('error', (error) => log.warn({ error: error.message }, 'lost a connection to PostgreSQL'));
	return pool;
}

// Compiling a plan (`jit`) takes a hundred times as long as running it: every statement here touches few rows.
const OPTIONS: Readonly<Record<Isolation, string>> = {
	serializable: '-c default_transaction_isolation=serializable -c timezone=UTC -c jit=off',
	'read committed':
		'-c default_transaction_isolation=read\\ committed -c timezone=UTC -c jit=off -c plan_cache_mode=force_generic_plan',
};

/** Returns the settings of every connection. */
export function connectionSettings(
	{ url, password, application }: PostgresAddress,
	isolation: Isolation,
): PoolConfig {
	return {
		connectionString: url,
		...(password === undefined ? {} : { password }),
		application_name: application,
		connectionTimeoutMillis: CONNECT_MS_MAX,
		idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS_MAX,
		keepAlive: true,
		options: OPTIONS[isolation],
		types: STORE_TYPES,
	};
}
