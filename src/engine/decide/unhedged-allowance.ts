/**
 * How much more may come to stand on one leg: what user and service may, less what every execution that opens, closes or
 * repairs has at risk. An execution counts with what is being written of it: two that decide at one instant share one room.
 */
import { type Decimal, max, min, sub, sum, ZERO } from '../../domain/decimal.ts';
import { type ExecutionState, isEnded } from '../../domain/execution.ts';
import { atRisk } from './exposure.ts';

/** Limits of what may be unhedged over several executions. */
export type UnhedgedLimits = {
	/** USD that may stand on one leg over all executions of a user, and of the service. */
	readonly unhedgedUserMaxUsd: Decimal;
	readonly unhedgedServiceMaxUsd: Decimal;
};

/** Counts what may become unhedged while orders are in flight. */
export function createUnhedgedAllowance(limits: UnhedgedLimits) {
	/** Each execution as it is, or as it will be once it is written. */
	const moving = new Map<string, ExecutionState>();
	return {
		/** The execution as it is, or as it is about to be written. */
		note(state: ExecutionState): void {
			const { executionId } = state.plan;
			if (state.phase === 'running' || isEnded(state)) moving.delete(executionId);
			else moving.set(executionId, state);
		},
		/** USD, not negative. */
		of(userId: string): Decimal {
			const states = [...moving.values()];
			const ofAll = sum(states.map(atRisk));
			const ofUser = sum(states.filter(({ plan }) => plan.userId === userId).map(atRisk));
			const allowance = min(sub(limits.unhedgedUserMaxUsd, ofUser), sub(limits.unhedgedServiceMaxUsd, ofAll));
			return max(ZERO, allowance);
		},
	};
}
