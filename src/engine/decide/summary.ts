/** Builds the columns that the journal stores for lists of executions, and the first journal append of a plan. */
import type { ExecutionEvent, ExecutionPlan } from '../../domain/event.ts';
import { type ExecutionState, isEnded } from '../../domain/execution.ts';
import { foldExecution } from '../../domain/execution-fold.ts';
import type { ExecutionAppend, ExecutionSummary } from '../../ports/journal.ts';

/** Builds the columns that the journal stores for an execution in addition to its events. */
export function summaryOf(state: ExecutionState): ExecutionSummary {
	const { plan } = state;
	return {
		executionId: plan.executionId,
		jobId: plan.jobId,
		userId: plan.userId,
		agentId: plan.agentId ?? null,
		exchangepair: plan.exchangepair,
		symbol: plan.symbol,
		phase: state.phase,
		ended: isEnded(state),
		createdAt: state.createdAt,
		closedAt: state.closedAt ?? null,
	};
}

/** Builds the first event of a plan, as a state and as a journal append. */
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
