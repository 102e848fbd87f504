/**
 * How long something has been seen to hold without a break. Looks that saw nothing (unknown) break nothing and count
 * nothing; after too many of them what was counted is forgotten. Pure.
 */

export type Persistence = {
	/** Time that was seen to hold, milliseconds. */
	readonly heldMs: number;
	/** The last look that saw it hold. */
	readonly seenAt: number;
	/** Whether the last look of all saw it hold: only then does the time since count. */
	readonly isRunning: boolean;
};

/** Longest gaps between looks, milliseconds, beyond which time does not count or is forgotten. */
export type PersistenceLimits = {
	/** Between two looks at most this much counts: a clock that leapt, or a process that slept, saw nothing meanwhile. */
	readonly checkGapMsMax: number;
	/** What was counted is forgotten when nothing was known for longer than this. */
	readonly forgetMs: number;
};

/** After one more look. Undefined: it does not hold. @param holds undefined where it is not known */
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

/** True when it holds now and was seen to hold for so long. */
export function hasHeld(persistence: Persistence | undefined, ms: number): boolean {
	return persistence?.isRunning === true && persistence.heldMs >= ms;
}
