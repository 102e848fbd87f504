/** Delays the frames of one private stream, keeping the order in which they were created. */
import { drawnLag, type ReadLag } from './read-lag.ts';

export type LateFrames = {
	/**
	 * Runs `act`, which sends a frame. It runs at once if there is no lag and no frame is waiting; otherwise it runs
	 * after the frame's own lag and after all earlier frames.
	 */
	send(act: () => void): void;
	/** Discards all waiting frames. The server calls this when the connection closes. */
	drop(): void;
};

/** Creates the queue. `lag` returns the current lag, or undefined to send frames at once. */
export function createLateFrames(lag: () => ReadLag | undefined): LateFrames {
	/**
	 * Waiting frames in sending order. One timer serves all, because Node does not guarantee the order of several
	 * timers.
	 */
	const waiting: { readonly at: number; readonly act: () => void }[] = [];
	let timer: NodeJS.Timeout | undefined;
	/** Monotonic time at which the last frame in the queue is due. */
	let lastAt = 0;
	let count = 0;
	const wait = (): void => {
		const [first] = waiting;
		timer = first === undefined ? undefined : setTimeout(tell, Math.ceil(first.at - performance.now()));
	};
	const tell = (): void => {
		const now = performance.now();
		for (let [next] = waiting; next !== undefined && next.at <= now; [next] = waiting) {
			waiting.shift();
			next.act();
		}
		wait();
	};
	return {
		send(act) {
			const now = performance.now();
			const present = lag();
			count += 1;
			lastAt = Math.max(lastAt, now + (present === undefined ? 0 : drawnLag(present, 'streams', count)));
			if (lastAt <= now && waiting.length === 0) return act();
			waiting.push({ at: lastAt, act });
			if (timer === undefined) wait();
		},
		drop() {
			clearTimeout(timer);
			timer = undefined;
			waiting.length = 0;
		},
	};
}
