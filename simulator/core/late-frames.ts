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
	/** First to go first. One timer serves all: Node promises no order among several. */
	const waiting: { readonly at: number; readonly act: () => void }[] = [];
	let timer: NodeJS.Timeout | undefined;
	/** On the monotonic clock: when the last frame goes. */
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
