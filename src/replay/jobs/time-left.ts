/** Estimates how long a replay still takes. */

/** Share that must be done before an estimate is worth showing. */
const DONE_MIN = 0.01;

/**
 * Returns the estimated time until the end, seconds, if the rest takes as long as the part that is done. Null before
 * one hundredth is done.
 */
export function timeLeftS(done: number, elapsedMs: number): number | null {
	if (done < DONE_MIN) return null;
	return Math.max(0, Math.round((elapsedMs * (1 - Math.min(1, done))) / done / 1_000));
}
