/**
 * Books of an exchange that is read through ccxt alone: by ccxt's stream of many symbols, else by one stream per symbol, else
 * asked for in turns. A book that was asked for is current for five seconds and no longer.
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
import type { UnifiedSession } from './unified-session.ts';

/** Way in which the order books of an exchange are obtained. */
export type BooksBy = 'streamed' | 'streamed one by one' | 'asked for in turns';

/** Session, callbacks and ports of a feed of books through ccxt. */
export type AnyBooksOptions = {
	readonly venue: string;
	readonly session: UnifiedSession;
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Logger;
	readonly counters: BookFeedCounters;
	/** ccxt's symbol of an instrument. */
	readonly unifiedOf: (instrument: Instrument) => string | undefined;
};

type Listener = Parameters<VenueMarketData['streamBooks']>[1];

/** Symbols of one subscription, where ccxt takes many. */
const SYMBOLS_PER_STREAM = 20;
/** A book that was asked for is no longer current after this long, milliseconds. */
const ASKED_AGE_MS_MAX = 5_000;
/** Between two requests for books, milliseconds, beside what the exchange's own limits demand. */
const ASK_PERIOD_MS = 100;

/** The best way that ccxt claims to have for the exchange. @throws VenueError when its class cannot be loaded */
export async function booksBy(session: UnifiedSession): Promise<BooksBy> {
	if (await session.claims('watchOrderBookForSymbols')) return 'streamed';
	return (await session.claims('watchOrderBook')) ? 'streamed one by one' : 'asked for in turns';
}

/** Opens what the exchange has; `close` also ends what is still being opened. */
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
			by === 'asked for in turns'
				? askInTurns(options, instruments, listener)
				: openCcxtFeed({
						...options,
						// ccxt looks for gaps at some exchanges and not at others: its own rules are all there is.
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
				`The books could not be opened. ${shortMessage(error)}`,
			);
			if (!closed) cancelRetry = options.clock.after(ASKED_AGE_MS_MAX, tryOpen);
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

/** ccxt's exchange with one way to watch books. Depth is left to it: exchanges take different depths. */
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

/** Exchanges that have been given their one way. */
const watching = new WeakSet<object>();

/** One book after the other, round and round. */
function askInTurns(
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
			await askOne(instrument);
			await new Promise<void>((resolve) => {
				cancelPause = clock.after(ASK_PERIOD_MS, resolve);
			});
		}
	};

	async function askOne(instrument: Instrument): Promise<void> {
		const { symbol } = instrument;
		try {
			const book = await readBook(options, instrument);
			if (closed) return;
			endings.get(symbol)?.();
			options.counters.books += 1;
			listener.onBook({ symbol, book, venueAt: undefined });
			endings.set(
				symbol,
				clock.after(ASKED_AGE_MS_MAX, () =>
					listener.onDown([symbol], 'The book was asked for too long ago.'),
				),
			);
		} catch (error) {
			if (!closed) listener.onDown([symbol], `The book could not be read. ${shortMessage(error)}`);
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

/** A book by a request. @throws Error where the exchange does not answer, or its book is empty on a side or crossed */
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
	if (midPrice(book) === undefined) throw new Error('The book is empty on a side, or crossed.');
	return book;
}
