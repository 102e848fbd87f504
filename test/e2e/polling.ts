/** Waiting for a state: it is asked for at a named period until it is there, and a limit says when to give up. */
import { setTimeout as pause } from 'node:timers/promises';
import { WAIT_MS_MAX } from '../../scripts/hang-limits.ts';

/** A test could not be carried out, which is not the same as an expectation that failed. */
export class TestRunError extends Error {
	override readonly name = 'TestRunError';
}

export type Polling = {
	/** What is waited for; finishes the sentence "Waited 5000 ms for …". */
	readonly what: string;
	readonly periodMs: number;
	/** Longest wait where the wait is what is tested; else the one limit of all tests. */
	readonly limitMs?: number | undefined;
	/** What was there instead, for the message. */
	readonly seen?: () => string;
};

/**
 * Asks until the answer is not undefined. An ask under way at the limit is waited for.
 * @throws TestRunError at the limit, and whatever `ask` throws
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
