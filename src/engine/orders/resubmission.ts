/** The request of a failed execution, rebuilt from its plan for a second run. Pure. */
import type { ExecutionPlan, ExitPlan } from '../../domain/event.ts';
import type { Asker, ExecuteRequest, ExitRules } from '../../ports/order-service.ts';

/**
 * The key belongs to the job, so a job runs again at most once, however often the user or the agent asks. The key is
 * longer than any key of a caller, so it never equals one. The new execution belongs to the caller: an agent's own caps
 * apply, and a user has none.
 */
export function resubmission(plan: ExecutionPlan, { agent }: Pick<Asker, 'agent'>): ExecuteRequest {
	return {
		userId: plan.userId,
		agent,
		opportunityId: plan.opportunityId,
		amount: plan.amount,
		// Rerun the mode that `auto` chose: it is the one that failed.
		mode: plan.mode,
		leverage: plan.leverage,
		maxSlippageBps: plan.maxSlippageBps,
		minNetApr: plan.guards?.minNetApr ?? undefined,
		onlyIfTrade: plan.guards?.onlyIfTrade ?? false,
		exit: rulesOf(plan.exit),
		idempotencyKey: `a failed execution run again by resubmit_execute_opportunity, job ${plan.jobId}`,
		isRerun: true,
		preview: false,
		previewId: undefined,
	};
}

function rulesOf(exit: ExitPlan): ExitRules {
	return {
		maxHours: exit.maxHours ?? undefined,
		maxEpochs: exit.maxEpochs ?? undefined,
		takeProfitPct: exit.takeProfitPct ?? undefined,
		stopLossPct: exit.stopLossPct ?? undefined,
		// True is the default.
		closeOnReversal: exit.closeOnReversal ? undefined : false,
		minLiquidationDistancePct: exit.minLiquidationDistancePct ?? undefined,
	};
}
