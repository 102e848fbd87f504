/**
 * Keeps track of the changes that are being made. They run beside the queues of their pot, so that a slow exchange holds
 * back neither decisions nor other changes.
 */
import type { Clock } from '../ports/clock.ts';

/** Time after which a change that could not be made is tried again at the earliest, milliseconds. */
const AGAIN_MS = 50_000;

/** Result of a try: the change has ended or waits for a person, or it must be tried again. */
export type TryResult = 'next' | 'later';

/** The changes that are being made, by their keys. */
export type Motions = {
	/** True while a change is being made. */
	readonly has: (key: string) => boolean;
	/** True while a change waits because its last try failed. */
	readonly waits: (key: string) => boolean;
	/** Makes a change beside the queues. Does nothing if it is being made or waits. */
	readonly start: (key: string, potId: string, work: () => Promise<TryResult>) => void;
	/** Calls the listener with the id of the pot after each try. */
	readonly onEnd: (listener: (potId: string) => void) => void;
	/** Resolves once all tries that are under way have ended. */
	readonly idle: () => Promise<void>;
};

/** Creates an empty registry. `failed` gets the errors that a try throws; it is then tried again. */
export function createMotions(
	clock: Pick<Clock, 'now'>,
	failed: (key: string, error: unknown) => void,
): Motions {
	const running = new Map<string, Promise<void>>();
	const againAt = new Map<string, number>();
	let ended: (potId: string) => void = () => {};
	const waits = (key: string): boolean => clock.now() < (againAt.get(key) ?? 0);
	return {
		has: (key) => running.has(key),
		waits,
		start(key, potId, work) {
			if (running.has(key) || waits(key)) return;
			againAt.delete(key);
			const one = work()
				.catch((error: unknown): TryResult => {
					failed(key, error);
					return 'later';
				})
				.then((result) => {
					running.delete(key);
					if (result === 'later') againAt.set(key, clock.now() + AGAIN_MS);
					ended(potId);
				});
			running.set(key, one);
		},
		onEnd(listener) {
			ended = listener;
		},
		async idle() {
			await Promise.all(running.values());
		},
	};
}
