/**
 * Streams or polls the order books of an exchange that we read only through ccxt. The books come from ccxt's stream
 * for many symbols if it exists, else from one stream per symbol, else from polling in rotation. A polled book is
 * current for five seconds.
 */
import type { Instrument } from '../../domain/instrument.ts';
import { midPrice, type OrderBook } from '../../domain/order-book.ts';
import type { Clock, Random } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import type { VenueMarketData } from '../../ports/venue-market.ts';
import type { BookFeedCounters } from '../feeds/book-feed.ts';
import { readLevels } from '../shared/book-levels.ts';
import { openCcxtFeed } from '../shared/book-stream.ts';
import type { CcxtExchange } from '../shared/ccxt-exchange.ts';
import { at } from '../shared/fields.ts';
import { shortMessage } from '../shared/outcome.ts';
import { BOOK_NOT_USABLE } from '../shared/text.ts';
import { BOOK_TOO_OLD, bookNotRead, booksNotOpened } from './text.ts';
import type { UnifiedSession } from './unified-session.ts';

/** Source of an exchange's books. */
export type BooksBy = 'streamed' | 'streamed one by one' | 'polled in rotation';

/** Session, callbacks and ports for a book feed through ccxt. */
export type AnyBooksOptions = {
	readonly venue: string;
	readonly session: UnifiedSession;
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Logger;
	readonly counters: BookFeedCounters;
	/** Returns ccxt's symbol for an instrument. */
	readonly unifiedOf: (instrument: Instrument) => string | undefined;
};

type Listener = Parameters<VenueMarketData['streamBooks']>[1];

/** Number of symbols per subscription, if ccxt accepts several. */
const SYMBOLS_PER_STREAM = 20;
/** Age at which a polled book is no longer current, milliseconds. */
const POLLED_AGE_MS_MAX = 5_000;
/** Pause between two book requests, milliseconds, in addition to the exchange's limits. */
const POLL_PAUSE_MS = 100;

/**
 * Returns the best source that ccxt claims to have for the exchange. @throws VenueError if the exchange's class
 * cannot be loaded
 */
export async function booksBy(session: UnifiedSession): Promise<BooksBy> {
	if (await session.claims('watchOrderBookForSymbols')) return 'streamed';
	return (await session.claims('watchOrderBook')) ? 'streamed one by one' : 'polled in rotation';
}

/** Opens the exchange's best source of books; `close` also cancels a pending opening. */
export function openBooks(
	options: AnyBooksOptions,
	instruments: readonly Instrument[],
	listener: Listener,
): { readonly close: () => Promise<void> } {
	let closed = false;
	let stream: { readonly close: () => Promise<void> } | undefined;
	let cancelRetry = (): void => {};
	const open = async (): Promise<void> => {
		const by = await booksBy(options.session);
		if (closed) return;
		stream =
			by === 'polled in rotation'
				? pollInRotation(options, instruments, listener)
				: openCcxtFeed({
						...options,
						// ccxt detects gaps only at some exchanges. At the others a gap goes unnoticed, because we do
						// not check for gaps here.
						symbolsPerStream: by === 'streamed' ? SYMBOLS_PER_STREAM : 1,
						exchange: () => streamingExchange(options.session, by),
						instruments,
						listener,
					});
	};
	const tryOpen = (): void => {
		open().catch((error: unknown) => {
			listener.onDown(
				instruments.map(({ symbol }) => symbol),
				booksNotOpened(shortMessage(error)),
			);
			if (!closed) cancelRetry = options.clock.after(POLLED_AGE_MS_MAX, tryOpen);
		});
	};
	tryOpen();
	return {
		async close() {
			closed = true;
			cancelRetry();
			await stream?.close();
		},
	};
}

/**
 * Adapts ccxt's exchange so that `watchOrderBookForSymbols` works with either kind of stream. ccxt chooses the depth,
 * which differs between exchanges.
 */
async function streamingExchange(session: UnifiedSession, by: BooksBy): Promise<CcxtExchange> {
	const exchange = await session.numbers();
	if (watching.has(exchange)) return exchange;
	watching.add(exchange);
	const { watchOrderBook } = exchange;
	const watchMany = exchange.watchOrderBookForSymbols.bind(exchange);
	exchange.watchOrderBookForSymbols =
		by === 'streamed' || watchOrderBook === undefined
			? (symbols) => watchMany(symbols)
			: ([symbol = '']) => watchOrderBook.call(exchange, symbol);
	return exchange;
}

/** Exchanges already adapted by `streamingExchange`. */
const watching = new WeakSet<object>();

/** Requests one book after another, in an endless rotation. */
function pollInRotation(
	options: AnyBooksOptions,
	instruments: readonly Instrument[],
	listener: Listener,
): { readonly close: () => Promise<void> } {
	const { clock } = options;
	const endings = new Map<string, () => void>();
	let closed = false;
	let cancelPause = (): void => {};

	const run = async (): Promise<void> => {
		for (let turn = 0; !closed; turn += 1) {
			const instrument = instruments[turn % instruments.length];
			if (instrument === undefined) return;
			await pollOne(instrument);
			await new Promise<void>((resolve) => {
				cancelPause = clock.after(POLL_PAUSE_MS, resolve);
			});
		}
	};

	async function pollOne(instrument: Instrument): Promise<void> {
		const { symbol } = instrument;
		try {
			const book = await readBook(options, instrument);
			if (closed) return;
			endings.get(symbol)?.();
			options.counters.books += 1;
			listener.onBook({ symbol, book, venueAt: undefined });
			endings.set(
				symbol,
				clock.after(POLLED_AGE_MS_MAX, () => listener.onDown([symbol], BOOK_TOO_OLD)),
			);
		} catch (error) {
			if (!closed) listener.onDown([symbol], bookNotRead(shortMessage(error)));
		}
	}

	void run();
	return {
		async close() {
			closed = true;
			cancelPause();
			for (const cancel of endings.values()) cancel();
		},
	};
}

/** Reads one book. @throws Error if the exchange does not respond, or the book is crossed or empty on a side */
export async function readBook(
	{ session, unifiedOf }: Pick<AnyBooksOptions, 'session' | 'unifiedOf'>,
	instrument: Instrument,
	depthMax?: number,
): Promise<OrderBook> {
	const answer = await session.readNumbers('fetchOrderBook', unifiedOf(instrument));
	const book = {
		bids: readLevels('bids', at(answer, 'bids'), instrument, depthMax),
		asks: readLevels('asks', at(answer, 'asks'), instrument, depthMax),
	};
	if (midPrice(book) === undefined) throw new Error(BOOK_NOT_USABLE);
	return book;
}
