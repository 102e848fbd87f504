/**
 * Reads journaled events of every released version as those of today. Events on disk are never rewritten: a change of
 * meaning is a new version and a step here.
 */
import { type AccountEvent, EXECUTION_EVENT_VERSION, type ExecutionEvent } from '../domain/event.ts';

/** @throws Error for a version that this program does not know: it was written by a newer one. */
export function upcastExecutionEvent(type: string, version: number, payload: unknown): ExecutionEvent {
	assertKnown(type, version);
	return { type, ...(payload as object) } as ExecutionEvent;
}

export function upcastAccountEvent(type: string, version: number, payload: unknown): AccountEvent {
	assertKnown(type, version);
	return { type, ...(payload as object) } as AccountEvent;
}

function assertKnown(type: string, version: number): void {
	if (version === EXECUTION_EVENT_VERSION) return;
	throw new Error(
		`The journal holds ${type} of version ${version}; this program reads up to ${EXECUTION_EVENT_VERSION}. Start the newer version that wrote it.`,
	);
}
