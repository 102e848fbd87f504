/** GET routes beside JSON-RPC: is the process alive, is it ready, and who guards the protected resource. */
import type { FastifyInstance } from 'fastify';
import { SCOPES } from '../auth/scopes.ts';
import { RPC_PATH } from './failures.ts';

export type Readiness = { readonly ready: boolean; readonly reasons: readonly string[] };

export const HEALTH_PATH = '/health';
export const READY_PATH = '/ready';
/** RFC 9728, section 3.1: the well-known prefix before the resource's own path. */
export const RESOURCE_METADATA_PATH = `/.well-known/oauth-protected-resource${RPC_PATH}`;

export function addStatusRoutes(
	app: FastifyInstance,
	parts: { readonly readiness: () => Readiness; readonly baseUrl: () => string },
): void {
	app.get(HEALTH_PATH, async () => ({ status: 'ok' }));
	app.get(READY_PATH, async (_request, reply) => {
		const { ready, reasons } = parts.readiness();
		return reply.code(ready ? 200 : 503).send({ ready, reasons });
	});
	app.get(RESOURCE_METADATA_PATH, async () => ({
		resource: `${parts.baseUrl()}${RPC_PATH}`,
		scopes_supported: SCOPES,
		bearer_methods_supported: ['header'],
	}));
}
