/** Rebuilds the request of a failed execution from its plan, for a second run. Pure functions. */
import type { ExecutionPlan, ExitPlan } from '../../domain/event.ts';
import type { Asker, ExecuteRequest, ExitRules } from '../../ports/order-service.ts';

/**
 * Rebuilds the request with a key that belongs to the job. A job therefore runs again at most once, however often the
 * user or the agent calls. The key is longer than any caller's key, so it never equals one. The new execution belongs
 * to the caller: an agent's own caps apply, and a user has none.
 */
export function resubmission(plan: ExecutionPlan, { agent }: Pick<Asker, 'agent'>): ExecuteRequest {
	return {
		userId: plan.userId,
		agent,
		opportunityId: plan.opportunityId,
		amount: plan.amount,
		// Reruns the mode that `auto` chose, because that mode failed.
		mode: plan.mode,
		leverage: plan.leverage,
		maxSlippageBps: plan.maxSlippageBps,
		minNetApr: plan.guards?.minNetApr ?? undefined,
		onlyIfTrade: plan.guards?.onlyIfTrade ?? false,
		isAnyDirection: plan.guards?.isAnyDirection,
		exit: rulesOf(plan.exit),
		idempotencyKey: `a failed execution run again by resubmit_execute_opportunity, job ${plan.jobId}`,
		isRerun: true,
		preview: false,
		previewId: undefined,
	};
}

/** Converts an execution's exit rules back to those of a request. */
export function rulesOf(exit: ExitPlan): ExitRules {
	return {
		maxHours: exit.maxHours ?? undefined,
		maxEpochs: exit.maxEpochs ?? undefined,
		takeProfitPct: exit.takeProfitPct ?? undefined,
		stopLossPct: exit.stopLossPct ?? undefined,
		// `closeOnReversal` is true by default.
		closeOnReversal: exit.closeOnReversal ? undefined : false,
		minLiquidationDistancePct: exit.minLiquidationDistancePct ?? undefined,
		minSpreadAprPct: exit.minSpreadAprPct ?? undefined,
		minNetAprPct: exit.minNetAprPct ?? undefined,
	};
}
