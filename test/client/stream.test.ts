/**
 * Tests the client's stream against the real server. The stream's folded state must equal the methods' results, even
 * after a broken connection.
 */
import { expect, test } from 'vitest';
import { createClient } from '../../client/client.ts';
import type { Opportunity } from '../../client/methods.ts';
import { connectStream, type StreamState } from '../../client/stream.ts';
import { executionView, handBook, opportunityOf } from '../rpc/in-memory-feeds.ts';
import { inMemoryServices } from '../rpc/in-memory-services.ts';
import { NOW_MS } from '../rpc/in-memory-trading.ts';
import { clockAtRecords, startTestServer } from '../rpc/test-server.ts';

const oppOf = (digit: string) => `opp_${digit.repeat(24)}`;
const book = () => handBook(inMemoryServices(clockAtRecords, undefined as never).opportunities);

/** Removes the age, because the stream does not resend a record if only its age has changed. */
const ageless = ({ age_ms: _, ...record }: Opportunity) => record;

/** Collects the connections, so that a test can break one. */
function breakable() {
	const made: WebSocket[] = [];
	class Kept extends WebSocket {
		constructor(url: string) {
			super(url);
			made.push(this);
		}
	}
	return { made, WebSocket: Kept };
}

test('folds to the answer of get_opportunities after each change and after a broken connection', async () => {
	const opportunities = book();
	opportunities.show([opportunityOf(oppOf('a'), 1), opportunityOf(oppOf('b'), 2)]);
	await using server = await startTestServer({ services: { opportunities } });
	const client = createClient({ url: server.url });
	const { made, WebSocket } = breakable();
	const states: StreamState[] = [];
	const stream = connectStream({ url: server.url, WebSocket, onConnection: (state) => states.push(state) });
	const types: string[] = [];
	const subscription = stream.subscribe(
		'opportunities.kucoin-bybit',
		{ limit: 5 },
		{ onState: (_state, { type }) => types.push(type) },
	);
	const pages = subscription[Symbol.asyncIterator]();
	let horizonHours = 24;
	const expectSame = async () => {
		const { value } = await pages.next();
		// Each call has a different horizon, because the service may cache responses to equal calls. The
		// opportunities in this test ignore the horizon.
		horizonHours += 1;
		const { data } = await client.call('get_opportunities', { limit: 5, horizon_hours: horizonHours });
		expect(value?.data.map(ageless)).toEqual(data.map(ageless));
	};
	await expectSame();
	opportunities.show([opportunityOf(oppOf('b'), 3), opportunityOf(oppOf('c'), 4)]);
	await expectSame();
	made[0]?.close();
	opportunities.show([
		opportunityOf(oppOf('c'), 5),
		opportunityOf(oppOf('b'), 3),
		opportunityOf(oppOf('d'), 6),
	]);
	await expectSame();
	expect(made).toHaveLength(2);
	// The stream resumed from its cursor, so the server resent nothing that the client already had.
	expect(types).toEqual(['snapshot', 'change', 'change']);
	expect(states).toEqual(['open', 'connecting', 'open']);
	await stream.close();
	expect(await pages.next()).toEqual({ done: true, value: undefined });
});

test('serves calls and private channels, and requests a new token when the old one has ended', async () => {
	await using server = await startTestServer();
	const { revoked = '', full = '', read = '' } = server.tokens;
	const stream = connectStream({
		url: server.url,
		token: (refused) => (refused === undefined ? revoked : full),
	});
	expect((await stream.call('test')).status).toBe('ok');
	const seen: string[] = [];
	const executions = stream.subscribe(
		'executions',
		{},
		{
			onState: (state) => seen.push(state.executions.map(({ execution }) => execution.status).join()),
		},
	);
	expect(await executions.ready).toEqual({ executions: [] });
	const loop = executions[Symbol.asyncIterator]();
	await loop.next();
	const { userId = '' } = (await server.authority.verify(full))?.caller ?? {};
	server.feeds.executions.put(userId, executionView('exec_1', 'opening'));
	expect((await loop.next()).value?.executions[0]?.execution).toMatchObject({
		id: 'exec_1',
		status: 'opening',
	});
	server.feeds.alerts.raise({
		alertId: 'alert_1',
		userId,
		kind: 'venue_down',
		severity: 'critical',
		raisedAt: NOW_MS,
		message: 'bybit cannot be read.',
		executionId: null,
		exchange: 'bybit',
		facts: {},
	});
	expect((await stream.subscribe('alerts').ready).alerts).toMatchObject([{ alert_id: 'alert_1' }]);
	const opened = await stream.call('execute_opportunity', {
		opportunity_id: (await stream.call('get_opportunities')).data[0]?.opportunity_id ?? '',
		amount: 1_000,
	});
	expect(opened).toMatchObject({ status: 'queued' });
	await expect(stream.call('opportunity_detail', { opportunity_id: 'opp_none' })).rejects.toMatchObject({
		code: 'UNKNOWN_OPPORTUNITY',
		field: 'opportunity_id',
	});
	await stream.close();

	const reader = connectStream({ url: server.url, token: read });
	await expect(reader.call('close_execution', { execution_id: 'exec_1' })).rejects.toMatchObject({
		code: 'FORBIDDEN',
	});
	await reader.close();
});

test('reports a refused subscription with its code, and keeps the stream open', async () => {
	await using server = await startTestServer();
	const stream = connectStream({ url: server.url });
	await expect(stream.subscribe('portfolio').ready).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
	await expect(stream.subscribe('opportunities.bybit-nowhere').ready).rejects.toMatchObject({
		code: 'UNKNOWN_EXCHANGE_PAIR',
	});
	expect((await stream.subscribe('opportunities').ready).data.length).toBeGreaterThan(0);
	await stream.close();
});
