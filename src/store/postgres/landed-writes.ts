/** Finds out after a lost answer whether a write of the journal is stored. */
import type { PoolClient } from 'pg';
import type { JournalWrite } from './journal-statement.ts';

const EVENTS = `SELECT stream_seq, type, recorded_at, payload FROM journal
	WHERE unit = $1 AND stream = $2 AND stream_seq >= $3 AND epoch = $4 ORDER BY stream_seq LIMIT $5`;

/**
 * True if the write's events are in their places, written under its epoch. A write without events is repeated instead,
 * because its repetition changes nothing.
 */
export async function hasLanded(
	connection: PoolClient,
	{ unit, epoch, streams }: JournalWrite,
): Promise<boolean> {
	for (const { stream, expectedSeq, rows, recordedAt } of streams) {
		if (rows.length === 0) continue;
		const values = [unit, stream, expectedSeq, epoch, rows.length];
		const { rows: found } = await connection.query(EVENTS, values);
		const isSame = rows.every(({ type, payload }, index) => {
			const row = found[index];
			return row?.type === type && row.payload === payload && Number(row.recorded_at) === recordedAt;
		});
		if (!isSame) return false;
	}
	return true;
}

/**
 * Commits a change that depends on nothing. Once it is stored, so is every earlier commit that was visible before: a
 * synchronous standby receives the log in its order.
 */
export async function confirmCommits(connection: PoolClient): Promise<void> {
	await connection.query(
		'INSERT INTO write_check (id, room) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET room = excluded.room',
		[Buffer.alloc(0)],
	);
}
