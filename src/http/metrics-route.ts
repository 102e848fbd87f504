/** GET /metrics, for Prometheus. Sums over all users: nothing there names one. */
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../ports/clock.ts';

export const METRICS_PATH = '/metrics';
/** Anybody who reaches the port may ask: a text is made at most so often, however often it is asked for, milliseconds. */
export const METRICS_AGE_MS_MAX = 1_000;

/** `render` writes what stands now in the text format that `contentType` names. */
export type MetricsPage = { readonly contentType: string; readonly render: () => Promise<string> };

export function addMetricsRoute(app: FastifyInstance, page: MetricsPage, clock: Clock): void {
	let kept: { readonly at: number; readonly text: Promise<string> } | undefined;
	app.get(METRICS_PATH, async (_request, reply) => {
		const now = clock.monotonic();
		if (kept === undefined || now - kept.at >= METRICS_AGE_MS_MAX) kept = { at: now, text: page.render() };
		const { text } = kept;
		try {
			return reply.type(page.contentType).send(await text);
		} catch (error) {
			// What failed is no text: the next who asks has it made anew.
			if (kept?.text === text) kept = undefined;
			throw error;
		}
	});
}
