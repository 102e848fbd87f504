/**
 * Estimates the offset of an exchange's clock from ours with the timestamps of its messages. A message can only be
 * late, so the largest difference of stamp and receipt over some minutes is the best estimate. It is too low by the
 * shortest delay to us.
 */

/** The best value of this window and the one before counts, so we see a changed offset within two windows. */
const WINDOW_MS = 60_000;

/** Estimate of the exchange's clock minus ours, milliseconds; undefined before the first stamp. */
export type ClockOffset = {
	/** @param receivedAt our clock, milliseconds; `venueAt` is the exchange's */
	readonly note: (venueAt: number, receivedAt: number) => void;
	readonly value: () => number | undefined;
};

/** Creates the estimate from the stamps of the present and the previous window. */
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
