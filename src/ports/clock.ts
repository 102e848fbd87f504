/**
 * Defines time and timers. Only `runtime/` implements them with the machine's clock; simulations use a virtual clock.
 */
export interface Clock {
	/** Wall time, milliseconds since 1970. */
	now(): number;
	/** Time that never decreases, milliseconds since an arbitrary start. Use it to measure durations. */
	monotonic(): number;
	/** Runs `task` once after `delayMs`. The returned function cancels it. */
	after(delayMs: number, task: () => void): () => void;
	/** Runs `task` every `periodMs` until the returned function is called. */
	every(periodMs: number, task: () => void): () => void;
}

/**
 * Runs `task` once at the end of this turn of the event loop: after everything that is ready, and before any timer.
 * With `settled`, runs `task` earlier: once all pending microtasks have run, before the loop continues.
 */
export type TurnEnd = (task: () => void, when?: 'turn' | 'settled') => void;

/** Provides randomness for ids and jitter. */
export interface Random {
	/** Returns `bytes` unpredictable bytes as lower-case hex digits. */
	hex(bytes: number): string;
	/** Returns a number uniformly distributed in [0, 1). */
	unit(): number;
}
