/** What lists need of an execution without folding its journal. */
import { type ExecutionState, isEnded } from '../../domain/execution.ts';
import type { ExecutionSummary } from '../../ports/journal.ts';

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
