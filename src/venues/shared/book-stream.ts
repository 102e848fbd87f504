/**
 * Streams books through ccxt, for exchanges without our own feed. One loop per group of symbols reconnects with
 * backoff and jitter, forwards each symbol's top levels at a limited rate, and reports lost books.
 */
import type { Instrument } from '../../domain/instrument.ts';
import { midPrice } from '../../domain/order-book.ts';
import type { Clock, Random } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import {
	BOOK_DEPTH,
	type BookFeed,
	type BookFeedCounters,
	type BookFeedListener,
	HAND_ON_PERIOD_MS,
	noneCounted,
} from '../feeds/book-feed.ts';
import { createClockOffset } from '../feeds/clock-offset.ts';
import { Pace, Turn } from '../feeds/turn.ts';
import { readLevels } from './book-levels.ts';
import type { CcxtBook, CcxtExchange } from './ccxt-exchange.ts';
import { shortMessage } from './outcome.ts';
import { BOOK_NOT_USABLE, bookStreamLost, NO_BOOK_STREAM } from './text.ts';

/** Exchange, instruments, listener and ports for a feed from ccxt's streams. */
export type BookStreamOptions = {
	readonly venue: string;
	/** Number of symbols per subscription. */
	readonly symbolsPerStream: number;
	readonly exchange: () => Promise<CcxtExchange>;
	readonly instruments: readonly Instrument[];
	readonly listener: BookFeedListener;
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Logger;
	/** Counters of the exchange's earlier feed, if there was one. */
	readonly counters?: BookFeedCounters;
};

const BACKOFF_MS_MIN = 200;
const BACKOFF_MS_MAX = 3_000;
/**
 * Silence limit, milliseconds: if no book changes for this long, we close the connections and reconnect. An
 * exchange's books share one or a few connections. ccxt notices a dead connection only after two missed pongs, which
 * takes a minute.
 */
const SILENCE_MS_MAX = 10_000;
const SILENCE_CHECK_MS = 1_000;

type Feed = BookStreamOptions & {
	/** ccxt's live books. We read their levels only when we convert them, so we always get the latest state. */
	readonly latest: Map<string, CcxtBook>;
	readonly pace: Pace;
	readonly turns: Map<string, Turn>;
	/** Timestamp and sequence number of each book when it was last forwarded. */
	readonly seen: Map<string, string>;
	changedAt: number;
	/** Instruments, keyed by ccxt's symbol, which cannot always be derived from the coin's name. */
	readonly bySymbol: Map<string, Instrument>;
	closed: boolean;
	readonly offset: ReturnType<typeof createClockOffset>;
	readonly counters: BookFeedCounters;
	marketsFailed: boolean;
};

/**
 * Opens the feed at once. Reports a lost stream to the listener, and reopens it after a pause that doubles from 0.2
 * to 3 s, with ±50 % jitter.
 */
export function openCcxtFeed(options: BookStreamOptions): BookFeed {
	const { clock, symbolsPerStream, counters = noneCounted() } = options;
	const feed: Feed = {
		...options,
		latest: new Map(),
		pace: new Pace(clock),
		turns: new Map(),
		seen: new Map(),
		changedAt: clock.monotonic(),
		bySymbol: new Map(),
		closed: false,
		offset: createClockOffset(),
		counters,
		marketsFailed: false,
	};
	for (let start = 0; start < options.instruments.length; start += symbolsPerStream) {
		void run(feed, options.instruments.slice(start, start + symbolsPerStream));
	}
	const cancelSilenceChecks = clock.every(SILENCE_CHECK_MS, () => breakSilence(feed));
	return {
		counters: () => counters,
		clockOffsetMs: feed.offset.value,
		async close() {
			feed.closed = true;
			cancelSilenceChecks();
			for (const turn of feed.turns.values()) turn.drop();
		},
	};
}

function offer(feed: Feed, symbol: string, book: CcxtBook): void {
	feed.latest.set(symbol, book);
	const turn =
		feed.turns.get(symbol) ?? new Turn(feed.clock, feed.pace, HAND_ON_PERIOD_MS, () => convert(feed, symbol));
	feed.turns.set(symbol, turn);
	turn.offer();
}

/** Forwards all changed books, because one message may change several. */
function offerChanged(feed: Feed, exchange: CcxtExchange, unified: readonly string[]): void {
	for (const symbol of unified) {
		const book = exchange.orderbooks[symbol];
		if (book === undefined) continue;
		const state = stateOf(book);
		if (feed.seen.get(symbol) === state) continue;
		feed.seen.set(symbol, state);
		feed.changedAt = feed.clock.monotonic();
		offer(feed, symbol, book);
	}
}

/** Records a lost book's last state, so that it is not forwarded as a change. ccxt keeps its books after a loss. */
function forget(feed: Feed, unified: string, stopped: CcxtBook | undefined): void {
	feed.turns.get(unified)?.drop();
	feed.latest.delete(unified);
	if (stopped === undefined) feed.seen.delete(unified);
	else feed.seen.set(unified, stateOf(stopped));
}

function convert(feed: Feed, unified: string): void {
	const book = feed.latest.get(unified);
	const instrument = feed.bySymbol.get(unified);
	if (feed.closed || book === undefined || instrument === undefined) return;
	if (book.timestamp !== undefined) feed.offset.note(book.timestamp, feed.clock.now());
	const read = {
		bids: readLevels('bids', book.bids, instrument, BOOK_DEPTH),
		asks: readLevels('asks', book.asks, instrument, BOOK_DEPTH),
	};
	if (midPrice(read) === undefined) feed.listener.onDown([instrument.symbol], BOOK_NOT_USABLE);
	else {
		feed.counters.books += 1;
		feed.listener.onBook({ symbol: instrument.symbol, book: read, venueAt: book.timestamp });
	}
}

async function run(feed: Feed, chunk: readonly Instrument[]): Promise<void> {
	let unified: readonly string[] = [];
	let backoffMs = BACKOFF_MS_MIN;
	let exchange: CcxtExchange | undefined;
	while (!feed.closed) {
		try {
			exchange = await feed.exchange();
			unified = await namesOf(feed, exchange, chunk);
			for (;;) {
				await exchange.watchOrderBookForSymbols(unified, BOOK_DEPTH);
				if (feed.closed) return;
				feed.counters.messages += 1;
				backoffMs = BACKOFF_MS_MIN;
				offerChanged(feed, exchange, unified);
			}
		} catch (error) {
			if (feed.closed) return;
			feed.counters.reconnects += 1;
			for (const symbol of unified) forget(feed, symbol, exchange?.orderbooks[symbol]);
			feed.listener.onDown(
				chunk.map((instrument) => instrument.symbol),
				bookStreamLost(shortMessage(error)),
			);
			await pause(feed, backoffMs * (0.5 + feed.random.unit()));
			backoffMs = Math.min(BACKOFF_MS_MAX, backoffMs * 2);
		}
	}
}

/**
 * Returns ccxt's symbols for the instruments. An instrument that ccxt does not know even after a reload has no book.
 */
async function namesOf(
	feed: Feed,
	exchange: CcxtExchange,
	chunk: readonly Instrument[],
): Promise<readonly string[]> {
	const nameOf = ({ symbol }: Instrument): string | undefined =>
		exchange.markets_by_id?.[symbol]?.[0]?.symbol;
	await loadMarkets(feed, exchange, false);
	if (chunk.some((instrument) => nameOf(instrument) === undefined)) await loadMarkets(feed, exchange, true);
	const names: string[] = [];
	for (const instrument of chunk) {
		const name = nameOf(instrument);
		if (name === undefined) {
			feed.listener.onDown([instrument.symbol], NO_BOOK_STREAM);
			continue;
		}
		feed.bySymbol.set(name, instrument);
		names.push(name);
	}
	if (names.length === 0) throw new Error('ccxt knows none of the instruments.');
	return names;
}

/**
 * Loads ccxt's markets, with a reload after a failure, because ccxt caches a failed first load and would return that
 * error forever.
 */
async function loadMarkets(feed: Feed, exchange: CcxtExchange, reload: boolean): Promise<void> {
	try {
		await exchange.loadMarkets(reload || feed.marketsFailed);
		feed.marketsFailed = false;
	} catch (error) {
		feed.marketsFailed = true;
		throw error;
	}
}

/** Closes all connections, so that pending watch calls fail and their loops reconnect. */
function reconnect(exchange: CcxtExchange): void {
	void exchange.close().catch(() => {});
}

function breakSilence(feed: Feed): void {
	const silentMs = feed.clock.monotonic() - feed.changedAt;
	if (silentMs < SILENCE_MS_MAX) return;
	feed.changedAt = feed.clock.monotonic();
	feed.log.warn(
		{ venue: feed.venue, silentMs, silenceMsMax: SILENCE_MS_MAX },
		'book streams silent, reconnecting',
	);
	feed.exchange().then(reconnect, () => {});
}

function pause(feed: Feed, delayMs: number): Promise<void> {
	return new Promise((resolve) => {
		feed.clock.after(delayMs, resolve);
	});
}

function stateOf(book: CcxtBook): string {
	return `${book.timestamp} ${book.nonce}`;
}
