/**
 * Measures how long a state has held without a break. Unknown checks neither break it nor count; after too many of
 * them the counted time is forgotten. Pure.
 */

export type Persistence = {
	/** Counted time, milliseconds. */
	readonly heldMs: number;
	/** Time of the last check that saw the state hold. */
	readonly seenAt: number;
	/** True if the very last check saw the state hold: only then does the time since count. */
	readonly isRunning: boolean;
};

/** Longest gaps between checks, milliseconds, beyond which time does not count or is forgotten. */
export type PersistenceLimits = {
	/** Maximum time counted between two checks: nothing was observed across a clock jump or a sleep of the process. */
	readonly checkGapMsMax: number;
	/** The counted time is forgotten after a longer time without knowledge. */
	readonly forgetMs: number;
};

/** The state after one more check. Undefined: it does not hold. @param holds undefined if unknown */
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

/** True if the state holds now and has held for this long. */
export function hasHeld(persistence: Persistence | undefined, ms: number): boolean {
	return persistence?.isRunning === true && persistence.heldMs >= ms;
}
