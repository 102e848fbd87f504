/**
 * Tracks handovers that wait in a mailbox: whether they are still wanted when their turn comes, and the result for
 * their callers.
 */
import type { EngineInput } from '../decide/engine.ts';

/** The input that asks an execution to hand its unhedged leg over. */
export type HandOver = EngineInput & { readonly kind: 'handOver' };

type Waiting = { readonly resolve: (isDone: boolean) => void; readonly isStillWanted: () => boolean };

/** Creates an empty list of pending handovers. */
export function createHandOvers() {
	/** Pending handovers by the id of the new execution. */
	const waiting = new Map<string, Waiting>();
	return {
		begin: (executionId: string, isStillWanted: () => boolean): Promise<boolean> =>
			new Promise((resolve) => {
				waiting.set(executionId, { resolve, isStillWanted });
			}),
		/**
		 * True if the handover is no longer wanted. Conditions may have changed while it waited behind inputs that
		 * could not be journaled.
		 */
		isOutdated: (input: EngineInput): boolean =>
			input.kind === 'handOver' && waiting.get(input.plan.executionId)?.isStillWanted() !== true,
		finish(executionId: string, isDone: boolean): void {
			waiting.get(executionId)?.resolve(isDone);
			waiting.delete(executionId);
		},
	};
}
