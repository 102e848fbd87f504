import { describe, expect, test } from 'vitest';
import { instrumentOf } from '../../../test/support/hand-driven-market.ts';
import { formatDecimal, ZERO } from '../../domain/decimal.ts';
import { SILENT_LOGGER } from '../../ports/logger.ts';
import type { BookUpdate } from '../../ports/venue-market.ts';
import { createVirtualClock, type VirtualClock } from '../../runtime/virtual-clock.ts';
import { openCcxtFeed } from './book-stream.ts';
import type { CcxtBook, CcxtExchange } from './ccxt-exchange.ts';

const SOL = 'SOL/USDT:USDT';
const BTC = 'BTC/USDT:USDT';

type Waiting = { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void };

/**
 * Creates ccxt's side of a stream, which the test controls: one shared `orderbooks` table, pending watch calls, and
 * the number of `close` calls.
 */
function scriptedExchange() {
	let waiting: Waiting[] = [];
	const orderbooks: Record<string, CcxtBook | undefined> = {};
	const seen = {
		closings: 0,
		watches: [] as (readonly string[])[],
		loads: [] as boolean[],
		failing: false,
		markets: {
			SOLUSDT: [{ symbol: SOL }],
			BTCUSDT: [{ symbol: BTC }],
		} as Record<string, readonly { readonly symbol: string }[]>,
	};
	let loadFails = false;
	const exchange: CcxtExchange = {
		id: 'bybit',
		loadFetchImplementation: async () => undefined,
		async loadMarkets(reload) {
			seen.loads.push(reload === true);
			// Like ccxt, the fake caches a failed load until a reload.
			if (reload === true) loadFails = seen.failing;
			if (loadFails) throw new Error('markets could not be loaded');
			exchange.markets_by_id = seen.markets;
		},
		watchOrderBookForSymbols: (symbols) =>
			new Promise((resolve, reject) => {
				seen.watches.push(symbols);
				waiting.push({ resolve, reject });
			}),
		fetchTrades: async () => [],
		async close() {
			seen.closings += 1;
			const failed = waiting;
			waiting = [];
			for (const { reject } of failed) reject(new Error('closed by the user'));
		},
		orderbooks,
		options: {},
		headers: {},
	};
	return {
		exchange,
		seen,
		waitingCount: () => waiting.length,
		failLoads(failing: boolean): void {
			seen.failing = failing;
			if (failing) loadFails = true;
		},
		/** Delivers a book from the exchange, which resolves every pending watch call. */
		send(symbol: string, bid: number, nonce: number): void {
			orderbooks[symbol] = {
				bids: [[bid, 10]],
				asks: [[bid + 0.01, 10]],
				timestamp: nonce,
				nonce,
			} as unknown as CcxtBook;
			const awake = waiting;
			waiting = [];
			for (const { resolve } of awake) resolve(undefined);
		},
		fail(): void {
			const failed = waiting;
			waiting = [];
			for (const { reject } of failed) reject(new Error('connection reset'));
		},
	};
}

function open(arrange: (remote: ReturnType<typeof scriptedExchange>) => void = () => {}) {
	const clock = createVirtualClock(1_760_000_000_000);
	const remote = scriptedExchange();
	arrange(remote);
	const books: BookUpdate[] = [];
	const down: string[] = [];
	const stream = openCcxtFeed({
		venue: 'bybit',
		symbolsPerStream: 10,
		exchange: async () => remote.exchange,
		instruments: [instrumentOf('bybit', 'SOL'), instrumentOf('bybit', 'BTC')],
		listener: {
			onBook: (update) => books.push(update),
			onDown: (symbols, reason) => down.push(`${symbols.join(' ')}: ${reason}`),
		},
		clock,
		random: { hex: () => '00', unit: () => 0.5 },
		log: SILENT_LOGGER,
	});
	return { clock, remote, books, down, stream };
}

async function pass(clock: VirtualClock, ms: number): Promise<void> {
	const until = clock.now() + ms;
	clock.after(ms, () => {});
	while (await clock.advance(until));
}

const bids = (books: readonly BookUpdate[]): readonly string[] =>
	books.map(({ symbol, book }) => `${symbol} ${formatDecimal(book.bids[0]?.[0] ?? ZERO)}`);

describe('a book stream', () => {
	test('forwards changed books at most every 200 ms per symbol, and never loses the last state', async () => {
		const { clock, remote, books } = open();
		await pass(clock, 0);
		remote.send(SOL, 100, 1);
		await pass(clock, 10);
		remote.send(BTC, 9, 2);
		await pass(clock, 10);
		for (let nonce = 3; nonce < 9; nonce += 1) {
			remote.send(SOL, 100 + nonce, nonce);
			await pass(clock, 10);
		}
		await pass(clock, 300);
		expect(bids(books)).toEqual(['SOLUSDT 100', 'BTCUSDT 9', 'SOLUSDT 108']);
	});

	test('reports an error once for all its symbols, and reopens the stream after a pause', async () => {
		const { clock, remote, books, down } = open();
		await pass(clock, 0);
		remote.fail();
		await pass(clock, 100);
		expect(down).toEqual(['SOLUSDT BTCUSDT: The book stream was lost. Error: connection reset']);
		expect(remote.waitingCount()).toBe(0);
		await pass(clock, 200);
		expect(remote.waitingCount()).toBe(1);
		remote.send(SOL, 100, 1);
		await pass(clock, 10);
		expect(bids(books)).toEqual(['SOLUSDT 100']);
	});

	test('does not forward a state from before the loss after it', async () => {
		const { clock, remote, books } = open();
		await pass(clock, 0);
		remote.send(SOL, 100, 1);
		await pass(clock, 300);
		remote.fail();
		await pass(clock, 400);
		remote.send(BTC, 9, 2);
		await pass(clock, 300);
		remote.send(SOL, 101, 3);
		await pass(clock, 300);
		expect(bids(books)).toEqual(['SOLUSDT 100', 'BTCUSDT 9', 'SOLUSDT 101']);
	});

	test('does not forward a book that waited for its turn at the loss', async () => {
		const { clock, remote, books, down } = open();
		await pass(clock, 0);
		remote.send(SOL, 100, 1);
		await pass(clock, 10);
		remote.send(SOL, 101, 2);
		await pass(clock, 10);
		remote.fail();
		await pass(clock, 250);
		expect(bids(books)).toEqual(['SOLUSDT 100']);
		expect(down).toHaveLength(1);
	});

	test('reopens a connection that is open but silent', async () => {
		const { clock, remote, down } = open();
		await pass(clock, 0);
		for (let second = 1; second <= 30; second += 1) {
			remote.send(SOL, 100, second);
			await pass(clock, 1_000);
		}
		expect(remote.seen.closings).toBe(0);
		await pass(clock, 11_500);
		expect(remote.seen.closings).toBe(1);
		expect(down).toHaveLength(1);
		expect(remote.waitingCount()).toBe(1);
	});

	test('recovers from a failed first load of the markets', async () => {
		const { clock, remote, books } = open((early) => early.failLoads(true));
		await pass(clock, 5_000);
		expect(remote.waitingCount()).toBe(0);
		remote.failLoads(false);
		await pass(clock, 12_000);
		remote.send(SOL, 100, 1);
		await pass(clock, 10);
		expect(bids(books)).toEqual(['SOLUSDT 100']);
	});

	test('streams an instrument under ccxt’s symbol; an unknown one affects no other', async () => {
		const { clock, remote, books, down } = open((early) => {
			early.seen.markets = { SOLUSDT: [{ symbol: 'RENAMED/USDT:USDT' }] };
		});
		await pass(clock, 10);
		expect(remote.seen.watches).toEqual([['RENAMED/USDT:USDT']]);
		expect(remote.seen.loads).toEqual([false, true]);
		expect(down).toEqual(['BTCUSDT: ccxt does not know the instrument, so it has no book stream.']);
		remote.send('RENAMED/USDT:USDT', 100, 1);
		await pass(clock, 10);
		expect(bids(books)).toEqual(['SOLUSDT 100']);
	});

	test('does not forward a crossed book', async () => {
		const { clock, remote, books, down } = open();
		await pass(clock, 0);
		remote.exchange.orderbooks[BTC] = {
			bids: [[10, 1]],
			asks: [[9, 1]],
			timestamp: 1,
			nonce: 1,
		} as unknown as CcxtBook;
		remote.send(SOL, 100, 1);
		await pass(clock, 10);
		expect(bids(books)).toEqual(['SOLUSDT 100']);
		expect(down).toEqual(['BTCUSDT: The book is crossed, or one side is empty.']);
	});

	test('ends when closed', async () => {
		const { clock, remote, books, stream } = open();
		await pass(clock, 0);
		await stream.close();
		remote.send(SOL, 100, 1);
		await pass(clock, 60_000);
		expect([books, remote.seen.closings, remote.waitingCount()]).toEqual([[], 0, 0]);
	});
});
