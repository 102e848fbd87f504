/** Reports the progress of long calls to clients that request it. */
import type { ServerContext } from '@modelcontextprotocol/server';
import type { Clock } from '../../ports/clock.ts';
import { TOOL_TEXT } from './text.ts';

/** Interval between progress messages, milliseconds. A shorter call sends none. */
export const PROGRESS_EVERY_MS = 1_000;

/**
 * Runs `work` and reports progress until the work ends. If the client disconnects, the work continues without an
 * error.
 */
export async function withProgress<T>(
	context: ServerContext,
	{
		clock,
		name,
		timeLimitMs,
	}: { readonly clock: Clock; readonly name: string; readonly timeLimitMs: number },
	work: () => Promise<T>,
): Promise<T> {
	const { signal, _meta: meta } = context.mcpReq;
	const progressToken = meta?.progressToken;
	if (progressToken === undefined) return work();
	const begun = clock.monotonic();
	const stop = clock.every(PROGRESS_EVERY_MS, () => {
		if (signal.aborted) return stop();
		const seconds = (clock.monotonic() - begun) / 1_000;
		void context.mcpReq
			.notify({
				method: 'notifications/progress',
				params: {
					progressToken,
					progress: seconds,
					total: timeLimitMs / 1_000,
					message: TOOL_TEXT.progress(name, Math.round(seconds), timeLimitMs / 1_000),
				},
			})
			.catch(stop);
	});
	try {
		return await work();
	} finally {
		stop();
	}
}
