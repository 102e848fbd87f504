/** Tests the service's status, and access to totals across all users. */
import { describe, expect, test } from 'vitest';
import { inMemoryWatch } from './in-memory-watch.ts';
import { openStream, type RpcAnswer } from './stream-client.ts';
import { clockAtRecords, post, startTestServer, type TestServer } from './test-server.ts';

const CALL = { jsonrpc: '2.0', id: 1, method: 'service_status', params: {} };

async function statusBy(server: TestServer, token?: string) {
	const { status, body } = await post(server.url, CALL, token);
	expect(status).toBe(200);
	return JSON.parse(body).result;
}

function withoutPublicSums() {
	return startTestServer({ services: { watch: inMemoryWatch(clockAtRecords, false) } });
}

describe('to everybody', () => {
	test('reports each exchange from the metrics, with the reason when it is down', async () => {
		await using server = await startTestServer();
		const { venues, ready, not_ready, rehearsal, trading_mode } = await statusBy(server);
		expect({ ready, rehearsal, trading_mode }).toEqual({
			ready: false,
			rehearsal: false,
			trading_mode: 'simulated',
		});
		expect(not_ready).toEqual(['kucoin is down: it has not answered for 20000 ms.']);
		expect(venues).toMatchObject([
			{
				exchange: 'bybit',
				name: 'Bybit',
				market_data: 'fresh',
				reason: null,
				books: { in_step: 2, wanted: 3 },
				ticker_age_ms: { median: 200, oldest: 412 },
				feed: { gaps: 3, resyncs: 3, reconnects: 1, ticker_messages: null },
				history: { none: 1, month: 0, whole: 2, failing: 1 },
				ban_left_ms: 0,
			},
			{
				exchange: 'kucoin',
				name: 'KuCoin',
				market_data: 'down',
				reason: 'Cannot read the list of contracts from KuCoin: it did not answer in time.',
				data_age_ms: null,
				ticker_age_ms: { median: null, oldest: null },
				feed: null,
				bans: 1,
				ban_left_ms: 30_000,
				requests: { total: { answered: 0, failed: 1 } },
			},
		]);
	});

	test('counts each unhedged period in one bucket, and the last bucket is unbounded', async () => {
		await using server = await startTestServer();
		const { unhedged_seconds: of, executions } = await statusBy(server);
		expect(of.open.count).toBe(2);
		expect(of.open.buckets.filter(({ count }: { count: number }) => count > 0)).toEqual([
			{ above_seconds: 0.025, up_to_seconds: 0.05, count: 1 },
			{ above_seconds: 60, up_to_seconds: null, count: 1 },
		]);
		expect(of.close).toMatchObject({ count: 0, sum_seconds: 0 });
		expect(executions).toMatchObject({ running: 1, begun: 1, closed: 0, failed: 0, unknown_orders: 0 });
	});

	test('gives each limit with value, unit and sentence', async () => {
		await using server = await startTestServer();
		const { limits } = await statusBy(server);
		expect(limits).toEqual([
			{
				name: 'execution.leverageMax',
				value: 5,
				unit: 'times',
				meaning: 'Highest leverage of a leg.',
			},
		]);
	});
});

describe('kill switches', () => {
	test('shows halts of the service and of an exchange, but not a user’s own halt', async () => {
		await using server = await startTestServer();
		const { switches } = server.services;
		const by = 'operator';
		await switches.halt({ target: { scope: 'service' }, reason: 'moving house', by, closeAll: false });
		await switches.halt({
			target: { scope: 'exchange', venue: 'kucoin' },
			reason: null,
			by,
			closeAll: false,
		});
		const before = await statusBy(server);
		expect(before.halt).toEqual({ since: '2026-11-20T08:00:00.000Z', reason: 'moving house' });
		expect(before.venues.map(({ halt }: { halt: unknown }) => halt)).toEqual([
			null,
			{ since: '2026-11-20T08:00:00.000Z', reason: null },
		]);
		await switches.resume({ scope: 'service' });
		await switches.halt({ target: { scope: 'user', userId: 'user_1' }, reason: 'mine', by, closeAll: false });
		const after = await statusBy(server);
		expect(after.halt).toBeNull();
		expect(JSON.stringify(after)).not.toContain('mine');
	});
});

describe('where sums are not public', () => {
	test('without a token they are null with a reason, as is the reason of a halt', async () => {
		await using server = await withoutPublicSums();
		const target = { scope: 'service' } as const;
		await server.services.switches.halt({ target, reason: 'moving house', by: 'operator', closeAll: false });
		const { executions, unhedged_seconds, reasons, halt, venues } = await statusBy(server);
		expect({ executions, unhedged_seconds }).toEqual({ executions: null, unhedged_seconds: null });
		expect(halt).toEqual({ since: expect.any(String), reason: null });
		expect(reasons).toEqual(
			['executions', 'unhedged_seconds'].map((field) => ({
				field,
				code: 'NOT_SHOWN',
				message: expect.stringContaining('server.publicFigures'),
				sentence: { id: 'right.sums_hidden', facts: {} },
			})),
		);
		const classes = venues.map(({ requests }: { requests: { by_class: { class: string }[] } }) =>
			requests.by_class.map((row) => row.class),
		);
		expect(classes).toEqual([
			['market', 'history'],
			['market', 'history'],
		]);
		expect(venues[0].requests.total.answered).toBe(1);
	});

	test('a token with arb:read sees them', async () => {
		await using server = await withoutPublicSums();
		const { executions, reasons, venues } = await statusBy(server, server.tokens.read);
		expect(executions.running).toBe(1);
		expect(reasons).toEqual([]);
		expect(venues[0].requests.total.answered).toBe(2);
	});

	test('a token that is invalid or lacks arb:read counts as none', async () => {
		await using server = await withoutPublicSums();
		for (const name of ['trade', 'connect', 'revoked', 'expired', 'unknown'])
			expect([name, (await statusBy(server, server.tokens[name])).executions]).toEqual([name, null]);
	});

	test('over a WebSocket the connection’s token decides', async () => {
		await using server = await withoutPublicSums();
		await using client = await openStream(server.url, {});
		client.send(JSON.stringify(CALL));
		expect(((await client.answer()) as RpcAnswer).result).toMatchObject({ executions: null });
		const authenticate = {
			jsonrpc: '2.0',
			id: 2,
			method: 'authenticate',
			params: { token: server.tokens.read },
		};
		// The server executes the call only after the earlier `authenticate` message.
		client.send(JSON.stringify(authenticate));
		client.send(JSON.stringify(CALL));
		await client.answer();
		expect(((await client.answer()) as RpcAnswer).result).toMatchObject({ executions: { running: 1 } });
	});

	test('guessing tokens at this method is limited: an invalid token costs its address a credit', async () => {
		await using server = await startTestServer({
			services: { watch: inMemoryWatch(clockAtRecords, false) },
			rateLimits: { public: { perSecond: 0.001, burst: 2 } },
		});
		await statusBy(server, server.tokens.unknown);
		await statusBy(server, server.tokens.unknown);
		expect((await post(server.url, CALL, server.tokens.unknown)).status).toBe(429);
	});
});
