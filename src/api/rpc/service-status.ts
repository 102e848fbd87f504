/** Defines the record of the service's and its exchanges' status. */
import * as z from 'zod';
import { EXECUTION_ENDS, REQUEST_CLASSES, REQUEST_OUTCOMES } from '../../ports/metrics.ts';
import { READ_OVER_AND_OVER } from '../../ports/venue-failure.ts';
import {
	amount,
	amountOrNull,
	instant,
	instantOrNull,
	reasonsSchema,
	sentenceSchema,
	sentencesSchema,
} from './record-fields.ts';
import { tradingModeSchema } from './trading-mode.ts';

const count = (description: string) => z.int().nonnegative().describe(description);
const ms = (description: string) => z.number().describe(`${description} Milliseconds.`);
const msOrNull = (description: string) => z.number().nullable().describe(`${description} Milliseconds.`);
const bytes = (description: string) => count(`${description} Bytes.`);

const ages = (of: string) =>
	z
		.strictObject({
			median: msOrNull('Median age; null: none yet.'),
			oldest: msOrNull('Largest age; null: none yet.'),
		})
		.describe(of);

const haltSchema = z
	.strictObject({
		since: instant('Time at which it was set.'),
		reason: z
			.string()
			.nullable()
			.describe(
				'Reason given by the person or agent that halted; null: none given, or the caller may not see totals for all users.',
			),
		sentence: sentenceSchema,
	})
	.nullable();

const OUTCOME_MEANINGS: Readonly<Record<(typeof REQUEST_OUTCOMES)[number], string>> = {
	answered: 'The exchange accepted the request.',
	rejected: 'The exchange refused the request.',
	failed: 'The exchange gave no usable answer.',
	no_place: 'Not sent: the request budget of this service was used up.',
	banned: 'Not sent: the exchange has banned this address.',
};
const outcomes = Object.fromEntries(
	REQUEST_OUTCOMES.map((outcome) => [outcome, count(OUTCOME_MEANINGS[outcome])]),
) as Record<(typeof REQUEST_OUTCOMES)[number], ReturnType<typeof count>>;

const feedSchema = z
	.strictObject({
		messages: count('Messages received on order book streams.'),
		reconnects: count('Reconnections of order book streams.'),
		gaps: count('Gaps found in the sequence of a book.'),
		resyncs: count('Books restarted after a gap.'),
		ticker_messages: count('Messages received on price streams.').nullable(),
		ticker_reconnects: count('Reconnections of price streams.').nullable(),
	})
	.nullable()
	.describe(
		'Stream counters since the service started; null for an exchange without streams. The ticker members are null when prices come only by requests.',
	);

const venueSchema = z.strictObject({
	exchange: z.string().describe('Name of the exchange in calls.'),
	name: z.string().describe('Display name.'),
	data_only: z.boolean().describe('True when the service reads its data but does not trade there.'),
	hosts: z
		.strictObject({
			rest: z.string().describe('Host of requests.'),
			public_stream: z.string().describe('Host of order book and price streams.'),
			private_stream: z.string().describe('Host of account streams.'),
		})
		.nullable()
		.describe(
			'Site of the exchange (settings hosts), even when a rehearsal or simulated exchange replaces it; null for a data-only exchange.',
		),
	market_data: z
		.enum(['fresh', 'stale', 'down'])
		.describe(
			'State of its market data. stale: prices are older than marketData.tickerStaleMs. down: the exchange does not answer.',
		),
	reason: z
		.string()
		.nullable()
		.describe(
			'Reason why market data are not fresh; null while fresh. The sentence stays the same while the cause persists.',
		),
	sentence: sentenceSchema,
	failure: z
		.strictObject({
			tried: z.enum(READ_OVER_AND_OVER).describe('Kind of data requested.'),
			message: z.string().describe('Error text of the exchange or the client library.'),
			since: instant('Time of the first failed attempt in the current run of failures.'),
			next_try_at: instantOrNull('Time of the next attempt; null: an attempt is in progress.'),
		})
		.nullable()
		.describe('Failed request behind reason; null while data are fresh or no request failed.'),
	stopped: z
		.string()
		.nullable()
		.describe('Notice of the exchange that stops or restricts trading; null: none.'),
	stopped_sentence: sentenceSchema,
	halt: haltSchema.describe('Kill switch of this exchange; null: not set.'),
	data_age_ms: msOrNull('Age of its oldest price; null before the first price.'),
	ticker_age_ms: ages('Age of the prices of its contracts.'),
	book_age_ms: ages('Time since the last change or heartbeat of a book, for its available books.'),
	books: z
		.strictObject({
			in_step: count('Books in sync with their stream.'),
			wanted: count('Requested books, both in sync and waiting.'),
		})
		.describe('Streamed order books.'),
	instruments: count('Number of contracts read from it.'),
	clock_offset_ms: msOrNull('Clock of the exchange minus ours; null until measured.'),
	feed: feedSchema,
	bans: count("Bans of this machine's address since the service started."),
	ban_left_ms: ms('Time until the ban ends; 0: no ban.'),
	requests: z
		.strictObject({
			total: z.strictObject(outcomes).describe('Totals of the listed classes.'),
			by_class: z
				.array(
					z.strictObject({
						class: z
							.enum(REQUEST_CLASSES)
							.describe(
								'Request class. order: orders and their changes. probe: order state. market: prices and books. account: balances and positions. history: settled funding.',
							),
						...outcomes,
					}),
				)
				.describe(
					'Requests by class. Callers who may not see totals for all users get only the classes market and history; the others would reveal what users do.',
				),
		})
		.describe('Requests to the exchange since the service started, by outcome.'),
	history: z
		.strictObject({
			none: count('Nothing requested yet.'),
			month: count('The last month is loaded; the rest is loading.'),
			whole: count('400 days are loaded, or all available history.'),
			failing: count('Contracts of any of these groups whose last read failed and will be retried.'),
		})
		.describe('Number of contracts by loaded funding history.'),
});

const distributionSchema = z.strictObject({
	count: count('Number of executions.'),
	sum_seconds: amount('Total of all values, seconds.'),
	buckets: z
		.array(
			z.strictObject({
				above_seconds: amount('Lower bound in seconds, exclusive; the first bucket includes 0.'),
				up_to_seconds: amountOrNull('Upper bound in seconds, inclusive; null: unbounded.'),
				count: count('Number in this bucket; buckets are not cumulative.'),
			}),
		)
		.describe('Shortest first.'),
});

const ended = Object.fromEntries(
	EXECUTION_ENDS.map((end) => [
		end,
		count(
			end === 'failed'
				? 'Executions that ended without a fill since the service started.'
				: 'Executions that ended this way since the service started.',
		),
	]),
) as Record<(typeof EXECUTION_ENDS)[number], ReturnType<typeof count>>;

/** Result of `service_status`. */
export const serviceStatusSchema = z.strictObject({
	service: z.string().describe('Name of the service: carrywire.'),
	version: z.string().describe('Semantic version of the service.'),
	trading_mode: tradingModeSchema,
	rehearsal: z
		.boolean()
		.describe('True when requests to exchanges go to local ports, so that no order reaches a real exchange.'),
	started_at: instant('Start of the process and of all counters.'),
	uptime_seconds: count('Seconds since the service started.'),
	ready: z
		.boolean()
		.describe(
			'True when the data of every traded exchange are fresh and at least one opportunity is tradable.',
		),
	not_ready: z.array(z.string()).describe('Reasons why it is not ready, one sentence each.'),
	not_ready_sentences: sentencesSchema.describe('Parts of each sentence of not_ready, in the same order.'),
	halt: haltSchema.describe('Kill switch of the whole service; null: not set.'),
	venues: z.array(venueSchema).describe('Exchanges in the venues setting, in that order.'),
	limits: z
		.array(
			z.strictObject({
				name: z.string().describe('Key of the setting.'),
				value: z.union([z.number(), z.boolean()]).describe('Value in its unit.'),
				unit: z.string().describe('Unit, such as USD, ms, bps, %, times.'),
				meaning: z.string().describe('Meaning in one sentence.'),
			}),
		)
		.describe('Trading limits in force, the same for all users.'),
	executions: z
		.strictObject({
			queued: count('Accepted executions that have not sent any order yet.'),
			opening: count('Executions that are opening.'),
			running: count('Executions with both legs open and nothing in progress.'),
			closing: count('Executions that are closing.'),
			needs_attention: count('Executions that need manual attention.'),
			begun: count('Executions started since the service started.'),
			...ended,
			unknown_orders: count('Orders whose outcome is unknown now.'),
			unhedged_notional_usd: amount('Unhedged notional of all executions now, USD.'),
		})
		.nullable()
		.describe('Executions of all users; null when the caller may not see totals for all users.'),
	unhedged_seconds: z
		.strictObject({
			open: distributionSchema.describe('Unhedged time during the opening.'),
			close: distributionSchema.describe('Unhedged time from the opening to the end.'),
		})
		.nullable()
		.describe(
			'Unhedged time per execution of all users since the service started; null when the caller may not see totals for all users.',
		),
	store: z
		.strictObject({
			writable: z
				.boolean()
				.describe(
					'True when the journal can be written. Otherwise the service opens and closes no positions.',
				),
			database_bytes: bytes('Size of the database.'),
			wal_bytes: bytes('Size of its write-ahead log.'),
			free_bytes: count(
				'Free space on the volume of the data directory, in bytes; null: unknown.',
			).nullable(),
		})
		.describe('Storage of the journal.'),
	reasons: reasonsSchema,
	as_of: instant('Time of these figures, at most one second old.'),
});

const NO_REQUESTS = { answered: 0, rejected: 0, failed: 0, no_place: 0, banned: 0 };
const MARKET_REQUESTS = { ...NO_REQUESTS, answered: 86_412, failed: 3 };
const ORDER_REQUESTS = { ...NO_REQUESTS, answered: 24, rejected: 1 };

/** The service status that the documentation uses as an example. */
export const SERVICE_STATUS_EXAMPLE = {
	service: 'carrywire',
	version: '0.2.0',
	trading_mode: 'simulated',
	rehearsal: false,
	started_at: '2026-11-19T08:00:00.000Z',
	uptime_seconds: 86_400,
	ready: true,
	not_ready: [],
	not_ready_sentences: [],
	halt: null,
	venues: [
		{
			exchange: 'bybit',
			name: 'Bybit',
			data_only: false,
			hosts: {
				rest: 'https://api.bybit.com',
				public_stream: 'wss://stream.bybit.com',
				private_stream: 'wss://stream.bybit.com',
			},
			market_data: 'fresh',
			reason: null,
			failure: null,
			stopped: null,
			halt: null,
			data_age_ms: 412,
			ticker_age_ms: { median: 240, oldest: 412 },
			book_age_ms: { median: 80, oldest: 390 },
			books: { in_step: 42, wanted: 42 },
			instruments: 42,
			clock_offset_ms: 3,
			feed: {
				messages: 1_842_000,
				reconnects: 1,
				gaps: 2,
				resyncs: 2,
				ticker_messages: null,
				ticker_reconnects: null,
			},
			bans: 0,
			ban_left_ms: 0,
			requests: {
				total: { ...MARKET_REQUESTS, answered: 86_436, rejected: 1 },
				by_class: [
					{ class: 'order', ...ORDER_REQUESTS },
					{ class: 'market', ...MARKET_REQUESTS },
				],
			},
			history: { none: 0, month: 3, whole: 39, failing: 0 },
		},
	],
	limits: [{ name: 'execution.leverageMax', value: 5, unit: 'times', meaning: 'Highest leverage of a leg.' }],
	executions: {
		queued: 0,
		opening: 0,
		running: 2,
		closing: 0,
		needs_attention: 0,
		begun: 6,
		closed: 4,
		failed: 0,
		unknown_orders: 0,
		unhedged_notional_usd: 0,
	},
	unhedged_seconds: {
		open: {
			count: 6,
			sum_seconds: 0.43,
			buckets: [{ above_seconds: 0.05, up_to_seconds: 0.1, count: 6 }],
		},
		close: {
			count: 4,
			sum_seconds: 0.25,
			buckets: [{ above_seconds: 0.05, up_to_seconds: 0.1, count: 4 }],
		},
	},
	store: { writable: true, database_bytes: 4_194_304, wal_bytes: 65_536, free_bytes: 52_428_800_000 },
	reasons: [],
	as_of: '2026-11-20T08:00:00.000Z',
} as const;
