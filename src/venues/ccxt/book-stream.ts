/**
 * Books over ccxt's streams, one loop per chunk of symbols: reconnects with backoff and jitter, hands each symbol's top
 * levels on at most so often, and says when a book is lost.
 */
import type { Instrument } from '../../domain/instrument.ts';
import { midPrice } from '../../domain/order-book.ts';
import type { Clock, Random } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import type { BookUpdate } from '../../ports/venue.ts';
import { readLevels } from './book-levels.ts';
import type { CcxtBook, CcxtExchange } from './ccxt-exchange.ts';
import type { Dialect } from './dialect.ts';
import { shortMessage } from './outcome.ts';

export type BookStreamOptions = {
	readonly dialect: Dialect;
	readonly exchange: () => Promise<CcxtExchange>;
	readonly instruments: readonly Instrument[];
	readonly listener: {
		readonly onBook: (update: BookUpdate) => void;
		readonly onDown: (symbols: readonly string[], reason: string) => void;
	};
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Logger;
};

/** Levels per side that are handed on: what the slippage walks need. */
const DEPTH = 50;
/** A symbol's book is converted at most this often, milliseconds; the latest state is never lost. */
const CONVERT_PERIOD_MS = 200;
const BACKOFF_MS_MIN = 200;
const BACKOFF_MS_MAX = 3_000;
/**
 * A venue's books come over one connection or a few. When none of them has changed for so long the connection is dead
 * though open; ccxt itself finds that out only after two missed pongs, a minute.
 */
const SILENCE_MS_MAX = 10_000;
const SILENCE_LOOK_MS = 1_000;

export function streamBooks(options: BookStreamOptions): { readonly close: () => Promise<void> } {
	const { dialect, clock, listener } = options;
	let closed = false;
	/** By ccxt's name, which is not always the one that the coin's name would make. */
	const bySymbol = new Map<string, Instrument>();
	/** ccxt's own live books: read when they are converted, so always the latest state. */
	const latest = new Map<string, CcxtBook>();
	/** Stamp and sequence of each book when it was last handed on. */
	const seen = new Map<string, string>();
	const convertedAt = new Map<string, number>();
	const pending = new Map<string, () => void>();
	let guarded = false;
	let marketsFailed = false;
	let changedAt = clock.monotonic();

	/** Hands the latest state on now, or when the period since the last one is over. */
	function offer(symbol: string, book: CcxtBook): void {
		latest.set(symbol, book);
		if (pending.has(symbol)) return;
		const wait = (convertedAt.get(symbol) ?? 0) + CONVERT_PERIOD_MS - clock.now();
		if (wait <= 0) convert(symbol);
		else
			pending.set(
				symbol,
				clock.after(wait, () => convert(symbol)),
			);
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
		pending.get(unified)?.();
		pending.delete(unified);
		latest.delete(unified);
		if (stopped === undefined) seen.delete(unified);
		else seen.set(unified, stateOf(stopped));
	}

	function convert(unified: string): void {
		pending.delete(unified);
		const book = latest.get(unified);
		const instrument = bySymbol.get(unified);
		if (closed || book === undefined || instrument === undefined) return;
		convertedAt.set(unified, clock.now());
		const read = {
			bids: readLevels('bids', book.bids, instrument, DEPTH),
			asks: readLevels('asks', book.asks, instrument, DEPTH),
		};
		if (midPrice(read) === undefined)
			listener.onDown([instrument.symbol], 'The book is empty on a side, or crossed.');
		else listener.onBook({ symbol: instrument.symbol, book: read, venueAt: book.timestamp });
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
					dialect.guardBooks(exchange, (symbol, reason) => resync(guardedExchange, symbol, reason));
				}
				unified = await namesOf(exchange, chunk);
				for (;;) {
					await exchange.watchOrderBookForSymbols(unified, dialect.bookLevels ?? DEPTH);
					if (closed) return;
					backoffMs = BACKOFF_MS_MIN;
					offerChanged(exchange, unified);
				}
			} catch (error) {
				if (closed) return;
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
		listener.onDown([instrument.symbol], `The book stream has a gap: ${reason}.`);
		delete exchange.orderbooks[unified];
		forget(unified, undefined);
		options.log.warn(
			{ venue: dialect.venue, symbol: instrument.symbol, reason },
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
			{ venue: dialect.venue, silentMs, silenceMsMax: SILENCE_MS_MAX },
			'book streams silent, reconnecting',
		);
		options.exchange().then(reconnect, () => {});
	}

	function pause(delayMs: number): Promise<void> {
		return new Promise((resolve) => {
			clock.after(delayMs, resolve);
		});
	}

	for (let start = 0; start < options.instruments.length; start += dialect.bookChunk) {
		void run(options.instruments.slice(start, start + dialect.bookChunk));
	}
	const cancelSilenceLooks = clock.every(SILENCE_LOOK_MS, breakSilence);
	return {
		async close() {
			closed = true;
			cancelSilenceLooks();
			for (const cancel of pending.values()) cancel();
		},
	};
}

function stateOf(book: CcxtBook): string {
	return `${book.timestamp} ${book.nonce}`;
}
