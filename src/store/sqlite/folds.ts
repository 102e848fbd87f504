/**
 * Stores folds of open executions in SQLite. When the service starts, it reads a fold and the later events instead of
 * the complete journal.
 */
import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import type { ExecutionState } from '../../domain/execution.ts';
import { encodeFold, FOLD_FORM } from '../../domain/fold-codec.ts';
import { createFoldReader, type FoldRow, type KeptFold } from '../stored-fold.ts';
import { inTransaction } from './database.ts';

/**
 * Creates a writer for folds. The writer stores them in one separate transaction. It skips executions that have ended
 * or whose last event is not in the journal.
 */
export function foldWriter(database: DatabaseSync): (states: readonly ExecutionState[]) => void {
	const put = database.prepare(
		`INSERT OR REPLACE INTO execution_fold (execution_id, form, event_count, last_seq, checksum, fold)
		 SELECT execution_id, ?, stream_seq + 1, seq, ?, ? FROM journal JOIN execution ON execution_id = stream
		 WHERE stream = ? AND stream_seq = ? AND ended = 0`,
	);
	return (states) => {
		const rows = states.map((state) => ({ state, fold: encodeFold(state) }));
		inTransaction(database, () => {
			for (const { state, fold } of rows)
				put.run(FOLD_FORM, crc32(fold), fold, state.plan.executionId, state.eventCount - 1);
		});
	};
}

/** Creates a reader for the fold of an execution. It returns undefined if there is none, or none that this program reads. */
export function foldReader(database: DatabaseSync): (executionId: string) => KeptFold | undefined {
	const select = database.prepare(
		'SELECT form, event_count, last_seq, checksum, fold FROM execution_fold WHERE execution_id = ?',
	);
	select.setReturnArrays(true);
	const read = createFoldReader();
	return (executionId) => {
		const row = select.get(executionId) as unknown as FoldRow | undefined;
		return row === undefined ? undefined : read(executionId, row);
	};
}
