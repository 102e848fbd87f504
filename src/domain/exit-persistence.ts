/**
 * Measures how long a condition has been true without interruption. A check with an unknown result does not interrupt
 * it, but the time from the previous check to the next known result does not count. After too long without a known
 * result, the counted time is discarded. Pure functions.
 */

export type Persistence = {
	/** Total time that counts as true, milliseconds. */
	readonly heldMs: number;
	/** Time of the last check that found the condition true, milliseconds. */
	readonly seenAt: number;
	/** True if the most recent check found the condition true. Only then does the time since that check count. */
	readonly isRunning: boolean;
};

/**
 * Limits on the time between two checks, milliseconds. Time above `checkGapMsMax` does not count; after `forgetMs`
 * the counted time is discarded.
 */
export type PersistenceLimits = {
	/**
	 * Maximum time that counts between two checks, because nothing was observed during a clock jump or while the
	 * process slept.
	 */
	readonly checkGapMsMax: number;
	/** The counted time is discarded after more than this time without a known result. */
	readonly forgetMs: number;
};

/**
 * Returns the persistence after one more check; undefined if the condition is false. @param holds result of the
 * check; undefined if unknown
 */
export function persisted(
	before: Persistence | undefined,
	holds: boolean | undefined,
	now: number,
	limits: PersistenceLimits,
): Persistence | undefined {
	if (holds === false) return undefined;
	const passed = before === undefined ? 0 : Math.max(0, now - before.seenAt);
	const kept = passed > limits.forgetMs ? undefined : before;
	if (holds === undefined) return kept === undefined ? undefined : { ...kept, isRunning: false };
	const counted = kept?.isRunning === true ? Math.min(passed, limits.checkGapMsMax) : 0;
	return { heldMs: (kept?.heldMs ?? 0) + counted, seenAt: now, isRunning: true };
}

/** Returns true if the condition is true now and has been true for at least `ms`. */
export function hasHeld(persistence: Persistence | undefined, ms: number): boolean {
	return persistence?.isRunning === true && persistence.heldMs >= ms;
}
