/** Describes the Grafana dashboard as data. `docs/grafana/carrywire.json` is generated from it. */

/** Names of units in Grafana (panel option "Unit"). */
export type Unit = 'short' | 's' | 'bytes' | 'currencyUSD' | 'reqps' | 'cps' | 'percentunit' | 'bool_yes_no';

type Query = { readonly expr: string; readonly legend: string };

type Panel = {
	readonly title: string;
	readonly unit: Unit;
	readonly kind: 'stat' | 'timeseries';
	readonly queries: readonly Query[];
	/** A single-figure panel turns red at this value and above. */
	readonly redFrom?: number;
	/** A single-figure panel turns red below this value. */
	readonly redBelow?: number;
};

type Row = { readonly title: string; readonly panels: readonly Panel[] };

/** Schema version for Grafana 12; Grafana migrates older dashboards when it opens them. */
export const SCHEMA_VERSION = 41;
const COLUMNS = 24;
const STAT = { width: 4, height: 4 };
const GRAPH = { width: 8, height: 8 };

const of = (expr: string, legend: string): Query => ({ expr, legend });
const graph = (title: string, unit: Unit, ...queries: readonly Query[]): Panel => ({
	title,
	unit,
	kind: 'timeseries',
	queries,
});
const stat = (
	title: string,
	unit: Unit,
	query: Query,
	limits: Pick<Panel, 'redFrom' | 'redBelow'> = {},
): Panel => ({
	title,
	unit,
	kind: 'stat',
	queries: [query],
	...limits,
});
const rate = (metric: string, by: string): string => `sum by (${by}) (rate(${metric}[$__rate_interval]))`;
const quantile = (share: number, metric: string, by = ''): string =>
	`histogram_quantile(${share}, sum by (le${by === '' ? '' : `, ${by}`}) (rate(${metric}_bucket[$__rate_interval])))`;
const grown = (metric: string, by: string): string => `sum by (${by}) (increase(${metric}[$__range]))`;

const ROWS: readonly Row[] = [
	{
		title: 'Trading safety',
		panels: [
			stat('Unhedged now', 'currencyUSD', of('carrywire_unhedged_notional_usd', 'unhedged'), { redFrom: 1 }),
			stat('Needs a person', 'short', of('carrywire_needs_attention', 'executions'), { redFrom: 1 }),
			stat('Unknown orders', 'short', of('carrywire_unknown_orders', 'orders'), { redFrom: 1 }),
			stat('Unexplained', 'currencyUSD', of('carrywire_account_unexplained_usd', 'unexplained'), {
				redFrom: 1,
			}),
			stat('Store is writable', 'bool_yes_no', of('carrywire_store_writable', 'writable'), { redBelow: 1 }),
			stat('Fresh exchanges', 'short', of('sum(carrywire_venue_up)', 'fresh')),
			graph('Executions', 'short', of('carrywire_executions', '{{status}}')),
			graph('Unhedged notional', 'currencyUSD', of('carrywire_unhedged_notional_usd', 'unhedged')),
			graph(
				'Unhedged time, 95th percentile',
				's',
				of(quantile(0.95, 'carrywire_unhedged_seconds', 'phase'), '{{phase}}'),
			),
			graph(
				'Executions started and ended, in the range',
				'short',
				of('increase(carrywire_executions_begun_total[$__range])', 'started'),
				of(grown('carrywire_executions_ended_total', 'outcome'), '{{outcome}}'),
			),
			graph(
				'Orders by outcome',
				'cps',
				of(rate('carrywire_orders_total', 'venue, outcome'), '{{venue}} {{outcome}}'),
			),
			graph(
				'Order, from intent to answer, 95th percentile',
				's',
				of(quantile(0.95, 'carrywire_order_answer_seconds', 'venue, answer'), '{{venue}} {{answer}}'),
			),
			graph(
				'Order, from unknown to proven, 95th percentile',
				's',
				of(quantile(0.95, 'carrywire_order_proof_seconds', 'venue'), '{{venue}}'),
			),
			graph(
				'Executions that needed a person, by reason, in the range',
				'short',
				of(grown('carrywire_attention_raised_total', 'kind'), '{{kind}}'),
			),
			graph(
				'Changes by others, in the range',
				'short',
				of(grown('carrywire_legs_taken_total', 'venue, cause'), '{{venue}} {{cause}}'),
				of(grown('carrywire_unmanaged_found_total', 'venue'), '{{venue}} position beyond the legs'),
			),
			graph(
				'Account reads compared with the journal',
				'cps',
				of(rate('carrywire_reconciliations_total', 'venue, result'), '{{venue}} {{result}}'),
			),
			graph('Accounts by result of the last read', 'short', of('carrywire_accounts', '{{state}}')),
			graph('Accounts with a silent stream', 'short', of('carrywire_account_streams_silent', '{{venue}}')),
			graph(
				'Settlement to booking, 95th percentile',
				's',
				of(quantile(0.95, 'carrywire_settlement_delay_seconds', 'venue'), '{{venue}}'),
			),
			graph(
				'Settlements without a record, in the range',
				'short',
				of(grown('carrywire_settlements_missing_total', 'venue'), '{{venue}}'),
			),
			graph(
				'Exit rules',
				'cps',
				of('rate(carrywire_exit_looks_total[$__rate_interval])', 'checks'),
				of('rate(carrywire_exit_look_failures_total[$__rate_interval])', 'failed checks'),
				of(rate('carrywire_exit_acts_total', 'act'), '{{act}}'),
			),
		],
	},
	{
		title: 'Exchanges and feeds',
		panels: [
			graph('Fresh', 'bool_yes_no', of('carrywire_venue_up', '{{venue}}')),
			graph('Age of the data', 's', of('carrywire_venue_data_age_seconds', '{{venue}}')),
			graph('Exchange clock minus ours', 's', of('carrywire_venue_clock_offset_seconds', '{{venue}}')),
			graph('Books', 'short', of('carrywire_books', '{{venue}} {{state}}')),
			graph('Age of prices', 's', of('carrywire_ticker_age_seconds', '{{venue}} {{of}}')),
			graph('Age of books', 's', of('carrywire_book_age_seconds', '{{venue}} {{of}}')),
			graph(
				'Stream messages',
				'cps',
				of(rate('carrywire_feed_messages_total', 'venue, feed'), '{{venue}} {{feed}}'),
			),
			graph('Books delivered', 'cps', of(rate('carrywire_feed_books_total', 'venue'), '{{venue}}')),
			graph(
				'Gaps, comparisons and restarts of books',
				'cps',
				of(rate('carrywire_feed_gaps_total', 'venue, reason'), '{{venue}} {{reason}}'),
				of(rate('carrywire_feed_resyncs_total', 'venue'), '{{venue}} restarted'),
				of(rate('carrywire_feed_comparisons_total', 'venue'), '{{venue}} compared'),
			),
			graph(
				'Lost stream connections, in the range',
				'short',
				of(grown('carrywire_feed_reconnects_total', 'venue, feed'), '{{venue}} {{feed}}'),
			),
			graph(
				'Requests by outcome',
				'reqps',
				of(rate('carrywire_venue_requests_total', 'venue, outcome'), '{{venue}} {{outcome}}'),
			),
			graph(
				'Request time, 95th percentile',
				's',
				of(quantile(0.95, 'carrywire_venue_request_seconds', 'venue, class'), '{{venue}} {{class}}'),
			),
			graph(
				'Wait for our request budget, 95th percentile',
				's',
				of(quantile(0.95, 'carrywire_venue_request_wait_seconds', 'venue, class'), '{{venue}} {{class}}'),
			),
			graph(
				'Weight of requests',
				'cps',
				of(rate('carrywire_venue_request_weight_total', 'venue, class'), '{{venue}} {{class}}'),
			),
			graph('Bans of this address', 's', of('carrywire_venue_ban_left_seconds', '{{venue}} left')),
			graph('Contracts', 'short', of('carrywire_venue_instruments', '{{venue}}')),
			graph(
				'Settled history',
				'short',
				of('carrywire_history_instruments', '{{venue}} {{reach}}'),
				of('carrywire_history_failing_instruments', '{{venue}} failing'),
			),
		],
	},
	{
		title: 'Calls and the scanner',
		panels: [
			graph('Calls by method', 'reqps', of(rate('carrywire_rpc_requests_total', 'method'), '{{method}}')),
			graph(
				'Failed calls, by code',
				'reqps',
				of('sum by (code) (rate(carrywire_rpc_requests_total{code!="OK"}[$__rate_interval]))', '{{code}}'),
			),
			graph(
				'Time to answer, 99th percentile',
				's',
				of(quantile(0.99, 'carrywire_rpc_request_seconds', 'method'), '{{method}}'),
			),
			graph('Calls in flight', 'short', of('carrywire_rpc_in_flight', 'calls')),
			graph(
				'Refused by rate limits',
				'reqps',
				of(rate('carrywire_rpc_rate_limited_total', 'class'), '{{class}}'),
			),
			graph(
				'Connections',
				'short',
				of('carrywire_connections', '{{transport}}'),
				of('increase(carrywire_connections_refused_total[$__range])', 'refused, in the range'),
			),
			graph(
				'Subscriptions',
				'short',
				of('carrywire_stream_subscriptions', 'subscriptions'),
				of('carrywire_stream_groups', 'distinct'),
			),
			graph(
				'Written for subscribers',
				'cps',
				of('rate(carrywire_stream_written_total[$__rate_interval])', 'snapshots and changes'),
			),
			graph(
				'Dropped WebSockets, in the range',
				'short',
				of(grown('carrywire_streams_dropped_total', 'reason'), '{{reason}}'),
			),
			graph('Pairs kept ranked', 'short', of('carrywire_slots', 'pairs')),
			graph('Changed inputs', 'cps', of('rate(carrywire_scan_changes_total[$__rate_interval])', 'changes')),
			graph(
				'From a changed input to its pairs, median and 99th percentile',
				's',
				of(quantile(0.5, 'carrywire_scan_refresh_seconds'), 'median'),
				of(quantile(0.99, 'carrywire_scan_refresh_seconds'), '99th'),
			),
			graph(
				'List page, 99th percentile',
				's',
				of(quantile(0.99, 'carrywire_scan_list_seconds', 'terms'), '{{terms}}'),
			),
		],
	},
	{
		title: 'Store and process',
		panels: [
			graph(
				'Commit time, median and 99th percentile',
				's',
				of(quantile(0.5, 'carrywire_store_commit_seconds'), 'median'),
				of(quantile(0.99, 'carrywire_store_commit_seconds'), '99th'),
			),
			graph(
				'Writes per commit, 95th percentile',
				'short',
				of(quantile(0.95, 'carrywire_store_commit_writes'), 'writes'),
			),
			graph(
				'Failed commits, in the range',
				'short',
				of('increase(carrywire_store_commit_failures_total[$__range])', 'failed'),
			),
			graph('Size of the store', 'bytes', of('carrywire_store_bytes', '{{file}}')),
			graph('Free space', 'bytes', of('carrywire_store_free_bytes', 'free')),
			graph('Events in the journal', 'short', of('carrywire_journal_events', 'events')),
			graph('CPU', 'percentunit', of('rate(process_cpu_seconds_total[$__rate_interval])', 'of one core')),
			graph(
				'Memory',
				'bytes',
				of('process_resident_memory_bytes', 'resident'),
				of('nodejs_heap_size_used_bytes', 'heap'),
			),
			graph(
				'Lag of the event loop',
				's',
				of('nodejs_eventloop_lag_p50_seconds', 'median'),
				of('nodejs_eventloop_lag_p99_seconds', '99th'),
			),
			graph(
				'Time in garbage collection',
				'percentunit',
				of(rate('nodejs_gc_duration_seconds_sum', 'kind'), '{{kind}}'),
			),
			graph(
				'Alerts, in the range',
				'short',
				of(grown('carrywire_alerts_raised_total', 'kind'), '{{kind}}'),
				of(grown('carrywire_alert_deliveries_total', 'outcome'), '{{outcome}}'),
			),
			graph(
				'Chats, in the range',
				'short',
				of(grown('carrywire_chat_entries_total', 'platform'), '{{platform}}'),
				of(grown('carrywire_chat_failures_total', 'kind'), '{{kind}}'),
				of('carrywire_chat_connected', '{{platform}} connected'),
			),
			graph('Spans', 'cps', of(rate('carrywire_trace_spans_total', 'outcome'), '{{outcome}}')),
			stat('Up for', 's', of('time() - process_start_time_seconds', 'up')),
			stat('Version', 'short', of('carrywire_build_info', '{{version}} {{mode}}')),
		],
	},
];

/** The service's metrics that have no panel on the dashboard, each with the reason. */
export const NOT_SHOWN: Readonly<Record<string, string>> = {
	carrywire_venue_state: 'carrywire_venue_up shows the essential part; the state is for alert rules.',
	carrywire_venue_bans_total: 'The dashboard shows the remaining time of a ban.',
	carrywire_connections_opened_total: 'The dashboard shows the open connections.',
};

// biome-ignore lint/suspicious/noTemplateCurlyInString: a Grafana variable
export const DATASOURCE_UID = '${DS_PROMETHEUS}';
const DATASOURCE = { type: 'prometheus', uid: DATASOURCE_UID };

/** Returns the dashboard file that Grafana imports. */
export function grafanaDashboard(): string {
	const panels: object[] = [];
	let y = 0;
	for (const { title, panels: shown } of ROWS) {
		panels.push({
			id: panels.length + 1,
			type: 'row',
			title,
			collapsed: false,
			gridPos: { x: 0, y, w: COLUMNS, h: 1 },
			panels: [],
		});
		y += 1;
		for (const kind of ['stat', 'timeseries'] as const) {
			const { width, height } = kind === 'stat' ? STAT : GRAPH;
			const perLine = COLUMNS / width;
			const ofKind = shown.filter((panel) => panel.kind === kind);
			for (const [index, panel] of ofKind.entries()) {
				const gridPos = {
					x: (index % perLine) * width,
					y: y + Math.floor(index / perLine) * height,
					w: width,
					h: height,
				};
				panels.push({ id: panels.length + 1, gridPos, ...panelBody(panel) });
			}
			y += Math.ceil(ofKind.length / perLine) * height;
		}
	}
	const dashboard = {
		title: 'Carrywire',
		uid: 'carrywire',
		description: 'Written by scripts/generate-docs.ts from scripts/grafana-dashboard.ts.',
		tags: ['carrywire'],
		schemaVersion: SCHEMA_VERSION,
		version: 1,
		editable: true,
		graphTooltip: 1,
		refresh: '10s',
		time: { from: 'now-3h', to: 'now' },
		timezone: 'browser',
		annotations: { list: [] },
		templating: {
			list: [
				{ name: 'DS_PROMETHEUS', label: 'Prometheus', type: 'datasource', query: 'prometheus', refresh: 1 },
			],
		},
		panels,
	};
	return `${JSON.stringify(dashboard, null, '\t')}\n`;
}

function panelBody({ title, unit, kind, queries, redFrom, redBelow }: Panel): object {
	const green = { color: 'green', value: null };
	const steps =
		redBelow !== undefined
			? [
					{ color: 'red', value: null },
					{ color: 'green', value: redBelow },
				]
			: redFrom === undefined
				? [green]
				: [green, { color: 'red', value: redFrom }];
	return {
		type: kind,
		title,
		datasource: DATASOURCE,
		fieldConfig: { defaults: { unit, thresholds: { mode: 'absolute', steps } }, overrides: [] },
		options:
			kind === 'stat'
				? {
						colorMode: 'background',
						reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false },
						...(title === 'Version' ? { textMode: 'name' } : {}),
					}
				: {
						legend: { displayMode: 'list', placement: 'bottom', showLegend: true },
						tooltip: { mode: 'multi', sort: 'desc' },
					},
		targets: queries.map(({ expr, legend }, index) => ({
			refId: String.fromCharCode('A'.charCodeAt(0) + index),
			datasource: DATASOURCE,
			expr,
			legendFormat: legend,
			range: true,
		})),
	};
}
