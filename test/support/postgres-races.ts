/**
 * Makes writers on PostgreSQL meet: a lock on a table stops each of them after it has taken its snapshot, and all go on
 * together. A test therefore proves a conflict on every machine, whichever writer is faster.
 */
import { Client } from 'pg';
import type { Writer } from './store-per-test.ts';

/** Counts the sessions that wait for a lock on a table. */
const WAITING = 'SELECT count(*)::int AS n FROM pg_locks WHERE relation = $1::regclass AND NOT granted';

/**
 * Runs the writers at once and returns the outcome of each.
 * @throws Error if a writer ends without a statement on the table
 */
export async function throughLock(
	url: string,
	table: string,
	writers: readonly Writer[],
): Promise<readonly PromiseSettledResult<unknown>[]> {
	const gate = new Client({ connectionString: url });
	await gate.connect();
	try {
		await gate.query('BEGIN');
		await gate.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
		let ended = 0;
		const outcomes = Promise.allSettled(writers.map((write) => write().finally(() => (ended += 1))));
		while ((await gate.query<{ n: number }>(WAITING, [table])).rows[0]?.n !== writers.length)
			if (ended > 0)
				throw new Error(`${ended} of ${writers.length} writers ended without waiting for ${table}.`);
		await gate.query('COMMIT');
		return await outcomes;
	} finally {
		await gate.end();
	}
}
