/**
 * Tests that we read the response to an order as the pinned ccxt does. An order without a response fails like a ccxt
 * request: with the same class, message, recorded response and pause, and the same conclusion about the order's
 * outcome.
 */
import { Agent, request as httpRequest } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerOf as bytesOf, openRawExchange, type RawExchange } from '../../test/support/raw-exchange.ts';
import { createVirtualClock, type VirtualClock } from '../runtime/virtual-clock.ts';
import { dialectOf } from './modules.ts';
import { answerOf } from './shared/answers.ts';
import { openAtSite } from './shared/at-site.ts';
import type { CcxtExchange } from './shared/ccxt-exchange.ts';
import { callMethod } from './shared/instance.ts';
import type { BeginRequest } from './shared/order-connections.ts';
import { createOrderSender, type Send } from './shared/order-sender.ts';
import { faultOf, isClockRefusal, isRateLimit, isRefusal, outcomeOfError } from './shared/outcome.ts';
import { retryAfterMs } from './shared/retry-after.ts';

const KEYS = { apiKey: `0x${'1'.repeat(40)}`, secret: `0x${'7f'.repeat(32)}`, passphrase: 'phrase' };

/** An accepted order, refusals with each kind of code, and an error without a code. */
const BODIES: Readonly<Record<string, readonly string[]>> = {
	bybit: [
		'{"retCode":0,"retMsg":"OK","result":{"orderId":"a-1"}}',
		'{"retCode":110007,"retMsg":"ab not enough for new order"}',
		'{"retCode":10002,"retMsg":"timestamp"}',
		'{"retCode":10006,"retMsg":"Too many visits!"}',
		'{"retCode":110072,"retMsg":"OrderLinkedID is duplicate"}',
		'{"retCode":110001,"retMsg":"order not exists or too late to cancel"}',
		'{"retCode":30084,"retMsg":"Isolated not modified"}',
		'{"retMsg":"no code"}',
	],
	binance: [
		'{"orderId":12,"status":"NEW"}',
		'{"orderId":8389765589203482163,"status":"NEW"}',
		'{"code":-2019,"msg":"Margin is insufficient."}',
		'{"code":-1021,"msg":"Timestamp for this request is outside of the recvWindow."}',
		'{"code":-2011,"msg":"Unknown order sent."}',
		'{"code":-5022,"msg":"Post only order will be rejected."}',
		'{"code":-1008,"msg":"Request throttled by system-level protection."}',
		'{"code":-999999,"msg":"never seen"}',
	],
	kucoin: [
		'{"code":"200000","data":{"orderId":"5","clientOid":"6"}}',
		'{"code":"300003","msg":"margin"}',
		'{"code":"400002","msg":"KC-API-TIMESTAMP Invalid"}',
		'{"code":"429000","msg":"Too many requests"}',
		'{"code":"100004","msg":"The order cannot be canceled."}',
		'{"code":"999999","msg":"never seen"}',
	],
	okx: [
		'{"code":"0","data":[{"ordId":"7","sCode":"0"}]}',
		'{"code":"1","data":[{"sCode":"51008","sMsg":"Insufficient balance"}],"msg":"All operations failed"}',
		'{"code":"1","data":[{"sCode":"51400","sMsg":"Cancellation failed as the order does not exist."}]}',
		'{"code":"50102","data":[],"msg":"Timestamp request expired"}',
		'{"code":"50011","data":[],"msg":"Rate limit reached."}',
		'{"code":"1","data":[{"sCode":"99999","sMsg":"never seen"}]}',
	],
	hyperliquid: [
		'{"status":"ok","response":{"type":"order","data":{"statuses":[{"resting":{"oid":77738308}}]}}}',
		'{"status":"ok","response":{"type":"order","data":{"statuses":[{"error":"Insufficient margin to place order. asset=4"}]}}}',
		'{"status":"ok","response":{"type":"cancel","data":{"statuses":["success"]}}}',
		'{"status":"ok","response":{"type":"cancel","data":{"statuses":[{"error":"Order was never placed, already canceled, or filled."}]}}}',
		'{"status":"err","response":"Too many cumulative requests sent (1 > 0)"}',
		'{"status":"err","response":"never seen"}',
	],
};

const JSON_TYPE = { 'content-type': 'application/json' };
const DELAYS = { 'retry-after': '7', 'gw-ratelimit-reset': '1234', ...JSON_TYPE };
const HTML = '<html>Bad Gateway</html>';
const STATUSES = [
	'400 Bad Request',
	'401 Unauthorized',
	'403 Forbidden',
	'418 I am a teapot',
	'429 Too Many Requests',
	'500 Internal Server Error',
	'503 Service Unavailable',
];

const oneConnection = (): Agent => new Agent({ keepAlive: true, maxSockets: 1 });

const beginOn =
	(agent: Agent, port: number): BeginRequest =>
	(head) =>
		httpRequest({ ...head, agent, hostname: '127.0.0.1', port });

describe.each(Object.entries(BODIES))('%s', (venue, bodies) => {
	const dialect = dialectOf(venue, false, KEYS);
	const agent = oneConnection();
	let server: RawExchange;
	let exchange: CcxtExchange;
	let clock: VirtualClock;
	let send: Send;

	beforeAll(async () => {
		server = await openRawExchange();
		const redirect = { port: server.port };
		clock = createVirtualClock(Date.now());
		exchange = await openAtSite(dialect, { redirect }, KEYS);
		send = createOrderSender({
			dialect,
			redirect,
			credentials: KEYS,
			clock,
			offsetMs: () => 0,
			use: (request) => request(beginOn(agent, server.port)),
		});
	});

	afterAll(async () => {
		await exchange.close();
		agent.destroy();
		await server[Symbol.asyncDispose]();
	});

	const PARAMS = { symbol: 'BTCUSDT', action: { type: 'order' }, lifetimeMs: 1_000 };

	/**
	 * Returns the parts of an outcome that decisions or messages depend on. Some tests leave out `message`, because
	 * ccxt's message contains the signature in some URLs.
	 */
	async function cameOf(request: Promise<unknown>): Promise<unknown> {
		try {
			return { resolved: await request };
		} catch (error) {
			const { errors } = dialect;
			// Cut ccxt's note that it follows no redirects.
			const message = (error as Error).message.replace(/ \(HTTP 302, .+\)$/, ' (HTTP 302)');
			return {
				name: (error as Error).constructor.name,
				message,
				answer: answerOf(error),
				retryAfterMs: retryAfterMs(error),
				outcomes: ['IOC', 'postOnly'].map((life) => {
					const { kind, ...more } = outcomeOfError(error, errors, life as 'IOC');
					return [kind, 'code' in more ? more.code : '', 'passing' in more ? more.passing : ''];
				}),
				reads: [isRefusal(error, errors), isRateLimit(error, errors), isClockRefusal(error, errors)],
				fault: faultOf(error),
			};
		}
	}

	const byCcxt = (): Promise<unknown> => cameOf(callMethod(exchange, dialect.orderMethod, PARAMS));
	const byUs = (): Promise<unknown> => cameOf(send(exchange, dialect.orderMethod, PARAMS));

	async function expectSame(answer: RawExchange['answer']): Promise<unknown> {
		server.answer = answer;
		const ours = await byUs();
		expect(ours).toEqual(await byCcxt());
		return ours;
	}

	test.each(bodies)('%s reads as in ccxt', async (body) => {
		await expectSame(bytesOf('200 OK', body));
		await expectSame(bytesOf('400 Bad Request', body, DELAYS));
		await expectSame(bytesOf('503 Service Unavailable', body, DELAYS));
	});

	test.each(STATUSES)('HTTP %s without JSON or without a body reads as in ccxt', async (status) => {
		await expectSame(bytesOf(status, HTML, { 'content-type': 'text/html', 'retry-after': '3' }));
		await expectSame(bytesOf(status, '', {}));
	});

	test('does not follow a redirect', async () => {
		const headers = { location: 'https://elsewhere.test/' };
		expect(await expectSame(bytesOf('302 Found', HTML, headers))).toMatchObject({ name: 'NetworkError' });
	});

	test.each([
		['gzip', gzipSync],
		['br', brotliCompressSync],
		['deflate', deflateSync],
	] as const)('a compressed answer (%s)', async (encoding, compress) => {
		const [taken = ''] = bodies;
		const answer = bytesOf('200 OK', compress(taken), { ...JSON_TYPE, 'content-encoding': encoding });
		expect(await expectSame(answer)).toEqual({ resolved: JSON.parse(taken) });
	});

	test('a connection lost before the answer proves nothing', async () => {
		server.answer = 'drop';
		const [ours, ccxts] = [await byUs(), await byCcxt()] as Record<'message' | 'fault', unknown>[];
		const { message: _, fault, ...same } = ours ?? {};
		expect(same).toEqual({ ...ccxts, message: undefined, fault: undefined });
		// ccxt's message for a lost connection, "other side closed", names no cause that we classify.
		expect(fault).toEqual({ fault: 'unreachable', connection: 'lost' });
		expect(same).toMatchObject({
			name: 'NetworkError',
			outcomes: [
				['unknown', '', ''],
				['unknown', '', ''],
			],
		});
	});

	test('a timeout proves nothing', async () => {
		server.answer = 'silent';
		const before = server.requests.length;
		const ours = byUs();
		await expect.poll(() => server.requests.length).toBe(before + 1);
		clock.leap(clock.now() + 5_000);
		await clock.advance(clock.now());
		// Expect the message of ccxt 4.5.84. Its real timeout would take five seconds here.
		const { ccxtClass, sites } = dialect.facts;
		const [, path = ''] = /^POST (\S+)/.exec(server.requests.at(-1) ?? '') ?? [];
		expect(await ours).toMatchObject({
			name: 'RequestTimeout',
			message: `${ccxtClass} POST ${sites.main.rest}${path} request timed out (5000 ms)`,
			answer: undefined,
			fault: { fault: 'timeout' },
			outcomes: [
				['unknown', '', ''],
				['unknown', '', ''],
			],
		});
	});

	test('a refused connection proves that nothing was sent', async () => {
		const closed = { redirect: { port: 1 } };
		const there = await openAtSite(dialect, closed, KEYS);
		const sendThere = createOrderSender({
			...closed,
			dialect,
			credentials: KEYS,
			clock,
			offsetMs: () => 0,
			use: (request) => request(beginOn(agent, 1)),
		});
		const ours = await cameOf(sendThere(there, dialect.orderMethod, PARAMS));
		expect(ours).toEqual(await cameOf(callMethod(there, dialect.orderMethod, PARAMS)));
		expect(ours).toMatchObject({
			outcomes: [
				['rejected', 'NOT_SENT', true],
				['rejected', 'NOT_SENT', true],
			],
		});
		await there.close();
	});

	test('a request that waits too long for a connection is never written', async () => {
		server.answer = 'silent';
		const before = server.requests.length;
		const busy = byUs();
		await expect.poll(() => server.requests.length).toBe(before + 1);
		const waiting = byUs();
		await expect.poll(() => clock.waiting()).toBe(2);
		clock.leap(clock.now() + 5_000);
		while (await clock.advance(clock.now()));
		for (const late of [await busy, await waiting]) expect(late).toMatchObject({ name: 'RequestTimeout' });
		server.answer = bytesOf('200 OK', bodies[0] ?? '');
		expect(await byUs()).toHaveProperty('resolved');
		expect(server.requests.length).toBe(before + 2);
	});

	test('both legs of an execution are signed before the first write, and written within one turn of the event loop', async () => {
		server.answer = bytesOf('200 OK', bodies[0] ?? '');
		const agents = [oneConnection(), oneConnection()];
		let next = 0;
		let signed = 0;
		const signedAtWrite: number[] = [];
		const signedRequests = Object.fromEntries(
			Object.entries(dialect.signedRequests).map(([name, sign]) => [
				name,
				(...request: Parameters<typeof sign>) => {
					signed += 1;
					return sign(...request);
				},
			]),
		);
		const sendLeg = createOrderSender({
			dialect: { ...dialect, signedRequests },
			redirect: { port: server.port },
			credentials: KEYS,
			clock,
			offsetMs: () => 0,
			use: (send) => {
				const begin = beginOn(agents[next++ % agents.length] as Agent, server.port);
				// The writes go to the agent's socket, so this event marks the first write.
				return send((head) => begin(head).once('socket', () => void signedAtWrite.push(signed)));
			},
		});
		const pair = () => [1, 2].map(() => sendLeg(exchange, dialect.orderMethod, PARAMS));
		// The first two requests open the connections.
		await Promise.all(pair());
		signed = 0;
		signedAtWrite.length = 0;
		const legs = pair();
		expect([signed, signedAtWrite]).toEqual([2, []]);
		await new Promise<void>((resolve) => process.nextTick(resolve));
		expect(signedAtWrite).toEqual([2, 2]);
		await Promise.all(legs);
		for (const one of agents) one.destroy();
	});

	test('sends nothing with an incomplete key', async () => {
		const without = await openAtSite(dialect, { redirect: { port: server.port } }, { ...KEYS, secret: '' });
		const before = server.requests.length;
		await expect(send(without, dialect.orderMethod, PARAMS)).rejects.toThrow(
			/requires "(?:secret|privateKey)" credential/,
		);
		await expect(send(exchange, 'publicGetTime', {})).rejects.toThrow(
			`The module of ${venue} cannot sign publicGetTime.`,
		);
		expect(server.requests.length).toBe(before);
		await without.close();
	});
});
