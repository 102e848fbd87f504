import type { Clock } from '../../src/ports/clock.ts';
import { NOW_MS } from './in-memory-trading.ts';

/** A clock that stands still until it is told; its timers run when their time is reached. */
export function manualClock(): Clock & { readonly advance: (ms: number) => void } {
	let elapsed = 0;
	let timers: { readonly at: number; readonly task: () => void }[] = [];
	return {
		now: () => NOW_MS + elapsed,
		monotonic: () => elapsed,
		after(delayMs, task) {
			const timer = { at: elapsed + delayMs, task };
			timers.push(timer);
			return () => {
				timers = timers.filter((other) => other !== timer);
			};
		},
		every(periodMs, task) {
			let cancel = (): void => {};
			const again = (): void => {
				cancel = this.after(periodMs, () => {
					again();
					task();
				});
			};
			again();
			return () => cancel();
		},
		advance(ms) {
			elapsed += ms;
			const due = timers.filter(({ at }) => at <= elapsed);
			timers = timers.filter(({ at }) => at > elapsed);
			for (const { task } of due) task();
		},
	};
}
