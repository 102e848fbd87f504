/**
 * Tests what an operator can observe of one trade: its trace, from the call to the requests at the exchanges, and its
 * metrics.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ServiceStatusResult } from '../../client/methods.ts';
import { shrunken, tableFaults } from '../support/metrics-table-faults.ts';
import { type OtlpReceiver, openOtlpReceiver, type ReceivedSpan } from '../support/otlp-receiver.ts';
import { type MetricFamily, readMetricsText, valuesOf } from '../support/prometheus-text.ts';
import { findSecrets } from '../support/secret-search.ts';
import { type Fixture, openFixture, type Service, VENUES } from './fixture.ts';
import { until } from './polling.ts';
import { closeAndEnd, openableOpportunities, quietPortfolio, untilStatus } from './trading.ts';
import { type Opened, postBody, postCall, resultOf } from './wire.ts';

const AMOUNT_USD = 1_500;
const POLL_MS = 100;
/** Minimum wait between two reads of the metrics. The service caches their text for a second. */
const SCRAPE_MS_MIN = 1_100;
const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER_SPAN_ID = '00f067aa0ba902b7';
const CLIENT_KIND = 3;

let receiver: OtlpReceiver;
let fixture: Fixture;
let service: Service;
let token = '';
let executionId = '';
let before: ReadonlyMap<string, MetricFamily>;

beforeAll(async () => {
	receiver = await openOtlpReceiver();
	// With a sampling fraction of 0, the service records only traces that a caller started.
	fixture = openFixture({ tracing: { endpoint: receiver.endpoint, samplingShare: 0 } });
	service = await fixture.serve();
	token = await fixture.token('arb:read arb:trade');
});

afterAll(async () => {
	await fixture[Symbol.asyncDispose]();
	await receiver[Symbol.asyncDispose]();
});

async function scrape(): Promise<{
	readonly text: string;
	readonly families: ReadonlyMap<string, MetricFamily>;
}> {
	const text = await (await fetch(`${service.url}/metrics`)).text();
	return { text, families: readMetricsText(text) };
}

/** Returns the metrics as reported after this call, not from a text cached before it. */
async function nextScrape(): ReturnType<typeof scrape> {
	const begun = performance.now();
	return until({ what: 'a new metrics text', periodMs: POLL_MS }, async () =>
		performance.now() - begun > SCRAPE_MS_MIN ? scrape() : undefined,
	);
}

/**
 * Subscribes to a channel over a WebSocket and waits for the first message. Returns a function that closes the
 * connection.
 */
function subscribed(): Promise<() => void> {
	return new Promise((resolve, reject) => {
		const socket = new WebSocket(`${service.url.replace('http', 'ws')}/jsonrpc/`);
		const params = { channel: `opportunities.${VENUES.join('-')}` };
		socket.addEventListener('error', () => reject(new Error('The WebSocket did not open.')));
		socket.addEventListener('open', () =>
			socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'subscribe', params })),
		);
		socket.addEventListener('message', () => resolve(() => socket.close()), { once: true });
	});
}

function callTraced(method: string, params: object) {
	return postBody(service.url, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), {
		authorization: `Bearer ${token}`,
		traceparent: `00-${TRACE_ID}-${CALLER_SPAN_ID}-01`,
	});
}

test('the trace of one execute_opportunity covers the call, the journal and both exchanges', async () => {
	before = (await scrape()).families;
	const [opportunity] = await openableOpportunities(service, AMOUNT_USD);
	const params = { opportunity_id: opportunity?.opportunity_id, amount: AMOUNT_USD, leverage: 2 };
	executionId = (await resultOf<Opened>(callTraced('execute_opportunity', params))).execution_id;
	await untilStatus(service, token, executionId, ['running']);
	const isOrder = ({ attributes }: ReceivedSpan) => attributes['carrywire.request.class'] === 'order';
	const spans = await until(
		{
			what: 'the spans of both orders',
			periodMs: POLL_MS,
			seen: () =>
				receiver
					.spans()
					.map(({ name }) => name)
					.join(),
		},
		() => {
			const all = receiver.spans();
			const hasCall = all.some(({ name }) => name === 'rpc execute_opportunity');
			return hasCall && all.filter(isOrder).length >= 2 ? all : undefined;
		},
	);
	const byId = new Map(spans.map((span) => [span.spanId, span]));
	const call = spans.find(({ name }) => name === 'rpc execute_opportunity');
	expect(call?.parentSpanId).toBe(CALLER_SPAN_ID);
	expect(call?.attributes).toMatchObject({ 'rpc.system': 'jsonrpc', 'rpc.method': 'execute_opportunity' });
	for (const span of spans) {
		expect(span.traceId).toBe(TRACE_ID);
		// Each span must descend from the call's span. Otherwise the trace would include unrelated work.
		let above = span;
		while (above !== call) {
			const parent = byId.get(above.parentSpanId ?? '');
			expect(parent, `${span.name} below ${above.name}`).toBeDefined();
			if (parent === undefined) return;
			above = parent;
		}
	}
	const commits = spans.filter(({ name }) => name === 'journal.commit');
	expect(commits[0]).toMatchObject({
		parentSpanId: call?.spanId,
		attributes: { 'carrywire.execution_id': executionId },
	});
	const orders = spans.filter(isOrder);
	expect(orders.map(({ attributes }) => attributes['carrywire.venue']).toSorted()).toEqual([...VENUES]);
	for (const { kind, status, attributes, startTimeUnixNano } of orders) {
		expect(kind).toBe(CLIENT_KIND);
		expect(status?.code ?? 0).toBe(0);
		expect(attributes).toMatchObject({
			'carrywire.execution_id': executionId,
			'carrywire.request.operation': expect.stringMatching(/^(?:private|futuresPrivate)/),
		});
		// The commits that store the plan and the intents must end before the request begins.
		const earlier = commits.filter((commit) => BigInt(commit.endTimeUnixNano) <= BigInt(startTimeUnixNano));
		expect(earlier.length).toBeGreaterThanOrEqual(2);
	}
	expect(spans.some(({ name, parentSpanId }) => name === 'risk.gate' && parentSpanId === call?.spanId)).toBe(
		true,
	);
});

test('no span contains a secret, a user or a parameter', () => {
	const secrets = fixture.secrets().map((text, index) => ({ name: `secret ${index}`, text }));
	expect(secrets.length).toBeGreaterThan(2);
	const sent = { name: 'the traces', content: Buffer.from(receiver.text()) };
	expect(findSecrets(secrets, [sent])).toEqual([]);
	expect(receiver.text()).not.toMatch(/user_[0-9a-f]{8}|opportunity_id|"1000"|leverage/);
});

test('the service continues without the trace receiver', async () => {
	await receiver[Symbol.asyncDispose]();
	expect((await callTraced('portfolio_live', {})).error).toBeUndefined();
	// The service reads each account every few seconds and compares it with the journal.
	const agreed = VENUES.map((venue) => `carrywire_reconciliations_total{venue="${venue}",result="agreed"}`);
	await until({ what: 'a reconciliation of both accounts', periodMs: SCRAPE_MS_MIN }, async () => {
		const values = valuesOf((await scrape()).families);
		return agreed.every((series) => (values.get(series) ?? 0) > 0) ? true : undefined;
	});
	await closeAndEnd(service, token, executionId);
});

test('/metrics has exactly the documented metrics, counts up, and shows the trade', async () => {
	await quietPortfolio(service, token);
	const close = await subscribed();
	const { text, families } = await nextScrape();
	close();
	expect(tableFaults(families)).toEqual([]);
	expect(shrunken(before, families)).toEqual([]);
	const values = valuesOf(families);
	for (const [series, value] of [
		['carrywire_executions_begun_total', 1],
		['carrywire_executions_ended_total{outcome="closed"}', 1],
		['carrywire_rpc_requests_total{method="execute_opportunity",code="OK"}', 1],
		['carrywire_unhedged_notional_usd', 0],
		['carrywire_unknown_orders', 0],
		['carrywire_needs_attention', 0],
		['carrywire_account_unexplained_usd', 0],
		['carrywire_accounts{state="explained"}', 2],
		['carrywire_store_writable', 1],
		['carrywire_connections{transport="websocket"}', 1],
		['carrywire_stream_subscriptions', 1],
		['carrywire_stream_groups', 1],
		['carrywire_store_commit_failures_total', 0],
		...VENUES.flatMap(
			(venue) =>
				[
					[`carrywire_venue_up{venue="${venue}"}`, 1],
					[`carrywire_orders_total{venue="${venue}",outcome="filled"}`, 2],
					[`carrywire_order_answer_seconds_count{venue="${venue}",answer="accepted"}`, 2],
					[`carrywire_venue_requests_total{venue="${venue}",class="order",outcome="answered"}`, 2],
				] as const,
		),
	] as const)
		expect([series, values.get(series)]).toEqual([series, value]);
	for (const series of [
		'carrywire_store_commit_seconds_count',
		'carrywire_store_bytes{file="database"}',
		'carrywire_store_free_bytes',
		'carrywire_journal_events',
		'carrywire_scan_changes_total',
		'carrywire_scan_refresh_seconds_count',
		'carrywire_scan_list_seconds_count{terms="default"}',
		'carrywire_slots',
		'carrywire_trace_spans_total{outcome="exported"}',
		'carrywire_connections{transport="http"}',
		'carrywire_stream_written_total',
		...VENUES.flatMap((venue) => [
			`carrywire_feed_messages_total{venue="${venue}",feed="books"}`,
			`carrywire_books{venue="${venue}",state="in_step"}`,
			`carrywire_venue_requests_total{venue="${venue}",class="probe",outcome="answered"}`,
			`carrywire_reconciliations_total{venue="${venue}",result="agreed"}`,
		]),
	])
		expect([series, values.get(series) ?? 0]).toEqual([
			series,
			expect.toSatisfy((value: number) => value > 0),
		]);
	const secrets = fixture.secrets().map((secret, index) => ({ name: `secret ${index}`, text: secret }));
	expect(findSecrets(secrets, [{ name: '/metrics', content: Buffer.from(text) }])).toEqual([]);
	expect(text).not.toMatch(/(?:user|exec|job|tok)_[0-9a-f]{8}/);
});

test('service_status and /metrics agree on the trade', async () => {
	const values = valuesOf((await nextScrape()).families);
	// On a busy machine an exchange's prices may be stale for a few seconds.
	const status = await until({ what: 'a service that is ready', periodMs: POLL_MS }, async () => {
		const { text } = await postCall(service.url, 'service_status', {});
		const { result }: { readonly result: ServiceStatusResult } = JSON.parse(text);
		return result.ready && result.venues.every((one) => one.market_data === 'fresh') ? result : undefined;
	});
	expect(status).toMatchObject({ trading_mode: 'simulated', rehearsal: false, ready: true, not_ready: [] });
	expect(status.executions).toMatchObject({
		begun: 1,
		closed: 1,
		failed: 0,
		running: 0,
		unknown_orders: 0,
	});
	for (const phase of ['open', 'close'] as const) {
		const { count, sum_seconds } = status.unhedged_seconds?.[phase] ?? {};
		expect([phase, count, sum_seconds]).toEqual([
			phase,
			values.get(`carrywire_unhedged_seconds_count{phase="${phase}"}`),
			values.get(`carrywire_unhedged_seconds_sum{phase="${phase}"}`),
		]);
	}
	expect(status.venues.map(({ exchange }) => exchange)).toEqual([...VENUES]);
	for (const { exchange: venue, instruments, market_data, requests } of status.venues) {
		expect([venue, market_data]).toEqual([venue, 'fresh']);
		expect(instruments).toBe(values.get(`carrywire_venue_instruments{venue="${venue}"}`));
		expect(requests.by_class.find((row) => row.class === 'order')?.answered).toBe(2);
	}
	expect(status.store.writable).toBe(true);
	expect(status.limits.map(({ name }) => name)).toContain('execution.unhedgedMaxUsd');
	expect(JSON.stringify(status)).not.toMatch(/(?:user|exec|job|tok)_[0-9a-f]{8}/);
});
