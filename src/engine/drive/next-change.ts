/** Waits for a change in an execution. */
import type { ExecutionEvent } from '../../domain/event.ts';
import type { ExecutionState } from '../../domain/execution.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ExecutionDriver } from './driver.ts';

/**
 * Resolves to the execution's state after its first change that satisfies `isDone`; undefined if there is none within
 * `limitMs`.
 */
export function nextChange(
	parts: { readonly driver: Pick<ExecutionDriver, 'onChange'>; readonly clock: Clock },
	executionId: string,
	limitMs: number,
	isDone: (state: ExecutionState, events: readonly ExecutionEvent[]) => boolean,
): Promise<ExecutionState | undefined> {
	return new Promise((resolve) => {
		const finish = (state: ExecutionState | undefined): void => {
			unsubscribe();
			cancelTimer();
			resolve(state);
		};
		const unsubscribe = parts.driver.onChange((state, events) => {
			if (state.plan.executionId === executionId && isDone(state, events)) finish(state);
		});
		const cancelTimer = parts.clock.after(limitMs, () => finish(undefined));
	});
}
