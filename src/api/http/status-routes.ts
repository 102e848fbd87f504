/** Serves the GET routes for health, readiness and protected resource metadata. */
import type { FastifyInstance } from 'fastify';
import type { TradingMode } from '../../domain/trading-mode.ts';
import { DPOP_ALGORITHMS } from '../../identity/dpop-proof.ts';
import { SCOPES } from '../../identity/scopes.ts';
import { textOf, type Words } from '../../sentences/sentence.ts';
import { MCP_PATH, RPC_PATH } from './failures.ts';

/** Readiness for calls. `reasons` lists why the service is not ready; the list is empty if the service is ready. */
export type Readiness = { readonly ready: boolean; readonly reasons: readonly Words[] };

/** Path that responds with 200 while the process runs. */
export const HEALTH_PATH = '/health';
/** Path that responds with 200 while the service accepts calls, otherwise with 503 and the reasons. */
export const READY_PATH = '/ready';
/** Path of the metadata: the well-known prefix followed by the resource's path (RFC 9728, section 3.1). */
export const RESOURCE_METADATA_PATH = `/.well-known/oauth-protected-resource${RPC_PATH}`;
/** Paths at which clients look for the metadata: with and without the trailing slash, and at the root. */
export const RESOURCE_METADATA_PATHS = [
	RESOURCE_METADATA_PATH,
	RESOURCE_METADATA_PATH.slice(0, -1),
	'/.well-known/oauth-protected-resource',
] as const;
/** Path of the metadata for the MCP endpoint, which is a resource of its own. */
export const MCP_RESOURCE_METADATA_PATH = `/.well-known/oauth-protected-resource${MCP_PATH}`;

/** Serves health, readiness and the metadata of the protected resource (RFC 9728). */
export function addStatusRoutes(
	app: FastifyInstance,
	parts: {
		readonly readiness: () => Readiness;
		readonly tradingMode: TradingMode;
		/** True if requests to exchanges go to local ports, so that no order is real. */
		readonly isRehearsal: boolean;
		readonly baseUrl: () => string;
		/**
		 * True if the service issues tokens through its own authorization server, not only through the command line.
		 */
		readonly hasAuthorizationServer: boolean;
	},
): void {
	app.get(HEALTH_PATH, async () => ({
		status: 'ok',
		trading_mode: parts.tradingMode,
		...(parts.isRehearsal ? { rehearsal: true } : {}),
	}));
	app.get(READY_PATH, async (_request, reply) => {
		const { ready, reasons } = parts.readiness();
		return reply
			.code(ready ? 200 : 503)
			.send({ ready, reasons: reasons.map(textOf), trading_mode: parts.tradingMode });
	});
	const metadataOf = (path: string, resourcePath: string): void => {
		app.get(path, async () => ({
			resource: `${parts.baseUrl()}${resourcePath}`,
			resource_name: 'Carrywire',
			...(parts.hasAuthorizationServer ? { authorization_servers: [parts.baseUrl()] } : {}),
			scopes_supported: SCOPES,
			bearer_methods_supported: ['header'],
			dpop_signing_alg_values_supported: DPOP_ALGORITHMS,
		}));
	};
	for (const path of RESOURCE_METADATA_PATHS) metadataOf(path, RPC_PATH);
	metadataOf(MCP_RESOURCE_METADATA_PATH, MCP_PATH);
}
