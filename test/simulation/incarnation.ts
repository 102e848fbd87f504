/**
 * Represents one run of the service's process: its access to the world until it is killed. After that its timers
 * never fire, its writes and messages are dropped, and no response arrives, so code that still runs changes nothing.
 */
import type { Clock } from '../../src/ports/clock.ts';
import { everyBy, type VirtualClock } from '../../src/runtime/virtual-clock.ts';

export type Incarnation = {
	readonly clock: Clock;
	readonly isAlive: () => boolean;
	/** Kills the process like kill -9. */
	readonly kill: () => void;
	/** Rejects when the process dies, as a caller's request would when the connection breaks. */
	readonly death: Promise<never>;
	/** Wraps a promise from the simulated world. It never settles once this process is dead. */
	readonly heard: <T>(promise: Promise<T>) => Promise<T>;
};

export class ConnectionLost extends Error {
	override readonly name = 'ConnectionLost';
}

/** `wallOffset`: our wall clock minus the true time, in milliseconds; it may jump. */
export function startIncarnation(time: VirtualClock, wallOffset: () => number): Incarnation {
	let alive = true;
	let die: (error: Error) => void = () => {};
	const death = new Promise<never>((_resolve, reject) => {
		die = reject;
	});
	death.catch(() => {});
	const after = (delayMs: number, task: () => void): (() => void) =>
		alive
			? time.after(delayMs, () => {
					if (alive) task();
				})
			: () => {};
	return {
		clock: {
			now: () => time.now() + wallOffset(),
			monotonic: () => time.now(),
			after,
			every: everyBy(after),
		},
		isAlive: () => alive,
		kill() {
			alive = false;
			die(new ConnectionLost('The process died.'));
		},
		death,
		heard: (promise) =>
			new Promise((resolve, reject) => {
				promise.then(
					(value) => alive && resolve(value),
					(error: unknown) => alive && reject(error),
				);
			}),
	};
}
