/** Measures the usual round trip of small requests to an exchange, from the latest requests. */

/** Number of latest round trips in the median, so that one slow response does not decide the result. */
const SAMPLES_MAX = 9;

/** Record of the latest round trips of small requests, whole milliseconds. */
export type RoundTrips = {
	readonly note: (ms: number) => void;
	/** Median of the latest round trips, milliseconds; null before the first request. */
	readonly usualMs: () => number | null;
};

/** Creates an empty record of the latest samples; `usualMs` is their median. */
export function createRoundTrips(): RoundTrips {
	const samples: number[] = [];
	return {
		note(ms) {
			samples.push(ms);
			if (samples.length > SAMPLES_MAX) samples.shift();
		},
		usualMs() {
			const median = samples.toSorted((a, b) => a - b)[Math.floor(samples.length / 2)];
			return median === undefined ? null : Math.ceil(median);
		},
	};
}
