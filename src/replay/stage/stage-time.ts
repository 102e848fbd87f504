/**
 * Moves a stage's time. Between two data, nothing new can happen, so time leaps: a loop that a live service runs every
 * 100 ms then runs once. While orders are in motion, every timer fires at its own time.
 */

import type { VirtualClock } from '../../runtime/virtual-clock.ts';
import type { RecordedMarkets } from './recorded-markets.ts';

/** Moves time. */
export type StageTime = {
	/** Leaps to an instant, shows the data known by then, and lets everything that is due by then happen once. */
	readonly leapTo: (at: number) => Promise<void>;
	/** Lets time pass, timer by timer, until the work is done. @throws Error if it is not done after a day */
	readonly during: <T>(work: Promise<T>) => Promise<T>;
	/** Lets time pass, timer by timer, until nothing is in motion, at most to `limit`. */
	readonly calm: (limit: number, isInMotion: () => boolean) => Promise<void>;
};

/** Longest virtual time that one call may take, ms. */
const CALL_MS_MAX = 24 * 3_600_000;

/** Creates the mover of a clock and its markets. */
export function stageTime(clock: VirtualClock, markets: Pick<RecordedMarkets, 'playTo'>): StageTime {
	return {
		async leapTo(at) {
			clock.leap(at);
			markets.playTo(at);
			await clock.advanceUntil(at, () => false);
		},
		async during(work) {
			let isDone = false;
			const finish = (): void => {
				isDone = true;
			};
			work.then(finish, finish);
			const limit = clock.now() + CALL_MS_MAX;
			while (!isDone) {
				await clock.advanceUntil(clock.now(), () => isDone);
				if (isDone) break;
				// A call may wait for work outside timers and promises, such as hashing.
				await new Promise((resolve) => setImmediate(resolve));
				if (isDone) break;
				if (!(await clock.advance(limit))) throw new Error('A call was not answered within a day.');
			}
			return work;
		},
		async calm(limit, isInMotion) {
			await clock.advanceUntil(limit, () => !isInMotion());
		},
	};
}
