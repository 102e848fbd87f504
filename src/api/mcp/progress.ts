/** Says that a long call is still on its way, to a client that asked to be told. */
import type { ServerContext } from '@modelcontextprotocol/server';
import type { Clock } from '../../ports/clock.ts';

/** Between two notices, milliseconds; a call that ends sooner is answered without one. */
export const PROGRESS_EVERY_MS = 1_000;

/** Never rejects for a client that went away. What was begun goes on whether the client waits or not. */
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
					message: `${name} is under way for ${Math.round(seconds)} s; it answers within ${timeLimitMs / 1_000} s.`,
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
