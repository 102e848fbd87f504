/**
 * Computes the remaining allowance for unhedged exposure: the limits of user and service, less the exposure of every
 * execution that is opening, closing or being repaired. Pending writes count too, so that two simultaneous decisions
 * share one allowance.
 */
import { type Decimal, max, min, sub, sum, ZERO } from '../../domain/decimal.ts';
import { type ExecutionState, isEnded } from '../../domain/execution.ts';
import { atRisk } from './exposure.ts';

/** Limits on unhedged exposure across several executions. */
export type UnhedgedLimits = {
	/** Maximum unhedged exposure across all executions of a user, USD. */
	readonly unhedgedUserMaxUsd: Decimal;
	/** Maximum unhedged exposure across all executions of the service, USD. */
	readonly unhedgedServiceMaxUsd: Decimal;
};

/** Creates the counter of exposure that may become unhedged while orders are in flight. */
export function createUnhedgedAllowance(limits: UnhedgedLimits) {
	/** Executions that are opening, closing or being repaired, in their current or pending state. */
	const moving = new Map<string, ExecutionState>();
	return {
		/** Records the execution's current or pending state. */
		note(state: ExecutionState): void {
			const { executionId } = state.plan;
			if (state.phase === 'running' || isEnded(state)) moving.delete(executionId);
			else moving.set(executionId, state);
		},
		/** Returns the user's remaining allowance, USD; never negative. */
		of(userId: string): Decimal {
			const states = [...moving.values()];
			const ofAll = sum(states.map(atRisk));
			const ofUser = sum(states.filter(({ plan }) => plan.userId === userId).map(atRisk));
			const allowance = min(sub(limits.unhedgedUserMaxUsd, ofUser), sub(limits.unhedgedServiceMaxUsd, ofAll));
			return max(ZERO, allowance);
		},
	};
}
