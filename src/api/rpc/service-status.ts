/** How the service and its exchanges are, as it is answered: the schema of each member with its unit. */
import * as z from 'zod';
import { EXECUTION_ENDS, REQUEST_CLASSES, REQUEST_OUTCOMES } from '../../ports/metrics.ts';
import { READ_OVER_AND_OVER } from '../../ports/venue-failure.ts';
import { amount, amountOrNull, instant, instantOrNull, reasonsSchema } from './record-fields.ts';
import { tradingModeSchema } from './trading-mode.ts';

const count = (description: string) => z.int().nonnegative().describe(description);
const ms = (description: string) => z.number().describe(`${description} Milliseconds.`);
const msOrNull = (description: string) => z.number().nullable().describe(`${description} Milliseconds.`);
const bytes = (description: string) => count(`${description} Bytes.`);

const ages = (of: string) =>
	z
		.strictObject({
			median: msOrNull('Half are younger; null: there is none yet.'),
			oldest: msOrNull('Of the oldest; null: there is none yet.'),
		})
		.describe(of);

const haltSchema = z
	.strictObject({
		since: instant('Since when it stands.'),
		reason: z
			.string()
			.nullable()
			.describe('In the words of whoever halted; null where there were none, and where sums are not shown.'),
	})
	.nullable();

const OUTCOME_MEANINGS: Readonly<Record<(typeof REQUEST_OUTCOMES)[number], string>> = {
	answered: 'The exchange did what was asked.',
	rejected: 'The exchange refused.',
	failed: 'No answer came, or none that can be used.',
	no_place: 'It never left: our own budget of requests was used up.',
	banned: 'It never left: the exchange has banned this address.',
};
const outcomes = Object.fromEntries(
	REQUEST_OUTCOMES.map((outcome) => [outcome, count(OUTCOME_MEANINGS[outcome])]),
) as Record<(typeof REQUEST_OUTCOMES)[number], ReturnType<typeof count>>;

const feedSchema = z
	.strictObject({
		messages: count('Messages of streams of books.'),
		reconnects: count('Connections of them that were lost and opened again.'),
		gaps: count('Times that a book was found out of step.'),
		resyncs: count('Times that a book was begun anew for that.'),
		ticker_messages: count('Messages of the stream of prices.').nullable(),
		ticker_reconnects: count('Connections of it that were lost and opened again.').nullable(),
	})
	.nullable()
	.describe(
		'What its streams did since the start; null where it has none. The ticker members are null where prices come by requests alone.',
	);

const venueSchema = z.strictObject({
	exchange: z.string().describe('As calls name it.'),
	name: z.string().describe('As people write it.'),
	data_only: z.boolean().describe('It is read and nothing is traded there.'),
	hosts: z
		.strictObject({
			rest: z.string().describe('Of requests.'),
			public_stream: z.string().describe('Of the streams of books and prices.'),
			private_stream: z.string().describe('Of the streams of accounts.'),
		})
		.nullable()
		.describe(
			'At which site of the exchange the service trades (settings hosts), whether or not a rehearsal or a simulated exchange stands for it; null where it is only read.',
		),
	market_data: z
		.enum(['fresh', 'stale', 'down'])
		.describe('stale: its prices are older than marketData.tickerStaleMs. down: it does not answer.'),
	reason: z
		.string()
		.nullable()
		.describe(
			'Why its market data are not fresh, in a sentence that stays while the same goes on; null where they are.',
		),
	failure: z
		.strictObject({
			tried: z.enum(READ_OVER_AND_OVER).describe('What was asked for.'),
			message: z
				.string()
				.describe('What came, in the words of the exchange or of the library that it is read with.'),
			since: instant('When the first of the tries was made that have failed in a row.'),
			next_try_at: instantOrNull('When it is tried again; null: it is being tried.'),
		})
		.nullable()
		.describe('The request that reason is about; null where the data are fresh, and where none failed.'),
	stopped: z
		.string()
		.nullable()
		.describe('What the exchange itself says that stops or restricts trading; null where it says nothing.'),
	halt: haltSchema.describe('The kill switch of this exchange; null where none stands.'),
	data_age_ms: msOrNull('Age of its oldest price; null before the first.'),
	ticker_age_ms: ages('Since the prices of a contract came, over its contracts.'),
	book_age_ms: ages(
		'Since a book changed or the exchange gave a sign of life, over the books that are there.',
	),
	books: z
		.strictObject({
			in_step: count('Books that follow their stream now.'),
			wanted: count('Books that are wanted of it: those in step, and those that wait.'),
		})
		.describe('Order books by stream.'),
	instruments: count('Contracts that are read of it.'),
	clock_offset_ms: msOrNull('Its clock minus ours; null before it was measured.'),
	feed: feedSchema,
	bans: count("Times since the start that it banned this machine's address."),
	ban_left_ms: ms('Until such a ban ends; 0 without one.'),
	requests: z
		.strictObject({
			total: z.strictObject(outcomes).describe('Over the classes that are listed.'),
			by_class: z
				.array(
					z.strictObject({
						class: z
							.enum(REQUEST_CLASSES)
							.describe(
								'order: orders and what changes them. probe: what became of an order. market: prices and books. account: balances and positions. history: settled funding.',
							),
						...outcomes,
					}),
				)
				.describe('Where sums are not shown, market and history alone: the others are of users.'),
		})
		.describe('Requests to it since the start, by what came of them.'),
	history: z
		.strictObject({
			none: count('Nothing has been asked for yet.'),
			month: count('The last month is there, the rest is still being read.'),
			whole: count('400 days are there, or all that there is.'),
			failing: count('Of all of these: the last read did not work, and is tried again.'),
		})
		.describe('Contracts by how far their settled funding has been read.'),
});

const distributionSchema = z.strictObject({
	count: count('How many.'),
	sum_seconds: amount('Seconds of all together.'),
	buckets: z
		.array(
			z.strictObject({
				above_seconds: amount('They took longer than this, seconds; the first begins with 0 itself.'),
				up_to_seconds: amountOrNull('And at most this, seconds; null: there is no end.'),
				count: count('How many: none stands in two buckets.'),
			}),
		)
		.describe('Shortest first.'),
});

const ended = Object.fromEntries(
	EXECUTION_ENDS.map((end) => [
		end,
		count(end === 'failed' ? 'Ended since the start without a fill.' : 'Ended since the start.'),
	]),
) as Record<(typeof EXECUTION_ENDS)[number], ReturnType<typeof count>>;

/** Result of `service_status`, with the unit of each member in its description. */
export const serviceStatusSchema = z.strictObject({
	service: z.string().describe('carrywire.'),
	version: z.string().describe('Semantic version.'),
	trading_mode: tradingModeSchema,
	rehearsal: z
		.boolean()
		.describe('Requests for the exchanges go to ports of this machine: no order reaches a real one.'),
	started_at: instant('When the process started; everything that is counted begins there.'),
	uptime_seconds: count('Since then, seconds.'),
	ready: z
		.boolean()
		.describe('The data of every exchange that is traded at are fresh, and an opportunity is tradable.'),
	not_ready: z.array(z.string()).describe('Why it is not ready, a sentence each; empty where it is.'),
	halt: haltSchema.describe('The kill switch of the whole service; null where it does not stand.'),
	venues: z.array(venueSchema).describe('Every exchange of the setting venues, in its order.'),
	limits: z
		.array(
			z.strictObject({
				name: z.string().describe('The setting.'),
				value: z.union([z.number(), z.boolean()]).describe('In its unit.'),
				unit: z.string().describe('Such as USD, ms, bps, %, times.'),
				meaning: z.string().describe('A sentence.'),
			}),
		)
		.describe('Limits of trading that are in force, the same for everybody.'),
	executions: z
		.strictObject({
			queued: count('Accepted, nothing sent yet.'),
			opening: count('Being opened.'),
			running: count('Both legs open, nothing under way.'),
			closing: count('Being closed.'),
			needs_attention: count('A person is needed.'),
			begun: count('Begun since the start.'),
			...ended,
			unknown_orders: count('Orders of which it is not proven now what became of them.'),
			unhedged_notional_usd: amount('By how much legs are ahead of each other now, summed, USD.'),
		})
		.nullable()
		.describe('Over all users; null where sums are not shown.'),
	unhedged_seconds: z
		.strictObject({
			open: distributionSchema.describe('While it was opened.'),
			close: distributionSchema.describe('From then to its end.'),
		})
		.nullable()
		.describe(
			'For how long one leg of an execution stood without the other, since the start, over all users; null where sums are not shown.',
		),
	store: z
		.strictObject({
			writable: z
				.boolean()
				.describe('The journal takes writes; while it refuses them nothing is opened or closed.'),
			database_bytes: bytes('Of the database.'),
			wal_bytes: bytes('Of its write-ahead log.'),
			free_bytes: count(
				'Free where the data directory lies; null where that is not known. Bytes.',
			).nullable(),
		})
		.describe('Where the journal lies.'),
	reasons: reasonsSchema,
	as_of: instant('Of these figures, at most a second ago.'),
});

const NO_REQUESTS = { answered: 0, rejected: 0, failed: 0, no_place: 0, banned: 0 };
const MARKET_REQUESTS = { ...NO_REQUESTS, answered: 86_412, failed: 3 };
const ORDER_REQUESTS = { ...NO_REQUESTS, answered: 24, rejected: 1 };

/** Service status in the examples of the documentation. */
export const SERVICE_STATUS_EXAMPLE = {
	service: 'carrywire',
	version: '0.2.0',
	trading_mode: 'simulated',
	rehearsal: false,
	started_at: '2026-11-19T08:00:00.000Z',
	uptime_seconds: 86_400,
	ready: true,
	not_ready: [],
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
