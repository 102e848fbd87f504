/** Defines the clock that a replay gives to a policy. */

/**
 * Virtual time of a replay. It stands still while a policy computes; it passes in `until`, and while a call waits. A
 * policy file exports `policy(client, clock)`, or with settings `policy(client, clock, settings)`.
 */
export type PolicyClock = {
	/** Returns the present virtual time, Unix milliseconds. */
	readonly now: () => number;
	/**
	 * Lets time pass until an instant, Unix milliseconds. Resolves at once if it has passed. Rejects at the end of the
	 * replay, which ends a policy that does not catch it; calls still work then. Rejects with a TypeError if the
	 * instant is not a finite number.
	 */
	readonly until: (at: number) => Promise<void>;
};
