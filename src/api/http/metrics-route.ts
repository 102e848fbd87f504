/** Serves GET /metrics for Prometheus: totals across all users, without user names. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Clock } from '../../ports/clock.ts';
import type { createGetCalls } from './get-calls.ts';

/** Path that Prometheus scrapes. */
export const METRICS_PATH = '/metrics';
/** Maximum age of the cached metrics text, milliseconds. */
export const METRICS_AGE_MS_MAX = 1_000;

/** Renders the current metrics in the format that `contentType` names. */
export type MetricsPage = { readonly contentType: string; readonly render: () => Promise<string> };

/** Serves the metrics, either publicly or only for tokens with the scope arb:read. */
export function addMetricsRoute(
	app: FastifyInstance,
	page: MetricsPage,
	parts: {
		readonly clock: Clock;
		/** If false, a token with the scope arb:read is required. */
		readonly arePublic: boolean;
		readonly calls: ReturnType<typeof createGetCalls>;
	},
): void {
	let kept: { readonly at: number; readonly text: Promise<string> } | undefined;

	async function send(reply: FastifyReply): Promise<void> {
		const now = parts.clock.monotonic();
		if (kept === undefined || now - kept.at >= METRICS_AGE_MS_MAX) kept = { at: now, text: page.render() };
		const { text } = kept;
		try {
			await reply.type(page.contentType).send(await text);
		} catch (error) {
			// Rendering failed, so let the next request try again.
			if (kept?.text === text) kept = undefined;
			throw error;
		}
	}

	if (parts.arePublic)
		app.get(METRICS_PATH, async (_request, reply) => {
			await send(reply);
			return reply;
		});
	else
		app.get(
			METRICS_PATH,
			parts.calls({
				scope: () => 'arb:read',
				query: [],
				async answer({ reply }) {
					await send(reply);
					return undefined;
				},
			}),
		);
}
