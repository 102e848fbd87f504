import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bookOf } from '../../../test/support/hand-driven-market.ts';
import '../../../test/support/seeded-properties.ts';
import { type Decimal, fromInteger, parseDecimal, sum, ZERO } from '../../domain/decimal.ts';
import type { OrderBook } from '../../domain/order-book.ts';
import type { TakenLevel } from '../../ports/paper-store.ts';
import { afterBook, levelsLeft, piecesWithin, withTaken } from './taken-levels.ts';

const asks = (...levels: readonly (readonly [string, string])[]): OrderBook => bookOf([['90', '1']], levels);
const TAKEN: readonly TakenLevel[] = [{ side: 'buy', price: fromInteger(100), quantity: fromInteger(3) }];
const left = (book: OrderBook, taken: readonly TakenLevel[]): Decimal =>
	sum(levelsLeft(book, 'buy', afterBook(taken, book)).map(([, quantity]) => quantity));

describe('a taken quantity', () => {
	test.each([
		['is subtracted while the level shows the same', ['5'], '2'],
		['is subtracted once if the level shows more', ['5', '8'], '5'],
		['shrinks to the smallest quantity that the level has shown since', ['5', '1', '4'], '3'],
		['is released once the level was empty', ['5', '0', '4'], '4'],
		['never makes the level negative', ['2'], '0'],
	])('%s', (_rule, shown, expected) => {
		let taken = TAKEN;
		let book = asks();
		for (const quantity of shown) {
			book = asks(...(quantity === '0' ? [] : [['100', quantity] as const]), ['101', '0.5']);
			taken = afterBook(taken, book);
		}
		const last = book.asks.filter(([price]) => price === fromInteger(100));
		expect(left({ bids: book.bids, asks: last }, taken)).toBe(parseDecimal(expected));
	});

	test('stays if a book does not reach the level or has no orders on that side', () => {
		expect(afterBook(TAKEN, asks(['98', '1'], ['99', '1']))).toBe(TAKEN);
		expect(afterBook(TAKEN, asks())).toBe(TAKEN);
		expect(afterBook(TAKEN, asks(['99', '1'], ['101', '1']))).toEqual([]);
	});

	test('does not change the other side', () => {
		const book = bookOf([['100', '2']], [['101', '2']]);
		expect(levelsLeft(book, 'sell', TAKEN)).toEqual(book.bids);
	});
});

/** Another trader's order at a price level, with the quantity that this account has taken from it on paper. */
type Resting = { size: number; takenOfIt: number };
const act = fc.oneof(
	fc.record({ kind: fc.constant('add' as const), size: fc.integer({ min: 1, max: 9 }) }),
	fc.record({ kind: fc.constant('trade' as const), size: fc.integer({ min: 1, max: 12 }) }),
	fc.record({ kind: fc.constant('cancel' as const), place: fc.nat(9) }),
	fc.record({ kind: fc.constant('take' as const), size: fc.integer({ min: 1, max: 9 }) }),
	fc.record({ kind: fc.constant('unseen' as const), size: fc.integer({ min: 1, max: 12 }) }),
);

test('a taken quantity is never available again, whatever others do', () => {
	let takenInAll = 0;
	fc.assert(
		fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
			let orders: Resting[] = [{ size: 5, takenOfIt: 0 }];
			let taken: readonly TakenLevel[] = [];
			const shown = (): OrderBook => {
				const size = orders.reduce((total, order) => total + order.size, 0);
				return asks(...(size === 0 ? [] : [['100', String(size)] as const]), ['101', '1']);
			};
			const trade = (size: number): void => {
				let rest = size;
				for (const order of orders) {
					const part = Math.min(rest, order.size);
					order.size -= part;
					order.takenOfIt = Math.min(order.takenOfIt, order.size);
					rest -= part;
				}
				orders = orders.filter((order) => order.size > 0);
			};
			for (const each of acts) {
				if (each.kind === 'add') orders.push({ size: each.size, takenOfIt: 0 });
				else if (each.kind === 'cancel') orders.splice(each.place % Math.max(1, orders.length), 1);
				else if (each.kind === 'trade' || each.kind === 'unseen') trade(each.size);
				else {
					const book = shown();
					taken = afterBook(taken, book);
					const pieces = piecesWithin(levelsLeft(book, 'buy', taken), {
						side: 'buy',
						limitPrice: fromInteger(100),
						quantity: fromInteger(each.size),
					});
					taken = withTaken(taken, 'buy', pieces);
					let got = Number(sum(pieces.map(({ quantity }) => quantity)) / 10n ** 18n);
					takenInAll += got;
					for (const order of orders) {
						const part = Math.min(got, order.size - order.takenOfIt);
						order.takenOfIt += part;
						got -= part;
					}
					// The account took no more than was still available.
					expect(got).toBe(0);
				}
				if (each.kind === 'unseen') continue;
				const book = shown();
				taken = afterBook(taken, book);
				const untaken = orders.reduce((total, order) => total + order.size - order.takenOfIt, 0);
				const there = levelsLeft(book, 'buy', taken).find(([price]) => price === fromInteger(100));
				expect(there?.[1] ?? ZERO).toBeLessThanOrEqual(fromInteger(untaken));
			}
		}),
		{ numRuns: 1_000 },
	);
	expect(takenInAll).toBeGreaterThan(1_000);
});
