/**
 * Puts a question to an exchange again after a limit refused it. The limit counts every request of the account or of this machine's
 * address, those of a running service too, so the refusal says nothing about the question.
 */
import type { Clock } from '../src/ports/clock.ts';

/** Longest time that a person at the terminal waits for one question, milliseconds. */
const WAIT_MS_MAX = 15_000;

/** The exchange and how it refuses by a limit. */
export type LimitedExchange = {
	readonly clock: Clock;
	/** Name for people, as in "OKX". */
	readonly shownName: string;
	/** Milliseconds until the exchange answers again; undefined for an error that is not a limit. */
	readonly pauseMsOf: (error: unknown) => number | undefined;
};

/**
 * Reads, and reads again after each pause that the exchange asks for, until 15 s have passed.
 * @throws Error that says when to ask again, where the pause is longer; any other error of `read` passes
 */
export async function readAfterLimit<T>(
	{ clock, shownName, pauseMsOf }: LimitedExchange,
	read: () => Promise<T>,
): Promise<T> {
	const begun = clock.monotonic();
	for (;;)
		try {
			return await read();
		} catch (error) {
			const pauseMs = pauseMsOf(error);
			if (pauseMs === undefined) throw error;
			if (clock.monotonic() - begun + pauseMs > WAIT_MS_MAX)
				throw new Error(
					`${shownName} takes no more requests now: its limit counts all requests of this account and address, those of a running service too. Ask again in ${Math.ceil(pauseMs / 1_000)} s.`,
					{ cause: error },
				);
			await new Promise<void>((resolve) => clock.after(pauseMs, resolve));
		}
}
