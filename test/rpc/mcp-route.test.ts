/** Tests the MCP transport: access, valid bodies, progress messages and shutdown. */
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../src/runtime/clock.ts';
import { SILENT_ID } from './in-memory-services.ts';
import { connectMcp, MCP_HEADERS, postMcp, toolCallText } from './mcp-client.ts';
import { clockAtRecords, send, startTestServer } from './test-server.ts';

const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';

/** The clock runs this many times faster, so that every wait takes a fiftieth of its time. */
const FASTER = 50;
const fastClock = {
	...clockAtRecords,
	monotonic: () => systemClock.monotonic() * FASTER,
	after: (delayMs: number, task: () => void) => systemClock.after(delayMs / FASTER, task),
	every: (periodMs: number, task: () => void) => systemClock.every(periodMs / FASTER, task),
};

describe('a request', () => {
	test.for([
		[
			'a foreign host name that resolves here',
			{ host: 'evil.example' },
			/Host must be an address of this service; was ..evil.example../,
		],
		[
			'a host name that resembles ours',
			{ host: '127.0.0.1.evil.example' },
			/Host must be an address of this service/,
		],
		['a page of another origin', { origin: 'https://evil.example' }, /Origin must be this service's own/],
		['a page without an origin', { origin: 'null' }, /Origin must be/],
		['a local file', { origin: 'file://' }, /Origin must be/],
	] as const)('from %s is 403', async ([, headers, sentence]) => {
		await using server = await startTestServer();
		const answer = await postMcp(server.url, PING, { headers, token: server.tokens.full });
		expect(answer).toMatchObject({
			status: 403,
			message: { error: { code: -32600, data: { code: 'ORIGIN_NOT_ALLOWED' } } },
		});
		expect(answer.body).toMatch(sentence);
	});

	test('under this machine’s own names is served', async () => {
		await using server = await startTestServer();
		const { port } = new URL(server.url);
		for (const host of ['localhost', `127.0.0.1:${port}`, '[::1]'])
			for (const headers of [{ host }, { host, origin: `http://${host}` }])
				expect((await postMcp(server.url, PING, { headers })).message).toMatchObject({ result: {} });
	});

	test('gets 405 with another HTTP method and 404 on another path', async () => {
		await using server = await startTestServer();
		for (const method of ['GET', 'DELETE', 'PUT', 'OPTIONS']) {
			const answer = await send(server.url, { method, path: '/mcp', headers: MCP_HEADERS });
			expect(answer).toMatchObject({ status: 405, headers: { allow: 'POST' } });
		}
		expect((await send(server.url, { path: '/mcp/', headers: MCP_HEADERS, body: PING })).status).toBe(404);
	});

	test('gets 415 with another content type, 406 without accepting a stream, 413 when too large', async () => {
		await using server = await startTestServer();
		const path = '/mcp';
		for (const headers of [
			{ 'content-type': 'text/plain' },
			{ 'content-type': 'application/json', 'content-encoding': 'gzip' },
		]) {
			const answer = await send(server.url, { path, headers: { ...MCP_HEADERS, ...headers }, body: PING });
			expect({ headers, status: answer.status }).toEqual({ headers, status: 415 });
		}
		const plain = { 'content-type': 'application/json', accept: 'application/json' };
		expect((await send(server.url, { path, headers: plain, body: PING })).status).toBe(406);
		const body = toolCallText('test', JSON.stringify({ a: 'x'.repeat(262_144) }));
		expect((await send(server.url, { path, headers: MCP_HEADERS, body })).status).toBe(413);
	});

	test.for([
		['without JSON', '{', 'PARSE_ERROR'],
		['with a duplicate member', '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', 'INVALID_REQUEST'],
		['nested too deeply', toolCallText('test', `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`), 'INVALID_REQUEST'],
		['with several messages', `[${PING},${PING}]`, 'INVALID_REQUEST'],
	] as const)('%s gets 400 with its reason', async ([, body, code]) => {
		await using server = await startTestServer();
		expect(await postMcp(server.url, body)).toMatchObject({
			status: 400,
			message: { error: { data: { code } } },
		});
	});

	test.each([
		'{"jsonrpc":"2.0","id":1,"method":"ping","params":null}',
		'{"jsonrpc":"2.0","id":1,"method":"tools/list","params":null}',
		toolCallText('test', 'null'),
	])('may have null for params or arguments: %s', async (body) => {
		await using server = await startTestServer();
		const { message } = await postMcp(server.url, body);
		expect(message).toMatchObject({ id: 1, result: {} });
		expect(message).not.toHaveProperty('result.isError');
	});

	test('gets 400 in an unknown protocol version', async () => {
		await using server = await startTestServer();
		const headers = { 'mcp-protocol-version': '1999-01-01' };
		expect((await postMcp(server.url, PING, { headers })).status).toBe(400);
	});

	test('costs credits of its address and gets 429 when they run out', async () => {
		await using server = await startTestServer({ rateLimits: { public: { perSecond: 0.001, burst: 2 } } });
		expect((await postMcp(server.url, PING)).status).toBe(200);
		expect((await postMcp(server.url, '{')).status).toBe(400);
		const answer = await postMcp(server.url, PING);
		expect(answer).toMatchObject({ status: 429, message: { error: { data: { code: 'RATE_LIMITED' } } } });
		expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
	});

	test.each([
		['without an id', '{"jsonrpc":"2.0","method":"tools/call","params":{"name":"test"}}'],
		['whose id is null', '{"jsonrpc":"2.0","id":null,"method":"tools/call","params":{"name":"test"}}'],
		[
			'whose id is not an integer',
			'{"jsonrpc":"2.0","id":1.5,"method":"tools/call","params":{"name":"test"}}',
		],
		[
			'whose arguments are a list',
			'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"test","arguments":[]}}',
		],
	])('resembling a call, %s, does nothing and costs a credit', async (_, body) => {
		await using server = await startTestServer({ rateLimits: { public: { perSecond: 0.001, burst: 1 } } });
		expect((await postMcp(server.url, body)).status).not.toBe(429);
		expect((await postMcp(server.url, body)).status).toBe(429);
	});

	test('gets 503 while the service is not ready', async () => {
		await using server = await startTestServer({ refusal: () => 'The service is starting.' });
		expect(await postMcp(server.url, PING)).toMatchObject({
			status: 503,
			message: { error: { data: { code: 'NOT_READY', message: 'The service is starting.' } } },
		});
	});

	test('cannot hold a stream open: the server sends nothing unsolicited', async () => {
		await using server = await startTestServer();
		const meta = {
			'io.modelcontextprotocol/protocolVersion': '2026-07-28',
			'io.modelcontextprotocol/clientInfo': { name: 't', version: '1' },
			'io.modelcontextprotocol/clientCapabilities': {},
		};
		const method = 'subscriptions/listen';
		const params = { _meta: meta, notifications: { toolsListChanged: true } };
		const answer = await postMcp(server.url, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), {
			headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method },
		});
		expect(answer.message).toHaveProperty('error');
	});
});

describe('a slow call', () => {
	const call = { name: 'opportunity_detail', arguments: { opportunity_id: SILENT_ID } };

	test('reports rising progress to a caller that requests it', async () => {
		await using server = await startTestServer({ clock: fastClock });
		await using mcp = await connectMcp(server.url);
		const said: { readonly progress: number; readonly total?: number | undefined }[] = [];
		const answer = await mcp.client.callTool(call, { onprogress: (notice) => said.push(notice) });
		expect(answer.structuredContent).toMatchObject({ error: { data: { code: 'TIMEOUT' } } });
		expect(said.length).toBeGreaterThanOrEqual(3);
		expect(said.map(({ progress }) => progress)).toEqual(
			said.map(({ progress }) => progress).toSorted((a, b) => a - b),
		);
		expect(new Set(said.map(({ progress }) => progress)).size).toBe(said.length);
		expect(said[0]).toMatchObject({ total: 10, message: expect.stringContaining('opportunity_detail') });
	});

	test('can be cancelled, and the next call is answered', async () => {
		await using server = await startTestServer({ clock: fastClock });
		await using mcp = await connectMcp(server.url);
		const given = new AbortController();
		const answering = mcp.client.callTool(call, {
			signal: given.signal,
			onprogress: () => given.abort(new Error('Given up.')),
		});
		await expect(answering).rejects.toThrow('Given up.');
		expect((await mcp.client.callTool({ name: 'test', arguments: {} })).isError).toBeUndefined();
		expect(server.log.filter(({ level }) => level === 'error')).toEqual([]);
	});

	test('is answered by a stopping service, which accepts no further call', async () => {
		await using server = await startTestServer({ clock: fastClock, drainMs: 30_000 * FASTER });
		await using mcp = await connectMcp(server.url);
		let stopped: Promise<void> | undefined;
		const answer = await mcp.client.callTool(call, {
			onprogress: () => {
				stopped ??= server.server.stop();
			},
		});
		expect(answer.structuredContent).toMatchObject({ error: { data: { code: 'TIMEOUT' } } });
		await stopped;
		await expect(send(server.url, { path: '/mcp', headers: MCP_HEADERS, body: PING })).rejects.toThrow();
	});
});

test('everybody can read resources and prompts; the limits are the caller’s own', async () => {
	await using server = await startTestServer();
	await using nobody = await connectMcp(server.url);
	const { resources } = await nobody.client.listResources();
	for (const { uri } of resources) {
		const { contents } = await nobody.client.readResource({ uri });
		expect({ uri, length: String((contents[0] as { text?: string }).text).length }).toEqual({
			uri,
			length: expect.toSatisfy((length: number) => length > 200),
		});
	}
	await expect(nobody.client.readResource({ uri: 'carrywire://docs/../package.json' })).rejects.toThrow();
	const { prompts } = await nobody.client.listPrompts();
	for (const { name } of prompts)
		expect((await nobody.client.getPrompt({ name, arguments: {} })).messages.length).toBeGreaterThan(0);
	const limitsOf = async (token: string | undefined) => {
		await using mcp = await connectMcp(server.url, token);
		const { contents } = await mcp.client.readResource({ uri: 'carrywire://limits' });
		return JSON.parse((contents[0] as { readonly text: string }).text) as {
			readonly caller: unknown;
			readonly trading_limits: unknown;
		};
	};
	expect((await limitsOf(undefined)).caller).toBeNull();
	expect((await limitsOf(undefined)).trading_limits).toEqual([
		{ name: 'execution.leverageMax', value: 5, unit: 'times', meaning: 'Highest leverage of a leg.' },
	]);
	expect((await limitsOf(server.tokens.full)).caller).toEqual({
		kind: 'token',
		scopes: ['arb:read', 'arb:trade'],
		agent: null,
	});
	expect((await limitsOf(server.tokens.agent)).caller).toMatchObject({
		kind: 'agent',
		agent: { agent_id: 'agent_1', amount_max: null },
	});
});
