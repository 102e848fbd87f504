/** Derives from the executions which of them have orders in motion. */
import { type ExecutionState, isInFlight, type Phase } from '../domain/execution.ts';
import type { KeptExecutions } from '../engine/drive/execution-states.ts';
import type { OrderMotion, OrderMotions } from '../ports/order-motions.ts';

/** Phases in which the engine sends orders, or is about to. */
const MOVING: ReadonlySet<Phase> = new Set<Phase>(['opening', 'unbalanced', 'unwinding', 'closing']);

/** Returns the motions of the executions in memory. A new execution counts as moving for a moment when it enters. */
export function orderMotionsOf(executions: Pick<KeptExecutions, 'onEnter' | 'onChange'>): OrderMotions {
	return {
		onMotion(listener) {
			const moving = new Set<string>();
			let isStopped = false;
			const report = (state: ExecutionState, isMoving: boolean): void => {
				const { executionId } = state.plan;
				if (moving.has(executionId) === isMoving) return;
				if (isMoving) moving.add(executionId);
				else moving.delete(executionId);
				listener(motionOf(state, isMoving));
			};
			executions.onEnter((state) => {
				if (isStopped) return;
				if (state.phase === 'queued') report(state, true);
				report(state, isMoving(state));
			});
			const stop = executions.onChange((state) => report(state, isMoving(state)));
			return () => {
				isStopped = true;
				stop();
			};
		},
	};
}

function isMoving(state: ExecutionState): boolean {
	return MOVING.has(state.phase) || state.orders.some(isInFlight);
}

function motionOf({ plan }: ExecutionState, isMoving: boolean): OrderMotion {
	const { long, short } = plan.legs;
	const instruments = [long, short].map(({ venue, instrument: { symbol } }) => ({ venue, symbol }));
	return { executionId: plan.executionId, instruments, isMoving };
}
