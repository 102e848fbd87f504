/**
 * Time that moves only when told. Timers lie in a binary heap and fire in order of time, then of creation, so that the same calls give the
 * same run.
 */
import type { Clock } from '../../src/ports/clock.ts';

/** A clock for tests and simulations, which also moves itself. */
export type VirtualClock = Clock & {
	/**
	 * Fires the next timer that is due at `until` (wall time) or earlier, and lets everything that follows from it run. False when there is
	 * none; the time then stands.
	 */
	readonly advance: (until: number) => Promise<boolean>;
	/**
	 * Fires what is due at `until` or earlier, each timer once all that follows from the one before has run, until `isOver`: then true.
	 * False when nothing is due any more; the time then stands. It waits for promises alone, and costs a third of as many `advance`.
	 */
	readonly advanceUntil: (until: number, isOver: () => boolean) => Promise<boolean>;
	/** Fires all that is due until an instant (wall time), in one turn, and stands there: promises go on after it returns. */
	readonly advanceTo: (at: number) => void;
	/** Goes to an instant without firing what is due on the way: that fires late, and once, as after a sleep of the machine. */
	readonly leap: (to: number) => void;
	/** Timers that have not fired yet. */
	readonly waiting: () => number;
	/** Timers fired so far. */
	readonly fired: () => number;
};

/** The job that hangs on it is a promise's, from which a tick is called when no other job is left. */
const SETTLED = Promise.resolve();

type Timer = { readonly at: number; readonly order: number; task: (() => void) | undefined };

/**
 * @param startAt wall time, milliseconds since the epoch
 * @param settle lets what follows from a timer run; `loopTurns` where that waits for files or sockets too
 * @param monotonicAt what `monotonic` answers at the start; as the wall time unless it is named
 */
export function createVirtualClock(
	startAt: number,
	settle: () => Promise<void> = forecastsSettle,
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

/** Repeats by single timers: the next one is set before the task runs. */
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

/** Resolves when no promise job is left: Node calls a tick that was asked for inside a promise job only then. */
export function forecastsSettle(): Promise<void> {
	return new Promise((resolve) => process.nextTick(resolve));
}

const TURNS = 3;

/** A few turns of the event loop. */
export async function loopTurns(): Promise<void> {
	for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Runs all that is due within `ms`, and stands at its end. */
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
