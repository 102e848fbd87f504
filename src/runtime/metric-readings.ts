/**
 * Defines the values that are read at each scrape: the source of each metric, and the field of the source that it
 * uses.
 */
import {
	type Ages,
	GAP_REASONS,
	HISTORY_STATES,
	type MetricSources,
	type StreamCounts,
	type VenueReading,
} from '../ports/metrics.ts';
import type { ServiceReadings } from '../ports/service-watch.ts';
import type { NameOf, Sample, SampleReader } from './metric-families.ts';

const MS_PER_S = 1_000;
const VENUE_STATES = ['fresh', 'stale', 'down'] as const;

type SourceName = keyof MetricSources;
type ReadingOf<Source extends SourceName> = ReturnType<MetricSources[Source]>;

/**
 * Functions that convert a source's reading to samples, by source and then by metric. `venues` are the exchanges in
 * the settings; their counters exist from the service's start.
 */
const SAMPLES: {
	readonly [Source in SourceName]: {
		readonly [Name in NameOf<'counter' | 'gauge'>]?: (
			reading: ReadingOf<Source>,
			venues: readonly string[],
		) => readonly Sample<Name>[];
	};
} = {
	executions: {
		carrywire_executions: ({ byStatus }) =>
			Object.entries(byStatus).map(([status, count]) => [count, { status }]),
		carrywire_needs_attention: ({ byStatus }) => [[byStatus.needs_attention]],
		carrywire_unhedged_notional_usd: ({ unhedgedNotionalUsd }) => [[unhedgedNotionalUsd]],
		carrywire_unknown_orders: ({ unknownOrders }) => [[unknownOrders]],
	},
	accounts: {
		carrywire_accounts: (reading) =>
			(['explained', 'unexplained', 'unsettled'] as const).map((state) => [reading[state], { state }]),
		carrywire_account_unexplained_usd: ({ unexplainedUsd }) => [[unexplainedUsd]],
	},
	silentStreams: {
		carrywire_account_streams_silent: (silent, venues) =>
			venues.map((venue) => [silent.filter((one) => one.venue === venue).length, { venue }]),
	},
	venues: {
		carrywire_venue_up: (readings) =>
			readings.map(({ venue, state }) => [state === 'fresh' ? 1 : 0, { venue }]),
		carrywire_venue_state: (readings) =>
			readings.flatMap(({ venue, state }) =>
				VENUE_STATES.map((one) => [one === state ? 1 : 0, { venue, state: one }] as const),
			),
		carrywire_venue_data_age_seconds: (readings) =>
			readings.map(({ venue, dataAgeMs }) => [secondsOf(dataAgeMs), { venue }]),
		carrywire_venue_clock_offset_seconds: (readings) =>
			readings.map(({ venue, clockOffsetMs }) => [secondsOf(clockOffsetMs), { venue }]),
		carrywire_venue_instruments: (readings) =>
			readings.map(({ venue, instruments }) => [instruments, { venue }]),
		carrywire_books: (readings) =>
			readings.flatMap(({ venue, booksInStep, booksWaiting }) => [
				[booksInStep, { venue, state: 'in_step' }],
				[booksWaiting, { venue, state: 'waiting' }],
			]),
		carrywire_ticker_age_seconds: (readings) =>
			readings.flatMap(({ venue, tickerAges }) => agesOf(venue, tickerAges)),
		carrywire_book_age_seconds: (readings) =>
			readings.flatMap(({ venue, bookAges }) => agesOf(venue, bookAges)),
		carrywire_feed_messages_total: (readings, venues) =>
			ofStreams(readings, venues, ({ messages }) => messages),
		carrywire_feed_reconnects_total: (readings, venues) =>
			ofStreams(readings, venues, ({ reconnects }) => reconnects),
		carrywire_feed_books_total: (readings, venues) =>
			venues.map((venue) => [booksOf(readings, venue)?.delivered ?? 0, { venue }]),
		carrywire_feed_gaps_total: (readings, venues) =>
			venues.flatMap((venue) =>
				GAP_REASONS.map(
					(reason) => [booksOf(readings, venue)?.gaps[reason] ?? 0, { venue, reason }] as const,
				),
			),
		carrywire_feed_comparisons_total: (readings, venues) =>
			venues.map((venue) => [booksOf(readings, venue)?.compared ?? 0, { venue }]),
		carrywire_feed_resyncs_total: (readings, venues) =>
			venues.map((venue) => [booksOf(readings, venue)?.resyncs ?? 0, { venue }]),
	},
	bans: {
		carrywire_venue_bans_total: (readings, venues) =>
			venues.map((venue) => [find(readings, venue)?.bans ?? 0, { venue }]),
		carrywire_venue_ban_left_seconds: (readings, venues) =>
			venues.map((venue) => [(find(readings, venue)?.leftMs ?? 0) / MS_PER_S, { venue }]),
	},
	history: {
		carrywire_history_instruments: (readings, venues) =>
			venues.flatMap((venue) =>
				HISTORY_STATES.map((reach) => [find(readings, venue)?.[reach] ?? 0, { venue, reach }] as const),
			),
		carrywire_history_failing_instruments: (readings, venues) =>
			venues.map((venue) => [find(readings, venue)?.failing ?? 0, { venue }]),
	},
	store: {
		carrywire_store_writable: ({ isWritable }) => [[isWritable ? 1 : 0]],
		carrywire_store_bytes: ({ databaseBytes, walBytes }) => [
			[databaseBytes, { file: 'database' }],
			[walBytes, { file: 'wal' }],
		],
		carrywire_store_free_bytes: ({ freeBytes }) => [[freeBytes]],
		carrywire_journal_events: ({ journalEvents }) => [[journalEvents]],
	},
	pairRows: { carrywire_slots: (count) => [[count]] },
	streams: {
		carrywire_stream_subscriptions: (reading) => [[reading?.subscriptions ?? 0]],
		carrywire_stream_groups: (reading) => [[reading?.groups ?? 0]],
		carrywire_stream_written_total: (reading) => [[reading?.written ?? 0]],
	},
};

/**
 * Sources in use until `readFrom` replaces them. With them, the counters of each exchange in the settings start at 0.
 */
const NOTHING_YET: Partial<MetricSources> = {
	silentStreams: () => [],
	venues: () => [],
	bans: () => [],
	history: () => [],
};

/** Creates the reader of metric sources. Each source is read once per metrics text, however many metrics use it. */
export function createMetricReader(venues: readonly string[]): {
	/** Readers by metric name. */
	readonly readers: ReadonlyMap<string, SampleReader>;
	readonly readFrom: (given: Partial<MetricSources>) => void;
	/** Reads all sources; `readers` use this result until the next call. */
	readonly read: () => void;
	/** @throws Error if a source is missing */
	readonly readings: () => ServiceReadings;
} {
	const sources: Partial<MetricSources> = {};
	const latest = new Map<SourceName, { readonly reading: ReadingOf<SourceName> }>();
	const names = Object.keys(SAMPLES) as SourceName[];
	const given = <Name extends keyof ServiceReadings>(name: Name): ServiceReadings[Name] => {
		const source = sources[name] as (() => ServiceReadings[Name]) | undefined;
		if (source === undefined)
			throw new Error(`Invariant broken: the source of ${name} is set before it is read.`);
		return source();
	};
	const readerOf =
		(source: SourceName, samples: (reading: never, venues: readonly string[]) => ReturnType<SampleReader>) =>
		() => {
			const read = latest.get(source);
			return read === undefined ? undefined : samples(read.reading as never, venues);
		};
	return {
		readers: new Map(
			names.flatMap((source) =>
				Object.entries(SAMPLES[source]).map(([name, samples]) => [name, readerOf(source, samples)] as const),
			),
		),
		readFrom: (more) => Object.assign(sources, more),
		read() {
			for (const name of names) {
				const source = sources[name] ?? NOTHING_YET[name];
				if (source !== undefined) latest.set(name, { reading: source() });
			}
		},
		readings: () => ({
			executions: given('executions'),
			venues: given('venues'),
			bans: given('bans'),
			history: given('history'),
			store: given('store'),
		}),
	};
}

function agesOf(venue: string, { median, oldest }: Ages): readonly Sample<'carrywire_book_age_seconds'>[] {
	return [
		[secondsOf(median), { venue, of: 'median' }],
		[secondsOf(oldest), { venue, of: 'oldest' }],
	];
}

function booksOf(readings: readonly VenueReading[], venue: string) {
	return find(readings, venue)?.feed?.books;
}

/** Builds the samples of one stream counter, by exchange and feed. They are 0 for an exchange without that stream. */
function ofStreams(
	readings: readonly VenueReading[],
	venues: readonly string[],
	count: (of: StreamCounts) => number,
): readonly Sample<'carrywire_feed_messages_total'>[] {
	return venues.flatMap((venue) =>
		(['books', 'tickers'] as const).map((feed) => {
			const counts = find(readings, venue)?.feed?.[feed];
			return [counts === undefined ? 0 : count(counts), { venue, feed }] as const;
		}),
	);
}

function find<Row extends { readonly venue: string }>(rows: readonly Row[], venue: string): Row | undefined {
	return rows.find((row) => row.venue === venue);
}

function secondsOf(ms: number | null | undefined): number | undefined {
	return ms === undefined || ms === null ? undefined : ms / MS_PER_S;
}
