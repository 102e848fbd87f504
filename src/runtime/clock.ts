/** The machine's clock and timers. No other file uses them; a test proves it. */
import type { Clock, TurnEnd } from '../ports/clock.ts';

/** Longest delay of a Node timer; longer waits are chained. Milliseconds. */
const TIMER_DELAY_MS_MAX = 2_147_483_647;

/** Wall time in Unix milliseconds, monotonic time in milliseconds of this process. */
export const systemClock: Clock = {
	now: () => Date.now(),
	monotonic: () => performance.now(),
	after(delayMs, task) {
		const timer = setTimeout(task, Math.min(Math.max(0, delayMs), TIMER_DELAY_MS_MAX));
		return () => clearTimeout(timer);
	},
	every(periodMs, task) {
		const timer = setInterval(task, periodMs);
		return () => clearInterval(timer);
	},
};

/** Runs a task at the end of this turn of the event loop, or after its microtasks. */
export const systemTurnEnd: TurnEnd = (task, when = 'turn') => {
	if (when === 'turn') setImmediate(task);
	// A tick requested from a microtask runs after all other microtasks.
	else queueMicrotask(() => process.nextTick(task));
};
