/** GET /openrpc.json: the document that `rpc.discover` answers, for tools that read files. */
import type { FastifyInstance } from 'fastify';
import { openRpcBytes, type PublishedWith } from '../methods/openrpc.ts';
import { METHODS } from '../methods/registry.ts';
import { etagOf, isKnown } from './entity-tag.ts';
import { JSON_TYPE } from './failures.ts';

/** The address of the OpenRPC document. */
export const OPENRPC_PATH = '/openrpc.json';

/** Serves the document with an entity tag; a reader that has it gets 304. */
export function addOpenRpcRoute(
	app: FastifyInstance,
	{ version, endpoint }: { readonly version: PublishedWith['version']; readonly endpoint: () => string },
): void {
	let told: { readonly bytes: Uint8Array; readonly etag: string } | undefined;
	app.get(OPENRPC_PATH, async (request, reply) => {
		const bytes = openRpcBytes(METHODS, { version, endpoint: endpoint() });
		if (told?.bytes !== bytes) told = { bytes, etag: etagOf(bytes) };
		const { etag } = told;
		// It is the same for everybody, and is kept as long as the service says it is still the same.
		reply.headers({ etag, 'cache-control': 'no-cache' });
		if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
		return reply.type(JSON_TYPE).send(bytes);
	});
}
