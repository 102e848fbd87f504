/** Turns the progress of single plays into the progress of their order. */

import type { OrderPlan } from './order-plan.ts';
import type { PlayTask } from './play-task.ts';
import type { RunParts } from './run-parts.ts';

/** Returns a function that takes the progress of a play. @param finished plays of the order that were done before */
export function trackOrder(
	{ from, until }: Pick<OrderPlan, 'from' | 'until'>,
	tasks: readonly PlayTask[],
	{ onProgress, machine }: Pick<RunParts, 'onProgress' | 'machine'>,
	finished = 0,
): (task: PlayTask, share: number, at: number) => void {
	const shares = new Map<PlayTask, number>();
	let last: { readonly clockMs: number; readonly sum: number } | undefined;
	return (task, share, at) => {
		// Nothing is played before the span. A canceled play has a result once its progress is reported.
		if (at <= from) return;
		shares.set(task, share);
		const sum = [...shares.values()].reduce((total, each) => total + each, 0);
		const clockMs = machine.monotonic();
		const rate =
			last === undefined || clockMs <= last.clockMs
				? null
				: ((sum - last.sum) * (until - from)) / (clockMs - last.clockMs);
		last = { clockMs, sum };
		onProgress({ step: task.name, done: (finished + sum) / (finished + tasks.length), at, rate });
	};
}
