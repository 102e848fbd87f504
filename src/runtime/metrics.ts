/** Collects the service's metrics. Events are counted when they happen, and states are read at each scrape. */
import { type Counter, collectDefaultMetrics } from 'prom-client';
import type { ErrorCode } from '../domain/codes.ts';
import { ALERT_KINDS } from '../ports/alerts.ts';
import { CHAT_PLATFORMS } from '../ports/chat.ts';
import {
	ATTENTION_KINDS,
	CALL_CLASSES,
	CHAT_ENTRY_KINDS,
	CHAT_FAILURES,
	CONNECTION_KINDS,
	DELIVERY_OUTCOMES,
	EXECUTION_ENDS,
	EXIT_ACTS,
	type Meters,
	type MetricSources,
	ORDER_ANSWERS,
	ORDER_OUTCOMES,
	REQUEST_CLASSES,
	REQUEST_OUTCOMES,
	type RpcMeter,
	SPAN_OUTCOMES,
	STREAM_DROPS,
	TAKEN_CAUSES,
	UNHEDGED_PHASES,
	type VenueRequestMeter,
} from '../ports/metrics.ts';
import type { ServiceCounts, ServiceReadings } from '../ports/service-watch.ts';
import { countsOf } from './metric-counts.ts';
import { createMetricFamilies, type MetricFamilies, type NameOf } from './metric-families.ts';
import { createMetricReader } from './metric-readings.ts';
import { METRICS, type MetricName } from './metrics-table.ts';

/** The meters for the service's parts, and the text of all metrics. */
export type Metrics = Meters & {
	/** Content type of the text that `render` writes. */
	readonly contentType: string;
	/** Sets the sources that are read for every metrics text. Gauges of missing sources have no value. */
	readonly readFrom: (sources: Partial<MetricSources>) => void;
	/** Returns the current text of all metrics. */
	readonly render: () => Promise<string>;
	/**
	 * Returns the current states, read from the same sources as the metrics text. @throws Error if a source is
	 * missing
	 */
	readonly readings: () => ServiceReadings;
	/** Returns the counts so far, from the same series as the metrics text. */
	readonly counts: () => Promise<ServiceCounts>;
	readonly close: () => void;
};

/** Label values known when the metrics are created. Their series exist from that time, starting at 0. */
export type MetricLabels = {
	readonly venues: readonly string[];
	/** Methods with their possible error codes. */
	readonly methods: readonly { readonly name: string; readonly errors: readonly ErrorCode[] }[];
	readonly build: { readonly version: string; readonly mode: string };
};

/** Line that prom-client writes for a process metric without a value, such as a mean over nothing. */
const UNKNOWN_LINE = /^.* Nan\n/gm;
/** Label value for calls without a known method. */
const NO_METHOD = 'none';
/** Codes that every method may return. */
const COMMON_CODES: readonly ErrorCode[] = [
	'INVALID_PARAMS',
	'UNAUTHORIZED',
	'FORBIDDEN',
	'RATE_LIMITED',
	'TIMEOUT',
	'INTERNAL_ERROR',
];
/** Codes that are returned before the method is known. */
const NAMELESS_CODES: readonly ErrorCode[] = [
	'PARSE_ERROR',
	'INVALID_REQUEST',
	'BATCH_EMPTY',
	'BATCH_TOO_LARGE',
	'NOT_IN_BATCH',
	'METHOD_NOT_FOUND',
	'RATE_LIMITED',
];

/** Registers every metric of the table in a new registry. */
export function createMetrics(labels: MetricLabels): Metrics {
	const { venues, build } = labels;
	const reader = createMetricReader(venues);
	const series = createMetricFamilies(reader.readers);
	const { registry } = series;
	collectDefaultMetrics({ register: registry });
	series.gauge('carrywire_build_info', { ...build, node: process.version }).set(1);
	return {
		...metersOf(series, labels),
		contentType: registry.contentType,
		readFrom: reader.readFrom,
		readings: reader.readings,
		counts: () => countsOf(series, venues),
		async render() {
			reader.read();
			return (await registry.metrics()).replaceAll(UNKNOWN_LINE, '');
		},
		close: () => registry.clear(),
	};
}

function metersOf(series: MetricFamilies, { venues, methods }: MetricLabels): Meters {
	const { counting, adding, observing } = recordersOf(series);
	return {
		executions: {
			begun: counting('carrywire_executions_begun_total'),
			ended: counting('carrywire_executions_ended_total', EXECUTION_ENDS),
			unhedged: observing('carrywire_unhedged_seconds', UNHEDGED_PHASES),
			order: counting('carrywire_orders_total', venues, ORDER_OUTCOMES),
			answered: observing('carrywire_order_answer_seconds', venues, ORDER_ANSWERS),
			proven: observing('carrywire_order_proof_seconds', venues),
			attention: counting('carrywire_attention_raised_total', ATTENTION_KINDS),
			taken: counting('carrywire_legs_taken_total', venues, TAKEN_CAUSES),
			settled: observing('carrywire_settlement_delay_seconds', venues),
		},
		reconciliation: {
			compared: comparing(counting('carrywire_reconciliations_total', venues, ['agreed', 'differed'])),
			unmanagedFound: counting('carrywire_unmanaged_found_total', venues),
			settlementMissing: counting('carrywire_settlements_missing_total', venues),
		},
		exits: {
			checked: counting('carrywire_exit_looks_total'),
			failed: counting('carrywire_exit_look_failures_total'),
			acted: counting('carrywire_exit_acts_total', EXIT_ACTS),
		},
		rpc: rpcMeter(series, methods),
		requests: requestMeter(series, venues),
		scan: scanMeter(series),
		store: storeMeter(series),
		transport: transportMeter(series),
		traces: { spans: adding('carrywire_trace_spans_total', SPAN_OUTCOMES) },
		alerts: {
			raised: counting('carrywire_alerts_raised_total', ALERT_KINDS),
			delivery: adding('carrywire_alert_deliveries_total', DELIVERY_OUTCOMES),
		},
		chats: chatMeter(series),
	};
}

type Texts = readonly string[];
/** The values of each label of a metric, in the order of the table. */
type ValuesOf<Place extends Texts> = { readonly [At in keyof Place]: readonly Place[At][] };

/**
 * Creates functions that record into a metric. They take one value per label, then the amount. Each combination of
 * the given values has a series from the service's start. Other values (such as a venue that is not in the settings)
 * are not recorded.
 */
function recordersOf({ counter, histogram }: MetricFamilies) {
	return {
		counting<Place extends Texts>(name: NameOf<'counter'>, ...values: ValuesOf<Place>) {
			const at = seriesOf(name, values, counter as Open<Counter.Internal>);
			return (...place: Place): void => at(place)?.inc();
		},
		adding<Place extends Texts>(name: NameOf<'counter'>, ...values: ValuesOf<Place>) {
			const at = seriesOf(name, values, counter as Open<Counter.Internal>);
			return (...place: [...Place, count: number]): void => at(place.slice(0, -1))?.inc(Number(place.at(-1)));
		},
		observing<Place extends Texts>(name: NameOf<'histogram'>, ...values: ValuesOf<Place>) {
			const at = seriesOf(name, values, histogram as Open<{ observe(value: number): void }>);
			return (...place: [...Place, value: number]): void =>
				at(place.slice(0, -1))?.observe(Number(place.at(-1)));
		},
	};
}

type Open<Series> = (name: string, labels: Readonly<Record<string, string>>) => Series;

function seriesOf<Series>(
	name: MetricName,
	values: readonly Texts[],
	open: Open<Series>,
): (place: readonly unknown[]) => Series | undefined {
	const { labels } = METRICS[name];
	if (labels.length !== values.length)
		throw new Error(`Invariant broken: ${name} has labels ${labels.join(', ')}.`);
	const places = values.reduce<readonly Texts[]>(
		(before, more) => before.flatMap((place) => more.map((value) => [...place, value])),
		[[]],
	);
	const all = new Map(
		places.map((place) => {
			const named = Object.fromEntries(labels.map((label, at) => [label, place[at] ?? '']));
			return [place.join(' '), open(name, named)];
		}),
	);
	return (place) => all.get(place.join(' '));
}

function comparing(
	count: (venue: string, result: 'agreed' | 'differed') => void,
): Meters['reconciliation']['compared'] {
	return (venue, agrees) => count(venue, agrees ? 'agreed' : 'differed');
}

function rpcMeter(series: MetricFamilies, methods: MetricLabels['methods']): RpcMeter {
	const { counter, gauge } = series;
	const { counting, observing } = recordersOf(series);
	const requests = 'carrywire_rpc_requests_total';
	const known = new Map<string, Texts>([
		...methods.map(({ name, errors }) => [name, ['OK', ...COMMON_CODES, ...errors]] as const),
		[NO_METHOD, NAMELESS_CODES],
	]);
	const counts = new Map(
		[...known].map(([method, codes]) => [
			method,
			new Map(codes.map((code) => [code, counter(requests, { method, code })])),
		]),
	);
	const took = observing('carrywire_rpc_request_seconds', [...known.keys()]);
	const inFlight = gauge('carrywire_rpc_in_flight');
	return {
		begun: () => inFlight.inc(),
		ended(named, code, seconds) {
			inFlight.dec();
			const method = named !== undefined && known.has(named) ? named : NO_METHOD;
			const byCode = counts.get(method);
			const count = byCode?.get(code) ?? counter(requests, { method, code });
			byCode?.set(code, count);
			count.inc();
			took(method, seconds);
		},
		rateLimited: counting('carrywire_rpc_rate_limited_total', CALL_CLASSES),
	};
}

function requestMeter(series: MetricFamilies, venues: Texts): VenueRequestMeter {
	const { counting, adding, observing } = recordersOf(series);
	const ended = counting('carrywire_venue_requests_total', venues, REQUEST_CLASSES, REQUEST_OUTCOMES);
	const took = observing('carrywire_venue_request_seconds', venues, REQUEST_CLASSES);
	const waited = observing('carrywire_venue_request_wait_seconds', venues, REQUEST_CLASSES);
	const weighed = adding('carrywire_venue_request_weight_total', venues, REQUEST_CLASSES);
	return {
		left(venue, of, weight, waitedSeconds) {
			weighed(venue, of, weight);
			waited(venue, of, waitedSeconds);
		},
		ended(venue, of, outcome, seconds) {
			ended(venue, of, outcome);
			if (seconds !== undefined) took(venue, of, seconds);
		},
	};
}

/** Creates the scan meter. It looks up its two series once, because it counts every changed input. */
function scanMeter(series: MetricFamilies): Meters['scan'] {
	const changes = series.counter('carrywire_scan_changes_total');
	const refresh = series.histogram('carrywire_scan_refresh_seconds');
	return {
		refreshed(seconds) {
			changes.inc();
			if (seconds !== undefined) refresh.observe(seconds);
		},
		listed: recordersOf(series).observing('carrywire_scan_list_seconds', ['default', 'own']),
	};
}

function storeMeter({ counter, histogram }: MetricFamilies): Meters['store'] {
	const time = histogram('carrywire_store_commit_seconds');
	const group = histogram('carrywire_store_commit_writes');
	const failures = counter('carrywire_store_commit_failures_total');
	return {
		committing(writes) {
			const begun = performance.now();
			return (isDone) => {
				time.observe((performance.now() - begun) / 1_000);
				if (isDone) group.observe(writes);
				else failures.inc();
			};
		},
	};
}

function chatMeter(series: MetricFamilies): Meters['chats'] {
	const { counting } = recordersOf(series);
	const connected = new Map(
		CHAT_PLATFORMS.map((platform) => [platform, series.gauge('carrywire_chat_connected', { platform })]),
	);
	return {
		entry: counting('carrywire_chat_entries_total', CHAT_PLATFORMS, CHAT_ENTRY_KINDS),
		failure: counting('carrywire_chat_failures_total', CHAT_PLATFORMS, CHAT_FAILURES),
		connected: (platform, isConnected) => connected.get(platform)?.set(isConnected ? 1 : 0),
	};
}

function transportMeter(series: MetricFamilies): Meters['transport'] {
	const { counting } = recordersOf(series);
	const open = new Map(
		CONNECTION_KINDS.map((transport) => [transport, series.gauge('carrywire_connections', { transport })]),
	);
	const opened = counting('carrywire_connections_opened_total', CONNECTION_KINDS);
	return {
		opened(kind) {
			open.get(kind)?.inc();
			opened(kind);
		},
		closed: (kind) => open.get(kind)?.dec(),
		refused: counting('carrywire_connections_refused_total'),
		dropped: counting('carrywire_streams_dropped_total', STREAM_DROPS),
	};
}
