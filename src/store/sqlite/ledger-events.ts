/** Reads one user's ledger events for exports, in the order of the whole journal. */
import type { DatabaseSync } from 'node:sqlite';
import { decodePayload } from '../../domain/journal-codec.ts';
import { upcastExecutionEvent } from '../../domain/journal-upcast.ts';
import type { Journal } from '../../ports/journal.ts';
import type { LedgerEvents } from '../../ports/ledger-export.ts';

/** Reads ledger events from the journal in SQLite, by journal range or by execution. */
export function createSqliteLedgerEvents(
	database: DatabaseSync,
	{ readExecution }: Pick<Journal, 'readExecution'>,
): LedgerEvents {
	// CROSS JOIN makes SQLite scan the short journal range first and look up executions by key.
	const select = database.prepare(
		`SELECT j.seq, j.stream, j.stream_seq, j.type, j.version, j.recorded_at, j.payload
		 FROM journal j CROSS JOIN execution e ON e.execution_id = j.stream
		 WHERE j.seq > ? AND j.seq <= ? AND e.user_id = ?
		   AND j.type IN ('ExecutionPlanned', 'FillsRecorded', 'FundingBooked', 'LegReduced', 'LegTakenOver')
		 ORDER BY j.seq`,
	);
	const last = database.prepare('SELECT coalesce(max(seq), 0) AS seq FROM journal');
	return {
		between: async (userId, after, upTo) =>
			select.all(after, upTo, userId).map((row) => ({
				seq: Number(row.seq),
				executionId: String(row.stream),
				event: upcastExecutionEvent(
					String(row.type),
					Number(row.version),
					decodePayload(String(row.payload)),
				),
				recordedAt: Number(row.recorded_at),
				streamSeq: Number(row.stream_seq),
			})),
		lastSeq: async () => Number(last.get()?.seq ?? 0),
		readExecution: async (executionId) => readExecution(executionId),
	};
}
