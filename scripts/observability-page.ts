/** Builds the sections of `docs/observability.md`: instructions for operators, and the table of all metrics. */
import { METRICS, type MetricRow } from '../src/runtime/metrics-table.ts';
import { NOT_SHOWN } from './grafana-dashboard.ts';
import { table } from './schema-rows.ts';

const rows: readonly (readonly [string, MetricRow])[] = Object.entries(METRICS);

export function observabilityParts(): readonly string[] {
	return [
		'For operators, the service offers metrics for Prometheus at `GET /metrics`, a Grafana dashboard and alert rules based on them, and optional OpenTelemetry traces. Alerts to users are a separate feature: [alerts.md](alerts.md).',
		...scrapeParts(),
		...dashboardParts(),
		...traceParts(),
		...tableParts(),
	];
}

function scrapeParts(): readonly string[] {
	return [
		'## Scraping',
		'`GET /metrics` needs no token in simulated, paper and testnet mode. In live mode, or with `server.publicFigures` off, it needs a token with the `arb:read` scope. Prometheus can fetch tokens itself as an agent: configure `oauth2` with the agent’s id, its key and the token URL `/oauth/token`. If the service is reachable from outside, block the path in the proxy (`location /metrics { deny all; }`). The service writes the text at most once a second, however often it is requested. It has up to a few thousand lines.',
		[
			'```yaml',
			'# prometheus.yml',
			'scrape_configs:',
			'  - job_name: carrywire',
			'    scrape_interval: 5s',
			'    static_configs:',
			'      - targets: ["127.0.0.1:8080"]',
			'```',
		].join('\n'),
		'Counters start at 0 with the process, for every label value known at startup. Labels are bounded: `venue` is an exchange of the setting `venues`, `method` a method of [rpc.md](rpc.md) (`none` for an unknown method), `code` a code of [errors.md](errors.md) or `OK`. A metric with an unknown value is omitted. For example, an exchange that has not answered yet has no `carrywire_venue_data_age_seconds`.',
	];
}

function dashboardParts(): readonly string[] {
	return [
		'## Dashboard and rules',
		'[grafana/carrywire.json](grafana/carrywire.json) is a dashboard for Grafana 12 and later: Dashboards → New → Import → Upload, then choose the Prometheus data source at the top. Trading safety comes first: unhedged notional, executions that need attention, orders of unknown state, unexplained balance changes. The dashboard omits these metrics:',
		table(
			['metric', 'reason'],
			Object.entries(NOT_SHOWN).map(([name, why]) => [`\`${name}\``, why]),
		),
		'[grafana/alerts.yml](grafana/alerts.yml) has rules for Prometheus (`rule_files: [alerts.yml]`). Severity `critical` needs attention at once: `CarrywireDown`, `CarrywireUnhedged` (more than 100 USD unhedged for a minute: set this threshold to your `execution.unhedgedMaxUsd`), `CarrywireNeedsAttention`, `CarrywireUnknownOrders`, `CarrywireVenueDown`, `CarrywireVenueBanned`, `CarrywireStoreFails` and `CarrywireExitRulesFail`. `carrywire_account_unexplained_usd` covers only accounts that were read: call `portfolio_live` regularly.',
	];
}

function traceParts(): readonly string[] {
	return [
		'## Traces',
		'Traces are off by default; then the service does not load OpenTelemetry. To send traces to a receiver (OTLP over HTTP, JSON), set `tracing.*` ([configuration.md](configuration.md)):',
		[
			'```json',
			'{ "tracing": { "endpoint": "http://127.0.0.1:4318/v1/traces", "samplingShare": 1 } }',
			'```',
		].join('\n'),
		'The address must be `https`, or `http` to this machine. Put the receiver’s key into the environment variable named by `tracing.headersVariable`, as `name=value,name=value`. `samplingShare` is the share of traces started by this service that are recorded. If a caller sends the header `traceparent` (W3C Trace Context), its trace continues here, and the caller decides whether it is recorded. So any caller can fill the queue, which is bounded.',
		table(
			['span', 'what it is', 'attributes'],
			[
				[
					'`rpc <method>`',
					'a call, until its response; `none` for an unknown method',
					'`rpc.system`, `rpc.jsonrpc.version`, `rpc.method`; `carrywire.code` if it failed',
				],
				[
					'`risk.gate`',
					'reading books and accounts, running the checks and reserving limits for an opening',
					'',
				],
				['`scanner.list`', 'creating a page of opportunities', '`carrywire.own_terms`'],
				[
					'`journal.commit`',
					'writing an execution’s events to disk',
					'`carrywire.execution_id`, `carrywire.events`',
				],
				[
					'`venue.request`',
					'a request to an exchange, excluding the wait for our rate-limit budget',
					'`carrywire.venue`, `carrywire.request.class`, `carrywire.request.operation` (the name of the operation in ccxt), `carrywire.execution_id` if it belongs to an execution',
				],
			],
		),
		'No span contains a parameter, an amount, a user, an account, a token or an exchange’s text; an error has its code or kind, not its message. Orders that an execution sends, and the queries for their outcome, belong to the trace of the opening call for one minute after the response. Its later commits and requests start new traces; find them by the same `carrywire.execution_id`. Background reads such as prices are not traced.',
		'The queue holds at most 4,096 spans, and sends batches of 512 every second. A slow or missing receiver costs spans and nothing else: `carrywire_trace_spans_total` counts `exported`, `failed` and `dropped` ones. A shutdown waits two seconds for the remaining spans.',
	];
}

function tableParts(): readonly string[] {
	const tableOf = (of: typeof rows) =>
		table(
			['metric', 'type', 'unit', 'labels', 'meaning'],
			of.map(([name, { type, unit, labels, help }]) => [
				`\`${name}\``,
				type,
				unit,
				labels.map((label) => `\`${label}\``).join(', '),
				help,
			]),
		);
	return [
		'## Metrics',
		tableOf(rows.filter(([, { isOfProcess }]) => isOfProcess !== true)),
		'Metrics of the process, from Node and the operating system; some are missing outside Linux:',
		tableOf(rows.filter(([, { isOfProcess }]) => isOfProcess === true)),
	];
}
