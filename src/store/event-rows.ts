/** Converts events to rows of the journal and back, for every database. */
import { type AccountEvent, EXECUTION_EVENT_VERSION, type ExecutionEvent } from '../domain/event.ts';
import type { ExecutionState } from '../domain/execution.ts';
import { foldExecution } from '../domain/execution-fold.ts';
import { decodePayload, encodePayload } from '../domain/journal-codec.ts';
import { withStoredReason } from '../domain/journal-reason.ts';
import { upcastExecutionEvent } from '../domain/journal-upcast.ts';
import type { Journaled } from '../ports/journal.ts';

/** The columns of an event that depend on it and its place in its stream. */
export type NewEventRow = {
	readonly streamSeq: number;
	readonly type: string;
	readonly version: number;
	/** Stream and place of the event before it; null for the first one. */
	readonly cause: string | null;
	readonly payload: string;
};

/** Returns the rows of events that follow the first `expectedSeq` events of a stream. */
export function newEventRows(
	stream: string,
	expectedSeq: number,
	events: readonly (ExecutionEvent | AccountEvent)[],
): readonly NewEventRow[] {
	return events.map(({ type, ...payload }, index) => {
		const streamSeq = expectedSeq + index;
		return {
			streamSeq,
			type,
			version: EXECUTION_EVENT_VERSION,
			cause: streamSeq === 0 ? null : `${stream}/${streamSeq - 1}`,
			payload: encodePayload(withStoredReason(payload)),
		};
	});
}

/**
 * A stored event's columns. `seq` is its place in the cursor's order: in the whole journal, or in the user's part.
 * They are an array, because the start reads many rows and arrays are faster to create than objects.
 */
export type EventRow = readonly [
	streamSeq: number,
	type: string,
	version: number,
	recordedAt: number,
	payload: string,
	seq: number,
];

/** Place of `seq` in an `EventRow`. */
export const SEQ = 5;

/** Converts a row to its event, in the form of this program's version. */
export function journaled<Event>(
	[streamSeq, type, version, recordedAt, payload]: EventRow,
	upcast: (type: string, version: number, payload: unknown) => Event,
): Journaled<Event> {
	return { event: upcast(type, version, decodePayload(payload)), recordedAt, streamSeq };
}

/** Folds an execution's rows. @param from state to continue from; by default the first row begins the execution */
export function foldRows(rows: readonly EventRow[], from?: ExecutionState): ExecutionState {
	return foldExecution(
		rows.map((event) => journaled(event, upcastExecutionEvent)),
		from,
	);
}

/** Returns the stream of an account's events. */
export function accountStream(accountId: string): string {
	return `account:${accountId}`;
}
