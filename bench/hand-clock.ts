/**
 * Provides a clock that shows the machine's time but fires its timers only when a bench says so. No other work then
 * runs during a measurement.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../src/ports/clock.ts';
import { systemClock } from '../src/runtime/clock.ts';

export type HandClock = Clock & {
	/**
	 * Runs all timers with a delay of 0, then the ones that these schedule, until none is left. Between passes it
	 * lets pending store reads finish.
	 */
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
			// Timers with a delay are ignored, because they would only be due after the bench.
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
