/** The parts of docs/observability.md: what a user does, and the table of all metrics. */
import { METRICS, type MetricRow } from '../src/runtime/metrics-table.ts';
import { table } from './schema-rows.ts';

const rows: readonly (readonly [string, MetricRow])[] = Object.entries(METRICS);

export function observabilityParts(): readonly string[] {
	return [
		'What the service tells of itself to whoever runs it: metrics for Prometheus at `GET /metrics`. Nothing there names a user, an account, a token or a trade.',
		...scrapeParts(),
		...tableParts(),
	];
}

function scrapeParts(): readonly string[] {
	return [
		'## Scraping',
		'`GET /metrics` needs no token: it is for whoever reaches the port, so keep it behind the proxy where the service is reached from outside (`location /metrics { deny all; }`). It is made at most once a second, however often it is asked for, and holds up to some thousand lines.',
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
