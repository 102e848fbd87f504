/**
 * Queues the ranking of lists, so that only one list is ranked at a time. The queue rests after each ranking, so that
 * ranking takes at most 20 % of the time. Urgent rankings do not wait for a rest and can exceed this share.
 */
import type { Clock } from '../../ports/clock.ts';

/** How long the queue rests after a job, as a multiple of the job's duration. */
const RESTS_PER_WORK = 4;

/** Runs one job at a time. */
export interface WorkQueue {
	/** Queues a job. Urgent jobs run before normal ones and do not wait for a rest to end. */
	run<T>(isUrgent: boolean, work: () => Promise<T>): Promise<T>;
}

/** Creates an empty queue, which rests after each job unless an urgent one is waiting. */
export function createWorkQueue(clock: Clock): WorkQueue {
	const urgent: (() => void)[] = [];
	const others: (() => void)[] = [];
	let busy = false;
	let cancelRest: (() => void) | undefined;

	function next(): void {
		cancelRest = undefined;
		const begin = urgent.shift() ?? others.shift();
		busy = begin !== undefined;
		begin?.();
	}

	return {
		async run(isUrgent, work) {
			if (busy)
				await new Promise<void>((resolve) => {
					(isUrgent ? urgent : others).push(resolve);
					// On a busy machine a rest can last seconds, so an urgent job ends it.
					if (isUrgent && cancelRest !== undefined) {
						cancelRest();
						next();
					}
				});
			busy = true;
			const beganAt = clock.monotonic();
			try {
				return await work();
			} finally {
				// Callers wait for an urgent job, so start it without a rest.
				if (urgent.length > 0) next();
				else cancelRest = clock.after(RESTS_PER_WORK * (clock.monotonic() - beganAt), next);
			}
		},
	};
}
