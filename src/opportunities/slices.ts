/**
 * Long work in slices, so that it holds up nobody: all of it together takes at most one slice of each turn of the event loop.
 * Who asks while the slice of this turn is used up waits in a row; each turn goes on with one.
 */
import type { Clock } from '../ports/clock.ts';

/** How long the work of one turn may take before it waits for the next. */
const SLICE_MS = 2;

/** Lets long work give way to other work of the event loop. */
export type Slices = {
	/** To be asked between two short pieces of work. Undefined: go on; else go on when it resolves. */
	readonly pause: () => Promise<void> | undefined;
};

/** Creates a queue of long work that shares one slice of time in each turn of the event loop. */
export function createSlices(clock: Clock): Slices {
	const row: (() => void)[] = [];
	/** Undefined between two turns that have work. */
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
