/** Which of many executions are a user's, open, or at a venue. Pure. */
import { type ExecutionState, isEnded } from './execution.ts';

/** The user's executions that have not ended. */
export function openExecutionsOf(
	states: readonly ExecutionState[],
	userId: string,
): readonly ExecutionState[] {
	return states.filter((state) => state.plan.userId === userId && !isEnded(state));
}

/** The user's executions with a leg at the venue, ended ones included. */
export function executionsAt(
	states: readonly ExecutionState[],
	userId: string,
	venue: string,
): readonly ExecutionState[] {
	return states.filter(
		({ plan }) =>
			plan.userId === userId && [plan.legs.long, plan.legs.short].some((leg) => leg.venue === venue),
	);
}
