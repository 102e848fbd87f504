/** The request of a failed execution, as its plan holds it, to be asked once more. Pure. */
import type { ExecutionPlan, ExitPlan } from '../../domain/event.ts';
import type { Asker, ExecuteRequest, ExitRules } from '../../ports/order-service.ts';

/**
 * Under a key of the job's own, so that a job is run again once, however often, at whatever instant and by whomever of the
 * user and the agent that is asked. It is longer than any key a caller may choose, and so never one of theirs. What is
 * opened is the asker's: an agent's own caps hold, and the user is held by none.
 */
export function resubmission(plan: ExecutionPlan, { agent }: Pick<Asker, 'agent'>): ExecuteRequest {
	return {
		userId: plan.userId,
		agent,
		opportunityId: plan.opportunityId,
		amount: plan.amount,
		// What `auto` chose then is what failed: it is that which is run again.
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
		// True is what leaving it out means.
		closeOnReversal: exit.closeOnReversal ? undefined : false,
		minLiquidationDistancePct: exit.minLiquidationDistancePct ?? undefined,
	};
}
