/** Defines every metric in `GET /metrics`. Tests compare pages, the dashboard and the alert rules with this table. */

export type MetricType = 'counter' | 'gauge' | 'histogram';

/** One metric, as the table declares it. */
export type MetricRow = {
	readonly type: MetricType;
	/** Unit of the value, or of a histogram's observations. */
	readonly unit: 'seconds' | 'bytes' | 'USD' | 'ratio' | '';
	readonly labels: readonly string[];
	readonly help: string;
	/** Upper bounds of a histogram's buckets. */
	readonly buckets?: readonly number[];
	/**
	 * Set for a process metric that prom-client reads from Node and the operating system. Some of these are absent
	 * outside Linux.
	 */
	readonly isOfProcess?: true;
};

/**
 * Bucket bounds for unhedged time, seconds. A request takes tens of milliseconds. After five seconds the service
 * reduces the larger leg; after a minute the user must act.
 */
const UNHEDGED_S = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60];
/** Bucket bounds for the exchanges' response times, seconds. Requests fail after five seconds without a response. */
const ANSWER_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/**
 * Bucket bounds for the time until an order's outcome is known, seconds. Proving that an order is absent takes up to
 * a few minutes.
 */
const PROOF_S = [0.05, 0.25, 1, 2.5, 5, 10, 30, 60, 120, 300];
const CALL_S = [0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.05, 0.25, 1, 5, 25];
const WAIT_S = [0.001, 0.01, 0.1, 1, 5, 60];
const COMMIT_S = [0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1];
const WRITES = [1, 2, 5, 10, 25, 50, 100, 250];
const REFRESH_S = [0.000_001, 0.000_005, 0.000_01, 0.000_025, 0.000_05, 0.000_1, 0.000_5, 0.005];
const LIST_S = [0.000_1, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5];
/** Bucket bounds for the delay of settlement records, seconds. A venue may record a settlement about 20 s late. */
const SETTLED_S = [1, 2, 5, 10, 20, 30, 60, 300, 3_600];

function counter<const Labels extends readonly string[]>(help: string, ...labels: Labels) {
	return { type: 'counter', unit: '', labels, help } as const satisfies MetricRow;
}

function gauge<const Labels extends readonly string[]>(
	unit: MetricRow['unit'],
	help: string,
	...labels: Labels
) {
	return { type: 'gauge', unit, labels, help } as const satisfies MetricRow;
}

function histogram<const Labels extends readonly string[]>(
	unit: MetricRow['unit'],
	buckets: readonly number[],
	help: string,
	...labels: Labels
) {
	return { type: 'histogram', unit, labels, help, buckets } as const satisfies MetricRow;
}

function ofProcess(type: MetricType, unit: MetricRow['unit'], help: string, ...labels: readonly string[]) {
	return { type, unit, labels, help, isOfProcess: true } as const satisfies MetricRow;
}

/** All metrics, in the order in which they are written. */
export const METRICS = {
	carrywire_executions: gauge('', 'Executions that have not ended, by status.', 'status'),
	carrywire_needs_attention: gauge('', 'Executions that need manual attention.'),
	carrywire_unhedged_notional_usd: gauge(
		'USD',
		'Current difference between the legs, total of all executions, USD.',
	),
	carrywire_unhedged_seconds: histogram(
		'seconds',
		UNHEDGED_S,
		"How long one leg of an execution was unhedged, measured by the exchanges' fill times. phase open: before the execution was running; close: after.",
		'phase',
	),
	carrywire_unknown_orders: gauge('', 'Orders whose state is currently unknown.'),
	carrywire_executions_begun_total: counter('Executions that were planned and journaled.'),
	carrywire_executions_ended_total: counter('Executions that ended. failed: nothing was filled.', 'outcome'),
	carrywire_attention_raised_total: counter(
		'Number of times that an execution began to need attention, by reason.',
		'kind',
	),
	carrywire_orders_total: counter(
		'Orders whose final state is confirmed, by outcome. partial: partly filled; absent: never reached the exchange.',
		'venue',
		'outcome',
	),
	carrywire_order_answer_seconds: histogram(
		'seconds',
		ANSWER_S,
		"Time from deciding on an order to the exchange's response, including the journal write. unknown: until the order was declared unknown.",
		'venue',
		'answer',
	),
	carrywire_order_proof_seconds: histogram(
		'seconds',
		PROOF_S,
		'Time from an order becoming unknown until its outcome was confirmed.',
		'venue',
	),
	carrywire_legs_taken_total: counter(
		'Number of times that a leg shrank without an order from this service, by reason.',
		'venue',
		'cause',
	),
	carrywire_exit_looks_total: counter('Checks of the exit rules of executions.'),
	carrywire_exit_look_failures_total: counter('Failed checks of exit rules.'),
	carrywire_exit_acts_total: counter(
		'Number of times that an exit rule requested a close or ended an opening.',
		'act',
	),
	carrywire_settlement_delay_seconds: histogram(
		'seconds',
		SETTLED_S,
		'Time from a settlement until its payment was booked; the count is the number of bookings.',
		'venue',
	),
	carrywire_settlements_missing_total: counter(
		'Settlements of an open leg for which the exchange had no payment record a few minutes later.',
		'venue',
	),
	carrywire_reconciliations_total: counter(
		'Comparisons of account data with the journal, per contract, by result. "differed" can be a delay at the exchange; a second read decides.',
		'venue',
		'result',
	),
	carrywire_unmanaged_found_total: counter(
		'Account reads that found a larger position than the executions hold, which means a manual trade.',
		'venue',
	),
	carrywire_accounts: gauge(
		'',
		'Accounts in use, by the result of their last read. unsettled: not read yet, or changed during the read.',
		'state',
	),
	carrywire_account_unexplained_usd: gauge(
		'USD',
		'Absolute balance changes that neither the journal nor the exchange explains, total of all accounts, USD. Measured at the last read for portfolio_live, so call it regularly.',
	),
	carrywire_account_streams_silent: gauge(
		'',
		'Accounts in use whose stream did not report their latest orders; the service opens no positions on them.',
		'venue',
	),
	carrywire_venue_up: gauge(
		'',
		'1 while an exchange’s market data is fresh; 0 while it is stale or down.',
		'venue',
	),
	carrywire_venue_state: gauge(
		'',
		'State of an exchange’s market data: 1 for the current state, 0 for the others.',
		'venue',
		'state',
	),
	carrywire_venue_data_age_seconds: gauge(
		'seconds',
		'Time since the last prices from an exchange; absent before the first ones.',
		'venue',
	),
	carrywire_venue_clock_offset_seconds: gauge(
		'seconds',
		"An exchange's clock minus ours; absent before the first measurement.",
		'venue',
	),
	carrywire_venue_instruments: gauge('', 'Contracts read from an exchange.', 'venue'),
	carrywire_books: gauge(
		'',
		'Requested order books of an exchange. waiting: not in sync with its stream.',
		'venue',
		'state',
	),
	carrywire_ticker_age_seconds: gauge(
		'seconds',
		'Age of the latest prices of an exchange’s contracts. The label “of” is median or oldest. Absent before the first prices.',
		'venue',
		'of',
	),
	carrywire_book_age_seconds: gauge(
		'seconds',
		'Time since an order book last changed or its exchange last sent a heartbeat. The label “of” is median or oldest, among the current books. Absent without a current book.',
		'venue',
		'of',
	),
	carrywire_feed_messages_total: counter(
		"Messages of an exchange's streams. feed tickers: only exchanges that stream prices.",
		'venue',
		'feed',
	),
	carrywire_feed_reconnects_total: counter(
		'Stream connections that were lost and reopened.',
		'venue',
		'feed',
	),
	carrywire_feed_books_total: counter('Order book updates from streams.', 'venue'),
	carrywire_feed_gaps_total: counter(
		'Number of times that an order book was out of sync, by reason.',
		'venue',
		'reason',
	),
	carrywire_feed_comparisons_total: counter(
		'Comparisons of a streamed order book with one fetched by a request.',
		'venue',
	),
	carrywire_feed_resyncs_total: counter('Order books resynchronized because a comparison differed.', 'venue'),
	carrywire_venue_requests_total: counter(
		'Requests to an exchange by class and outcome. no_place: not sent because our own budget was used up; banned: not sent because the exchange has banned this IP address.',
		'venue',
		'class',
		'outcome',
	),
	carrywire_venue_request_seconds: histogram(
		'seconds',
		ANSWER_S,
		'Duration of requests to an exchange.',
		'venue',
		'class',
	),
	carrywire_venue_request_wait_seconds: histogram(
		'seconds',
		WAIT_S,
		'Time that requests waited for our own budgets before they were sent.',
		'venue',
		'class',
	),
	carrywire_venue_request_weight_total: counter(
		'Weight of the sent requests, as the exchange counts it (1 each if it counts requests).',
		'venue',
		'class',
	),
	carrywire_venue_bans_total: counter(
		"Number of times that an exchange banned this machine's IP address.",
		'venue',
	),
	carrywire_venue_ban_left_seconds: gauge(
		'seconds',
		'Time until a ban of this IP address ends; 0 without one.',
		'venue',
	),
	carrywire_history_instruments: gauge(
		'',
		'Contracts by how much settled-funding history was requested: none, month (the last month) or whole (400 days, or all there is).',
		'venue',
		'reach',
	),
	carrywire_history_failing_instruments: gauge(
		'',
		'Contracts whose settled funding could not be read or stored at the last attempt.',
		'venue',
	),
	carrywire_slots: gauge('', 'Ranked pairs of contracts.'),
	carrywire_scan_changes_total: counter('Changed inputs applied to the ranking.'),
	carrywire_scan_refresh_seconds: histogram(
		'seconds',
		REFRESH_S,
		'Time from a changed input until all its pairs are updated; every sixteenth change is measured.',
	),
	carrywire_scan_list_seconds: histogram(
		'seconds',
		LIST_S,
		"Time to create a page of a list, including pauses for other work. terms own: re-ranked for the caller's amount, horizon or leverage.",
		'terms',
	),
	carrywire_rpc_requests_total: counter(
		'Calls by method and code. code OK: success; method none: the method does not exist.',
		'method',
		'code',
	),
	carrywire_rpc_request_seconds: histogram(
		'seconds',
		CALL_S,
		'Time from receiving a call to its response.',
		'method',
	),
	carrywire_rpc_in_flight: gauge('', 'Calls in progress.'),
	carrywire_rpc_rate_limited_total: counter('Calls refused by a rate limit, by bucket.', 'class'),
	carrywire_connections: gauge(
		'',
		'Open connections of clients; a WebSocket also counts as http.',
		'transport',
	),
	carrywire_connections_opened_total: counter('Connections opened by clients.', 'transport'),
	carrywire_connections_refused_total: counter(
		'Connections closed because their address or the service had reached its limit.',
	),
	carrywire_stream_subscriptions: gauge('', 'Subscriptions over WebSockets.'),
	carrywire_stream_groups: gauge(
		'',
		'Groups of equal subscriptions: each message is serialized once for all its subscribers.',
	),
	carrywire_stream_written_total: counter('Snapshots and changes serialized for subscribers.'),
	carrywire_streams_dropped_total: counter(
		'WebSockets closed by the service. slow: did not read waiting messages; dead: no response to pings; silent: no first message; crowded: no token, and replaced by newer ones; stopped: the service stopped.',
		'reason',
	),
	carrywire_store_commit_seconds: histogram(
		'seconds',
		COMMIT_S,
		'Time of one synced transaction of the journal or the audit trail, which blocks the event loop.',
	),
	carrywire_store_commit_writes: histogram('', WRITES, 'Writes that shared one transaction.'),
	carrywire_store_commit_failures_total: counter('Transactions that could not be committed.'),
	carrywire_store_writable: gauge(
		'',
		'1 while the journal accepts writes. 0 while it does not; the service then opens no positions.',
	),
	carrywire_store_bytes: gauge('bytes', 'Size of the database and of its write-ahead log.', 'file'),
	carrywire_store_free_bytes: gauge('bytes', 'Free disk space of the data directory; absent if unknown.'),
	carrywire_journal_events: gauge('', 'Events in the journal.'),
	carrywire_alerts_raised_total: counter('Alerts that were raised, by kind.', 'kind'),
	carrywire_alert_deliveries_total: counter(
		'Delivery attempts of alerts by outcome. failed: retried later; refused: the target does not accept it; dropped: not delivered and not retried.',
		'outcome',
	),
	carrywire_chat_connected: gauge(
		'',
		'1 while the bot of a chat platform is connected; 0 otherwise.',
		'platform',
	),
	carrywire_chat_entries_total: counter(
		'Commands and pressed buttons from chats that were answered.',
		'platform',
		'kind',
	),
	carrywire_chat_failures_total: counter(
		'Failures of chats. connection: receiving failed; store: commands could not be stored; answer: a command could not be answered; send: an answer could not be sent.',
		'platform',
		'kind',
	),
	carrywire_trace_spans_total: counter(
		'Spans of recorded traces by outcome. failed: the receiver did not accept them; dropped: the queue was full.',
		'outcome',
	),
	carrywire_build_info: gauge(
		'',
		'Always 1, with the version, the mode and the Node version as labels.',
		'version',
		'mode',
		'node',
	),
	process_cpu_user_seconds_total: ofProcess('counter', 'seconds', 'User CPU time of the process.'),
	process_cpu_system_seconds_total: ofProcess('counter', 'seconds', 'System CPU time of the process.'),
	process_cpu_seconds_total: ofProcess('counter', 'seconds', 'User and system CPU time of the process.'),
	process_start_time_seconds: ofProcess('gauge', 'seconds', 'Start time of the process, Unix time.'),
	process_resident_memory_bytes: ofProcess('gauge', 'bytes', 'Resident memory.'),
	process_virtual_memory_bytes: ofProcess('gauge', 'bytes', 'Virtual memory.'),
	process_heap_bytes: ofProcess('gauge', 'bytes', 'Heap of the process.'),
	process_open_fds: ofProcess('gauge', '', 'Open file descriptors.'),
	process_max_fds: ofProcess('gauge', '', 'Limit of open file descriptors.'),
	nodejs_eventloop_lag_seconds: ofProcess('gauge', 'seconds', 'Lag of the event loop at the scrape.'),
	nodejs_eventloop_lag_min_seconds: ofProcess(
		'gauge',
		'seconds',
		'Smallest lag of the event loop since the last scrape.',
	),
	nodejs_eventloop_lag_max_seconds: ofProcess(
		'gauge',
		'seconds',
		'Largest lag of the event loop since the last scrape.',
	),
	nodejs_eventloop_lag_mean_seconds: ofProcess(
		'gauge',
		'seconds',
		'Mean lag of the event loop since the last scrape.',
	),
	nodejs_eventloop_lag_stddev_seconds: ofProcess('gauge', 'seconds', 'Standard deviation of that lag.'),
	nodejs_eventloop_lag_p50_seconds: ofProcess(
		'gauge',
		'seconds',
		'Median lag of the event loop since the last scrape.',
	),
	nodejs_eventloop_lag_p90_seconds: ofProcess('gauge', 'seconds', '90th percentile of that lag.'),
	nodejs_eventloop_lag_p99_seconds: ofProcess('gauge', 'seconds', '99th percentile of that lag.'),
	nodejs_active_resources: ofProcess(
		'gauge',
		'',
		'Resources that keep the event loop alive, by type.',
		'type',
	),
	nodejs_active_resources_total: ofProcess('gauge', '', 'All resources that keep the event loop alive.'),
	nodejs_active_handles: ofProcess('gauge', '', 'Active handles of libuv, by type.', 'type'),
	nodejs_active_handles_total: ofProcess('gauge', '', 'All active handles of libuv.'),
	nodejs_active_requests: ofProcess('gauge', '', 'Active requests of libuv, by type.', 'type'),
	nodejs_active_requests_total: ofProcess('gauge', '', 'All active requests of libuv.'),
	nodejs_heap_size_total_bytes: ofProcess('gauge', 'bytes', 'Heap size of V8.'),
	nodejs_heap_size_used_bytes: ofProcess('gauge', 'bytes', 'Used heap of V8.'),
	nodejs_external_memory_bytes: ofProcess('gauge', 'bytes', 'Memory outside the heap of V8.'),
	nodejs_heap_space_size_total_bytes: ofProcess('gauge', 'bytes', 'Heap by space of V8.', 'space'),
	nodejs_heap_space_size_used_bytes: ofProcess('gauge', 'bytes', 'Used heap by space of V8.', 'space'),
	nodejs_heap_space_size_available_bytes: ofProcess('gauge', 'bytes', 'Free heap by space of V8.', 'space'),
	nodejs_version_info: ofProcess(
		'gauge',
		'',
		'Always 1, with the Node version as a label.',
		'version',
		'major',
		'minor',
		'patch',
	),
	nodejs_gc_duration_seconds: ofProcess(
		'histogram',
		'seconds',
		'Duration of garbage collections by kind.',
		'kind',
	),
} as const satisfies Readonly<Record<string, MetricRow>>;

/** Every metric name in the table. */
export type MetricName = keyof typeof METRICS;
