/** Tests which rate limit each call is charged to: the address's, the token's, the agent's or the user's. */
import { describe, expect, test } from 'vitest';
import { createVirtualClock } from '../../src/runtime/virtual-clock.ts';
import { NOW_MS } from './in-memory-trading.ts';
import { openStream } from './stream-client.ts';
import { post, send, startTestServer } from './test-server.ts';

const TEST_CALL = { jsonrpc: '2.0', method: 'test', id: 1 };

describe('rate limits', () => {
	test('public calls are limited by address with Retry-After, and recover', async () => {
		const clock = createVirtualClock(NOW_MS, undefined, 0);
		await using server = await startTestServer({ clock, rateLimits: { public: { perSecond: 1, burst: 2 } } });
		const first = await post(server.url, TEST_CALL);
		expect(first.headers).toMatchObject({
			ratelimit: '"public";r=1;t=1',
			'ratelimit-policy': '"public";q=2;w=2',
		});
		await post(server.url, TEST_CALL);
		const refused = await post(server.url, TEST_CALL);
		expect(refused.status).toBe(429);
		expect(refused.headers).toMatchObject({ 'retry-after': '1', ratelimit: '"public";r=0;t=2' });
		expect(JSON.parse(refused.body)).toMatchObject({
			id: 1,
			error: {
				code: 429,
				message: 'Too Many Requests',
				data: { code: 'RATE_LIMITED', retryable: true, retry_after_ms: 1_000, limit: 'public' },
			},
		});
		clock.advanceTo(clock.now() + 1_000);
		expect((await post(server.url, TEST_CALL)).status).toBe(200);
	});

	test('garbage, unknown methods and failed tokens cost the address too', async () => {
		await using server = await startTestServer({
			clock: createVirtualClock(NOW_MS, undefined, 0),
			rateLimits: { public: { perSecond: 1, burst: 4 } },
		});
		await post(server.url, 'garbage');
		await post(server.url, { jsonrpc: '2.0', method: 'nope', id: 1 });
		await post(server.url, 17);
		const portfolio = { jsonrpc: '2.0', method: 'portfolio_live', id: 1 };
		expect((await post(server.url, portfolio, server.tokens.unknown)).status).toBe(401);
		expect((await post(server.url, portfolio, server.tokens.unknown)).status).toBe(429);
		expect((await post(server.url, 'garbage')).status).toBe(429);
		// A call with a valid token is charged to the token, not to the address, whose credits are used up.
		expect((await post(server.url, portfolio, server.tokens.full)).status).toBe(200);
	});

	test('a call outside the token’s scope costs a read credit, alone and in a batch', async () => {
		await using server = await startTestServer({
			clock: createVirtualClock(NOW_MS, undefined, 0),
			rateLimits: { read: { perSecond: 1, burst: 3 } },
		});
		const execute = { jsonrpc: '2.0', method: 'execute_opportunity', params: {} };
		const one = await post(server.url, { ...execute, id: 1 }, server.tokens.read);
		expect([one.status, one.headers.ratelimit]).toEqual([403, '"read";r=2;t=1']);
		const batch = [1, 2, 3].map((id) => ({ ...execute, id }));
		const answer = await post(server.url, batch, server.tokens.read);
		expect(JSON.parse(answer.body).map((entry: { error: { code: number } }) => entry.error.code)).toEqual([
			403, 403, 429,
		]);
	});

	test('refused notifications leave no log line', async () => {
		await using server = await startTestServer({
			clock: createVirtualClock(NOW_MS, undefined, 0),
			rateLimits: { public: { perSecond: 1, burst: 2 } },
		});
		const batch = Array.from({ length: 50 }, () => ({ jsonrpc: '2.0', method: 'test' }));
		await post(server.url, batch);
		await post(server.url, batch);
		expect(server.log.filter(({ level }) => level !== 'debug')).toEqual([]);
	});

	const CREDITS = { perSecond: 1, burst: 2 };
	const codeOf = async (answer: Promise<{ readonly body: string }>): Promise<number | undefined> =>
		(JSON.parse((await answer).body) as { error?: { code: number } }).error?.code;

	test('all tokens and agents of a user share separate trading credits; each entry of a batch costs one', async () => {
		await using server = await startTestServer({
			clock: createVirtualClock(NOW_MS, undefined, 0),
			rateLimits: { trade: CREDITS },
		});
		const resume = { jsonrpc: '2.0', method: 'resume_trading', params: { nothing: 1 } };
		const batch = [1, 2, 3].map((id) => ({ ...resume, id }));
		const answer = await post(server.url, batch, server.tokens.full);
		expect(answer.status).toBe(200);
		const codes = JSON.parse(answer.body).map((entry: { error: { code: number } }) => entry.error.code);
		expect(codes).toEqual([-32602, -32602, 429]);
		for (const token of [server.tokens.full, server.tokens.trade, server.tokens.agent])
			expect(await codeOf(post(server.url, { ...resume, id: 1 }, token))).toBe(429);
		expect(await codeOf(post(server.url, { ...resume, id: 1 }, server.tokens['other-user']))).toBe(-32602);
		const portfolio = { jsonrpc: '2.0', method: 'portfolio_live', id: 1 };
		expect(await codeOf(post(server.url, portfolio, server.tokens.full))).toBeUndefined();
	});

	test.each(['halt_trading', 'close_execution', 'cancel_execution', 'stop_agent'])(
		'%s depends neither on other credits of its user nor on credits of another token',
		async (method) => {
			await using server = await startTestServer({
				clock: createVirtualClock(NOW_MS, undefined, 0),
				rateLimits: { public: CREDITS, read: CREDITS, trade: CREDITS, stop: CREDITS },
			});
			for (const spent of ['test', 'portfolio_live', 'resume_trading'])
				for (let id = 1; id <= CREDITS.burst + 1; id += 1) {
					await post(server.url, { jsonrpc: '2.0', method: spent, params: {}, id });
					await post(server.url, { jsonrpc: '2.0', method: spent, params: {}, id }, server.tokens.manage);
				}
			const stop = { jsonrpc: '2.0', method, params: { nothing: 1 }, id: 1 };
			const asked = async (token: string | undefined) => codeOf(post(server.url, stop, token));
			const codes = [];
			for (let id = 1; id <= CREDITS.burst + 1; id += 1) codes.push(await asked(server.tokens.manage));
			expect(codes).toEqual([-32602, -32602, 429]);
			expect(await asked(server.tokens.full)).not.toBe(429);
		},
	);

	test('close previews draw on trading credits and leave the credits of closes alone', async () => {
		await using server = await startTestServer({
			clock: createVirtualClock(NOW_MS, undefined, 0),
			rateLimits: { trade: CREDITS, stop: CREDITS },
		});
		const close = (params: object) =>
			codeOf(
				post(server.url, { jsonrpc: '2.0', method: 'close_execution', params, id: 1 }, server.tokens.manage),
			);
		const codes = [];
		for (let id = 1; id <= CREDITS.burst + 1; id += 1)
			codes.push(await close({ execution_id: 'exec_none', preview: true }));
		expect(codes).toEqual([-32602, -32602, 429]);
		expect(await close({ execution_id: 'exec_none' })).toBe(-32602);
	});

	test('resuming a pot draws on trading credits and leaves the credits of pauses alone', async () => {
		await using server = await startTestServer({
			clock: createVirtualClock(NOW_MS, undefined, 0),
			rateLimits: { trade: CREDITS, stop: CREDITS },
		});
		const pause = (params: object) =>
			codeOf(
				post(server.url, { jsonrpc: '2.0', method: 'autopilot_pause', params, id: 1 }, server.tokens.manage),
			);
		const codes = [];
		for (let id = 1; id <= CREDITS.burst + 1; id += 1)
			codes.push(await pause({ pot_id: 'pot_none', paused: false }));
		expect(codes).toEqual([-32602, -32602, 429]);
		expect(await pause({ pot_id: 'pot_none' })).toBe(-32602);
	});

	test('a valid token pays for public methods, sums and upgrades, independent of its address’s credits', async () => {
		await using server = await startTestServer({
			clock: createVirtualClock(NOW_MS, undefined, 0),
			rateLimits: { public: CREDITS },
		});
		for (let id = 1; id <= CREDITS.burst; id += 1) await post(server.url, TEST_CALL);
		const tvl = (token?: string) =>
			send(server.url, {
				method: 'GET',
				path: '/metrics/tvl',
				headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
			});
		expect([(await post(server.url, TEST_CALL)).status, (await tvl()).status]).toEqual([429, 429]);
		await expect(openStream(server.url)).rejects.toThrow('429');
		expect((await post(server.url, TEST_CALL, server.tokens.unknown)).status).toBe(429);
		expect((await post(server.url, TEST_CALL, server.tokens.full)).status).toBe(200);
		expect((await tvl(server.tokens.full)).status).toBe(200);
		// The user's other tokens use up the same credits; another user's tokens have their own.
		expect((await post(server.url, TEST_CALL, server.tokens.read)).status).toBe(429);
		await using stream = await openStream(server.url, {
			headers: { authorization: `Bearer ${server.tokens['other-user']}` },
		});
		expect(await stream.call('test', {})).toMatchObject({ result: { status: 'ok' } });
		expect(await stream.call('test', {})).toMatchObject({ error: { code: 429 } });
	});

	test('authenticate over a WebSocket costs the token a credit, or the address if the token is invalid', async () => {
		await using server = await startTestServer({
			clock: createVirtualClock(NOW_MS, undefined, 0),
			rateLimits: { public: { perSecond: 1, burst: 3 } },
		});
		await using stream = await openStream(server.url);
		const authenticate = (token: string | undefined) => stream.call('authenticate', { token });
		expect(await authenticate(server.tokens.unknown)).toMatchObject({ error: { code: 401 } });
		expect(await stream.call('authenticate', {})).toMatchObject({ error: { code: -32602 } });
		expect(await authenticate(server.tokens.unknown)).toMatchObject({ error: { code: 429 } });
		expect(await authenticate(server.tokens.full)).toMatchObject({ result: { agent_id: null } });
		expect(await stream.call('test', {})).toMatchObject({ result: { status: 'ok' } });
		expect(await stream.call('test', {})).toMatchObject({ result: { status: 'ok' } });
		expect(await stream.call('test', {})).toMatchObject({ error: { code: 429 } });
	});

	test.each([
		[
			'a fetch by another site',
			{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'empty' },
		],
		[
			'an image on another port',
			{ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
		],
		[
			'a frame on another site',
			{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
		],
	])('%s is refused and costs nothing', async (_what, headers) => {
		await using server = await startTestServer({
			clock: createVirtualClock(NOW_MS, undefined, 0),
			rateLimits: { public: CREDITS },
		});
		for (let time = 0; time < 5; time += 1) {
			const answer = await send(server.url, { method: 'GET', path: '/metrics/tvl', headers });
			expect([answer.status, JSON.parse(answer.body).error.data.code]).toEqual([403, 'ORIGIN_NOT_ALLOWED']);
		}
		expect((await post(server.url, TEST_CALL)).headers.ratelimit).toBe('"public";r=1;t=1');
	});
});
