import { expect, test } from 'vitest';
import { executionView, handBook, opportunityOf } from './in-memory-feeds.ts';
import { inMemoryServices } from './in-memory-services.ts';
import { NOW_MS } from './in-memory-trading.ts';
import { fold, openStream } from './stream-client.ts';
import { clockAtRecords, post, startTestServer } from './test-server.ts';

const book = () => handBook(inMemoryServices(clockAtRecords, undefined as never).opportunities);
const oppOf = (digit: string) => `opp_${digit.repeat(24)}`;

test('opportunities: sends a snapshot, then changes in order without gaps', async () => {
	const opportunities = book();
	opportunities.show([opportunityOf(oppOf('a'), 1), opportunityOf(oppOf('b'), 2)]);
	await using server = await startTestServer({ services: { opportunities } });
	await using client = await openStream(server.url);

	const { subscription, channel, resumed } = await client.subscribe('opportunities.kucoin-bybit', {
		limit: 5,
	});
	expect({ channel, resumed }).toEqual({ channel: 'opportunities.bybit-kucoin', resumed: false });
	await client.until(() => client.notified.length === 1);
	expect(client.notified[0]).toMatchObject({ subscription, seq: 1, type: 'snapshot' });
	const { result } = JSON.parse(
		(await post(server.url, { jsonrpc: '2.0', id: 1, method: 'get_opportunities', params: { limit: 5 } }))
			.body,
	);
	expect(client.notified[0]?.result).toEqual(result);

	opportunities.show([opportunityOf(oppOf('b'), 3), opportunityOf(oppOf('c'), 4)]);
	await client.until(() => client.notified.length === 2);
	const change = client.notified[1];
	expect(change).toMatchObject({ seq: 2, type: 'change' });
	expect(change?.result.removed).toEqual([oppOf('a')]);
	expect(change?.result.order).toEqual([oppOf('b'), oppOf('c')]);
	expect(change?.result.data).toHaveLength(2);
	expect(fold(client.notified, subscription)).toMatchObject({ data: [{ apr: 3 }, { apr: 4 }] });
});

test('opportunities: a later page is as live as the first and shifts when earlier rows change', async () => {
	const opportunities = book();
	opportunities.show(['a', 'b', 'c', 'd', 'e'].map((digit, at) => opportunityOf(oppOf(digit), at)));
	await using server = await startTestServer({ services: { opportunities } });
	await using client = await openStream(server.url);
	const { subscription } = await client.subscribe('opportunities', { limit: 2, page: 2 });
	await client.until(() => client.notified.length === 1);
	expect(client.notified[0]?.result).toMatchObject({
		data: [{ opportunity_id: oppOf('c') }, { opportunity_id: oppOf('d') }],
		pagination: { current_page: 2, total_count: 5, total_pages: 3, has_next: true, has_previous: true },
	});

	opportunities.show(['b', 'c', 'd', 'e'].map((digit, at) => opportunityOf(oppOf(digit), at + 1)));
	await client.until(() => client.notified.length === 2);
	expect(client.notified[1]?.result.removed).toEqual([oppOf('c')]);
	expect(fold(client.notified, subscription)).toMatchObject({
		data: [{ opportunity_id: oppOf('d') }, { opportunity_id: oppOf('e') }],
		pagination: { current_page: 2, total_count: 4, has_next: false },
	});

	// Each page has its own state: another subscriber's first page does not change this subscriber's second page.
	const first = await client.subscribe('opportunities', { limit: 2 });
	await client.until(() => client.notified.some((one) => one.subscription === first.subscription));
	expect(fold(client.notified, first.subscription)).toMatchObject({
		data: [{ opportunity_id: oppOf('b') }, { opportunity_id: oppOf('c') }],
	});
});

test('sends no change when only the age of a record grows', async () => {
	const opportunities = book();
	opportunities.show([opportunityOf(oppOf('a'), 1)]);
	await using server = await startTestServer({ services: { opportunities } });
	await using client = await openStream(server.url);
	await client.subscribe('opportunities');
	await client.until(() => client.notified.length === 1);
	// Each new list makes the record older.
	opportunities.show([opportunityOf(oppOf('a'), 1)]);
	opportunities.show([opportunityOf(oppOf('a'), 1)]);
	const other = await client.subscribe('opportunities', { limit: 1 });
	await client.until(() => client.notified.some(({ subscription }) => subscription === other.subscription));
	opportunities.show([opportunityOf(oppOf('a'), 2)]);
	await client.until(
		() => client.notified.filter(({ subscription }) => subscription === 'sub_1').length === 2,
	);
	expect(client.notified.filter(({ subscription }) => subscription === 'sub_1')[1]).toMatchObject({
		seq: 2,
		result: { data: [{ apr: 2 }] },
	});
});

test('one opportunity: streams until it is gone, then ends with the code of the method', async () => {
	const opportunities = book();
	opportunities.show([opportunityOf(oppOf('a'), 1)]);
	await using server = await startTestServer({ services: { opportunities } });
	await using client = await openStream(server.url);
	await client.subscribe(`opportunity.${oppOf('a')}`);
	await client.until(() => client.notified.length === 1);
	opportunities.show([opportunityOf(oppOf('a'), 5)]);
	await client.until(() => client.notified.length === 2);
	opportunities.show([]);
	await client.until(() => client.notified.length === 3);
	expect(client.notified.map(({ type, seq }) => [type, seq])).toEqual([
		['snapshot', 1],
		['change', 2],
		['end', 3],
	]);
	expect(client.notified[2]?.result).toMatchObject({ code: 'OPPORTUNITY_EXPIRED', retryable: false });
	const again = await client.call('subscribe', { channel: `opportunity.${oppOf('a')}` });
	expect(again.error?.data.code).toBe('OPPORTUNITY_EXPIRED');
	const gone = await client.call('unsubscribe', { subscription: 'sub_1' });
	expect(gone.error?.data.code).toBe('UNKNOWN_SUBSCRIPTION');
});

test('executions: sends each commit of the user as it happens, in the form of get_execution', async () => {
	await using server = await startTestServer();
	await using client = await openStream(server.url, { token: server.tokens.read });
	const annId = (await server.authority.verify(server.tokens.read ?? ''))?.caller.userId ?? '';
	server.feeds.executions.put(annId, executionView('exec_1', 'opening', 0));
	server.feeds.executions.put('user_other', executionView('exec_2', 'opening', 0));
	const { subscription } = await client.subscribe('executions');
	await client.until(() => client.notified.length === 1);
	expect(client.notified[0]?.result.executions).toMatchObject([{ execution: { id: 'exec_1' } }]);
	server.feeds.executions.put(annId, executionView('exec_1', 'running', 1));
	await client.until(() => client.notified.length === 2);
	server.feeds.executions.put(annId, executionView('exec_3', 'opening', 0));
	await client.until(() => client.notified.length === 3);
	expect(fold(client.notified, subscription)).toMatchObject({
		executions: [
			{ execution: { id: 'exec_1', status: 'running' }, events_total: 2, events: [{ seq: 1 }] },
			{ execution: { id: 'exec_3' } },
		],
	});
});

test('portfolio and pair_status send the results of their methods; alerts arrive when raised', async () => {
	await using server = await startTestServer();
	await using client = await openStream(server.url, { token: server.tokens.full });
	await client.subscribe('portfolio');
	await client.subscribe('pair_status.kucoin-bybit');
	await client.subscribe('alerts');
	await client.until(() => client.notified.length === 3);
	const live = await client.call('portfolio_live');
	const status = await client.call('check_pair_status', { exchangepair: 'bybit-kucoin' });
	const of = (name: string) => client.notified.find(({ channel }) => channel.startsWith(name))?.result;
	expect(of('portfolio')).toEqual(live.result);
	expect(of('pair_status')).toEqual(status.result);
	expect(of('alerts')).toEqual({ alerts: [] });

	const halted = client.notified.length;
	await client.call('halt_trading', {});
	const since = (name: string) => client.notified.slice(halted).find(({ channel }) => channel === name);
	await client.until(
		() => since('portfolio') !== undefined && since('pair_status.bybit-kucoin') !== undefined,
	);
	expect(since('pair_status.bybit-kucoin')).toMatchObject({ result: { active: false } });
	expect(since('portfolio')?.result.halts).toMatchObject([
		{ scope: 'user', exchange: null, close_all: false },
	]);

	const caller = (await server.authority.verify(server.tokens.full ?? ''))?.caller;
	server.feeds.alerts.raise({
		alertId: 'alert_1',
		userId: caller?.userId ?? '',
		kind: 'unhedged',
		severity: 'critical',
		raisedAt: NOW_MS,
		message: 'One leg is unhedged.',
		executionId: null,
		exchange: 'bybit',
		facts: { unhedged_usd: 12.5 },
	});
	await client.until(() => client.notified.at(-1)?.channel === 'alerts');
	expect(client.notified.at(-1)?.result).toMatchObject({
		alerts: [{ alert_id: 'alert_1' }],
		order: ['alert_1'],
	});
});

test('heartbeat: sends the time at the requested interval', async () => {
	await using server = await startTestServer();
	await using client = await openStream(server.url);
	await client.subscribe('heartbeat', { interval_seconds: 1 });
	await client.until(() => client.notified.length === 1);
	expect(client.notified[0]?.result).toEqual({ time: new Date(NOW_MS).toISOString() });
});
