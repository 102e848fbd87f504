/** An execution at the moment of its plan, and what puts it into the journal. */
import type { ExecutionEvent, ExecutionPlan } from '../../domain/event.ts';
import { type ExecutionState, foldExecution } from '../../domain/execution.ts';
import type { ExecutionAppend } from '../../ports/journal.ts';
import { summaryOf } from './summary.ts';

export function plannedNow(
	plan: ExecutionPlan,
	at: number,
): { readonly state: ExecutionState; readonly append: ExecutionAppend } {
	const events: readonly ExecutionEvent[] = [{ type: 'ExecutionPlanned', plan }];
	const state = foldExecution(events.map((event) => ({ event, recordedAt: at })));
	const { executionId } = plan;
	return {
		state,
		append: { executionId, expectedSeq: 0, events, recordedAt: at, summary: summaryOf(state) },
	};
}
