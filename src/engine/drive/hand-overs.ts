/** Which handovers wait in a mailbox, whether they are still wanted when their turn comes, and who hears of their end. */
import type { EngineInput } from '../decide/engine.ts';

/** The input that asks an execution to give its unhedged leg away. */
export type HandOver = EngineInput & { readonly kind: 'handOver' };

type Waiting = { readonly resolve: (isDone: boolean) => void; readonly isStillWanted: () => boolean };

/** Keeps the handovers whose end is awaited. */
export function createHandOvers() {
	/** By the execution to be. */
	const waiting = new Map<string, Waiting>();
	return {
		begin: (executionId: string, isStillWanted: () => boolean): Promise<boolean> =>
			new Promise((resolve) => {
				waiting.set(executionId, { resolve, isStillWanted });
			}),
		/** It may have waited behind inputs that could not be written, and the world has moved on. */
		isOutdated: (input: EngineInput): boolean =>
			input.kind === 'handOver' && waiting.get(input.plan.executionId)?.isStillWanted() !== true,
		finish(executionId: string, isDone: boolean): void {
			waiting.get(executionId)?.resolve(isDone);
			waiting.delete(executionId);
		},
	};
}
