/** The service's metrics: what its parts tell is kept as numbers, what stands somewhere is read when it is asked for. */
import { collectDefaultMetrics } from 'prom-client';
import type { ErrorCode } from '../domain/codes.ts';
import { ALERT_KINDS } from '../ports/alerts.ts';
import {
	ATTENTION_KINDS,
	CALL_CLASSES,
	CONNECTION_KINDS,
	DELIVERY_OUTCOMES,
	EXECUTION_ENDS,
	EXIT_ACTS,
	type ExecutionMetrics,
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
import { createMetricFamilies, type MetricFamilies } from './metric-families.ts';
import { createMetricReader } from './metric-readings.ts';

/** The meters of the service's parts, and the text made of them. */
export type Metrics = Meters & {
	/** Of the text that `render` writes. */
	readonly contentType: string;
	/** From now on these are read for every text; sources that are not given leave their gauges without a value. */
	readonly readFrom: (sources: Partial<MetricSources>) => void;
	/** The text of now. */
	readonly render: () => Promise<string>;
	/** What stands now, read from the same sources as the text. @throws where one was not given yet */
	readonly readings: () => ServiceReadings;
	/** What was counted so far, by the same series as the text. */
	readonly counts: () => Promise<ServiceCounts>;
	readonly close: () => void;
};

/** Values of labels that are known at the start: their series exist at 0 from then on. */
export type MetricLabels = {
	readonly venues: readonly string[];
	/** Methods with the codes that each may answer. */
	readonly methods: readonly { readonly name: string; readonly errors: readonly ErrorCode[] }[];
	readonly build: { readonly version: string; readonly mode: string };
};

/** A value of the process that is not known, as prom-client writes it: a mean over nothing. */
const UNKNOWN_LINE = /^.* Nan\n/gm;
/** The place of a method in calls that named none. */
const NO_METHOD = 'none';
/** What every method may answer. */
const COMMON_CODES: readonly ErrorCode[] = [
	'INVALID_PARAMS',
	'UNAUTHORIZED',
	'FORBIDDEN',
	'RATE_LIMITED',
	'TIMEOUT',
	'INTERNAL_ERROR',
];
/** What is answered before a method is known. */
const NAMELESS_CODES: readonly ErrorCode[] = [
	'PARSE_ERROR',
	'INVALID_REQUEST',
	'BATCH_EMPTY',
	'BATCH_TOO_LARGE',
	'NOT_IN_BATCH',
	'METHOD_NOT_FOUND',
	'RATE_LIMITED',
];

/** Registers every metric of the table in a registry of its own. */
export function createMetrics(labels: MetricLabels): Metrics {
	const { venues, build } = labels;
	const reader = createMetricReader(venues);
	const series = createMetricFamilies(reader.readers);
	const { registry } = series;
	collectDefaultMetrics({ register: registry });
	series.gauge('carrywire_build_info', { ...build, node: process.version }).set(1);

	return {
		executions: executionSeries(series, venues),
		reconciliation: reconciliationSeries(series, venues),
		exits: exitSeries(series),
		rpc: rpcSeries(series, labels.methods),
		requests: requestSeries(series, venues),
		scan: scanSeries(series),
		store: storeSeries(series),
		transport: transportSeries(series),
		traces: traceSeries(series),
		alerts: alertSeries(series),
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

/** One series for each of the values, by value. */
function byValue<Value extends string, Series>(
	values: readonly Value[],
	make: (value: Value) => Series,
): Readonly<Record<Value, Series>> {
	return Object.fromEntries(values.map((value) => [value, make(value)])) as Record<Value, Series>;
}

/** Of a venue that is not among the settings nothing is counted: there is none. */
function ofVenues<Series>(
	venues: readonly string[],
	make: (venue: string) => Series,
): ReadonlyMap<string, Series> {
	return new Map(venues.map((venue) => [venue, make(venue)]));
}

function executionSeries(
	{ counter, histogram }: MetricFamilies,
	venues: readonly string[],
): ExecutionMetrics {
	const begun = counter('carrywire_executions_begun_total');
	const ends = byValue(EXECUTION_ENDS, (outcome) => counter('carrywire_executions_ended_total', { outcome }));
	const unhedged = byValue(UNHEDGED_PHASES, (phase) => histogram('carrywire_unhedged_seconds', { phase }));
	const attention = byValue(ATTENTION_KINDS, (kind) => counter('carrywire_attention_raised_total', { kind }));
	const at = ofVenues(venues, (venue) => ({
		orders: byValue(ORDER_OUTCOMES, (outcome) => counter('carrywire_orders_total', { venue, outcome })),
		answers: byValue(ORDER_ANSWERS, (answer) =>
			histogram('carrywire_order_answer_seconds', { venue, answer }),
		),
		proof: histogram('carrywire_order_proof_seconds', { venue }),
		taken: byValue(TAKEN_CAUSES, (cause) => counter('carrywire_legs_taken_total', { venue, cause })),
		settled: histogram('carrywire_settlement_delay_seconds', { venue }),
	}));
	return {
		begun: () => begun.inc(),
		ended: (how) => ends[how].inc(),
		unhedged: (phase, seconds) => unhedged[phase].observe(seconds),
		order: (venue, outcome) => at.get(venue)?.orders[outcome].inc(),
		answered: (venue, answer, seconds) => at.get(venue)?.answers[answer].observe(seconds),
		proven: (venue, seconds) => at.get(venue)?.proof.observe(seconds),
		attention: (kind) => attention[kind].inc(),
		taken: (venue, cause) => at.get(venue)?.taken[cause].inc(),
		settled: (venue, seconds) => at.get(venue)?.settled.observe(seconds),
	};
}

function reconciliationSeries(
	{ counter }: MetricFamilies,
	venues: readonly string[],
): Meters['reconciliation'] {
	const at = ofVenues(venues, (venue) => ({
		agreed: counter('carrywire_reconciliations_total', { venue, result: 'agreed' }),
		differed: counter('carrywire_reconciliations_total', { venue, result: 'differed' }),
		unmanaged: counter('carrywire_unmanaged_found_total', { venue }),
		missing: counter('carrywire_settlements_missing_total', { venue }),
	}));
	return {
		compared: (venue, agrees) => at.get(venue)?.[agrees ? 'agreed' : 'differed'].inc(),
		unmanagedFound: (venue) => at.get(venue)?.unmanaged.inc(),
		settlementMissing: (venue) => at.get(venue)?.missing.inc(),
	};
}

function exitSeries({ counter }: MetricFamilies): Meters['exits'] {
	const looks = counter('carrywire_exit_looks_total');
	const failures = counter('carrywire_exit_look_failures_total');
	const acts = byValue(EXIT_ACTS, (act) => counter('carrywire_exit_acts_total', { act }));
	return {
		looked: () => looks.inc(),
		failed: () => failures.inc(),
		acted: (act) => acts[act].inc(),
	};
}

function rpcSeries(
	{ counter, gauge, histogram }: MetricFamilies,
	methods: MetricLabels['methods'],
): RpcMeter {
	const requests = 'carrywire_rpc_requests_total';
	const codesOf = (errors: readonly ErrorCode[]): readonly ('OK' | ErrorCode)[] => [
		'OK',
		...COMMON_CODES,
		...errors,
	];
	const of = new Map(
		[...methods, { name: NO_METHOD, errors: NAMELESS_CODES }].map(({ name: method, errors }) => {
			const known = method === NO_METHOD ? errors : codesOf(errors);
			return [
				method,
				{
					codes: new Map(known.map((code) => [code as string, counter(requests, { method, code })])),
					time: histogram('carrywire_rpc_request_seconds', { method }),
				},
			] as const;
		}),
	);
	const inFlight = gauge('carrywire_rpc_in_flight');
	const limited = byValue(CALL_CLASSES, (name) =>
		counter('carrywire_rpc_rate_limited_total', { class: name }),
	);
	return {
		begun() {
			inFlight.inc();
		},
		ended(method, code, seconds) {
			inFlight.dec();
			const name = method !== undefined && of.has(method) ? method : NO_METHOD;
			const row = of.get(name);
			if (row === undefined) return;
			const count = row.codes.get(code) ?? counter(requests, { method: name, code });
			row.codes.set(code, count);
			count.inc();
			row.time.observe(seconds);
		},
		rateLimited: (callClass) => limited[callClass].inc(),
	};
}

function requestSeries({ counter, histogram }: MetricFamilies, venues: readonly string[]): VenueRequestMeter {
	const at = ofVenues(venues, (venue) =>
		byValue(REQUEST_CLASSES, (name) => {
			const of = { venue, class: name };
			return {
				outcomes: byValue(REQUEST_OUTCOMES, (outcome) =>
					counter('carrywire_venue_requests_total', { ...of, outcome }),
				),
				time: histogram('carrywire_venue_request_seconds', of),
				wait: histogram('carrywire_venue_request_wait_seconds', of),
				weight: counter('carrywire_venue_request_weight_total', of),
			};
		}),
	);
	return {
		left(venue, of, weight, waitedSeconds) {
			const row = at.get(venue)?.[of];
			if (row === undefined) return;
			row.weight.inc(weight);
			row.wait.observe(waitedSeconds);
		},
		ended(venue, of, outcome, seconds) {
			const row = at.get(venue)?.[of];
			if (row === undefined) return;
			row.outcomes[outcome].inc();
			if (seconds !== undefined) row.time.observe(seconds);
		},
	};
}

function scanSeries({ counter, histogram }: MetricFamilies): Meters['scan'] {
	const changes = counter('carrywire_scan_changes_total');
	const refresh = histogram('carrywire_scan_refresh_seconds');
	const lists = byValue(['default', 'own'], (terms) => histogram('carrywire_scan_list_seconds', { terms }));
	return {
		refreshed(seconds) {
			changes.inc();
			if (seconds !== undefined) refresh.observe(seconds);
		},
		listed: (terms, seconds) => lists[terms].observe(seconds),
	};
}

function storeSeries({ counter, histogram }: MetricFamilies): Meters['store'] {
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

function transportSeries({ counter, gauge }: MetricFamilies): Meters['transport'] {
	const of = byValue(CONNECTION_KINDS, (transport) => ({
		open: gauge('carrywire_connections', { transport }),
		opened: counter('carrywire_connections_opened_total', { transport }),
	}));
	const refused = counter('carrywire_connections_refused_total');
	const drops = byValue(STREAM_DROPS, (reason) => counter('carrywire_streams_dropped_total', { reason }));
	return {
		opened(kind) {
			of[kind].open.inc();
			of[kind].opened.inc();
		},
		closed(kind) {
			of[kind].open.dec();
		},
		refused: () => refused.inc(),
		dropped: (why) => drops[why].inc(),
	};
}

function alertSeries({ counter }: MetricFamilies): Meters['alerts'] {
	const raised = byValue(ALERT_KINDS, (kind) => counter('carrywire_alerts_raised_total', { kind }));
	const deliveries = byValue(DELIVERY_OUTCOMES, (outcome) =>
		counter('carrywire_alert_deliveries_total', { outcome }),
	);
	return {
		raised: (kind) => raised[kind].inc(),
		delivery(outcome, count) {
			deliveries[outcome].inc(count);
		},
	};
}

function traceSeries({ counter }: MetricFamilies): Meters['traces'] {
	const of = byValue(SPAN_OUTCOMES, (outcome) => counter('carrywire_trace_spans_total', { outcome }));
	return {
		spans(outcome, count) {
			of[outcome].inc(count);
		},
	};
}
