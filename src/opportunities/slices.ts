/**
 * Runs long work in slices, so that it does not block other work. All long work together takes at most one slice per
 * turn of the event loop. Callers wait in a queue when the slice is used up; each turn resumes one of them.
 */
import type { Clock } from '../ports/clock.ts';

/** Maximum time for long work per turn of the event loop, ms. */
const SLICE_MS = 2;

/** Lets long work yield to other work in the event loop. */
export type Slices = {
	/** Call this between short pieces of work. If the result is undefined, continue at once; otherwise await it. */
	readonly pause: () => Promise<void> | undefined;
};

/** Creates a queue for long work that shares one slice per turn of the event loop. */
export function createSlices(clock: Clock): Slices {
	const row: (() => void)[] = [];
	/** When this turn's slice started, ms; undefined while there is no long work. */
	let beganAt: number | undefined;

	function begin(): void {
		beganAt = clock.monotonic();
		clock.after(0, nextTurn);
	}

	function nextTurn(): void {
		const next = row.shift();
		if (next === undefined) {
			beganAt = undefined;
			return;
		}
		begin();
		next();
	}

	return {
		pause() {
			if (beganAt === undefined) begin();
			else if (clock.monotonic() - beganAt >= SLICE_MS)
				return new Promise((resolve) => {
					row.push(resolve);
				});
			return undefined;
		},
	};
}
