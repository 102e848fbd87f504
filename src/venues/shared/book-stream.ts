/**
 * Books over ccxt's streams, for venues without a feed of our own, one loop per chunk of symbols: reconnects with backoff and
 * jitter, hands each symbol's top levels on at most so often, and says when a book is lost.
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
	noteGap,
} from '../feeds/book-feed.ts';
import { createClockOffset } from '../feeds/clock-offset.ts';
import { Turn } from '../feeds/turn.ts';
import { readLevels } from './book-levels.ts';
import type { CcxtBook, CcxtExchange } from './ccxt-exchange.ts';
import { shortMessage } from './outcome.ts';

export type BookStreamOptions = {
	readonly venue: string;
	/** Symbols of one book stream request. */
	readonly symbolsPerStream: number;
	/** Puts a check of sequence numbers where ccxt has none; `onGap` is called with the unified symbol. */
	readonly guardBooks?: (
		exchange: CcxtExchange,
		onGap: (unifiedSymbol: string, reason: string) => void,
	) => void;
	readonly exchange: () => Promise<CcxtExchange>;
	readonly instruments: readonly Instrument[];
	readonly listener: BookFeedListener;
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Logger;
	/** Counted on, where an earlier feed of the venue has counted. */
	readonly counters?: BookFeedCounters;
};

const BACKOFF_MS_MIN = 200;
const BACKOFF_MS_MAX = 3_000;
/**
 * A venue's books come over one connection or a few. When none of them has changed for so long the connection is dead
 * though open; ccxt itself finds that out only after two missed pongs, a minute.
 */
const SILENCE_MS_MAX = 10_000;
const SILENCE_LOOK_MS = 1_000;

export function openCcxtFeed(options: BookStreamOptions): BookFeed {
	const { clock, listener, counters = noneCounted() } = options;
	const offset = createClockOffset();
	let closed = false;
	/** By ccxt's name, which is not always the one that the coin's name would make. */
	const bySymbol = new Map<string, Instrument>();
	/** ccxt's own live books: read when they are converted, so always the latest state. */
	const latest = new Map<string, CcxtBook>();
	/** Stamp and sequence of each book when it was last handed on. */
	const seen = new Map<string, string>();
	const turns = new Map<string, Turn>();
	let guarded = false;
	let marketsFailed = false;
	let changedAt = clock.monotonic();

	function offer(symbol: string, book: CcxtBook): void {
		latest.set(symbol, book);
		const turn = turns.get(symbol) ?? new Turn(clock, HAND_ON_PERIOD_MS, () => convert(symbol));
		turns.set(symbol, turn);
		turn.offer();
	}

	/** One wake-up may stand for several books: whichever changed since it was last seen is handed on. */
	function offerChanged(exchange: CcxtExchange, unified: readonly string[]): void {
		for (const symbol of unified) {
			const book = exchange.orderbooks[symbol];
			if (book === undefined) continue;
			const state = stateOf(book);
			if (seen.get(symbol) === state) continue;
			seen.set(symbol, state);
			changedAt = clock.monotonic();
			offer(symbol, book);
		}
	}

	/** ccxt keeps its books when a connection is lost: the state they stopped in must not come back as news. */
	function forget(unified: string, stopped: CcxtBook | undefined): void {
		turns.get(unified)?.drop();
		latest.delete(unified);
		if (stopped === undefined) seen.delete(unified);
		else seen.set(unified, stateOf(stopped));
	}

	function convert(unified: string): void {
		const book = latest.get(unified);
		const instrument = bySymbol.get(unified);
		if (closed || book === undefined || instrument === undefined) return;
		if (book.timestamp !== undefined) offset.note(book.timestamp, clock.now());
		const read = {
			bids: readLevels('bids', book.bids, instrument, BOOK_DEPTH),
			asks: readLevels('asks', book.asks, instrument, BOOK_DEPTH),
		};
		if (midPrice(read) === undefined)
			listener.onDown([instrument.symbol], 'The book is empty on a side, or crossed.');
		else {
			counters.books += 1;
			listener.onBook({ symbol: instrument.symbol, book: read, venueAt: book.timestamp });
		}
	}

	async function run(chunk: readonly Instrument[]): Promise<void> {
		let unified: readonly string[] = [];
		let backoffMs = BACKOFF_MS_MIN;
		let exchange: CcxtExchange | undefined;
		while (!closed) {
			try {
				exchange = await options.exchange();
				if (!guarded) {
					guarded = true;
					const guardedExchange = exchange;
					options.guardBooks?.(exchange, (symbol, reason) => resync(guardedExchange, symbol, reason));
				}
				unified = await namesOf(exchange, chunk);
				for (;;) {
					await exchange.watchOrderBookForSymbols(unified, BOOK_DEPTH);
					if (closed) return;
					counters.messages += 1;
					backoffMs = BACKOFF_MS_MIN;
					offerChanged(exchange, unified);
				}
			} catch (error) {
				if (closed) return;
				counters.reconnects += 1;
				for (const symbol of unified) forget(symbol, exchange?.orderbooks[symbol]);
				listener.onDown(
					chunk.map((instrument) => instrument.symbol),
					`The book stream was lost. ${shortMessage(error)}`,
				);
				await pause(backoffMs * (0.5 + options.random.unit()));
				backoffMs = Math.min(BACKOFF_MS_MAX, backoffMs * 2);
			}
		}
	}

	/** ccxt's names of the instruments; one that it does not know even of fresh markets has no book. */
	async function namesOf(exchange: CcxtExchange, chunk: readonly Instrument[]): Promise<readonly string[]> {
		const nameOf = ({ symbol }: Instrument): string | undefined =>
			exchange.markets_by_id?.[symbol]?.[0]?.symbol;
		await loadMarkets(exchange, false);
		if (chunk.some((instrument) => nameOf(instrument) === undefined)) await loadMarkets(exchange, true);
		const names: string[] = [];
		for (const instrument of chunk) {
			const name = nameOf(instrument);
			if (name === undefined) {
				listener.onDown([instrument.symbol], 'ccxt does not know the instrument, so it has no stream.');
				continue;
			}
			bySymbol.set(name, instrument);
			names.push(name);
		}
		if (names.length === 0) throw new Error('ccxt knows none of the instruments.');
		return names;
	}

	/** ccxt keeps a first load that failed and would answer with its error for ever. */
	async function loadMarkets(exchange: CcxtExchange, reload: boolean): Promise<void> {
		try {
			await exchange.loadMarkets(reload || marketsFailed);
			marketsFailed = false;
		} catch (error) {
			marketsFailed = true;
			throw error;
		}
	}

	/** A gap: the book is dropped and the stream is opened anew, which brings a snapshot. */
	function resync(exchange: CcxtExchange, unified: string, reason: string): void {
		const instrument = bySymbol.get(unified);
		if (closed || instrument === undefined) return;
		noteGap(counters, 'sequence');
		counters.resyncs += 1;
		listener.onDown([instrument.symbol], `The book stream has a gap: ${reason}.`);
		delete exchange.orderbooks[unified];
		forget(unified, undefined);
		options.log.warn(
			{ venue: options.venue, symbol: instrument.symbol, reason },
			'book out of step, resyncing',
		);
		reconnect(exchange);
	}

	/** Closing the connections fails the waiting watches; their loops then open new ones. */
	function reconnect(exchange: CcxtExchange): void {
		void exchange.close().catch(() => {});
	}

	function breakSilence(): void {
		const silentMs = clock.monotonic() - changedAt;
		if (silentMs < SILENCE_MS_MAX) return;
		changedAt = clock.monotonic();
		options.log.warn(
			{ venue: options.venue, silentMs, silenceMsMax: SILENCE_MS_MAX },
			'book streams silent, reconnecting',
		);
		options.exchange().then(reconnect, () => {});
	}

	function pause(delayMs: number): Promise<void> {
		return new Promise((resolve) => {
			clock.after(delayMs, resolve);
		});
	}

	for (let start = 0; start < options.instruments.length; start += options.symbolsPerStream) {
		void run(options.instruments.slice(start, start + options.symbolsPerStream));
	}
	const cancelSilenceLooks = clock.every(SILENCE_LOOK_MS, breakSilence);
	return {
		counters: () => counters,
		clockOffsetMs: offset.value,
		async close() {
			closed = true;
			cancelSilenceLooks();
			for (const turn of turns.values()) turn.drop();
		},
	};
}

function stateOf(book: CcxtBook): string {
	return `${book.timestamp} ${book.nonce}`;
}
