/**
 * Estimates how far an exchange's clock is from ours, using the timestamps in its messages. A message can only arrive
 * late. The best estimate is therefore the largest value of timestamp minus time of receipt over the last one to two
 * minutes. The estimate is too low by the shortest delay from the exchange to us.
 */

/**
 * Window length, milliseconds. The estimate is the larger value from the current window and the previous one, so it
 * follows a changed offset within two windows.
 */
const WINDOW_MS = 60_000;

/** Estimates the exchange's clock minus ours, milliseconds; undefined before the first timestamp. */
export type ClockOffset = {
	/**
	 * Adds a message: `venueAt` is its timestamp by the exchange's clock, `receivedAt` its time of receipt by ours; both
	 * in Unix milliseconds.
	 */
	readonly note: (venueAt: number, receivedAt: number) => void;
	readonly value: () => number | undefined;
};

/** Creates the estimate, which uses the timestamps from the current and the previous window. */
export function createClockOffset(): ClockOffset {
	let windowEndsAt = Number.NEGATIVE_INFINITY;
	let best = Number.NEGATIVE_INFINITY;
	let bestBefore = Number.NEGATIVE_INFINITY;
	return {
		note(venueAt, receivedAt) {
			if (receivedAt >= windowEndsAt) {
				bestBefore = receivedAt < windowEndsAt + WINDOW_MS ? best : Number.NEGATIVE_INFINITY;
				best = Number.NEGATIVE_INFINITY;
				windowEndsAt = receivedAt + WINDOW_MS;
			}
			const offset = venueAt - receivedAt;
			if (offset > best) best = offset;
		},
		value() {
			const offset = Math.max(best, bestBefore);
			return offset === Number.NEGATIVE_INFINITY ? undefined : offset;
		},
	};
}
