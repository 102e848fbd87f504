/** Sends a request again that a venue refused by its limits: it had no effect, and its caller waits a little longer. */
import type { Clock } from '../../ports/clock.ts';

/** How long a request waits for a venue's limits. */
export type LimitPatience = {
	readonly clock: Clock;
	/** Longest time from the first attempt to the last one, milliseconds. */
	readonly waitMsMax: number;
	/** Milliseconds until the venue answers again; undefined for an error that is not a limit. */
	readonly pauseMsOf: (error: unknown) => number | undefined;
};

/** Sends, and sends again after each pause. @throws what `send` throws, where that is not a limit or the pause would end too late */
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
