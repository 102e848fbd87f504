import { describe, expect, test } from 'vitest';
import { instrumentOf } from '../../../test/support/hand-driven-market.ts';
import { createVirtualClock, type VirtualClock } from '../../../test/support/virtual-clock.ts';
import { formatDecimal, ZERO } from '../../domain/decimal.ts';
import type { Logger } from '../../ports/logger.ts';
import type { BookUpdate } from '../../ports/venue.ts';
import { streamBooks } from './book-stream.ts';
import type { CcxtBook, CcxtExchange } from './ccxt-exchange.ts';
import { dialectOf } from './dialects.ts';

const QUIET_LOG: Logger = { debug() {}, info() {}, warn() {}, error() {} };
const SOL = 'SOL/USDT:USDT';
const BTC = 'BTC/USDT:USDT';

type Waiting = { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void };

/** ccxt's side of a stream, moved by hand: one shared `orderbooks` table, waiting watches, and a count of closings. */
function scriptedExchange() {
	let waiting: Waiting[] = [];
	const orderbooks: Record<string, CcxtBook | undefined> = {};
	const seen = { closings: 0, watches: [] as (readonly string[])[] };
	const exchange: CcxtExchange = {
		id: 'bybit',
		loadFetchImplementation: async () => undefined,
		loadMarkets: async () => undefined,
		watchOrderBookForSymbols: (symbols) =>
			new Promise((resolve, reject) => {
				seen.watches.push(symbols);
				waiting.push({ resolve, reject });
			}),
		async close() {
			seen.closings += 1;
			const failed = waiting;
			waiting = [];
			for (const { reject } of failed) reject(new Error('closed by the user'));
		},
		orderbooks,
		options: {},
	};
	return {
		exchange,
		seen,
		waitingCount: () => waiting.length,
		/** The venue sends a book: every waiting watch wakes up. */
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

function open() {
	const clock = createVirtualClock(1_760_000_000_000);
	const remote = scriptedExchange();
	const books: BookUpdate[] = [];
	const down: string[] = [];
	const dialect = { ...dialectOf('bybit'), guardBooks: () => {} };
	const stream = streamBooks({
		dialect,
		exchange: async () => remote.exchange,
		instruments: [instrumentOf('bybit', 'SOL'), instrumentOf('bybit', 'BTC')],
		listener: {
			onBook: (update) => books.push(update),
			onDown: (symbols, reason) => down.push(`${symbols.join(' ')}: ${reason}`),
		},
		clock,
		random: { hex: () => '00', unit: () => 0.5 },
		log: QUIET_LOG,
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
	test('hands on what changed, at most every 200 ms per symbol, and never loses the last state', async () => {
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

	test('an error is said once for all its symbols, and the stream opens anew after a pause', async () => {
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

	test('a state from before the loss does not come back with the first message after it', async () => {
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

	test('a book that waited for its turn when the connection was lost is not handed on any more', async () => {
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

	test('a connection that is open and silent is closed and opened anew', async () => {
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

	test('a crossed book is not handed on', async () => {
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
		expect(down).toEqual(['BTCUSDT: The book is empty on a side, or crossed.']);
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
