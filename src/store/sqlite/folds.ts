/**
 * Stores folds of open executions. When the service starts, it reads a fold and the later events instead of the
 * complete journal. A fold is valid only if the journal still has the fold's last event in the same position.
 * Otherwise the service folds the complete journal.
 */
import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import type { ExecutionState } from '../../domain/execution.ts';
import { createFoldDecoder, encodeFold, FOLD_FORM } from '../../domain/fold-codec.ts';
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

/** A stored fold, and the position of its last event in the complete journal. */
export type KeptFold = { readonly state: ExecutionState; readonly lastSeq: number };

type FoldRow = readonly [form: number, eventCount: number, lastSeq: number, checksum: number, fold: string];

/**
 * Creates a reader for folds. The reader returns undefined if the fold is missing, damaged, in another format, or
 * belongs to another execution.
 */
export function foldReader(database: DatabaseSync): (executionId: string) => KeptFold | undefined {
	const select = database.prepare(
		'SELECT form, event_count, last_seq, checksum, fold FROM execution_fold WHERE execution_id = ?',
	);
	select.setReturnArrays(true);
	const decode = createFoldDecoder();
	return (executionId) => {
		const row = select.get(executionId) as unknown as FoldRow | undefined;
		if (row === undefined) return undefined;
		const [form, eventCount, lastSeq, checksum, fold] = row;
		if (form !== FOLD_FORM || crc32(fold) !== checksum) return undefined;
		const state = decode(fold);
		return state.plan.executionId === executionId && state.eventCount === eventCount
			? { state, lastSeq }
			: undefined;
	};
}
