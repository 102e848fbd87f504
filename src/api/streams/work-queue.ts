/** Lists are ranked one after another, and all of them together take at most a fifth of the time. */
import type { Clock } from '../../ports/clock.ts';

/** The rest after a piece of work, in multiples of what it took. */
const RESTS_PER_WORK = 4;

/** Queue that runs one piece of work at a time. */
export interface WorkQueue {
	/** Runs when it is its turn; what is urgent goes before what is not, and waits for no rest. */
	run<T>(isUrgent: boolean, work: () => Promise<T>): Promise<T>;
}

/** Creates an empty queue, which rests between pieces that are not urgent. */
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
					// Of a machine that is busy with much else a rest may last for seconds.
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
				// Somebody waits for what is urgent: only the rest takes a rest.
				if (urgent.length > 0) next();
				else cancelRest = clock.after(RESTS_PER_WORK * (clock.monotonic() - beganAt), next);
			}
		},
	};
}
