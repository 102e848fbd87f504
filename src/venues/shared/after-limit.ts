/**
 * Repeats a request after a rate limit. The refused request had no effect, so the caller only waits a little longer.
 */
import type { Clock } from '../../ports/clock.ts';

/** How long a request may wait for an exchange's rate limits. */
export type LimitPatience = {
	readonly clock: Clock;
	/** Maximum time between the first and the last attempt, milliseconds. */
	readonly waitMsMax: number;
	/** Milliseconds until the exchange accepts requests again; undefined for an error that is not a rate limit. */
	readonly pauseMsOf: (error: unknown) => number | undefined;
};

/**
 * Sends the request, and repeats it after each pause. @throws the error of `send` if it is not a rate limit, or the
 * pause would end too late
 */
export async function sendAfterLimit<T>(
	{ clock, waitMsMax, pauseMsOf }: LimitPatience,
	send: () => Promise<T>,
): Promise<T> {
	const begun = clock.monotonic();
	for (;;)
		try {
			return await send();
		} catch (error) {
			const pauseMs = pauseMsOf(error);
			if (pauseMs === undefined || clock.monotonic() - begun + pauseMs > waitMsMax) throw error;
			await new Promise<void>((resolve) => clock.after(pauseMs, resolve));
		}
}
