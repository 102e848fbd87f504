/** How long a small request to a venue and its answer are on their way, as the latest ones took. */

/** Of so many the median counts: one slow answer is not the way. */
const SAMPLES_MAX = 9;

/** Latest round trips of small requests, whole milliseconds. */
export type RoundTrips = {
	readonly note: (ms: number) => void;
	/** Milliseconds; null before the first. */
	readonly usualMs: () => number | null;
};

/** Starts without samples and keeps the latest ones; `usualMs` is their median. */
export function createRoundTrips(): RoundTrips {
	const samples: number[] = [];
	return {
		note(ms) {
			samples.push(ms);
			if (samples.length > SAMPLES_MAX) samples.shift();
		},
		usualMs() {
			const middle = samples.toSorted((a, b) => a - b)[Math.floor(samples.length / 2)];
			return middle === undefined ? null : Math.ceil(middle);
		},
	};
}
