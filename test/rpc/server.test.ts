/** Tests rules that conversations do not cover: time limits, cached responses, logs, readiness and shutdown. */
import { describe, expect, test } from 'vitest';
import { formatDecimal } from '../../src/domain/decimal.ts';
import { createVirtualClock } from '../../src/runtime/virtual-clock.ts';
import { tableFaults } from '../support/metrics-table-faults.ts';
import { readMetricsText, valuesOf } from '../support/prometheus-text.ts';
import { SILENT_ID } from './in-memory-services.ts';
import { NOW_MS } from './in-memory-trading.ts';
import { rawCall, rawConnection } from './raw-connection.ts';
import { openStream } from './stream-client.ts';
import { clockAtRecords, post, send, startTestServer, type TestServer } from './test-server.ts';

const TEST_CALL = { jsonrpc: '2.0', method: 'test', id: 1 };

test('a method that exceeds its time limit fails with a retryable TIMEOUT', async () => {
	const clock = createVirtualClock(NOW_MS, undefined, 0);
	await using server = await startTestServer({ clock });
	const params = { opportunity_id: SILENT_ID };
	const answer = post(server.url, { jsonrpc: '2.0', method: 'opportunity_detail', params, id: 1 });
	// Once the server responds to a second call, it has received the first one.
	await post(server.url, TEST_CALL);
	clock.advanceTo(clock.now() + 9_999);
	clock.advanceTo(clock.now() + 1);
	const { status, body } = await answer;
	expect(status).toBe(200);
	expect(JSON.parse(body)).toMatchObject({
		error: {
			code: -32603,
			message: 'Internal error',
			data: { code: 'TIMEOUT', retryable: true, limit_ms: 10_000 },
		},
	});
});

test('amounts reach the order service exactly', async () => {
	await using server = await startTestServer();
	const body =
		'{"jsonrpc":"2.0","method":"execute_opportunity","params":{"opportunity_id":"opp_1","amount":12.500000000000000001,"leverage":1.1},"id":1}';
	expect((await post(server.url, body, server.tokens.full)).status).toBe(200);
	const [request] = server.services.opened;
	expect(formatDecimal(request?.amount ?? (0n as never))).toBe('12.500000000000000001');
	expect(formatDecimal(request?.leverage ?? (0n as never))).toBe('1.1');
	expect(request).toMatchObject({ mode: 'auto', onlyIfTrade: false, preview: false });
});

test('echoes an id verbatim, even beyond a double’s precision', async () => {
	await using server = await startTestServer();
	for (const id of ['12345678901234567890', '1.0', '-0', '1e400', '0.1000'])
		expect((await post(server.url, `{"jsonrpc":"2.0","method":"test","id":${id}}`)).body).toMatch(
			new RegExp(`,"id":${id.replaceAll('.', '\\.')}\\}$`),
		);
});

test('logs internal details under the ref and hides them from the caller', async () => {
	await using server = await startTestServer();
	const params = { opportunity_id: 'opp_00000000000000000000beef' };
	const { body } = await post(server.url, { jsonrpc: '2.0', method: 'opportunity_detail', params, id: 1 });
	expect(body).not.toContain('SELECT');
	const { ref } = JSON.parse(body).error.data;
	const line = server.log.find(({ facts }) => facts.ref === ref);
	expect(line).toMatchObject({ level: 'error', facts: { method: 'opportunity_detail' } });
	expect(String(line?.facts.error)).toContain('SELECT secret FROM inside');
});

test('logs a refused notification and opens nothing', async () => {
	await using server = await startTestServer();
	const params = { opportunity_id: 'opp_1', amount: 100 };
	const { status } = await post(
		server.url,
		{ jsonrpc: '2.0', method: 'execute_opportunity', params },
		server.tokens.full,
	);
	expect(status).toBe(204);
	expect(server.services.opened).toEqual([]);
	expect(server.log).toContainEqual(
		expect.objectContaining({
			level: 'warn',
			facts: { method: 'execute_opportunity', code: 'NOTIFICATION_REFUSED' },
		}),
	);
});

test.each([
	['taken', { exchange: 'bybit', api_key: 'a-key-to-keep', api_secret: 'a-secret-to-keep' }],
	['refused by the exchange', { exchange: 'bybit', api_key: 'revoked', api_secret: 'a-secret-to-keep' }],
	['too long', { exchange: 'bybit', api_key: 'a-key-to-keep', api_secret: 'a-secret-to-keep'.repeat(20) }],
	['no text', { exchange: 'bybit', api_key: ['a-key-to-keep'], api_secret: { of: 'a-secret-to-keep' } }],
	['sent to another method', { opportunity_id: 'x', amount: 1, api_secret: 'a-secret-to-keep' }],
])('never logs or repeats exchange keys: %s', async (_what, params) => {
	await using server = await startTestServer();
	const method = 'amount' in params ? 'execute_opportunity' : 'connect_exchange';
	const token = server.tokens[method === 'connect_exchange' ? 'connect' : 'full'];
	const calls = [
		{ jsonrpc: '2.0', method, params, id: 1 },
		{ jsonrpc: '2.0', method, params },
		{ jsonrpc: '2.0', method, params: [params], id: 2 },
	];
	const answers = await Promise.all(calls.map((call) => post(server.url, call, token)));
	const broken = await post(server.url, `${JSON.stringify(calls[0]).slice(0, -1)},}`, token);
	expect(answers[0]?.status).toBe(200);
	const written = JSON.stringify([server.log, answers, broken]);
	for (const secret of ['a-key-to-keep', 'a-secret-to-keep']) expect(written).not.toContain(secret);
});

test('never logs a token', async () => {
	await using server = await startTestServer();
	for (const token of Object.values(server.tokens)) {
		await post(server.url, { jsonrpc: '2.0', method: 'portfolio_live', params: { x: 1 }, id: 1 }, token);
		await post(server.url, { jsonrpc: '2.0', method: 'execute_opportunity' }, token);
	}
	const written = JSON.stringify(server.log);
	expect(server.log.length).toBeGreaterThan(0);
	for (const token of Object.values(server.tokens)) expect(written).not.toContain(token);
});

test('serializes a list once while it is recent and the opportunities are unchanged, and at most once a millisecond', async () => {
	const clock = createVirtualClock(NOW_MS, undefined, 0);
	await using server = await startTestServer({ clock });
	let lists = 0;
	const book = server.services.opportunities;
	const { list } = book;
	Object.assign(book, {
		list: (query: Parameters<typeof list>[0]) => {
			lists += 1;
			return list(query);
		},
	});
	const call = (params: object) =>
		post(server.url, { jsonrpc: '2.0', method: 'get_opportunities', params, id: 1 });
	const first = await call({});
	expect((await call({ amount: 1_000, limit: 20 })).body).toBe(first.body);
	expect(lists).toBe(1);
	await call({ limit: 2 });
	expect(lists).toBe(2);
	await call({ amount: 2_000 });
	await call({ amount: 2_000 });
	expect(lists).toBe(3);
	await call({ amount: 2_000, q: 'btc' });
	await call({ amount: 2_000, q: 'btc' });
	expect(lists).toBe(5);
	clock.advanceTo(clock.now() + 199);
	await call({});
	expect(lists).toBe(5);
	clock.advanceTo(clock.now() + 1);
	await call({});
	expect(lists).toBe(6);
	Object.assign(book, { version: 2 });
	// A written list is reused for one millisecond, even if the opportunities have changed.
	await call({});
	expect(lists).toBe(6);
	clock.advanceTo(clock.now() + 1);
	await call({});
	expect(lists).toBe(7);
});

test('a service that is not ready answers 503 with the reasons; a refusal blocks calls', async () => {
	let open = false;
	await using server = await startTestServer({
		readiness: () => ({ ready: open, reasons: open ? [] : ['bybit has no prices yet.'] }),
		refusal: () => (open ? undefined : 'The service is starting.'),
	});
	const ready = await send(server.url, { method: 'GET', path: '/ready' });
	expect([ready.status, JSON.parse(ready.body)]).toEqual([
		503,
		{ ready: false, reasons: ['bybit has no prices yet.'], trading_mode: 'simulated' },
	]);
	expect((await send(server.url, { method: 'GET', path: '/health' })).status).toBe(200);
	const refused = await post(server.url, TEST_CALL);
	expect([refused.status, JSON.parse(refused.body)]).toMatchObject([
		503,
		{
			error: {
				code: -32603,
				data: { code: 'NOT_READY', message: 'The service is starting.', retryable: true },
			},
			id: null,
		},
	]);
	open = true;
	expect((await send(server.url, { method: 'GET', path: '/ready' })).status).toBe(200);
	expect((await post(server.url, TEST_CALL)).status).toBe(200);
});

describe('stop', () => {
	test('answers requests in flight, closes idle connections and accepts nothing new', async () => {
		const clock = createVirtualClock(NOW_MS, undefined, 0);
		await using server = await startTestServer({ clock, drainMs: 60_000 });
		const idle = rawConnection(server);
		const busy = rawConnection(server);
		busy.socket.write(rawCall('opportunity_detail', { opportunity_id: SILENT_ID }));
		await post(server.url, TEST_CALL);
		await post(server.url, TEST_CALL);
		const stopped = server.server.stop();
		expect(await idle.closed).toBe('');
		clock.advanceTo(clock.now() + 10_000);
		const answer = await busy.closed;
		expect(answer).toMatch(/^HTTP\/1\.1 200 OK/);
		expect(answer.toLowerCase()).toContain('connection: close');
		expect(answer).toContain('"code":"TIMEOUT"');
		await stopped;
		await expect(post(server.url, TEST_CALL)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
		await server.server.stop();
	});

	test('answers WebSocket calls in flight and then closes with 1001', async () => {
		const clock = createVirtualClock(NOW_MS, undefined, 0);
		await using server = await startTestServer({ clock, drainMs: 60_000 });
		await using client = await openStream(server.url);
		const pending = client.call('opportunity_detail', { opportunity_id: SILENT_ID });
		await client.call('test');
		const stopped = server.server.stop();
		clock.advanceTo(clock.now() + 10_000);
		expect((await pending).error).toMatchObject({ data: { code: 'TIMEOUT' } });
		expect(await client.closed).toMatchObject({ code: 1001 });
		await stopped;
	});

	test('aborts requests still in flight at the end of the drain', async () => {
		const clock = createVirtualClock(NOW_MS, undefined, 0);
		await using server = await startTestServer({ clock, drainMs: 1_000 });
		const busy = rawConnection(server);
		busy.socket.write(rawCall('opportunity_detail', { opportunity_id: SILENT_ID }));
		await post(server.url, TEST_CALL);
		await post(server.url, TEST_CALL);
		const stopped = server.server.stop();
		clock.advanceTo(clock.now() + 1_000);
		expect(await busy.closed).toBe('');
		await stopped;
		expect(server.log.map(({ message }) => message)).toContainEqual(expect.stringContaining('in flight'));
	});
});

describe('connections', () => {
	/** Makes a call and leaves the connection open. */
	async function called(server: TestServer, token?: string) {
		const raw = rawConnection(server);
		const authorization = token === undefined ? '' : `\r\nAuthorization: Bearer ${token}`;
		raw.socket.write(rawCall('test', {}).replace('\r\n', `${authorization}\r\n`));
		return { ...raw, isAnswered: await raw.said('"status":"ok"') };
	}

	test('limits one address to its share: a new connection ends the oldest one without a valid token', async () => {
		await using server = await startTestServer({
			clock: createVirtualClock(NOW_MS, undefined, 0),
			server: { connectionsPerAddressMax: 3 },
		});
		const withToken = await called(server, server.tokens.read);
		const withNone = await called(server);
		const withWrong = await called(server, server.tokens.unknown);
		const next = await called(server);
		expect([withToken, withNone, withWrong, next].map(({ isAnswered }) => isAnswered)).toEqual(
			Array.from({ length: 4 }, () => true),
		);
		await withNone.closed;
		const last = await called(server);
		await withWrong.closed;
		expect([withToken, next, last].map(({ socket }) => socket.closed)).toEqual([false, false, false]);
		withToken.socket.write(rawCall('opportunity_detail', {}));
		expect(await withToken.said('"code":"INVALID_PARAMS"')).toBe(true);
		for (const { socket } of [withToken, next, last]) socket.destroy();
		// The server logs at most once a minute, not for each connection.
		expect(server.log.filter(({ message }) => message.includes('connection limit'))).toEqual([
			expect.objectContaining({
				level: 'warn',
				facts: { address: '127.0.0.1', max: 100, perAddressMax: 3 },
			}),
		]);
	});

	test('a trusted proxy may use every connection of the server; its callers are limited by their own addresses', async () => {
		await using server = await startTestServer({
			clock: createVirtualClock(NOW_MS, undefined, 0),
			server: { connectionsPerAddressMax: 1, trustedProxies: ['127.0.0.0/8'] },
			rateLimits: { public: { perSecond: 1, burst: 1 } },
		});
		const open = [];
		for (const caller of ['198.51.100.1', '198.51.100.2', '198.51.100.1']) {
			const raw = rawConnection(server);
			open.push(raw.socket);
			raw.socket.write(rawCall('test', {}).replace('\r\n', `\r\nX-Forwarded-For: ${caller}\r\n`));
			const status = caller === '198.51.100.1' && open.length === 3 ? 429 : 200;
			expect(await raw.said(`HTTP/1.1 ${status} `)).toBe(true);
		}
		for (const socket of open) socket.destroy();
	});

	test('an invalid proxy address prevents the start', async () => {
		await expect(startTestServer({ server: { trustedProxies: ['10.0.0.0/33'] } })).rejects.toThrow(
			'server.trustedProxies must contain IP addresses, subnets such as 10.0.0.0/8, or loopback',
		);
	});
});

describe('slow clients are disconnected', () => {
	const head = rawCall('test', {}).split('\r\n\r\n')[0] ?? '';

	test.each([
		['sends nothing', ''],
		['never ends its head', head],
		['never ends its body', `${head}\r\n\r\n{`],
	])('a client that %s', async (_what, bytes) => {
		await using server = await startTestServer({
			server: { headersTimeoutMs: 100, requestTimeoutMs: 100 },
		});
		const raw = rawConnection(server);
		raw.socket.write(bytes);
		const answer = await raw.closed;
		expect(answer).toMatch(/^HTTP\/1\.1 408 /);
		expect(answer).toMatch(/"code":-32600,.*"id":null\}$/);
	});

	test('only a client that leaves its answer unread', async () => {
		const clock = createVirtualClock(NOW_MS, undefined, 0);
		// Larger than the socket buffers on both sides together.
		const large = Buffer.alloc(64 * 1_048_576, 'a');
		let isAsked = (): void => {};
		const asked = new Promise<void>((resolve) => {
			isAsked = resolve;
		});
		await using server = await startTestServer({
			clock,
			server: { answerTimeoutMs: 5_000 },
			routes: {
				allowed: new Map([['/large', 'GET']]),
				add: (app) =>
					app.get('/large', async () => {
						isAsked();
						return large;
					}),
			},
		});
		const slow = rawConnection(server);
		slow.socket.pause();
		slow.socket.write('GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n');
		const waiting = rawConnection(server);
		waiting.socket.write(rawCall('opportunity_detail', { opportunity_id: SILENT_ID }));
		await asked;
		// Once later calls have a response, both handlers have run.
		await post(server.url, TEST_CALL);
		await post(server.url, TEST_CALL);
		clock.advanceTo(clock.now() + 1_000);
		clock.advanceTo(clock.now() + 4_000);
		expect((await send(server.url, { method: 'GET', path: '/large' })).body).toHaveLength(large.length);
		clock.advanceTo(clock.now() + 1_000);
		slow.socket.resume();
		const taken = (await slow.closed).length;
		expect(taken).toBeGreaterThan(0);
		expect(taken).toBeLessThan(large.length);
		// A client that waits for a pending response is not slow.
		clock.advanceTo(clock.now() + 4_000);
		expect(await waiting.said('"code":"TIMEOUT"')).toBe(true);
		waiting.socket.destroy();
	});
});

test.each([
	['not HTTP at all', 'hello\r\n\r\n', '400'],
	['a header of 20 KiB', `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, '431'],
])('answers %s with a JSON-RPC body', async (_what, bytes, status) => {
	await using server = await startTestServer({ clock: clockAtRecords });
	const raw = rawConnection(server);
	raw.socket.write(bytes);
	const answer = await raw.closed;
	expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
	expect(answer).toMatch(/"code":-32600,.*"id":null\}$/);
});

test('GET /metrics returns Prometheus text without user data and rejects other methods', async () => {
	await using server = await startTestServer();
	await post(server.url, { ...TEST_CALL, method: 'no_such_method' });
	const answer = await send(server.url, { method: 'GET', path: '/metrics' });
	expect(answer.status).toBe(200);
	expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
	expect(answer.headers['cache-control']).toBe('no-store');
	const families = readMetricsText(answer.body);
	expect(tableFaults(families)).toEqual([]);
	const values = valuesOf(families);
	for (const [series, value] of [
		['carrywire_unhedged_seconds_bucket{phase="open",le="0.05"}', 1],
		['carrywire_orders_total{venue="bybit",outcome="filled"}', 1],
		['carrywire_executions{status="running"}', 1],
		['carrywire_unhedged_notional_usd', 12.5],
		['carrywire_rpc_requests_total{method="none",code="METHOD_NOT_FOUND"}', 1],
		['carrywire_connections{transport="http"}', 1],
	] as const)
		expect([series, values.get(series)]).toEqual([series, value]);
	// A second request within the cache time returns the same text.
	expect((await send(server.url, { method: 'GET', path: '/metrics' })).body).toBe(answer.body);
	const refused = await send(server.url, { method: 'POST', path: '/metrics', body: '{}' });
	expect([refused.status, refused.headers.allow]).toEqual([405, 'GET, HEAD']);
});
