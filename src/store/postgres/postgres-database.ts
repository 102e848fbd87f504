/**
 * Runs the stores' statements on PostgreSQL, each as if no other were running (isolation level SERIALIZABLE;
 * PostgreSQL 15, "Transaction Isolation", section 13.2.3, read 2026-11). A statement or transaction that conflicts
 * with another process begins again.
 */
import type { Pool, PoolClient } from 'pg';
import type { Clock, Random } from '../../ports/clock.ts';
import type { Outcome, Row, SqlDatabase, Statement, Steps } from '../sql-database.ts';
import { numbered } from './postgres-dialect.ts';

/** Codes of a conflict with another transaction, after which nothing was stored: serialization failure, deadlock. */
const CONFLICTS = new Set(['40001', '40P01']);
/** Attempts of one transaction. Conflicts are rare: each user's rows are written by one process. */
const ATTEMPTS_MAX = 20;
/** Longest wait before another attempt, ms. The wait is random, so that two processes do not meet again. */
const PAUSE_MS_MAX = 50;

/** The time and chance of another attempt. */
export type RetryParts = { readonly clock: Pick<Clock, 'after'>; readonly random: Pick<Random, 'unit'> };

/** Creates the database of the stores over a pool of connections. */
export function createPostgresDatabase(pool: Pool, parts: RetryParts): SqlDatabase {
	const one = (statement: Statement): Promise<Outcome> =>
		unlessConflict(() => outcomeOf(pool, statement), parts);
	const transaction = <Result>(steps: () => Steps<Result>): Promise<Result> =>
		unlessConflict(() => perform(pool, steps()), parts);
	return {
		rows: async (sql, ...values) => (await one({ sql, values })).rows,
		changes: async (sql, ...values) => (await one({ sql, values })).changes,
		transaction,
		grouped: transaction,
	};
}

async function outcomeOf(connection: Pool | PoolClient, { sql, values }: Statement): Promise<Outcome> {
	const { rows, rowCount } = await connection.query<Row>(numbered(sql), [...values]);
	return { rows, changes: rowCount ?? 0 };
}

/** Runs the steps in one transaction. A connection on which it could not be undone is not used again. */
async function perform<Result>(pool: Pool, steps: Steps<Result>): Promise<Result> {
	const connection = await pool.connect();
	let broken: Error | undefined;
	try {
		await connection.query('BEGIN');
		let next = steps.next();
		while (next.done !== true) next = steps.next(await outcomeOf(connection, next.value));
		await connection.query('COMMIT');
		return next.value;
	} catch (error) {
		await connection.query('ROLLBACK').catch((failure: Error) => {
			broken = failure;
		});
		throw error;
	} finally {
		connection.release(broken);
	}
}

async function unlessConflict<T>(work: () => Promise<T>, { clock, random }: RetryParts): Promise<T> {
	for (let attempt = 1; ; attempt += 1) {
		try {
			return await work();
		} catch (error) {
			if (attempt === ATTEMPTS_MAX || !isConflict(error)) throw error;
			await new Promise<void>((resolve) => clock.after(random.unit() * PAUSE_MS_MAX, resolve));
		}
	}
}

function isConflict(error: unknown): boolean {
	return error instanceof Error && 'code' in error && CONFLICTS.has(String(error.code));
}
