/**
 * A clock whose time moves only on request. Timers fire in order of time; timers for the same time fire in order of
 * creation. The same calls therefore always give the same run. A binary heap holds the timers.
 */
import type { Clock } from '../ports/clock.ts';

/** A clock for tests and simulations, with methods that move it. */
export type VirtualClock = Clock & {
	/**
	 * Fires the next timer if it is due at `until` (wall time) or earlier, and waits until all work that it starts
	 * has finished. Returns false if no timer is due by then, and leaves the time unchanged.
	 */
	readonly advance: (until: number) => Promise<boolean>;
	/**
	 * Fires the timers due at `until` (wall time) or earlier, one after another, and lets the work of each finish
	 * before the next. Returns true as soon as `isOver` does. Returns false if no such timer is left; the time is
	 * then that of the last one fired. It waits only for promises, not for files or sockets. It takes a third of the
	 * time of as many `advance` calls.
	 */
	readonly advanceUntil: (until: number, isOver: () => boolean) => Promise<boolean>;
	/**
	 * Fires all timers due at an instant (wall time) or earlier without waiting in between, and sets the time to that
	 * instant. Asynchronous work that they start may still be pending afterwards.
	 */
	readonly advanceTo: (at: number) => void;
	/**
	 * Sets the time to a later instant without firing timers, as when the machine sleeps. Timers that became due
	 * meanwhile fire late, and a repeating timer fires once.
	 */
	readonly leap: (to: number) => void;
	/** Returns the number of timers that have not fired yet. */
	readonly waiting: () => number;
	/** Returns the number of timers fired so far. */
	readonly fired: () => number;
};

/**
 * Already settled, so that a callback passed to its `then` runs as a promise job. A `nextTick` callback that such a
 * job requests runs once no other promise job is left.
 */
const SETTLED = Promise.resolve();

type Timer = { readonly at: number; readonly order: number; task: (() => void) | undefined };

/**
 * @param startAt wall time, milliseconds since the epoch
 * @param settle waits until the work that a timer starts has finished; use `loopTurns` if that work also waits for
 * files or sockets
 * @param monotonicAt value of `monotonic` at the start; by default equal to `startAt`
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
		advanceUntil: (until, isOver) => fireUntil(isOver, () => fireNext(until)),
		advanceTo(at) {
			while (fireNext(at));
			leap(at);
		},
		leap,
		waiting: () => waiting,
		fired: () => fired,
	};
}

/**
 * Fires timers until `isOver` returns true or `fireNext` false, and lets the promises of each settle before the next.
 * Returns true if it is over.
 */
function fireUntil(isOver: () => boolean, fireNext: () => boolean): Promise<boolean> {
	return new Promise((resolve, reject) => {
		function turn(): void {
			try {
				if (isOver()) resolve(true);
				else if (!fireNext()) resolve(false);
				else SETTLED.then(later);
			} catch (error) {
				reject(error);
			}
		}
		const later = (): void => process.nextTick(turn);
		SETTLED.then(later);
	});
}

/** Repeats a task with a series of single timers. The next timer is set before the task runs. */
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

/**
 * Resolves when no promise job is left. Only then does Node run a `nextTick` callback that a promise job requested.
 */
export function promisesSettle(): Promise<void> {
	return new Promise((resolve) => process.nextTick(resolve));
}

const TURNS = 3;

/** Waits one turn of the event loop. */
export function loopTurn(): Promise<void> {
	return new Promise((resolve) => setImmediate(resolve));
}

/** Waits three turns of the event loop, so that work that waits for files or sockets can continue. */
export async function loopTurns(): Promise<void> {
	for (let turn = 0; turn < TURNS; turn += 1) await loopTurn();
}

/** Lets `ms` milliseconds pass, and fires all timers that become due meanwhile. */
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
