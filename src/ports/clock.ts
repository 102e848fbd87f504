/** Time and timers. Only `runtime/` implements these with the machine's clock; simulations use a virtual one. */
export interface Clock {
	/** Wall time, milliseconds since 1970. */
	now(): number;
	/** Milliseconds that never decrease, for durations. */
	monotonic(): number;
	/** Runs `task` once after `delayMs`; the returned function cancels it. */
	after(delayMs: number, task: () => void): () => void;
	/** Runs `task` every `periodMs` until the returned function is called. */
	every(periodMs: number, task: () => void): () => void;
}

/**
 * Runs `task` once, after everything that is ready in this turn of the event loop; sooner than any timer. With
 * `settled`: once all pending microtasks have run, before the loop takes anything else.
 */
export type TurnEnd = (task: () => void, when?: 'turn' | 'settled') => void;

/** Randomness for ids and jitter. */
export interface Random {
	/** Lower-case hex digits of `bytes` unpredictable bytes. */
	hex(bytes: number): string;
	/** Uniform in [0, 1). */
	unit(): number;
}
