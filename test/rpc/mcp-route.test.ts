/** The transport of MCP: who is let in, what a body may be, what is said meanwhile, and how it ends. */
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../src/runtime/clock.ts';
import { SILENT_ID } from './in-memory-services.ts';
import { connectMcp, MCP_HEADERS, postMcp, toolCallText } from './mcp-client.ts';
import { clockAtRecords, send, startTestServer } from './test-server.ts';

const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';

/** Everything that waits, waits a fiftieth; time goes as much faster. */
const FASTER = 50;
const fastClock = {
	...clockAtRecords,
	monotonic: () => systemClock.monotonic() * FASTER,
	after: (delayMs: number, task: () => void) => systemClock.after(delayMs / FASTER, task),
	every: (periodMs: number, task: () => void) => systemClock.every(periodMs / FASTER, task),
};

describe('a request', () => {
	test.for([
		['a name that leads here', { host: 'evil.example' }, /Host must name this service; was ..evil.example../],
		['a name like ours', { host: '127.0.0.1.evil.example' }, /Host must name/],
		['a page of another site', { origin: 'https://evil.example' }, /Origin must be this service's own/],
		['a page without an origin', { origin: 'null' }, /Origin must be/],
		['a page that is a file', { origin: 'file://' }, /Origin must be/],
	] as const)('from %s is 403', async ([, headers, sentence]) => {
		await using server = await startTestServer();
		const answer = await postMcp(server.url, PING, { headers, token: server.tokens.full });
		expect(answer).toMatchObject({
			status: 403,
			message: { error: { code: -32600, data: { code: 'ORIGIN_NOT_ALLOWED' } } },
		});
		expect(answer.body).toMatch(sentence);
	});

	test('under the names of this machine is served', async () => {
		await using server = await startTestServer();
		const { port } = new URL(server.url);
		for (const host of ['localhost', `127.0.0.1:${port}`, '[::1]'])
			for (const headers of [{ host }, { host, origin: `http://${host}` }])
				expect((await postMcp(server.url, PING, { headers })).message).toMatchObject({ result: {} });
	});

	test('with another HTTP method is 405, to another path 404', async () => {
		await using server = await startTestServer();
		for (const method of ['GET', 'DELETE', 'PUT', 'OPTIONS']) {
			const answer = await send(server.url, { method, path: '/mcp', headers: MCP_HEADERS });
			expect(answer).toMatchObject({ status: 405, headers: { allow: 'POST' } });
		}
		expect((await send(server.url, { path: '/mcp/', headers: MCP_HEADERS, body: PING })).status).toBe(404);
	});

	test('of another type is 415, one that takes no stream 406, one that is too large 413', async () => {
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
		['no JSON', '{', 'PARSE_ERROR'],
		['a member twice', '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', 'INVALID_REQUEST'],
		['too deep', toolCallText('test', `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`), 'INVALID_REQUEST'],
		['several messages', `[${PING},${PING}]`, 'INVALID_REQUEST'],
	] as const)('that is %s is 400 with its sentence', async ([, body, code]) => {
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
	])('may have null in the place of params or arguments: %s', async (body) => {
		await using server = await startTestServer();
		const { message } = await postMcp(server.url, body);
		expect(message).toMatchObject({ id: 1, result: {} });
		expect(message).not.toHaveProperty('result.isError');
	});

	test('in a version that nobody speaks is 400', async () => {
		await using server = await startTestServer();
		const headers = { 'mcp-protocol-version': '1999-01-01' };
		expect((await postMcp(server.url, PING, { headers })).status).toBe(400);
	});

	test('costs credits of its address, and is 429 without', async () => {
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
		['whose id is no integer', '{"jsonrpc":"2.0","id":1.5,"method":"tools/call","params":{"name":"test"}}'],
		[
			'whose arguments are a list',
			'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"test","arguments":[]}}',
		],
	])('that looks like a call, %s, carries out nothing and costs a credit', async (_, body) => {
		await using server = await startTestServer({ rateLimits: { public: { perSecond: 0.001, burst: 1 } } });
		expect((await postMcp(server.url, body)).status).not.toBe(429);
		expect((await postMcp(server.url, body)).status).toBe(429);
	});

	test('while the service is not ready is 503', async () => {
		await using server = await startTestServer({ refusal: () => 'The service is starting.' });
		expect(await postMcp(server.url, PING)).toMatchObject({
			status: 503,
			message: { error: { data: { code: 'NOT_READY', message: 'The service is starting.' } } },
		});
	});

	test('cannot hold a stream open: there is nothing to listen for', async () => {
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

describe('a call that takes long', () => {
	const call = { name: 'opportunity_detail', arguments: { opportunity_id: SILENT_ID } };

	test('says that it is under way, ever further, to whoever asks', async () => {
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

	test('can be given up, and the next is answered', async () => {
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

	test('is answered by a service that stops meanwhile, which takes no other', async () => {
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

test('resources and prompts are read by everybody; the limits are those of whoever asks', async () => {
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
