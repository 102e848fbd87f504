/**
 * Measures how long a state has held without interruption. Checks with an unknown result do not interrupt it, but
 * their time does not count. After too long without a known result, the counted time is forgotten. Pure functions.
 */

export type Persistence = {
	/** Counted time, milliseconds. */
	readonly heldMs: number;
	/** Time of the last check that found that the state holds. */
	readonly seenAt: number;
	/** True if the most recent check found that the state holds. Only then does the time since that check count. */
	readonly isRunning: boolean;
};

/**
 * Maximum gaps between checks, milliseconds. Beyond one limit the time does not count; beyond the other it is
 * forgotten.
 */
export type PersistenceLimits = {
	/**
	 * Maximum time that counts between two checks, because nothing was observed during a clock jump or while the
	 * process slept.
	 */
	readonly checkGapMsMax: number;
	/** The counted time is forgotten after more than this time without a known result. */
	readonly forgetMs: number;
};

/**
 * Returns the persistence after one more check; undefined if the state does not hold. @param holds undefined if
 * unknown
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

/** Returns true if the state holds now and has held for this long. */
export function hasHeld(persistence: Persistence | undefined, ms: number): boolean {
	return persistence?.isRunning === true && persistence.heldMs >= ms;
}
