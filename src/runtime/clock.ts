/** The machine's clock and timers: the only place that knows them (a test proves it). */
import type { Clock, TurnEnd } from '../ports/clock.ts';

/** Longest delay a Node timer takes; longer waits are chained. */
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

/** Runs a task after the events of this turn of the loop, or once its promises have been heard. */
export const systemTurnEnd: TurnEnd = (task, when = 'turn') => {
	if (when === 'turn') setImmediate(task);
	// A tick that is asked for by a promise runs when no other promise is left to be heard.
	else queueMicrotask(() => process.nextTick(task));
};
