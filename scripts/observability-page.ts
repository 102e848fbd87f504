/** The parts of docs/observability.md: what a user does, and the table of all metrics. */
import { METRICS, type MetricRow } from '../src/runtime/metrics-table.ts';
import { NOT_SHOWN } from './grafana-dashboard.ts';
import { table } from './schema-rows.ts';

const rows: readonly (readonly [string, MetricRow])[] = Object.entries(METRICS);

export function observabilityParts(): readonly string[] {
	return [
		'What the service tells of itself to whoever runs it: metrics for Prometheus at `GET /metrics`, a dashboard and rules that stand on them, and traces by OpenTelemetry where they are switched on. Alerts to users are another matter: [alerts.md](alerts.md).',
		...scrapeParts(),
		...dashboardParts(),
		...traceParts(),
		...tableParts(),
	];
}

function scrapeParts(): readonly string[] {
	return [
		'## Scraping',
		'`GET /metrics` needs no token in the modes simulated, paper and testnet. In mode live, or with `server.publicFigures` off, it needs one of scope `arb:read`; an agent gets tokens by itself (Prometheus: `oauth2` with the agent’s id, its key and the token address `/oauth/token`). Keep it behind the proxy where the service is reached from outside (`location /metrics { deny all; }`). It is made at most once a second, however often it is asked for, and holds up to some thousand lines.',
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
		'Counters begin at 0 with the process, for every value of a label that is known at the start. Labels are bounded: `venue` is one of the setting `venues`, `method` one of [rpc.md](rpc.md) (`none` where a call named none that there is), `code` one of [errors.md](errors.md) or `OK`. What is not known has no value: a missing `carrywire_venue_data_age_seconds` is an exchange that has not answered yet.',
	];
}

function dashboardParts(): readonly string[] {
	return [
		'## Dashboard and rules',
		'[grafana/carrywire.json](grafana/carrywire.json) is a dashboard for Grafana 12 and later: Dashboards → New → Import → Upload, then choose the Prometheus data source at the top. Trading safety comes first: what stands on one leg, executions that need a person, orders that are not proven, money that nothing explains. Metrics that it does not show:',
		table(
			['metric', 'why not'],
			Object.entries(NOT_SHOWN).map(([name, why]) => [`\`${name}\``, why]),
		),
		'[grafana/alerts.yml](grafana/alerts.yml) has rules for Prometheus (`rule_files: [alerts.yml]`). Those of severity `critical` want a person now: `CarrywireDown`, `CarrywireUnhedged` (more than 100 USD on one leg for a minute: set it to what `execution.unhedgedMaxUsd` allows), `CarrywireNeedsAttention`, `CarrywireUnknownOrders`, `CarrywireVenueDown`, `CarrywireVenueBanned`, `CarrywireStoreFails` and `CarrywireExitRulesFail`. `carrywire_account_unexplained_usd` counts only accounts that were read: call `portfolio_live` now and then.',
	];
}

function traceParts(): readonly string[] {
	return [
		'## Traces',
		'Off by default, and then nothing of OpenTelemetry is loaded. Switched on by the settings `tracing.*` of [configuration.md](configuration.md), traces go to a receiver by OTLP over HTTP in JSON:',
		[
			'```json',
			'{ "tracing": { "endpoint": "http://127.0.0.1:4318/v1/traces", "samplingShare": 1 } }',
			'```',
		].join('\n'),
		'The address must be `https`, or `http` to this machine. A key of the receiver goes into an environment variable that `tracing.headersVariable` names, as `name=value,name=value`. `samplingShare` is the share of the traces that begin here and are recorded. A caller that sends the header `traceparent` (W3C Trace Context) has its trace go on here, and its word on whether it is recorded counts: whoever may call can so fill the queue, which is bounded.',
		table(
			['span', 'what it is', 'attributes'],
			[
				[
					'`rpc <method>`',
					'a call, until its answer; `none` for a name that no method has',
					'`rpc.system`, `rpc.jsonrpc.version`, `rpc.method`; `carrywire.code` where it failed',
				],
				['`risk.gate`', 'books and accounts of an open are read, judged and claimed', ''],
				['`scanner.list`', 'a page of opportunities is made', '`carrywire.own_terms`'],
				[
					'`journal.commit`',
					'events of an execution until they are on disk',
					'`carrywire.execution_id`, `carrywire.events`',
				],
				[
					'`venue.request`',
					'a request to an exchange, without its wait for a place in our budgets',
					'`carrywire.venue`, `carrywire.request.class`, `carrywire.request.operation` (the name of the operation in ccxt), `carrywire.execution_id` where it is of one',
				],
			],
		),
		'No span has a parameter, an amount, a user, an account, a token or a text of an exchange; an error is said to be one, with its code or kind and without its words. What an execution does after its call was answered belongs to the trace of that call for a minute: its orders, and the questions what became of them. Later commits and requests of it begin traces of their own, with the same `carrywire.execution_id`, by which they are found. Reads that nobody asked for, such as prices, are not traced.',
		'At most 4,096 spans wait, and go every second in batches of 512. A receiver that is slow or gone costs spans and nothing else: `carrywire_trace_spans_total` counts those that were `exported`, `failed` and `dropped`. A stop waits two seconds for what is left.',
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
		'Of the process itself, as Node and the operating system have it; some are absent outside Linux:',
		tableOf(rows.filter(([, { isOfProcess }]) => isOfProcess === true)),
	];
}
