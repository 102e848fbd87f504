/**
 * Stores several writes of the journal with one statement, and answers each of them separately. The statement stores a
 * write only if the process owns the unit in that instant: it share-locks the unit's row, so a take-over waits for the
 * commit, and the commit of a unit that was taken over stores nothing.
 */
import type { PoolClient } from 'pg';
import type { ExecutionSummary, IdempotencyClaim } from '../../ports/journal.ts';
import type { NewEventRow } from '../event-rows.ts';
import { claimValues } from '../idempotency.ts';
import type { JournalFence } from './journal-fence.ts';

/** Events for one stream. */
export type StreamWrite = {
	readonly stream: string;
	/** Number of events already in the stream. */
	readonly expectedSeq: number;
	readonly rows: readonly NewEventRow[];
	/** Milliseconds. */
	readonly recordedAt: number;
};

/** Everything that one append stores, or none of it. */
export type JournalWrite = {
	readonly unit: string;
	readonly epoch: number;
	/** Version of the unit's stops that must be current; null for a write that opens nothing. */
	readonly stopVersion: number | null;
	readonly streams: readonly StreamWrite[];
	readonly executions: readonly ExecutionSummary[];
	readonly claim: (IdempotencyClaim & { readonly recordedAt: number }) | undefined;
};

/**
 * Outcome of a write. Only `stored` stored anything. `moved`: another process owns the unit; `expired`: the lease of
 * this process has ended; `stopped`: there is a stop that the process did not know; `length`: the stream has another
 * number of events; `claimed`: the idempotency key was used before.
 */
export type WriteOutcome = 'stored' | 'moved' | 'expired' | 'stopped' | 'length' | 'claimed';

// `held` is the fence. FOR SHARE waits for a take-over in progress and then sees the new owner (READ COMMITTED,
// PostgreSQL 15, "Transaction Isolation", section 13.2.1, read 2026-11).
const COMMIT = `
WITH asked AS (
	SELECT * FROM json_to_recordset($3::json) AS t(w int, unit text, epoch bigint, stops bigint)
), claim AS (
	SELECT * FROM json_to_recordset($4::json)
		AS t(w int, user_id text, agent_id text, key text, params_hash text, answer text, recorded_at bigint)
), stream AS (
	SELECT * FROM json_to_recordset($5::json) AS t(w int, stream text, expected bigint)
), held AS MATERIALIZED (
	SELECT u.unit, u.epoch, u.node, u.incarnation, u.stop_version FROM unit u
	WHERE u.unit IN (SELECT unit FROM asked) ORDER BY u.unit FOR SHARE
), lease AS MATERIALIZED (
	SELECT count(*) AS n FROM executor WHERE node = $1 AND incarnation = $2 AND expires > clock_timestamp()
), verdict AS MATERIALIZED (
	SELECT a.w, a.unit, a.epoch, CASE
		WHEN h.unit IS NULL OR h.epoch <> a.epoch OR h.node IS DISTINCT FROM $1 OR h.incarnation IS DISTINCT FROM $2 THEN 'moved'
		WHEN (SELECT n FROM lease) = 0 THEN 'expired'
		WHEN h.stop_version <> a.stops THEN 'stopped'
		WHEN EXISTS (SELECT FROM stream s WHERE s.w = a.w AND s.expected <> (
			SELECT coalesce(max(j.stream_seq) + 1, 0) FROM journal j WHERE j.unit = a.unit AND j.stream = s.stream
		)) THEN 'length'
		WHEN EXISTS (SELECT FROM claim c JOIN idempotency i USING (user_id, agent_id, key) WHERE c.w = a.w) THEN 'claimed'
		ELSE 'stored' END AS outcome
	FROM asked a LEFT JOIN held h ON h.unit = a.unit
), good AS (
	SELECT * FROM verdict WHERE outcome = 'stored'
), events AS (
	INSERT INTO journal (unit, unit_seq, epoch, stream, stream_seq, type, version, recorded_at, correlation_id, causation_id, payload)
	SELECT g.unit,
		coalesce((SELECT max(j.unit_seq) FROM journal j WHERE j.unit = g.unit), 0)
			+ row_number() OVER (PARTITION BY g.unit ORDER BY e.n),
		g.epoch, e.stream, e.stream_seq, e.type, e.version, e.recorded_at, e.stream, e.cause, e.payload
	FROM json_to_recordset($6::json)
		AS e(w int, n int, stream text, stream_seq bigint, type text, version bigint, recorded_at bigint, cause text, payload text)
	JOIN good g USING (w)
), summaries AS (
	INSERT INTO execution (execution_id, job_id, user_id, agent_id, exchangepair, symbol, phase, ended, created_at, closed_at)
	SELECT x.execution_id, x.job_id, x.user_id, x.agent_id, x.exchangepair, x.symbol, x.phase, x.ended, x.created_at, x.closed_at
	FROM json_to_recordset($7::json)
		AS x(w int, execution_id text, job_id text, user_id text, agent_id text, exchangepair text, symbol text, phase text, ended bigint, created_at bigint, closed_at bigint)
	JOIN good USING (w)
	ON CONFLICT (execution_id) DO UPDATE SET phase = excluded.phase, ended = excluded.ended, closed_at = excluded.closed_at
), claims AS (
	INSERT INTO idempotency (user_id, agent_id, key, params_hash, answer, recorded_at)
	SELECT c.user_id, c.agent_id, c.key, c.params_hash, c.answer, c.recorded_at FROM claim c JOIN good USING (w)
), folds AS (
	DELETE FROM execution_fold WHERE execution_id IN (
		SELECT x.execution_id FROM json_to_recordset($7::json) AS x(w int, execution_id text, ended bigint)
		JOIN good USING (w) WHERE x.ended = 1
	)
)
SELECT w, outcome FROM verdict ORDER BY w`;

/**
 * Stores the writes, and returns the outcome of each. No two of them may share a stream or an idempotency key.
 * Rejects with the driver's error; then none is stored if the error has the severity `ERROR`, and otherwise the
 * outcome is unknown.
 */
export async function commitWrites(
	connection: PoolClient,
	{ node, incarnation }: JournalFence,
	writes: readonly JournalWrite[],
): Promise<readonly WriteOutcome[]> {
	const { rows } = await connection.query<{ outcome: WriteOutcome }>({
		name: 'journal-commit',
		text: COMMIT,
		values: [node, incarnation, ...jsonOf(writes)],
	});
	return rows.map(({ outcome }) => outcome);
}

/** Returns the rows of `asked`, `claim`, `stream`, the events and the summaries. */
function jsonOf(writes: readonly JournalWrite[]): readonly string[] {
	let n = 0;
	const all = <T>(rowsOf: (write: JournalWrite, w: number) => readonly T[]): string =>
		JSON.stringify(writes.flatMap(rowsOf));
	return [
		all(({ unit, epoch, stopVersion }, w) => [{ w, unit, epoch, stops: stopVersion }]),
		all(({ claim }, w) => (claim === undefined ? [] : [{ w, ...claimRow(claim) }])),
		all(({ streams }, w) => streams.map(({ stream, expectedSeq }) => ({ w, stream, expected: expectedSeq }))),
		all(({ streams }, w) =>
			streams.flatMap(({ stream, rows, recordedAt }) =>
				rows.map(({ streamSeq, type, version, cause, payload }) => {
					n += 1;
					return {
						w,
						n,
						stream,
						stream_seq: streamSeq,
						type,
						version,
						recorded_at: recordedAt,
						cause,
						payload,
					};
				}),
			),
		),
		all(({ executions }, w) => executions.map((summary) => ({ w, ...summaryRow(summary) }))),
	];
}

function claimRow({ paramsHash, answer, recordedAt, ...key }: IdempotencyClaim & { recordedAt: number }) {
	const [userId, agentId, text] = claimValues(key);
	return {
		...{ user_id: userId, agent_id: agentId, key: text },
		...{ params_hash: paramsHash, answer, recorded_at: recordedAt },
	};
}

function summaryRow(summary: ExecutionSummary) {
	return {
		execution_id: summary.executionId,
		job_id: summary.jobId,
		user_id: summary.userId,
		agent_id: summary.agentId,
		exchangepair: summary.exchangepair,
		symbol: summary.symbol,
		phase: summary.phase,
		ended: summary.ended ? 1 : 0,
		created_at: summary.createdAt,
		closed_at: summary.closedAt,
	};
}
