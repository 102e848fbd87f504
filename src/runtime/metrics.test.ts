import { expect, test } from 'vitest';
import { NO_EXECUTIONS, newMetrics } from '../../test/support/metrics.ts';
import { shrunken, tableFaults } from '../../test/support/metrics-table-faults.ts';
import { MetricsTextError, readMetricsText, valuesOf } from '../../test/support/prometheus-text.ts';
import { UNMETERED } from '../ports/metrics.ts';
import { createMetricFamilies } from './metric-families.ts';

const read = async (metrics: ReturnType<typeof newMetrics>) => readMetricsText(await metrics.render());

test('the text is strict Prometheus and has every metric of the table', async () => {
	const families = await read(newMetrics());
	expect(tableFaults(families)).toEqual([]);
});

test('every series of a known label exists from the start, at 0', async () => {
	const values = valuesOf(await read(newMetrics()));
	for (const series of [
		'carrywire_orders_total{venue="kucoin",outcome="absent"}',
		'carrywire_rpc_requests_total{method="execute_opportunity",code="OK"}',
		'carrywire_rpc_requests_total{method="execute_opportunity",code="INSUFFICIENT_MARGIN"}',
		'carrywire_rpc_requests_total{method="none",code="METHOD_NOT_FOUND"}',
		'carrywire_venue_requests_total{venue="bybit",class="probe",outcome="no_place"}',
		'carrywire_feed_gaps_total{venue="bybit",reason="checksum"}',
		'carrywire_store_commit_failures_total',
	])
		expect([series, values.get(series)]).toEqual([series, 0]);
});

test('counts calls by method and code, and unknown methods without their name', async () => {
	const metrics = newMetrics();
	metrics.rpc.begun();
	expect(valuesOf(await read(metrics)).get('carrywire_rpc_in_flight')).toBe(1);
	metrics.rpc.ended('get_execution', 'UNKNOWN_EXECUTION', 0.002);
	metrics.rpc.begun();
	metrics.rpc.ended('drop table', 'METHOD_NOT_FOUND', 0.001);
	// A code that its method does not declare gets a series with its first response.
	metrics.rpc.begun();
	metrics.rpc.ended('test', 'STORE_UNAVAILABLE', 0.001);
	const text = await metrics.render();
	const values = valuesOf(readMetricsText(text));
	expect(values.get('carrywire_rpc_in_flight')).toBe(0);
	expect(values.get('carrywire_rpc_requests_total{method="get_execution",code="UNKNOWN_EXECUTION"}')).toBe(1);
	expect(values.get('carrywire_rpc_requests_total{method="none",code="METHOD_NOT_FOUND"}')).toBe(1);
	expect(values.get('carrywire_rpc_requests_total{method="test",code="STORE_UNAVAILABLE"}')).toBe(1);
	expect(values.get('carrywire_rpc_request_seconds_bucket{method="get_execution",le="0.001"}')).toBe(0);
	expect(values.get('carrywire_rpc_request_seconds_bucket{method="get_execution",le="0.0025"}')).toBe(1);
	expect(text).not.toContain('drop table');
});

test('reads sources for every text and omits unknown values', async () => {
	const metrics = newMetrics();
	let unknownOrders = 2;
	metrics.readFrom({
		executions: () => ({ ...NO_EXECUTIONS, unknownOrders }),
		store: () => ({
			databaseBytes: 4_096,
			walBytes: 0,
			freeBytes: null,
			journalEvents: 7,
			isWritable: false,
		}),
	});
	const first = await read(metrics);
	expect(valuesOf(first).get('carrywire_unknown_orders')).toBe(2);
	expect(valuesOf(first).get('carrywire_store_writable')).toBe(0);
	expect(first.get('carrywire_store_free_bytes')?.samples).toEqual([]);
	unknownOrders = 0;
	expect(valuesOf(await read(metrics)).get('carrywire_unknown_orders')).toBe(0);
});

test('measures the time of a commit, and its writes if it succeeded', async () => {
	const metrics = newMetrics();
	metrics.store.committing(3)(true);
	metrics.store.committing(9)(false);
	const values = valuesOf(await read(metrics));
	expect(values.get('carrywire_store_commit_seconds_count')).toBe(2);
	expect(values.get('carrywire_store_commit_writes_sum')).toBe(3);
	expect(values.get('carrywire_store_commit_failures_total')).toBe(1);
});

test('escapes labels and requires those of the table', async () => {
	const { registry, counter, gauge } = createMetricFamilies(new Map());
	counter('carrywire_unmanaged_found_total', { venue: 'a"b\\c\nd' }).inc();
	const families = readMetricsText(await registry.metrics());
	expect(families.get('carrywire_unmanaged_found_total')?.samples).toEqual([
		{ name: 'carrywire_unmanaged_found_total', labels: { venue: 'a"b\\c\nd' }, value: 1 },
	]);
	// @ts-expect-error a label is missing: the type check is the test
	counter('carrywire_unmanaged_found_total');
	// @ts-expect-error there is no such label
	expect(() => counter('carrywire_unmanaged_found_total', { user: 'x' })).toThrow('"user" is not included');
	// @ts-expect-error it is a counter
	expect(() => gauge('carrywire_unmanaged_found_total', { venue: 'x' })).toThrow('of this type');
});

test('ignores a value that is not a number and continues to count', async () => {
	const metrics = newMetrics();
	for (const seconds of [Number.NaN, Number.POSITIVE_INFINITY, 0.02])
		metrics.executions.unhedged('open', seconds);
	const values = valuesOf(await read(metrics));
	expect(values.get('carrywire_unhedged_seconds_count{phase="open"}')).toBe(1);
	expect(values.get('carrywire_unhedged_seconds_sum{phase="open"}')).toBe(0.02);
});

test('reads each source once per text, however many metrics use it', async () => {
	const metrics = newMetrics();
	let asked = 0;
	metrics.readFrom({
		venues: () => {
			asked += 1;
			return [];
		},
	});
	await metrics.render();
	expect(asked).toBe(1);
	await metrics.render();
	expect(asked).toBe(2);
});

test('the checker finds decreasing counters and refuses invalid text', () => {
	const text = (value: number) => `# HELP a_total Help.\n# TYPE a_total counter\na_total{of="x"} ${value}\n`;
	expect(shrunken(readMetricsText(text(2)), readMetricsText(text(3)))).toEqual([]);
	expect(shrunken(readMetricsText(text(3)), readMetricsText(text(2)))).toHaveLength(1);
	for (const broken of [
		text(1).trimEnd(),
		'a_total 1\n',
		text(-1),
		`${text(1)}a_total{of="x"} 1\n`,
		text(1).replace('"x"', 'x'),
		text(1).replace('} ', '}  '),
		'# HELP h H.\n# TYPE h histogram\nh_bucket{le="1"} 2\nh_bucket{le="+Inf"} 1\nh_sum 1\nh_count 1\n',
		'# HELP h H.\n# TYPE h histogram\nh_bucket{le="1"} 1\nh_sum 1\nh_count 1\n',
	])
		expect(() => readMetricsText(broken), broken).toThrow(MetricsTextError);
});

test('unwatched parts report nothing', () => {
	UNMETERED.store.committing(1)(true);
	UNMETERED.rpc.ended('test', 'OK', 1);
	expect(Object.keys(UNMETERED).toSorted()).toEqual(
		Object.keys(newMetrics())
			.filter((name) => !['contentType', 'readFrom', 'render', 'readings', 'counts', 'close'].includes(name))
			.toSorted(),
	);
});

test('counts that were read equal the text, bucket by bucket', async () => {
	const metrics = newMetrics();
	metrics.executions.begun();
	metrics.executions.ended('failed');
	for (const seconds of [0.01, 0.04, 0.04, 90]) metrics.executions.unhedged('close', seconds);
	metrics.requests.ended('bybit', 'probe', 'failed', 5);
	const { unhedged, begun, ended, requests } = await metrics.counts();
	const values = valuesOf(await read(metrics));
	let sum = 0;
	for (const [at, count] of unhedged.close.counts.entries()) {
		sum += count;
		const le = unhedged.close.bounds[at] ?? '+Inf';
		const series = `carrywire_unhedged_seconds_bucket{phase="close",le="${le}"}`;
		expect([series, values.get(series)]).toEqual([series, sum]);
	}
	expect(sum).toBe(4);
	expect(values.get('carrywire_unhedged_seconds_sum{phase="close"}')).toBe(unhedged.close.sum);
	expect({ begun, ended }).toEqual({ begun: 1, ended: { closed: 0, failed: 1 } });
	expect(requests.get('bybit')?.probe.failed).toBe(1);
	expect(values.get('carrywire_venue_requests_total{venue="bybit",class="probe",outcome="failed"}')).toBe(1);
});

test('counts that were read do not change with later counting', async () => {
	const metrics = newMetrics();
	const before = (await metrics.counts()).unhedged.open;
	metrics.executions.unhedged('open', 1);
	expect(before.counts.every((count) => count === 0)).toBe(true);
});
