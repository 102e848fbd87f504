/**
 * A clock whose time moves only on request. Timers are in a binary heap and fire in order of time, then of creation,
 * so that the same calls give the same run.
 */
import type { Clock } from '../../src/ports/clock.ts';

/** A clock for tests and simulations, with methods that move it. */
export type VirtualClock = Clock & {
	/**
	 * Fires the next timer due at `until` (wall time) or earlier, and lets its consequences run. Returns false if no
	 * timer is due by then; the time then stays unchanged.
	 */
	readonly advance: (until: number) => Promise<boolean>;
	/**
	 * Fires timers due at `until` (wall time) or earlier, each after the consequences of the previous one. Returns
	 * true as soon as `isOver` does. Returns false if no timer is left to fire; the time is then that of the last
	 * fired timer. The method waits only for promises, and takes a third of the time of as many `advance` calls.
	 */
	readonly advanceUntil: (until: number, isOver: () => boolean) => Promise<boolean>;
	/**
	 * Fires all timers due at an instant (wall time) or earlier in one turn, and sets the time to that instant.
	 * Asynchronous work that the timers started may still be pending afterwards.
	 */
	readonly advanceTo: (at: number) => void;
	/** Jumps to an instant without firing timers. They fire late, and only once, as after the machine slept. */
	readonly leap: (to: number) => void;
	/** Returns the number of timers that have not fired yet. */
	readonly waiting: () => number;
	/** Returns the number of timers fired so far. */
	readonly fired: () => number;
};

/**
 * Already settled, so a callback passed to `then` runs as a promise job. A `nextTick` callback requested inside such
 * a job runs when no other promise job remains.
 */
const SETTLED = Promise.resolve();

type Timer = { readonly at: number; readonly order: number; task: (() => void) | undefined };

/**
 * @param startAt wall time, milliseconds since the epoch
 * @param settle lets a timer's consequences run; `loopTurns` if they also wait for files or sockets
 * @param monotonicAt value of `monotonic` at the start; by default the wall time
 */
export function createVirtualClock(
	startAt: number,
	settle: () => Promise<void> = promisesSettle,
	monotonicAt = startAt,
): VirtualClock {
	const heap: Timer[] = [];
	let now = startAt;
	let created = 0;
	let waiting = 0;
	let fired = 0;

	function after(delayMs: number, task: () => void): () => void {
		const timer: Timer = { at: now + Math.ceil(Math.max(0, delayMs)), order: created++, task };
		push(heap, timer);
		waiting += 1;
		return () => {
			if (timer.task !== undefined) waiting -= 1;
			timer.task = undefined;
		};
	}

	function fireNext(until: number): boolean {
		while (heap[0] !== undefined && heap[0].task === undefined) pop(heap);
		const next = heap[0];
		if (next === undefined || next.at > until) return false;
		pop(heap);
		const { task } = next;
		next.task = undefined;
		waiting -= 1;
		fired += 1;
		now = Math.max(now, next.at);
		task?.();
		return true;
	}

	function leap(to: number): void {
		now = Math.max(now, to);
	}

	function advanceUntil(until: number, isOver: () => boolean): Promise<boolean> {
		return new Promise((resolve, reject) => {
			function turn(): void {
				try {
					if (isOver()) resolve(true);
					else if (!fireNext(until)) resolve(false);
					else SETTLED.then(later);
				} catch (error) {
					reject(error);
				}
			}
			const later = (): void => process.nextTick(turn);
			SETTLED.then(later);
		});
	}

	return {
		now: () => now,
		monotonic: () => now - startAt + monotonicAt,
		after,
		every: everyBy(after),
		async advance(until) {
			await settle();
			if (!fireNext(until)) return false;
			await settle();
			return true;
		},
		advanceUntil,
		advanceTo(at) {
			while (fireNext(at));
			leap(at);
		},
		leap,
		waiting: () => waiting,
		fired: () => fired,
	};
}

/** Repeats a task with single timers; the next timer is set before the task runs. */
export function everyBy(after: Clock['after']): Clock['every'] {
	return (periodMs, task) => {
		let cancel = (): void => {};
		const again = (): void => {
			cancel = after(periodMs, () => {
				again();
				task();
			});
		};
		again();
		return () => cancel();
	};
}

/** Resolves when no promise job remains, because only then does Node run a tick requested inside a promise job. */
export function promisesSettle(): Promise<void> {
	return new Promise((resolve) => process.nextTick(resolve));
}

const TURNS = 3;

/** Waits a few turns of the event loop. */
export async function loopTurns(): Promise<void> {
	for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Runs all timers due within `ms`, and stops when the time is over. */
export async function passTime(clock: VirtualClock, ms: number): Promise<void> {
	const until = clock.now() + ms;
	let over = false;
	clock.after(ms, () => {
		over = true;
	});
	while (!over && (await clock.advance(until)));
}

function isBefore(a: Timer, b: Timer): boolean {
	return a.at < b.at || (a.at === b.at && a.order < b.order);
}

function push(heap: Timer[], timer: Timer): void {
	let index = heap.length;
	heap.push(timer);
	while (index > 0) {
		const above = (index - 1) >> 1;
		const parent = heap[above] as Timer;
		if (!isBefore(timer, parent)) break;
		heap[index] = parent;
		index = above;
	}
	heap[index] = timer;
}

function pop(heap: Timer[]): void {
	const last = heap.pop();
	if (last === undefined || heap.length === 0) return;
	let index = 0;
	for (;;) {
		let child = index * 2 + 1;
		if (child >= heap.length) break;
		const right = heap[child + 1];
		if (right !== undefined && isBefore(right, heap[child] as Timer)) child += 1;
		const smaller = heap[child] as Timer;
		if (!isBefore(smaller, last)) break;
		heap[index] = smaller;
		index = child;
	}
	heap[index] = last;
}
