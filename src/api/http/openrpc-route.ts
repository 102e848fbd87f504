/** Serves GET /openrpc.json, the document that `rpc.discover` returns, for tools that load a file. */
import type { FastifyInstance } from 'fastify';
import { openRpcBytes, type PublishedWith } from '../methods/openrpc.ts';
import { METHODS } from '../methods/registry.ts';
import { etagOf, isKnown } from './entity-tag.ts';
import { JSON_TYPE } from './failures.ts';

/** Path of the OpenRPC document. */
export const OPENRPC_PATH = '/openrpc.json';

/** Serves the document with an entity tag; a client that already has the document receives 304. */
export function addOpenRpcRoute(
	app: FastifyInstance,
	{ version, endpoint }: { readonly version: PublishedWith['version']; readonly endpoint: () => string },
): void {
	let cached: { readonly bytes: Uint8Array; readonly etag: string } | undefined;
	app.get(OPENRPC_PATH, async (request, reply) => {
		const bytes = openRpcBytes(METHODS, { version, endpoint: endpoint() });
		if (cached?.bytes !== bytes) cached = { bytes, etag: etagOf(bytes) };
		const { etag } = cached;
		// The document is public. With `no-cache`, clients may cache it but must revalidate it.
		reply.headers({ etag, 'cache-control': 'no-cache' });
		if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
		return reply.type(JSON_TYPE).send(bytes);
	});
}
