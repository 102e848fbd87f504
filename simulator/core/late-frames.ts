/** Frames of one private stream that are told late, in the order in which they were made. */
import { drawnLag, type ReadLag } from './read-lag.ts';

export type LateFrames = {
	/** At once, or when its lag and those of the frames before it have passed. */
	send(act: () => void): void;
	/** The connection has ended: nothing is told any more. */
	drop(): void;
};

/** `lag`: of this moment; undefined where frames go at once. */
export function createLateFrames(lag: () => ReadLag | undefined): LateFrames {
	const waiting = new Set<NodeJS.Timeout>();
	/** On the monotonic clock: when the last frame goes. */
	let lastAt = 0;
	let count = 0;
	return {
		send(act) {
			const now = performance.now();
			const present = lag();
			count += 1;
			lastAt = Math.max(lastAt, now + (present === undefined ? 0 : drawnLag(present, 'streams', count)));
			if (lastAt <= now) return act();
			const timer = setTimeout(() => {
				waiting.delete(timer);
				act();
			}, lastAt - now);
			waiting.add(timer);
		},
		drop() {
			for (const timer of waiting) clearTimeout(timer);
			waiting.clear();
		},
	};
}
