/** GET /metrics, for Prometheus. Sums over all users: nothing there names one. */
import type { FastifyInstance } from 'fastify';

export const METRICS_PATH = '/metrics';

/** `render` writes what stands now in the text format that `contentType` names. */
export type MetricsPage = { readonly contentType: string; readonly render: () => Promise<string> };

export function addMetricsRoute(app: FastifyInstance, page: MetricsPage): void {
	app.get(METRICS_PATH, async (_request, reply) => reply.type(page.contentType).send(await page.render()));
}
