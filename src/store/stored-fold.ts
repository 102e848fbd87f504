/**
 * Converts folds of open executions to rows and back. A fold is valid only if the journal still has the fold's last
 * event in the same position. Otherwise the service folds the complete journal.
 */
import { crc32 } from 'node:zlib';
import type { ExecutionState } from '../domain/execution.ts';
import { createFoldDecoder, FOLD_FORM } from '../domain/fold-codec.ts';
import { type EventRow, foldRows, SEQ } from './event-rows.ts';

/** Columns of a stored fold. `lastSeq` is the `seq` of its last event. */
export type FoldRow = readonly [
	form: number,
	eventCount: number,
	lastSeq: number,
	checksum: number,
	fold: string,
];

/** A stored fold, and the `seq` of its last event. */
export type KeptFold = { readonly state: ExecutionState; readonly lastSeq: number };

/** Converts an execution's row; returns undefined if it is damaged, in another form, or another execution's. */
export type FoldReader = (executionId: string, row: FoldRow) => KeptFold | undefined;

/** Creates the conversion of rows. Rows of one start share what their folds have in common. */
export function createFoldReader(): FoldReader {
	const decode = createFoldDecoder();
	return (executionId, [form, eventCount, lastSeq, checksum, fold]) => {
		if (form !== FOLD_FORM || crc32(fold) !== checksum) return undefined;
		const state = decode(fold);
		return state.plan.executionId === executionId && state.eventCount === eventCount
			? { state, lastSeq }
			: undefined;
	};
}

/**
 * Continues a stored fold. @param rows the fold's last event, and all later ones. @returns undefined if the journal has
 * another event in that place
 */
export function continuedFold(fold: KeptFold, rows: readonly EventRow[]): ExecutionState | undefined {
	const [last, ...later] = rows;
	return last?.[SEQ] === fold.lastSeq ? foldRows(later, fold.state) : undefined;
}
