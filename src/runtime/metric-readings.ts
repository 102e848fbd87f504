/** Brings what stands somewhere into its series: asked for once for every text, never in between. */
import {
	type Ages,
	type FeedCounts,
	GAP_REASONS,
	HISTORY_STATES,
	type MetricSources,
	type StreamCounts,
	type VenueReading,
} from '../ports/metrics.ts';
import type { ServiceReadings } from '../ports/service-watch.ts';
import type { MetricSeries } from './metric-series.ts';

const MS_PER_S = 1_000;
const VENUE_STATES = ['fresh', 'stale', 'down'] as const;

type Put<Reading> = (reading: Reading) => void;

export function createMetricReader(
	series: MetricSeries,
	venues: readonly string[],
): {
	readonly readFrom: (given: Partial<MetricSources>) => void;
	readonly read: () => void;
	readonly readings: () => ServiceReadings;
} {
	const putVenue = venuePutter(series, venues);
	const putBan = banPutter(series, venues);
	const putHistory = historyPutter(series, venues);
	const puts: { readonly [Name in keyof MetricSources]: Put<ReturnType<MetricSources[Name]>> } = {
		executions: executionPutter(series),
		accounts: accountPutter(series),
		silentStreams: silencePutter(series, venues),
		venues: (readings) => readings.forEach(putVenue),
		bans: (readings) => readings.forEach(putBan),
		history: (readings) => readings.forEach(putHistory),
		store: storePutter(series),
		slots: slotPutter(series),
		streams: streamPutter(series),
	};
	const sources: Partial<MetricSources> = {};
	const readOne = <Name extends keyof MetricSources>(name: Name): void => {
		const reading = sources[name]?.();
		if (reading !== undefined) puts[name](reading as ReturnType<MetricSources[Name]>);
	};
	const given = <Name extends keyof ServiceReadings>(name: Name): ServiceReadings[Name] => {
		const source = sources[name] as (() => ServiceReadings[Name]) | undefined;
		if (source === undefined)
			throw new Error(`Invariant broken: what reads ${name} is given before it is asked.`);
		return source();
	};
	return {
		readFrom: (more) => Object.assign(sources, more),
		readings: () => ({
			executions: given('executions'),
			venues: given('venues'),
			bans: given('bans'),
			history: given('history'),
			store: given('store'),
		}),
		read: () => (Object.keys(puts) as (keyof MetricSources)[]).forEach(readOne),
	};
}

function executionPutter({ gauge }: MetricSeries): Put<ReturnType<MetricSources['executions']>> {
	const attention = gauge('carrywire_needs_attention');
	const notional = gauge('carrywire_unhedged_notional_usd');
	const unknown = gauge('carrywire_unknown_orders');
	return ({ byStatus, unhedgedNotionalUsd, unknownOrders }) => {
		for (const [status, count] of Object.entries(byStatus))
			gauge('carrywire_executions', { status }).value = count;
		attention.value = byStatus.needs_attention;
		notional.value = unhedgedNotionalUsd;
		unknown.value = unknownOrders;
	};
}

function accountPutter({ gauge }: MetricSeries): Put<ReturnType<MetricSources['accounts']>> {
	const unexplainedUsd = gauge('carrywire_account_unexplained_usd');
	const of = (state: string) => gauge('carrywire_accounts', { state });
	const explained = of('explained');
	const unexplained = of('unexplained');
	const unsettled = of('unsettled');
	return (reading) => {
		unexplainedUsd.value = reading.unexplainedUsd;
		explained.value = reading.explained;
		unexplained.value = reading.unexplained;
		unsettled.value = reading.unsettled;
	};
}

function silencePutter(
	{ gauge }: MetricSeries,
	venues: readonly string[],
): Put<ReturnType<MetricSources['silentStreams']>> {
	const put: Put<ReturnType<MetricSources['silentStreams']>> = (silent) => {
		for (const venue of venues)
			gauge('carrywire_account_streams_silent', { venue }).value = silent.filter(
				(one) => one.venue === venue,
			).length;
	};
	put([]);
	return put;
}

function slotPutter({ gauge }: MetricSeries): Put<number> {
	const slots = gauge('carrywire_slots');
	return (count) => {
		slots.value = count;
	};
}

function streamPutter({ gauge, counter }: MetricSeries): Put<ReturnType<MetricSources['streams']>> {
	const subscriptions = gauge('carrywire_stream_subscriptions');
	const groups = gauge('carrywire_stream_groups');
	const written = counter('carrywire_stream_written_total');
	return (reading) => {
		subscriptions.value = reading?.subscriptions ?? 0;
		groups.value = reading?.groups ?? 0;
		written.value = reading?.written ?? 0;
	};
}

function storePutter({ gauge }: MetricSeries): Put<ReturnType<MetricSources['store']>> {
	const database = gauge('carrywire_store_bytes', { file: 'database' });
	const wal = gauge('carrywire_store_bytes', { file: 'wal' });
	const free = gauge('carrywire_store_free_bytes');
	const writable = gauge('carrywire_store_writable');
	const events = gauge('carrywire_journal_events');
	return (reading) => {
		database.value = reading.databaseBytes;
		wal.value = reading.walBytes;
		free.value = reading.freeBytes ?? undefined;
		writable.value = reading.isWritable ? 1 : 0;
		events.value = reading.journalEvents;
	};
}

function venuePutter(
	{ gauge, counter }: MetricSeries,
	venues: readonly string[],
): (reading: VenueReading) => void {
	/** Of a venue that has no stream of tickers the counters stand at 0: what never was is none. */
	const putStream = (venue: string, feed: 'books' | 'tickers', counts: StreamCounts | undefined): void => {
		counter('carrywire_feed_messages_total', { venue, feed }).value = counts?.messages ?? 0;
		counter('carrywire_feed_reconnects_total', { venue, feed }).value = counts?.reconnects ?? 0;
	};
	const putFeed = (venue: string, feed: FeedCounts | undefined): void => {
		putStream(venue, 'books', feed?.books);
		putStream(venue, 'tickers', feed?.tickers);
		counter('carrywire_feed_books_total', { venue }).value = feed?.books.handedOn ?? 0;
		counter('carrywire_feed_resyncs_total', { venue }).value = feed?.books.resyncs ?? 0;
		counter('carrywire_feed_comparisons_total', { venue }).value = feed?.books.compared ?? 0;
		for (const reason of GAP_REASONS)
			counter('carrywire_feed_gaps_total', { venue, reason }).value = feed?.books.gaps[reason] ?? 0;
	};
	const putAges = (
		name: 'carrywire_ticker_age_seconds' | 'carrywire_book_age_seconds',
		venue: string,
		{ median, oldest }: Ages,
	): void => {
		gauge(name, { venue, of: 'median' }).value = secondsOf(median);
		gauge(name, { venue, of: 'oldest' }).value = secondsOf(oldest);
	};
	for (const venue of venues) putFeed(venue, undefined);
	return (reading) => {
		const { venue, state } = reading;
		gauge('carrywire_venue_up', { venue }).value = state === 'fresh' ? 1 : 0;
		for (const one of VENUE_STATES)
			gauge('carrywire_venue_state', { venue, state: one }).value = one === state ? 1 : 0;
		gauge('carrywire_venue_data_age_seconds', { venue }).value = secondsOf(reading.dataAgeMs ?? undefined);
		gauge('carrywire_venue_clock_offset_seconds', { venue }).value = secondsOf(
			reading.clockOffsetMs ?? undefined,
		);
		gauge('carrywire_venue_instruments', { venue }).value = reading.instruments;
		gauge('carrywire_books', { venue, state: 'in_step' }).value = reading.booksInStep;
		gauge('carrywire_books', { venue, state: 'waiting' }).value = reading.booksWaiting;
		putAges('carrywire_ticker_age_seconds', venue, reading.tickerAges);
		putAges('carrywire_book_age_seconds', venue, reading.bookAges);
		putFeed(venue, reading.feed);
	};
}

function banPutter({ gauge, counter }: MetricSeries, venues: readonly string[]): MetricPut<'bans'> {
	const put: MetricPut<'bans'> = ({ venue, bans, leftMs }) => {
		counter('carrywire_venue_bans_total', { venue }).value = bans;
		gauge('carrywire_venue_ban_left_seconds', { venue }).value = leftMs / MS_PER_S;
	};
	for (const venue of venues) put({ venue, bans: 0, leftMs: 0 });
	return put;
}

function historyPutter({ gauge }: MetricSeries, venues: readonly string[]): MetricPut<'history'> {
	const put: MetricPut<'history'> = (reading) => {
		const { venue } = reading;
		for (const reach of HISTORY_STATES)
			gauge('carrywire_history_instruments', { venue, reach }).value = reading[reach];
		gauge('carrywire_history_failing_instruments', { venue }).value = reading.failing;
	};
	for (const venue of venues) put({ venue, none: 0, month: 0, whole: 0, failing: 0 });
	return put;
}

/** Takes one element of a source's answer. */
type MetricPut<Name extends 'bans' | 'history'> = Put<ReturnType<MetricSources[Name]>[number]>;

function secondsOf(ms: number | undefined): number | undefined {
	return ms === undefined ? undefined : ms / MS_PER_S;
}
