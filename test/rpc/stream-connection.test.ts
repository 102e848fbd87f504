import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { executionView } from './in-memory-feeds.ts';
import { clientOf, openStream, type RpcAnswer } from './stream-client.ts';
import { post, send, startTestServer, type TestServer } from './test-server.ts';

const EXECUTE = { opportunity_id: 'opp_0000000000000000000000b1', amount: 1000 };

/** Returns the response to a refused upgrade. */
async function refused(url: string, path: string, headers: Record<string, string> = {}) {
	const webSocket = new WebSocket(`${url.replace('http', 'ws')}${path}`, { headers });
	const [, response] = await once(webSocket, 'unexpected-response');
	const chunks: Buffer[] = [];
	for await (const chunk of response) chunks.push(chunk);
	return {
		status: response.statusCode,
		headers: response.headers,
		body: JSON.parse(Buffer.concat(chunks).toString()),
	};
}

async function userOf(server: TestServer, name: string): Promise<string> {
	return (await server.authority.verify(server.tokens[name] ?? ''))?.caller.userId ?? '';
}

test.each([
	['test', {}],
	['service_status', {}],
	['get_opportunities', { limit: 2 }],
	['get_opportunities', { limt: 2 }],
	['portfolio_live', {}],
	['portfolio_live', { execution_id: 'exec_none' }],
	['close_execution', {}],
	['nothing_of_the_kind', {}],
	['get_opportunities', [1]],
])('%s %j returns the same answer as over HTTP', async (method, params) => {
	await using server = await startTestServer();
	const body = { jsonrpc: '2.0', id: 7, method, params };
	const http = await post(server.url, body, server.tokens.full);
	await using client = await openStream(server.url, { token: server.tokens.full });
	client.send(JSON.stringify(body));
	const { uptime_seconds: _, ...expected } = JSON.parse(http.body).result ?? {};
	const answer = (await client.answer()) as RpcAnswer;
	expect(answer.error).toEqual(JSON.parse(http.body).error);
	if (answer.result !== undefined && !Array.isArray(answer.result))
		expect(answer.result).toMatchObject(expected);
});

test('answers whole batches; a trading call is refused as a notification and runs with an id', async () => {
	await using server = await startTestServer();
	await using client = await openStream(server.url, { token: server.tokens.full });
	client.send(JSON.stringify({ jsonrpc: '2.0', method: 'execute_opportunity', params: EXECUTE }));
	client.send(
		JSON.stringify([
			{ jsonrpc: '2.0', id: 1, method: 'test' },
			{ jsonrpc: '2.0', method: 'test' },
			{ jsonrpc: '2.0', id: 2, method: 'subscribe', params: { channel: 'heartbeat' } },
		]),
	);
	const answer = (await client.answer()) as readonly RpcAnswer[];
	expect(answer.map(({ id }) => id)).toEqual([1, 2]);
	await client.until(() => client.notified.length === 1);
	expect(server.services.opened).toHaveLength(0);
	const opened = await client.call('execute_opportunity', EXECUTE);
	expect(opened.result).toMatchObject({ success: true });
	expect(server.services.opened).toHaveLength(1);
	const closed = await client.call('close_execution', { execution_id: opened.result.execution_id });
	expect(closed.result).toMatchObject({ status: 'closed' });
});

test('authenticate applies at once to every later message', async () => {
	await using server = await startTestServer();
	await using client = await openStream(server.url);
	const before = await client.call('portfolio_live');
	expect(before.error).toMatchObject({ code: 401, data: { code: 'UNAUTHORIZED' } });
	const answers = await Promise.all([
		client.call('authenticate', { token: server.tokens.read }),
		client.call('subscribe', { channel: 'portfolio' }),
		client.call('execute_opportunity', EXECUTE),
	]);
	expect(answers[0].result).toMatchObject({ agent_id: null, scopes: ['arb:read'] });
	expect(answers[1].result).toMatchObject({ channel: 'portfolio' });
	expect(answers[2].error).toMatchObject({ code: 403, data: { code: 'FORBIDDEN' } });
	const wrong = await client.call('authenticate', { token: server.tokens.revoked });
	expect(wrong.error).toMatchObject({ code: 401 });
	expect(JSON.stringify(wrong)).not.toContain(server.tokens.revoked);
	expect((await client.call('portfolio_live')).error).toBeUndefined();
});

test('never repeats a secret in the wrong field', async () => {
	await using server = await startTestServer();
	await using client = await openStream(server.url);
	const { error } = await client.call('authenticate', { token: 17 });
	expect(error?.data.message).toBe('token must be a string; its value is secret and not shown.');
});

test('refuses an upgrade with the code and sentence of HTTP', async () => {
	await using server = await startTestServer({ stream: { connectionsMax: 1 } });
	const { url, tokens } = server;
	const query = await refused(url, `/jsonrpc/?access_token=${tokens.full}`);
	expect(query).toMatchObject({ status: 400, body: { error: { code: -32600 }, id: null } });
	expect(JSON.stringify(query.body)).not.toContain(tokens.full);
	const http = await post(url, { jsonrpc: '2.0', id: 1, method: 'portfolio_live' }, tokens.revoked);
	const revoked = await refused(url, '/jsonrpc/', { authorization: `Bearer ${tokens.revoked}` });
	expect(revoked.status).toBe(401);
	expect(revoked.body.error).toEqual(JSON.parse(http.body).error);
	expect(revoked.headers['www-authenticate']).toBe(http.headers['www-authenticate']);
	expect(await refused(url, '/jsonrpc/', { origin: 'https://evil.example' })).toMatchObject({
		status: 403,
		body: { error: { data: { code: 'FORBIDDEN' } } },
	});
	expect(await refused(url, '/jsonrpc')).toMatchObject({ status: 404 });
	const old = await send(url, {
		method: 'GET',
		headers: { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '7' },
	});
	expect(old.status).toBe(400);
	expect(JSON.parse(old.body).error.data.code).toBe('INVALID_REQUEST');
	await using _first = await openStream(url, { origin: url, token: tokens.full });
	expect(await refused(url, '/jsonrpc/')).toMatchObject({
		status: 503,
		body: { error: { data: { code: 'SUBSCRIPTION_LIMIT' } } },
	});
});

test('only pages of the configured origins may open a WebSocket', async () => {
	await using server = await startTestServer({ stream: { allowedOrigins: ['https://desk.example'] } });
	await using client = await openStream(server.url, { origin: 'https://desk.example' });
	expect((await client.call('test')).result).toMatchObject({ status: 'ok' });
	for (const origin of ['https://desk.example.evil.example', 'http://desk.example', 'null'])
		expect(await refused(server.url, '/jsonrpc/', { origin })).toMatchObject({ status: 403 });
	await using everybody = await startTestServer({ stream: { allowedOrigins: ['*'] } });
	await using other = await openStream(everybody.url, { origin: 'https://evil.example' });
	expect((await other.call('test')).result).toMatchObject({ status: 'ok' });
});

test('treats an upgrade to another protocol as a plain request', async () => {
	await using server = await startTestServer();
	const answer = await send(server.url, {
		headers: { 'content-type': 'application/json', connection: 'Upgrade', upgrade: 'h2c' },
		body: '{"jsonrpc":"2.0","id":1,"method":"test"}',
	});
	expect(answer.status).toBe(200);
});

test('stream methods over HTTP name the WebSocket as their transport', async () => {
	await using server = await startTestServer();
	const { body } = await post(server.url, { jsonrpc: '2.0', id: 1, method: 'subscribe', params: {} });
	expect(JSON.parse(body).error.data).toMatchObject({ code: 'METHOD_NOT_FOUND' });
	expect(body).toContain('WebSocket');
});

test('a revoked token ends private subscriptions with the reason, and no others', async () => {
	await using server = await startTestServer({ stream: { heartbeatMs: 1_000 } });
	await using client = await openStream(server.url, { token: server.tokens.read });
	await client.subscribe('executions');
	await client.subscribe('heartbeat', { interval_seconds: 60 });
	await client.until(() => client.notified.length === 2);
	const tokenId = (await server.authority.verify(server.tokens.read ?? ''))?.caller.tokenId ?? '';
	await server.authority.revoke(tokenId);
	await client.until(() => client.notified.length === 3);
	expect(client.notified[2]).toMatchObject({
		channel: 'executions',
		type: 'end',
		seq: 2,
		result: { code: 'UNAUTHORIZED', message: 'The bearer token is unknown, expired or revoked.' },
	});
	expect((await client.call('portfolio_live')).error?.code).toBe(401);
	expect(server.server.streamCounts()?.subscriptions).toBe(1);
	await client.call('authenticate', { token: server.tokens.full });
	expect(await client.subscribe('executions')).toMatchObject({ resumed: false });
});

test('a second user on the same connection sees nothing of the first', async () => {
	await using server = await startTestServer();
	await using client = await openStream(server.url, { token: server.tokens.read });
	const ann = await userOf(server, 'read');
	server.feeds.executions.put(ann, executionView('exec_ann', 'running'));
	await client.subscribe('executions');
	await client.until(() => client.notified.length === 1);
	const cursor = client.notified[0]?.cursor;
	await client.call('authenticate', { token: server.tokens['other-user'] });
	await client.until(() => client.notified.length === 2);
	expect(client.notified[1]).toMatchObject({ type: 'end', result: { code: 'UNAUTHORIZED' } });
	const again = await client.call('subscribe', { channel: 'executions', resume: cursor });
	expect(again.result).toMatchObject({ resumed: false });
	await client.until(() => client.notified.length === 3);
	expect(client.notified[2]?.result).toEqual({ executions: [] });
});

test.each([
	[{}, 'INVALID_PARAMS', 'channel is required and must be a string; it was absent.'],
	[{ channel: 'nothing' }, 'UNKNOWN_CHANNEL', 'was "nothing"'],
	[{ channel: 'opportunity' }, 'UNKNOWN_CHANNEL', 'was "opportunity"'],
	[{ channel: 'portfolio', amount: 5 }, 'INVALID_PARAMS', 'amount is not a parameter of this method'],
	[{ channel: 'opportunities', limit: 101 }, 'INVALID_PARAMS', 'limit must be a whole number from 1 to 100'],
	[{ channel: 'opportunities', page: 0 }, 'INVALID_PARAMS', 'page must be a whole number from 1'],
	[{ channel: 'opportunities.a-b' }, 'UNKNOWN_EXCHANGE_PAIR', 'was "a-b"'],
	[
		{ channel: 'opportunities.bybit-kucoin', exchangepair: 'bybit-hyperliquid' },
		'INVALID_PARAMS',
		'exchangepair must be absent or equal to the pair of the channel (bybit-kucoin)',
	],
	[{ channel: 'opportunity.x' }, 'UNKNOWN_OPPORTUNITY', 'was "x"'],
	[{ channel: 'opportunity.opp_000000000000000000000001' }, 'OPPORTUNITY_EXPIRED', 'no longer exists'],
	[{ channel: 'pair_status.a-b' }, 'UNKNOWN_EXCHANGE_PAIR', 'was "a-b"'],
	[{ channel: 'heartbeat', interval_seconds: 0 }, 'INVALID_PARAMS', 'from 1 to 60'],
])('rejects subscribe %j with %s', async (params, code, sentence) => {
	await using server = await startTestServer();
	await using client = await openStream(server.url, { token: server.tokens.full });
	const { error } = await client.call('subscribe', params);
	expect(error?.data.code).toBe(code);
	expect(error?.data.message).toContain(sentence);
	expect(server.server.streamCounts()).toMatchObject({ subscriptions: 0, groups: 0 });
});

test('rejects bad list params with the sentence of the method', async () => {
	await using server = await startTestServer();
	await using client = await openStream(server.url);
	const bad = { amount: -1, sortby: 'luck' };
	const called = await client.call('get_opportunities', bad);
	const subscribed = await client.call('subscribe', { channel: 'opportunities', ...bad });
	expect(subscribed.error).toEqual(called.error);
});

test('answers garbage, binary frames and empty messages, and keeps the connection', async () => {
	await using server = await startTestServer();
	await using client = await openStream(server.url);
	const deep = `${'['.repeat(33)}${']'.repeat(33)}`;
	for (const text of ['', '{', 'null', '[]', '"x"', '{"id":1,"id":2}', deep]) client.send(text);
	client.send(Buffer.from([0, 1, 2]));
	const codes: unknown[] = [];
	for (let count = 0; count < 8; count += 1)
		codes.push(((await client.answer()) as RpcAnswer).error?.data.code);
	expect(codes.toSorted()).toEqual(
		[
			'BATCH_EMPTY',
			'INVALID_REQUEST',
			'INVALID_REQUEST',
			'INVALID_REQUEST',
			'INVALID_REQUEST',
			'INVALID_REQUEST',
			'PARSE_ERROR',
			'PARSE_ERROR',
		].toSorted(),
	);
	expect((await client.call('test')).result).toMatchObject({ status: 'ok' });
});

test('treats null params as absent', async () => {
	await using server = await startTestServer();
	await using client = await openStream(server.url);
	client.send('{"jsonrpc":"2.0","id":1,"method":"test","params":null}');
	expect(await client.answer()).toMatchObject({ id: 1, result: { status: 'ok' } });
});

test('garbage costs credits', async () => {
	await using server = await startTestServer({ rateLimits: { public: { perSecond: 0.01, burst: 3 } } });
	// The upgrade uses up the first credit.
	await using client = await openStream(server.url);
	for (const data of ['{', Buffer.from([1]), Buffer.from([2])]) client.send(data);
	const codes: unknown[] = [];
	for (let count = 0; count < 3; count += 1)
		codes.push(((await client.answer()) as RpcAnswer).error?.data.code);
	expect(codes).toEqual(expect.arrayContaining(['PARSE_ERROR', 'INVALID_REQUEST', 'RATE_LIMITED']));
});

test('accepts a fragmented message; a message that is too long or not UTF-8 ends the connection', async () => {
	await using server = await startTestServer({ server: { bodyBytesMax: 2_048 } });
	await using client = await openStream(server.url);
	const text = '{"jsonrpc":"2.0","id":1,"method":"test"}';
	client.webSocket.send(text.slice(0, 10), { fin: false });
	client.webSocket.send(text.slice(10), { fin: true });
	expect(((await client.answer()) as RpcAnswer).result).toMatchObject({ status: 'ok' });
	client.send('x'.repeat(2_049));
	expect((await client.closed).code).toBe(1009);
	await using other = await openStream(server.url);
	other.webSocket.send(Buffer.from([0xc3, 0x28]), { binary: false });
	expect((await other.closed).code).toBe(1007);
});

test('rejects a compressed frame: the server never negotiates compression', async () => {
	await using server = await startTestServer();
	await using client = await openStream(server.url, { perMessageDeflate: true });
	expect(client.webSocket.extensions).toBe('');
	const socket = (client.webSocket as unknown as { readonly _socket: NodeJS.WritableStream })._socket;
	// A masked text frame with the RSV1 bit set, which is invalid without compression.
	socket.write(Buffer.from([0xc1, 0x81, 0, 0, 0, 0, 0x61]));
	expect((await client.closed).code).toBe(1002);
});

test('limits subscriptions per connection, and distinct subscriptions in total', async () => {
	await using server = await startTestServer({
		stream: { subscriptionsPerConnectionMax: 2, groupsMax: 3, resumeMs: 0 },
	});
	await using client = await openStream(server.url);
	const subscribe = (of: typeof client, seconds: number) =>
		of.call('subscribe', { channel: 'heartbeat', interval_seconds: seconds });
	await Promise.all([subscribe(client, 10), subscribe(client, 11)]);
	const third = await subscribe(client, 12);
	expect(third.error?.data).toMatchObject({ code: 'SUBSCRIPTION_LIMIT', limit: 2 });
	await using other = await openStream(server.url);
	await subscribe(other, 13);
	const fourth = await subscribe(other, 14);
	expect(fourth.error?.data).toMatchObject({ code: 'SUBSCRIPTION_LIMIT', limit: 3 });
	// A second subscriber to an existing group needs no new group, so the limit on groups does not apply.
	expect((await subscribe(other, 10)).error).toBeUndefined();
	await client.call('unsubscribe', { subscription: 'sub_2' });
	expect((await subscribe(client, 10)).result).toMatchObject({ resumed: false });
});

test('closes a silent client and disconnects one that ignores a ping', async () => {
	await using impatient = await startTestServer({ stream: { firstMessageMs: 100 } });
	await using silent = await openStream(impatient.url);
	expect(await silent.closed).toEqual({
		code: 1008,
		reason: 'No message arrived within 100 ms, which is the limit.',
	});
	await using attentive = await startTestServer({ stream: { heartbeatMs: 100 } });
	await using dead = await openStream(attentive.url, { autoPong: false });
	await dead.call('test');
	expect((await dead.closed).code).toBe(1006);
	// The heartbeat is longer here, so that a stall on a busy machine does not disconnect a live client.
	await using calm = await startTestServer({ stream: { heartbeatMs: 1_000 } });
	await using alive = await openStream(calm.url);
	await alive.call('test');
	for (let pings = 0; pings < 3; pings += 1) await once(alive.webSocket, 'ping');
	expect((await alive.call('test')).result).toMatchObject({ status: 'ok' });
});

test('a stop answers calls in progress and closes with 1001', async () => {
	const server = await startTestServer();
	const client = await openStream(server.url, { token: server.tokens.full });
	await client.subscribe('heartbeat');
	const answered = client.call('execute_opportunity', EXECUTE);
	await answered;
	const stopping = server.server.stop();
	expect(await client.closed).toEqual({ code: 1001, reason: 'The service is stopping.' });
	await stopping;
	expect(server.server.streamCounts()).toMatchObject({ subscriptions: 0, groups: 0, peers: 0 });
	await server[Symbol.asyncDispose]();
});

test('a thousand short connections leave no state behind', async () => {
	await using server = await startTestServer({ stream: { resumeMs: 0 } });
	for (let round = 0; round < 50; round += 1) {
		const clients = await Promise.all(Array.from({ length: 20 }, () => openStream(server.url)));
		await Promise.all(
			clients.map((client, at) =>
				client.call('subscribe', { channel: 'opportunities', limit: 1 + (at % 5) }),
			),
		);
		// Half of the clients close properly, the other half drop the connection.
		for (const [at, { webSocket }] of clients.entries())
			at % 2 === 0 ? webSocket.close() : webSocket.terminate();
		await Promise.all(clients.map(({ closed }) => closed));
	}
	await using last = await openStream(server.url);
	await expect
		.poll(() => server.server.streamCounts())
		.toMatchObject({ subscriptions: 0, groups: 0, peers: 1 });
	await last.call('test');
});

test('never closes an upgraded socket as idle', async () => {
	await using server = await startTestServer({ server: { keepAliveTimeoutMs: 100 } });
	await using client = await openStream(server.url);
	await client.call('test');
	const { port } = new URL(server.url);
	const idle = connect(Number(port), '127.0.0.1');
	idle.on('error', () => undefined);
	await once(idle, 'connect');
	const stopping = server.server.stop();
	await once(idle, 'close');
	expect((await client.closed).code).toBe(1001);
	await stopping;
});

test('the client helper checks notifications against the channel table', async () => {
	await using server = await startTestServer();
	const webSocket = new WebSocket(`${server.url.replace('http', 'ws')}/jsonrpc/`);
	const client = clientOf(webSocket);
	await once(webSocket, 'open');
	webSocket.emit('message', JSON.stringify({ method: 'subscription', params: { subscription: 'sub_1' } }));
	await expect(client.until(() => false)).rejects.toThrow('seq');
	webSocket.terminate();
});
