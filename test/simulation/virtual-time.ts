/**
 * Time that moves only when told: a binary heap of timers, fired in order of time and then of creation.
 *
 * After each timer everything that follows from it runs to its end before the next one fires. One turn of
 * `process.nextTick` is enough for that: Node calls a tick that was asked for inside a promise job when no promise job
 * is left, and nothing in the simulation waits for anything but promises and these timers.
 */
import type { Clock } from '../../src/ports/clock.ts';

export type VirtualTime = Pick<Clock, 'now' | 'after'> & {
	/** Fires the next timer that is due at `until` or earlier and lets what follows from it run. False when there is none. */
	readonly advance: (until: number) => Promise<boolean>;
	/** Moves on to an instant before which no timer is left. */
	readonly goTo: (at: number) => void;
	/** Timers fired so far. */
	readonly fired: () => number;
};

type Timer = { readonly at: number; readonly order: number; task: (() => void) | undefined };

export function createVirtualTime(startAt: number): VirtualTime {
	const heap: Timer[] = [];
	let now = startAt;
	let created = 0;
	let fired = 0;

	function after(delayMs: number, task: () => void): () => void {
		const timer: Timer = { at: now + Math.ceil(Math.max(0, delayMs)), order: created++, task };
		push(heap, timer);
		return () => {
			timer.task = undefined;
		};
	}

	async function advance(until: number): Promise<boolean> {
		while (heap[0] !== undefined && heap[0].task === undefined) pop(heap);
		const next = heap[0];
		if (next === undefined || next.at > until) return false;
		pop(heap);
		const { task } = next;
		next.task = undefined;
		now = next.at;
		fired += 1;
		task?.();
		await settled();
		return true;
	}

	function goTo(at: number): void {
		if (heap.some((timer) => timer.task !== undefined && timer.at < at))
			throw new Error('A timer is due before the instant that was asked for.');
		now = Math.max(now, at);
	}

	return { now: () => now, after, advance, goTo, fired: () => fired };
}

/** Resolves when no promise job is left. */
export function settled(): Promise<void> {
	return new Promise((resolve) => process.nextTick(resolve));
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
