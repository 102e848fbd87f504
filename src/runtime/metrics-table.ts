/** Every metric of `GET /metrics`: the pages, the dashboard, the alert rules and the tests are held against this table. */

export type MetricType = 'counter' | 'gauge' | 'histogram';

/** One metric as the table declares it. */
export type MetricRow = {
	readonly type: MetricType;
	/** Of the value; of a histogram, of what is observed. */
	readonly unit: 'seconds' | 'bytes' | 'USD' | 'ratio' | '';
	readonly labels: readonly string[];
	readonly help: string;
	/** Upper bounds of a histogram's buckets. */
	readonly buckets?: readonly number[];
	/** Of the process as Node and the operating system have it, by prom-client; some are absent outside Linux. */
	readonly isOfProcess?: true;
};

/** A request takes tens of milliseconds; from five seconds on the heavier leg is cut; a minute needs a person. */
const UNHEDGED_S = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60];
/** Requests end after five seconds without an answer; proof of absence takes up to some minutes. */
const ANSWER_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const PROOF_S = [0.05, 0.25, 1, 2.5, 5, 10, 30, 60, 120, 300];
const CALL_S = [0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.05, 0.25, 1, 5, 25];
const WAIT_S = [0.001, 0.01, 0.1, 1, 5, 60];
const COMMIT_S = [0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1];
const WRITES = [1, 2, 5, 10, 25, 50, 100, 250];
const REFRESH_S = [0.000_001, 0.000_005, 0.000_01, 0.000_025, 0.000_05, 0.000_1, 0.000_5, 0.005];
const LIST_S = [0.000_1, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5];
/** A venue may record some 20 s late. */
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

/** In the order in which they are written. */
export const METRICS = {
	carrywire_executions: gauge('', 'Executions that have not ended, by status.', 'status'),
	carrywire_needs_attention: gauge('', 'Executions for which a person is needed.'),
	carrywire_unhedged_notional_usd: gauge(
		'USD',
		'By how much legs are ahead of each other now, summed over executions, USD.',
	),
	carrywire_unhedged_seconds: histogram(
		'seconds',
		UNHEDGED_S,
		"Time for which one leg of an execution stood without the other, by the venues' times of the fills. phase open: until it ran; close: from then to its end.",
		'phase',
	),
	carrywire_unknown_orders: gauge('', 'Orders of which it is not proven now what became of them.'),
	carrywire_executions_begun_total: counter('Executions that were planned and journaled.'),
	carrywire_executions_ended_total: counter(
		'Executions that ended. failed: nothing was ever filled.',
		'outcome',
	),
	carrywire_attention_raised_total: counter('Times that a person came to be needed, by why.', 'kind'),
	carrywire_orders_total: counter(
		'Orders whose end is proven, by how they ended. partial: a part was filled; absent: it never reached the venue.',
		'venue',
		'outcome',
	),
	carrywire_order_answer_seconds: histogram(
		'seconds',
		ANSWER_S,
		'From the intent of an order to the word of its venue on it, the journal between them included. unknown: until it was given up as unknown.',
		'venue',
		'answer',
	),
	carrywire_order_proof_seconds: histogram(
		'seconds',
		PROOF_S,
		'From the moment at which an order became unknown to the proof of what became of it.',
		'venue',
	),
	carrywire_legs_taken_total: counter(
		'Times that a leg became smaller without an order of ours, by why.',
		'venue',
		'cause',
	),
	carrywire_exit_looks_total: counter('Times that the exit rules of an execution were looked at.'),
	carrywire_exit_look_failures_total: counter('Looks at exit rules that failed.'),
	carrywire_exit_acts_total: counter(
		'Times that an exit rule asked for a close, or ended what was being opened.',
		'act',
	),
	carrywire_settlement_delay_seconds: histogram(
		'seconds',
		SETTLED_S,
		'From a settlement to the booking of its payment; the count is that of bookings.',
		'venue',
	),
	carrywire_settlements_missing_total: counter(
		'Settlements of which a venue had no record some minutes after they passed while a leg was held.',
		'venue',
	),
	carrywire_reconciliations_total: counter(
		'Readings of an account that were held against the journal, per instrument, by what came of it. differed may be a delay of the venue: a second reading judges.',
		'venue',
		'result',
	),
	carrywire_unmanaged_found_total: counter(
		'Readings that proved that more is held than the executions have: a trade by hand.',
		'venue',
	),
	carrywire_accounts: gauge(
		'',
		'Accounts in use by what their last reading says. unsettled: not read yet, or something moved while it was read.',
		'state',
	),
	carrywire_account_unexplained_usd: gauge(
		'USD',
		'Money on accounts that neither the journal nor the venue explains, without its sign, summed over accounts, USD. By their last reading for a portfolio: read portfolio_live now and then.',
	),
	carrywire_account_streams_silent: gauge(
		'',
		'Accounts in use whose own stream has told of none of their last orders, so that nothing is opened on them.',
		'venue',
	),
	carrywire_venue_up: gauge(
		'',
		'Whether the data of a venue are fresh: 1, or 0 for stale and down.',
		'venue',
	),
	carrywire_venue_state: gauge('', 'What the data of a venue are: 1 at one of the states.', 'venue', 'state'),
	carrywire_venue_data_age_seconds: gauge(
		'seconds',
		'Since the last prices of a venue; absent before the first.',
		'venue',
	),
	carrywire_venue_clock_offset_seconds: gauge(
		'seconds',
		"A venue's clock minus ours; absent before it was measured.",
		'venue',
	),
	carrywire_venue_instruments: gauge('', 'Contracts that are read of a venue.', 'venue'),
	carrywire_books: gauge(
		'',
		'Books that are wanted of a venue. waiting: not in step with its stream.',
		'venue',
		'state',
	),
	carrywire_ticker_age_seconds: gauge(
		'seconds',
		'Since the prices of a contract came, over the contracts of a venue; absent before the first.',
		'venue',
		'of',
	),
	carrywire_book_age_seconds: gauge(
		'seconds',
		'Since the book of a contract changed or its venue gave a sign of life, over the books that are there; absent without one.',
		'venue',
		'of',
	),
	carrywire_feed_messages_total: counter(
		"Messages of a venue's streams. feed tickers: of venues that tell prices by a stream.",
		'venue',
		'feed',
	),
	carrywire_feed_reconnects_total: counter(
		'Connections of streams that were lost and opened again.',
		'venue',
		'feed',
	),
	carrywire_feed_books_total: counter('Books that streams handed on.', 'venue'),
	carrywire_feed_gaps_total: counter('Times that a book was found out of step, by why.', 'venue', 'reason'),
	carrywire_feed_comparisons_total: counter(
		'Times that a streamed book was held against the answer to a request.',
		'venue',
	),
	carrywire_feed_resyncs_total: counter('Times that a book was begun anew for that.', 'venue'),
	carrywire_venue_requests_total: counter(
		'Requests to a venue by class and what came of them. no_place: our own budget was used up and it never left; banned: the venue has banned this address and it never left.',
		'venue',
		'class',
		'outcome',
	),
	carrywire_venue_request_seconds: histogram(
		'seconds',
		ANSWER_S,
		'How long requests to a venue were on their way.',
		'venue',
		'class',
	),
	carrywire_venue_request_wait_seconds: histogram(
		'seconds',
		WAIT_S,
		'How long requests waited for a place in our own budgets before they left.',
		'venue',
		'class',
	),
	carrywire_venue_request_weight_total: counter(
		'Weight of the requests that left, as the venue counts it (1 each where it counts requests).',
		'venue',
		'class',
	),
	carrywire_venue_bans_total: counter("Times that a venue banned this machine's address.", 'venue'),
	carrywire_venue_ban_left_seconds: gauge(
		'seconds',
		'Until a ban of this address ends; 0 without one.',
		'venue',
	),
	carrywire_history_instruments: gauge(
		'',
		'Contracts by how far their settled funding has been asked for. none; month: the last month; whole: 400 days, or all there is.',
		'venue',
		'reach',
	),
	carrywire_history_failing_instruments: gauge(
		'',
		'Contracts whose settled funding could not be read or stored last time.',
		'venue',
	),
	carrywire_slots: gauge('', 'Pairs of contracts that are kept ranked.'),
	carrywire_scan_changes_total: counter('Changed inputs that were taken into the ranking.'),
	carrywire_scan_refresh_seconds: histogram(
		'seconds',
		REFRESH_S,
		'From a changed input to all its slots being up to date; every sixteenth change is timed.',
	),
	carrywire_scan_list_seconds: histogram(
		'seconds',
		LIST_S,
		"Time to make a page of a list, its pauses for others included. terms own: ranked anew at the caller's terms.",
		'terms',
	),
	carrywire_rpc_requests_total: counter(
		'Calls by method and code; OK is success, METHOD none a call that named no method that there is.',
		'method',
		'code',
	),
	carrywire_rpc_request_seconds: histogram(
		'seconds',
		CALL_S,
		'From a call that was read to its answer.',
		'method',
	),
	carrywire_rpc_in_flight: gauge('', 'Calls that are being answered.'),
	carrywire_rpc_rate_limited_total: counter(
		'Calls that were refused by a rate limit, by its bucket.',
		'class',
	),
	carrywire_connections: gauge(
		'',
		'Open connections of clients; what is a WebSocket by now counts as http too.',
		'transport',
	),
	carrywire_connections_opened_total: counter('Connections that clients opened.', 'transport'),
	carrywire_connections_refused_total: counter(
		'Connections that were closed because their address, or the service, had as many as it may.',
	),
	carrywire_stream_subscriptions: gauge('', 'Subscriptions over WebSockets.'),
	carrywire_stream_groups: gauge(
		'',
		'Different things that are subscribed to: each is written once for all who see it.',
	),
	carrywire_stream_written_total: counter('Snapshots and changes that were written for subscribers.'),
	carrywire_streams_dropped_total: counter(
		'WebSockets that the service closed. slow: what waited was not taken; dead: no sign of life; silent: no first message; crowded: no token, and newer ones took its place; stopped: the service stopped.',
		'reason',
	),
	carrywire_store_commit_seconds: histogram(
		'seconds',
		COMMIT_S,
		'Time of one synced transaction of the journal or the audit trail: it holds up the event loop.',
	),
	carrywire_store_commit_writes: histogram('', WRITES, 'Writes that shared one transaction.'),
	carrywire_store_commit_failures_total: counter('Transactions that could not be committed.'),
	carrywire_store_writable: gauge(
		'',
		'Whether the journal takes writes: 1, or 0 while it refuses them and nothing is opened.',
	),
	carrywire_store_bytes: gauge('bytes', 'Size of the database and of its write-ahead log.', 'file'),
	carrywire_store_free_bytes: gauge(
		'bytes',
		'Free space where the data directory lies; absent where it is not known.',
	),
	carrywire_journal_events: gauge('', 'Events in the journal.'),
	carrywire_alerts_raised_total: counter('Alerts that were raised, by kind.', 'kind'),
	carrywire_alert_deliveries_total: counter(
		'Attempts to deliver alerts by what came of them. failed: tried again later; refused: the target takes none like it; dropped: given up.',
		'outcome',
	),
	carrywire_trace_spans_total: counter(
		'Spans of recorded traces by what became of them. failed: the receiver did not take them; dropped: too many waited.',
		'outcome',
	),
	carrywire_build_info: gauge(
		'',
		'Always 1, with the version, the mode and the version of Node.',
		'version',
		'mode',
		'node',
	),
	process_cpu_user_seconds_total: ofProcess('counter', 'seconds', 'User CPU time of the process.'),
	process_cpu_system_seconds_total: ofProcess('counter', 'seconds', 'System CPU time of the process.'),
	process_cpu_seconds_total: ofProcess('counter', 'seconds', 'User and system CPU time of the process.'),
	process_start_time_seconds: ofProcess('gauge', 'seconds', 'When the process started, since the epoch.'),
	process_resident_memory_bytes: ofProcess('gauge', 'bytes', 'Resident memory.'),
	process_virtual_memory_bytes: ofProcess('gauge', 'bytes', 'Virtual memory.'),
	process_heap_bytes: ofProcess('gauge', 'bytes', 'Heap of the process.'),
	process_open_fds: ofProcess('gauge', '', 'Open file descriptors.'),
	process_max_fds: ofProcess('gauge', '', 'File descriptors that may be open.'),
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
	nodejs_heap_size_total_bytes: ofProcess('gauge', 'bytes', 'Heap that V8 has.'),
	nodejs_heap_size_used_bytes: ofProcess('gauge', 'bytes', 'Heap that V8 uses.'),
	nodejs_external_memory_bytes: ofProcess('gauge', 'bytes', 'Memory outside the heap of V8.'),
	nodejs_heap_space_size_total_bytes: ofProcess('gauge', 'bytes', 'Heap by space of V8.', 'space'),
	nodejs_heap_space_size_used_bytes: ofProcess('gauge', 'bytes', 'Used heap by space of V8.', 'space'),
	nodejs_heap_space_size_available_bytes: ofProcess('gauge', 'bytes', 'Free heap by space of V8.', 'space'),
	nodejs_version_info: ofProcess(
		'gauge',
		'',
		'Always 1, with the version of Node.',
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

/** Every name of the table. */
export type MetricName = keyof typeof METRICS;
