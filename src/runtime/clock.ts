/** Provides the machine's clock and timers. No other file uses them; a test checks this. */
import type { Clock, TurnEnd } from '../ports/clock.ts';

/** Maximum delay of a Node timer, milliseconds. `after` shortens a longer delay to this. */
const TIMER_DELAY_MS_MAX = 2_147_483_647;

/** Wall time in Unix milliseconds, and monotonic time in milliseconds of this process. */
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

/** Runs a task at the end of this turn of the event loop or, with `settled`, after all pending microtasks. */
export const systemTurnEnd: TurnEnd = (task, when = 'turn') => {
	if (when === 'turn') setImmediate(task);
	// A tick requested from a microtask runs after all remaining microtasks.
	else queueMicrotask(() => process.nextTick(task));
};
