import * as z from 'zod';
import type { VenueName } from '../../domain/instrument.ts';
import type { VenueSite } from '../../domain/venue-sites.ts';
import type { Caller } from '../../identity/tokens.ts';
import type { Halt } from '../../ports/halts.ts';
import {
	type BanReading,
	type FeedCounts,
	type HistoryReading,
	type MeteredRequestClass,
	REQUEST_CLASSES,
	REQUEST_OUTCOMES,
	type VenueReading,
} from '../../ports/metrics.ts';
import type { DistributionReading, RequestCounts, ServiceReading } from '../../ports/service-watch.ts';
import { textOf, type Words } from '../../sentences/sentence.ts';
import { venueFacts } from '../../venues/facts.ts';
import { haltSentence } from '../rpc/halt-record.ts';
import { publicMethod, type Services } from '../rpc/method.ts';
import { sentenceMember, sentenceRecord, wordsRecord } from '../rpc/record-fields.ts';
import { SERVICE_STATUS_EXAMPLE, serviceStatusSchema } from '../rpc/service-status.ts';
import { RIGHTS_TEXT } from '../rpc/text.ts';

const MS_PER_S = 1_000;

/** Request classes that reveal nothing about users' trading. */
const PUBLIC_CLASSES: ReadonlySet<MeteredRequestClass> = new Set(['market', 'history']);

/**
 * Describes the service and its exchanges. Needs no token. Callers with a token for arb:read also see totals across
 * all users.
 */
export const serviceStatus = publicMethod({
	name: 'service_status',
	summary:
		'Reads the state of the service and its exchanges: mode, readiness, data age, feeds, requests, limits, executions of all users, store. Totals for all users need a token while server.publicFigures is off.',
	showsMoreTo: 'arb:read',
	params: z.strictObject({}),
	result: serviceStatusSchema,
	example: { params: {}, result: SERVICE_STATUS_EXAMPLE },
	errors: [],
	handle: (_params, { services }, caller) => statusOf(services, caller),
});

async function statusOf(services: Services, caller: Caller | undefined) {
	const { clock, info, market, switches, watch } = services;
	const seen = await watch.read();
	const showsSums = watch.areSumsPublic || caller !== undefined;
	const halts = switches.list();
	const service = halts.find(({ target }) => target.scope === 'service');
	return {
		service: info.service,
		version: info.version,
		trading_mode: info.tradingMode,
		rehearsal: info.isRehearsal,
		started_at: new Date(watch.startedAt).toISOString(),
		uptime_seconds: Math.floor((clock.monotonic() - info.startedAtMonotonic) / MS_PER_S),
		ready: seen.readiness.ready,
		not_ready: seen.readiness.reasons.map(textOf),
		not_ready_sentences: seen.readiness.reasons.map(sentenceRecord),
		halt: haltOf(service, showsSums),
		venues: seen.readings.venues.map((reading) =>
			venueOf(reading, { seen, halts, showsSums, market, sites: info.sites }),
		),
		limits: watch.limits,
		executions: showsSums ? executionsOf(seen) : null,
		unhedged_seconds: showsSums ? unhedgedOf(seen) : null,
		store: storeOf(seen),
		reasons: showsSums
			? []
			: ['executions', 'unhedged_seconds'].map((field) => ({
					field,
					code: 'NOT_SHOWN',
					...wordsRecord(RIGHTS_TEXT.sumsHidden()),
				})),
		as_of: new Date(seen.at).toISOString(),
	};
}

type VenueParts = {
	readonly seen: ServiceReading;
	readonly halts: readonly Halt[];
	readonly showsSums: boolean;
	readonly market: Services['market'];
	readonly sites: Services['info']['sites'];
};

function venueOf(reading: VenueReading, { seen, halts, showsSums, market, sites }: VenueParts) {
	const { venue, state, reason, failure, stopped } = reading;
	const halt = halts.find(({ target }) => target.scope === 'exchange' && target.venue === venue);
	const ban = find(seen.readings.bans, venue);
	return {
		exchange: venue,
		name: venueFacts(venue)?.shownName ?? venue,
		data_only: !market.status(venue).isTraded,
		hosts: hostsOf(sites[venue]),
		market_data: state,
		reason: reason === null ? null : textOf(reason),
		...(reason === null ? {} : sentenceMember(reason)),
		failure: failureOf(failure),
		stopped: stopped === null ? null : textOf(stopped),
		...stoppedSentence(stopped),
		halt: haltOf(halt, showsSums),
		data_age_ms: reading.dataAgeMs,
		ticker_age_ms: agesOf(reading.tickerAges),
		book_age_ms: agesOf(reading.bookAges),
		books: { in_step: reading.booksInStep, wanted: reading.booksInStep + reading.booksWaiting },
		instruments: reading.instruments,
		clock_offset_ms: reading.clockOffsetMs,
		feed: feedOf(reading.feed),
		bans: ban?.bans ?? 0,
		ban_left_ms: ban?.leftMs ?? 0,
		requests: requestsOf(seen.counts.requests.get(venue), showsSums),
		history: historyOf(find(seen.readings.history, venue)),
	};
}

function stoppedSentence(words: Words | null) {
	const sentence = words === null ? null : sentenceRecord(words);
	return sentence === null ? {} : { stopped_sentence: sentence };
}

function hostsOf(site: VenueSite | undefined) {
	if (site === undefined) return null;
	const { rest, publicStream, privateStream } = site.hosts;
	return { rest, public_stream: publicStream, private_stream: privateStream };
}

function failureOf(failure: VenueReading['failure']) {
	if (failure === null) return null;
	const { tried, message, since, nextTryAt } = failure;
	return {
		tried,
		message,
		since: new Date(since).toISOString(),
		next_try_at: nextTryAt === null ? null : new Date(nextTryAt).toISOString(),
	};
}

function find<Reading extends BanReading | HistoryReading>(
	readings: readonly Reading[],
	venue: VenueName,
): Reading | undefined {
	return readings.find((reading) => reading.venue === venue);
}

/** Describes a halt. Only callers who may see totals across users get its reason. */
function haltOf(halt: Halt | undefined, showsSums: boolean) {
	if (halt === undefined) return null;
	const reason = showsSums ? halt.reason : null;
	return { since: new Date(halt.at).toISOString(), reason, ...haltSentence(reason) };
}

function agesOf({ median, oldest }: VenueReading['tickerAges']) {
	return { median: median ?? null, oldest: oldest ?? null };
}

function feedOf(feed: FeedCounts | undefined) {
	if (feed === undefined) return null;
	const { books, tickers } = feed;
	return {
		messages: books.messages,
		reconnects: books.reconnects,
		gaps: sum(Object.values(books.gaps)),
		resyncs: books.resyncs,
		ticker_messages: tickers?.messages ?? null,
		ticker_reconnects: tickers?.reconnects ?? null,
	};
}

function requestsOf(counts: RequestCounts | undefined, showsSums: boolean) {
	const shown =
		counts === undefined ? [] : REQUEST_CLASSES.filter((name) => showsSums || PUBLIC_CLASSES.has(name));
	const byClass = shown.flatMap((name) => (counts === undefined ? [] : [{ class: name, ...counts[name] }]));
	const total = Object.fromEntries(
		REQUEST_OUTCOMES.map((outcome) => [outcome, sum(byClass.map((row) => row[outcome]))]),
	);
	return { total, by_class: byClass };
}

function historyOf(reading: HistoryReading | undefined) {
	const { none = 0, month = 0, whole = 0, failing = 0 } = reading ?? {};
	return { none, month, whole, failing };
}

function executionsOf({ readings: { executions }, counts }: ServiceReading) {
	return {
		...executions.byStatus,
		begun: counts.begun,
		...counts.ended,
		unknown_orders: executions.unknownOrders,
		unhedged_notional_usd: executions.unhedgedNotionalUsd,
	};
}

function unhedgedOf({ counts: { unhedged } }: ServiceReading) {
	return { open: distributionOf(unhedged.open), close: distributionOf(unhedged.close) };
}

function distributionOf({ bounds, counts, sum: seconds }: DistributionReading) {
	return {
		count: sum(counts),
		sum_seconds: seconds,
		buckets: counts.map((count, at) => ({
			above_seconds: bounds[at - 1] ?? 0,
			up_to_seconds: bounds[at] ?? null,
			count,
		})),
	};
}

function storeOf({ readings: { store } }: ServiceReading) {
	return {
		writable: store.isWritable,
		database_bytes: store.databaseBytes,
		wal_bytes: store.walBytes,
		free_bytes: store.freeBytes,
	};
}

function sum(values: readonly number[]): number {
	return values.reduce((total, value) => total + value, 0);
}
