/** Calls the examples of WebSocket methods and channels, and checks the responses against the published schemas. */
import { beforeAll, expect, test } from 'vitest';
import { CHANNELS } from '../../src/api/methods/channels.ts';
import type { OpenRpcDocument } from '../../src/api/methods/openrpc.ts';
import { STREAM_METHODS } from '../../src/api/methods/stream-methods.ts';
import { OPPORTUNITY_EXAMPLE } from '../../src/api/rpc/opportunity-example.ts';
import { publishedSchemas } from '../support/published-schemas.ts';
import { openStream } from './stream-client.ts';
import { send, startTestServer } from './test-server.ts';

/** Id of an opportunity in the in-memory services. */
const OPPORTUNITY = 'opp_0000000000000000000000b1';

let document: OpenRpcDocument;
let published: ReturnType<typeof publishedSchemas>;

beforeAll(async () => {
	await using server = await startTestServer();
	document = JSON.parse((await send(server.url, { method: 'GET', path: '/openrpc.json' })).body);
	published = publishedSchemas(document);
});

test('finds WebSocket methods and channels', () => {
	expect(STREAM_METHODS.map(({ name }) => name)).toEqual(['authenticate', 'subscribe', 'unsubscribe']);
	expect(CHANNELS.length).toBeGreaterThan(5);
});

test.each(STREAM_METHODS)('the example of $name', async ({ name, example }) => {
	await using server = await startTestServer();
	await using client = await openStream(server.url);
	// The example unsubscribes from the connection's first subscription.
	if (name === 'unsubscribe') await client.subscribe('heartbeat');
	const params = { ...example.params, ...(name === 'authenticate' ? { token: server.tokens.full } : {}) };
	const { result, error } = await client.call(name, params);
	expect(error).toBeUndefined();
	const index = document.methods.findIndex((method) => method.name === name);
	expect(published.faults(`/methods/${index}/result/schema`, result)).toEqual([]);
	expect(Object.keys(result).sort()).toEqual(Object.keys(example.result as object).sort());
});

test.each(CHANNELS)('the example of $pattern', async ({ name, example }) => {
	await using server = await startTestServer();
	await using client = await openStream(server.url, { token: server.tokens.full });
	await client.subscribe(
		example.channel.replace(OPPORTUNITY_EXAMPLE.opportunity_id, OPPORTUNITY),
		example.params,
	);
	await client.until(() => client.notified.length > 0);
	const [notified] = client.notified;
	expect(notified?.type).toBe('snapshot');
	const index = document['x-channels'].findIndex((channel) => channel.name === name);
	expect(published.faults(`/x-channels/${index}/snapshot`, notified?.result)).toEqual([]);
	expect(published.faults('/components/schemas/Notification', notified)).toEqual([]);
});
