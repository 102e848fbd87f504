/** Journals the events of one step, together with those of another execution that the step changes. */
import type { ExecutionEvent } from '../../domain/event.ts';
import type { ExecutionState } from '../../domain/execution.ts';
import { applyEvent } from '../../domain/execution-fold.ts';
import { messageOf } from '../../domain/message-of.ts';
import type { ExecutionAppend, Journal } from '../../ports/journal.ts';
import type { Logger } from '../../ports/logger.ts';
import { summaryOf } from '../decide/summary.ts';
import type { createUnhedgedAllowance } from '../decide/unhedged-allowance.ts';
import type { createJournalWatch } from './journal-watch.ts';

/** An execution's change by the events of one step. */
export type Change = {
	readonly before: ExecutionState;
	readonly next: ExecutionState;
	readonly events: readonly ExecutionEvent[];
};

/** Dependencies of the writes. */
export type StepWriter = {
	readonly journal: Journal;
	readonly log: Logger;
	readonly writing: ReturnType<typeof createJournalWatch>;
	readonly unhedgedAllowance: ReturnType<typeof createUnhedgedAllowance>;
};

/** Applies the events to a state. */
export function changeOf(before: ExecutionState, events: readonly ExecutionEvent[], now: number): Change {
	const next = events.reduce<ExecutionState>((state, event) => applyEvent(state, event, now), before);
	return { before, next, events };
}

/**
 * Writes changes in one commit: all of them are durable, or none. `begun`: the first append of an execution that
 * begins with them. Returns false if the journal refused. The pending states count towards the unhedged exposure from
 * the start, so that a simultaneous decision sees them.
 */
export async function journaled(
	{ journal, log, writing, unhedgedAllowance }: StepWriter,
	changes: readonly [Change, ...Change[]],
	begun: ExecutionAppend | undefined,
	now: number,
): Promise<boolean> {
	for (const { next } of changes) unhedgedAllowance.note(next);
	try {
		const appends = changes.map((change) => appendOf(change, now));
		await journal.appendExecution(
			appends.reduceRight<ExecutionAppend | undefined>(
				(together, append) => ({ ...append, together }),
				begun,
			) as ExecutionAppend,
		);
		writing.worked();
		return true;
	} catch (error) {
		writing.noted(error);
		for (const { before } of changes) unhedgedAllowance.note(before);
		log.error(
			{ executionId: changes[0].next.plan.executionId, error: messageOf(error) },
			'journal append failed',
		);
		return false;
	}
}

function appendOf({ before, next, events }: Change, now: number): ExecutionAppend {
	return {
		executionId: next.plan.executionId,
		expectedSeq: before.eventCount,
		events,
		recordedAt: now,
		summary: summaryOf(next),
	};
}
