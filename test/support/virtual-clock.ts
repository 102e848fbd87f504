/** A clock that moves only when told: timers fire in order of time, then of creation. */
import type { Clock } from '../../src/ports/clock.ts';

export type VirtualClock = Clock & {
	/** Fires the next timer and lets everything that follows from it run. False when none is left before `until`. */
	readonly advance: (until: number) => Promise<boolean>;
	/** Goes to an instant without firing what is due on the way: that fires late, and once, as after a sleep of the machine. */
	readonly leap: (to: number) => void;
	/** Timers that have not fired yet. */
	readonly waiting: () => number;
};

/** @param settle lets what follows from a timer run; `loopTurns` where that waits for files or sockets too. */
export function createVirtualClock(startAt: number, settle = promisesSettle): VirtualClock {
	let now = startAt;
	let counter = 0;
	const timers = new Map<number, { at: number; task: () => void }>();

	function after(delayMs: number, task: () => void): () => void {
		const id = counter++;
		timers.set(id, { at: now + Math.ceil(Math.max(0, delayMs)), task });
		return () => timers.delete(id);
	}

	async function advance(until: number): Promise<boolean> {
		await settle();
		let next: [number, { at: number; task: () => void }] | undefined;
		for (const entry of timers) if (next === undefined || entry[1].at < next[1].at) next = entry;
		if (next === undefined || next[1].at > until) return false;
		timers.delete(next[0]);
		now = Math.max(now, next[1].at);
		next[1].task();
		await settle();
		return true;
	}

	return {
		now: () => now,
		monotonic: () => now,
		after,
		every(periodMs, task) {
			let cancel = (): void => {};
			const again = (): void => {
				cancel = after(periodMs, () => {
					again();
					task();
				});
			};
			again();
			return () => cancel();
		},
		advance,
		leap(to) {
			now = Math.max(now, to);
		},
		waiting: () => timers.size,
	};
}

/** Node calls a tick that was asked for inside a promise job when no promise job is left. */
function promisesSettle(): Promise<void> {
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
