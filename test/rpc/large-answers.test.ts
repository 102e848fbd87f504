/** Tests the limits on the bytes that one caller can make the service write and hold. */
import { describe, expect, test } from 'vitest';
import type { HttpOptions } from '../../src/api/http/server.ts';
import { createVirtualClock } from '../../src/runtime/virtual-clock.ts';
import { NOW_MS } from './in-memory-trading.ts';
import { rawCall, rawConnection } from './raw-connection.ts';
import { openStream } from './stream-client.ts';
import { post, send, startTestServer } from './test-server.ts';

const entries = (count: number, method: string, params: object = {}) =>
	Array.from({ length: count }, (_, id) => ({ jsonrpc: '2.0', method, params, id }));
type Answered = { readonly id: number; readonly error?: { readonly data: { readonly code: string } } };

test('answers a batch of 50 rpc.discover calls with 50 errors', async () => {
	await using server = await startTestServer();
	const { body } = await post(server.url, entries(50, 'rpc.discover'));
	const codes = (JSON.parse(body) as Answered[]).map(({ error }) => error?.data.code);
	expect(codes).toEqual(Array.from({ length: 50 }, () => 'NOT_IN_BATCH'));
	expect(body.length).toBeLessThan(20_000);
});

test('bounds the answers of a batch; each read beyond the bound is an error with its id', async () => {
	const bound = 65_536;
	await using server = await startTestServer({ rpc: { batchAnswerBytesMax: bound } });
	const one = await post(server.url, { jsonrpc: '2.0', method: 'get_opportunities', id: 1 });
	const fit = Math.floor(bound / one.body.length);
	expect(fit).toBeGreaterThan(0);
	const { status, body } = await post(server.url, entries(50, 'get_opportunities'));
	const answers = JSON.parse(body) as Answered[];
	expect(status).toBe(200);
	expect(answers.map(({ id }) => id).sort((a, b) => a - b)).toEqual(entries(50, '').map(({ id }) => id));
	const refused = answers.filter(({ error }) => error !== undefined);
	expect(new Set(refused.map(({ error }) => error?.data.code))).toEqual(new Set(['NOT_IN_BATCH']));
	expect(Math.abs(answers.length - refused.length - fit)).toBeLessThanOrEqual(1);
	expect(body.length).toBeLessThan(bound + 50 * 500);
});

test('always answers state-changing calls with their result, however full the batch is', async () => {
	await using server = await startTestServer({ rpc: { batchAnswerBytesMax: 65_536 } });
	const batch = [
		...entries(49, 'get_opportunities'),
		{
			jsonrpc: '2.0',
			method: 'create_agent',
			params: { name: 'late', scopes: ['arb:read'], caps: {} },
			id: 'agent',
		},
	];
	const { body } = await post(server.url, batch, server.tokens.manage);
	const answers = JSON.parse(body) as (Omit<Answered, 'id'> & {
		readonly id: unknown;
		readonly result?: { readonly agent_key?: string };
	})[];
	expect(answers.some(({ error }) => error?.data.code === 'NOT_IN_BATCH')).toBe(true);
	expect(answers.find(({ id }) => id === 'agent')?.result?.agent_key).toMatch(/^arbk_/);
});

describe('unread answers', () => {
	const MB = 1_048_576;
	/** Larger than the socket buffers on both sides together. */
	const LARGE = Buffer.alloc(32 * MB, 'a');
	const GET_LARGE = 'GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n';

	async function largeServer(bounds: Partial<HttpOptions>) {
		const answered: (() => void)[] = [];
		const server = await startTestServer({
			server: bounds,
			routes: {
				allowed: new Map([['/large', 'GET']]),
				add: (app) =>
					app.get('/large', async (_request, reply) => {
						reply.raw.once('prefinish', () => answered.shift()?.());
						return LARGE;
					}),
			},
		});
		/**
		 * Sends a request on a connection whose client reads nothing. Resolves once the server has written the whole
		 * response to its buffers.
		 */
		async function askAndLeave(): Promise<ReturnType<typeof rawConnection>> {
			const raw = rawConnection(server);
			raw.socket.pause();
			const isAnswered = new Promise<void>((resolve) => answered.push(resolve));
			raw.socket.write(GET_LARGE);
			await isAnswered;
			return raw;
		}
		return { server, askAndLeave };
	}

	/** Resumes reading the connection until it closes, and returns the total number of bytes received. */
	async function takenBy(raw: ReturnType<typeof rawConnection>): Promise<number> {
		raw.socket.resume();
		raw.socket.end();
		return (await raw.closed).length;
	}

	test.each([
		['of one address', { unsentBytesPerAddressMax: 80 * MB }],
		['of all', { unsentBytesMax: 80 * MB }],
	])('%s stay within the bound: the slowest reader is disconnected', async (_what, bounds) => {
		const { server, askAndLeave } = await largeServer(bounds);
		await using _server = server;
		const left = [];
		for (let count = 0; count < 5; count += 1) left.push(await askAndLeave());
		const readers = await Promise.all(left.map(takenBy));
		expect(readers.map((bytes) => bytes > LARGE.length)).toEqual([false, false, false, true, true]);
		expect((await send(server.url, { method: 'GET', path: '/large' })).body).toHaveLength(LARGE.length);
		expect(server.log.filter(({ level }) => level === 'warn')).toHaveLength(1);
	});

	test('count for pipelined requests on one connection', async () => {
		const clock = createVirtualClock(NOW_MS, undefined, 0);
		await using server = await startTestServer({ clock, server: { unsentBytesPerAddressMax: 2 * MB } });
		const one = await post(server.url, { jsonrpc: '2.0', method: 'rpc.discover', id: 1 });
		const raw = rawConnection(server);
		raw.socket.pause();
		const count = Math.ceil((16 * MB) / one.body.length);
		raw.socket.write(rawCall('rpc.discover', {}).repeat(count));
		await using stream = await openStream(server.url);
		expect(await stream.call('test', {})).toMatchObject({ result: { status: 'ok' } });
		clock.advanceTo(clock.now() + 1_000);
		expect(await takenBy(raw)).toBeLessThan(count * one.body.length);
		expect(await stream.call('test', {})).toMatchObject({ result: { status: 'ok' } });
	});
});
