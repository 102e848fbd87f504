/** Tests which order book the gate uses for a trade. */
import { beforeEach, expect, test } from 'vitest';
import { bookOf, createHandDrivenMarket, instrumentOf } from '../../../test/support/hand-driven-market.ts';
import { fromInteger } from '../../domain/decimal.ts';
import type { OrderBook } from '../../domain/order-book.ts';
import { VenueError } from '../../ports/venue-error.ts';
import { createVirtualClock } from '../../runtime/virtual-clock.ts';
import { freshBook } from './fresh-book.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const SOL = instrumentOf('bybit', 'SOL');
const STREAMED = bookOf(
	[
		['99', '6'],
		['98', '5'],
	],
	[
		['101', '5'],
		['102', '5'],
	],
);
const FETCHED = bookOf([['99', '50']], [['101', '50']]);
const clock = createVirtualClock(NOW);
let hand: ReturnType<typeof createHandDrivenMarket>;

beforeEach(() => {
	hand = createHandDrivenMarket(['bybit']);
	hand.list(SOL);
});

function book(notional = 1_000): Promise<OrderBook> {
	const market = { ...hand, refreshBook: async () => FETCHED };
	return freshBook({ market, clock, bookAgeMsMax: 1_000 }, 'bybit', SOL.symbol, fromInteger(notional));
}

const put = (streamed: OrderBook, ageMs: number): void =>
	hand.put(SOL, { book: streamed, bookReceivedAt: NOW - ageMs });

test('uses the streamed book while it is recent and deep enough', async () => {
	put(STREAMED, 1_000);
	expect(await book()).toBe(STREAMED);
	expect(await book(1_015)).toBe(STREAMED);
});

test.each([
	['there is no streamed book', () => {}, 1_000],
	['the streamed book is too old', () => put(STREAMED, 1_001), 1_000],
	['the streamed book comes from the future', () => put(STREAMED, -1), 1_000],
	['the asks are too thin', () => put(STREAMED, 0), 1_016],
	['the bids are too thin', () => put(bookOf([['99', '6']], [['101', '50']]), 0), 1_000],
	['a side is empty', () => put(bookOf([], [['101', '50']]), 0), 0],
	['the streamed book is crossed', () => put(bookOf([['102', '50']], [['101', '50']]), 0), 1_000],
])('fetches a book when %s', async (_why, prepare, notional) => {
	prepare();
	expect(await book(notional)).toBe(FETCHED);
});

test('fails when the venue delivers no book', async () => {
	const market = {
		...hand,
		refreshBook: () => Promise.reject(new VenueError('bybit', 'unavailable', 'no answer')),
	};
	await expect(
		freshBook({ market, clock, bookAgeMsMax: 1_000 }, 'bybit', SOL.symbol, fromInteger(1)),
	).rejects.toThrow(/no answer/);
});
