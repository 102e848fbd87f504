/**
 * Recognizes the errors by which a replay refuses its order, data or policy, or by which it ends before there is a
 * result. Their messages are for people.
 */

const REFUSALS: ReadonlySet<string> = new Set(['DataError', 'PolicyError', 'SweepError', 'ReplayStopped']);

/** True for an error whose message says what the user must change. */
export function isReplayRefusal(error: unknown): error is Error {
	return error instanceof Error && REFUSALS.has(error.name);
}
