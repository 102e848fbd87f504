/**
 * How far a venue's clock is from ours, from the stamps of its messages. A message can only come late, so the greatest stamp
 * minus receipt of some minutes is the nearest to the truth: too low by the shortest way here.
 */

/** The best of this window and of the one before it counts, so that an offset that has changed is seen within two. */
const WINDOW_MS = 60_000;

/** Estimate of the exchange's clock minus ours, milliseconds; undefined before the first stamp. */
export type ClockOffset = {
	/** @param receivedAt our clock, milliseconds, as `venueAt` is the venue's */
	readonly note: (venueAt: number, receivedAt: number) => void;
	readonly value: () => number | undefined;
};

/** Creates the estimate; stamps of the present and of the previous window count. */
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
