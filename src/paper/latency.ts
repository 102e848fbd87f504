/** How long an order is on its way: as configured, or the usual round trip of a venue's requests as measured here. */
import type { Clock } from '../ports/clock.ts';

/** Of so many requests the median counts: one slow answer is not the way. */
const SAMPLES_MAX = 9;

export type Latency = {
	/** Milliseconds; undefined before anything was measured. */
	readonly present: () => number | undefined;
	/** Runs a request whose round trip is measured when it succeeds. */
	readonly around: <T>(request: () => Promise<T>) => Promise<T>;
};

/** @param fixedMs null: measured */
export function createLatency(clock: Clock, fixedMs: number | null): Latency {
	const samples: number[] = [];
	return {
		present() {
			if (fixedMs !== null) return fixedMs;
			return samples.toSorted((a, b) => a - b)[Math.floor(samples.length / 2)];
		},
		async around(request) {
			const begun = clock.monotonic();
			const answer = await request();
			samples.push(Math.ceil(clock.monotonic() - begun));
			if (samples.length > SAMPLES_MAX) samples.shift();
			return answer;
		},
	};
}
