/** Waits for a state by polling at a given interval, until the state is reached or the limit has passed. */
import { setTimeout as pause } from 'node:timers/promises';
import { WAIT_MS_MAX } from '../../scripts/hang-limits.ts';

/** Thrown if a test cannot be carried out, as opposed to a failed expectation. */
export class TestRunError extends Error {
	override readonly name = 'TestRunError';
}

export type Polling = {
	/** Name of the awaited state, which completes the sentence "Waited 5000 ms for …". */
	readonly what: string;
	readonly periodMs: number;
	/** Maximum wait, milliseconds, for tests of the wait itself. The default is the common limit for all tests. */
	readonly limitMs?: number | undefined;
	/** Describes the actual state, for the error message. */
	readonly seen?: () => string;
};

/**
 * Polls until `ask` returns something other than undefined. A poll that is in flight at the limit still counts.
 * @throws TestRunError at the limit, and any error that `ask` throws
 */
export async function until<T>(
	polling: Polling,
	ask: () => Promise<T | undefined> | T | undefined,
): Promise<T> {
	const { what, periodMs, limitMs = WAIT_MS_MAX, seen } = polling;
	const giveUpAt = performance.now() + limitMs;
	for (;;) {
		const answer = await ask();
		if (answer !== undefined) return answer;
		if (performance.now() >= giveUpAt) {
			throw new TestRunError(
				`Waited ${limitMs} ms for ${what}.${seen === undefined ? '' : ` There was: ${seen()}`}`,
			);
		}
		await pause(periodMs);
	}
}
