/** Tests GET /openrpc.json: content, caching and refused requests. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { METHODS } from '../../src/api/methods/registry.ts';
import { STREAM_METHODS } from '../../src/api/methods/stream-methods.ts';
import { faultsOfDocument } from '../support/published-schemas.ts';
import { post, send, startTestServer, type TestServer } from './test-server.ts';

let server: TestServer;

beforeAll(async () => {
	server = await startTestServer();
});

afterAll(async () => {
	await server[Symbol.asyncDispose]();
});

function get(options: { readonly method?: string; readonly headers?: Record<string, string> } = {}) {
	return send(server.url, { method: 'GET', path: '/openrpc.json', ...options });
}

test('serves the document of rpc.discover for this service', async () => {
	const { status, headers, body } = await get();
	expect(status).toBe(200);
	expect(headers['content-type']).toBe('application/json; charset=utf-8');
	expect(headers['x-content-type-options']).toBe('nosniff');
	const document = JSON.parse(body);
	expect(faultsOfDocument(document)).toEqual([]);
	expect(document.servers).toMatchObject([
		{ url: `${server.url}/jsonrpc/` },
		{ url: `${server.url.replace('http', 'ws')}/jsonrpc/` },
	]);
	expect(document.methods.map(({ name }: { name: string }) => name)).toEqual([
		...METHODS.map(({ name }) => name),
		...STREAM_METHODS.map(({ name }) => name),
	]);
	const answer = await post(server.url, { jsonrpc: '2.0', method: 'rpc.discover', id: 1 });
	expect(answer.body).toBe(`{"jsonrpc":"2.0","result":${body},"id":1}`);
});

test('sends 304 to a client with the current document', async () => {
	const first = await get();
	const etag = String(first.headers.etag);
	expect(etag).toMatch(/^"[\w-]{43}"$/);
	expect(first.headers['cache-control']).toBe('no-cache');
	for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
		const again = await get({ headers: { 'if-none-match': known } });
		expect({ known, status: again.status, body: again.body }).toEqual({ known, status: 304, body: '' });
		expect(again.headers.etag).toBe(etag);
	}
	const other = await get({ headers: { 'if-none-match': '"other"' } });
	expect([other.status, other.body]).toEqual([200, first.body]);
});

test('answers HEAD with the headers alone', async () => {
	const { status, headers, body } = await get({ method: 'HEAD' });
	expect([status, body]).toEqual([200, '']);
	expect(Number(headers['content-length'])).toBe(Buffer.byteLength((await get()).body));
});

test.each(['POST', 'PUT', 'DELETE'])('rejects %s', async (method) => {
	const { status, headers, body } = await get({ method });
	expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
	expect(JSON.parse(body)).toMatchObject({ error: { code: -32600, data: { code: 'METHOD_NOT_ALLOWED' } } });
});
