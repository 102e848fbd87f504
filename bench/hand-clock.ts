/** The machine's time, and timers that fire when a bench says so: nothing runs inside what is measured but what is measured. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../src/ports/clock.ts';
import { systemClock } from '../src/runtime/clock.ts';

export type HandClock = Clock & {
	/** Runs what waits for a delay of 0, and what that plans in turn, reads of the store among it, until nothing does. */
	readonly runDue: () => Promise<void>;
	/** Runs every periodic task once. */
	readonly runPeriodic: () => void;
};

export function createHandClock(): HandClock {
	const due = new Set<() => void>();
	const periodic = new Set<() => void>();
	return {
		now: systemClock.now,
		monotonic: systemClock.monotonic,
		after(delayMs, task) {
			// What waits longer than a bench takes is left out.
			if (delayMs > 0) return () => {};
			due.add(task);
			return () => due.delete(task);
		},
		every(_periodMs, task) {
			periodic.add(task);
			return () => periodic.delete(task);
		},
		async runDue() {
			while (due.size > 0) {
				for (const task of due) {
					due.delete(task);
					task();
				}
				await nextTurn();
			}
		},
		runPeriodic() {
			for (const task of periodic) task();
		},
	};
}
