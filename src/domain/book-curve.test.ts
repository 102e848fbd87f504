import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reachWithin } from '../../test/support/exact-cost.ts';
import { createBookCurve, priceInSpan, SPAN_NUMBERS } from './cost.ts';
import { type Decimal, fromInteger, parseDecimal, toNumber } from './decimal.ts';
import { approximately } from './estimate.ts';
import { averagePrice, type BookLevel, midPrice, type OrderBook, walkBook } from './order-book.ts';

/** Order books with prices in steps of one cent around 100 and sizes in tenths. */
const BOOK = fc
	.record({
		half: fc.integer({ min: 1, max: 9 }),
		bids: fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 90 })), {
			maxLength: 150,
		}),
		asks: fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 90 })), {
			maxLength: 150,
		}),
	})
	.map(({ half, bids, asks }): OrderBook => {
		const levels = (sign: 1 | -1, steps: readonly (readonly [number, number])[]): BookLevel[] => {
			let cents = 10_000 + sign * half;
			return steps.map(([step, tenths], index) => {
				if (index > 0) cents += sign * step;
				return [parseDecimal((cents / 100).toFixed(2)), parseDecimal((tenths / 10).toFixed(1))];
			});
		};
		return { bids: levels(-1, bids), asks: levels(1, asks) };
	});

const SIDE = fc.constantFrom('buy' as const, 'sell' as const);

function levelsOf(book: OrderBook, side: 'buy' | 'sell') {
	return side === 'buy' ? book.asks : book.bids;
}

describe('one side of a book in doubles', () => {
	test('returns the average price of the exact walk, for any quantities in any order', () => {
		fc.assert(
			fc.property(
				BOOK,
				SIDE,
				fc.array(fc.integer({ min: 1, max: 9_000 }), { minLength: 1, maxLength: 12 }),
				(book, side, tenths) => {
					const curve = createBookCurve();
					curve.reset([[fromInteger(1), fromInteger(1_000_000)]]);
					curve.averagePrice(5);
					const levels = levelsOf(book, side);
					curve.reset(levels);
					const whole = levels.reduce((total, [, size]) => total + size, 0n);
					// One of the quantities is the exact total of the side, which the curve must still price.
					const quantities = [...tenths.map((count) => parseDecimal((count / 10).toFixed(1))), whole];
					for (const quantity of quantities as Decimal[]) {
						if (quantity === 0n) continue;
						const walk = walkBook(book, side, quantity);
						const found = curve.averagePrice(approximately(quantity));
						const price = averagePrice(side, walk);
						if (price === undefined || walk.quantity < quantity) expect(found).toBeNaN();
						else expect(Math.abs(found - toNumber(price))).toBeLessThan(1e-9);
					}
				},
			),
			{ numRuns: 500 },
		);
	});

	test('returns the same price from the span of another quantity, or none if it ends in another level', () => {
		let sharedCount = 0;
		fc.assert(
			fc.property(
				BOOK,
				SIDE,
				fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 2, maxLength: 12 }),
				(book, side, tenths) => {
					const levels = levelsOf(book, side);
					const plain = createBookCurve();
					const curve = createBookCurve();
					plain.reset(levels);
					curve.reset(levels);
					const spans = new Float64Array(2 * SPAN_NUMBERS).fill(Number.NaN);
					const ends = levels.map((_, index) =>
						approximately(levels.slice(0, index + 1).reduce((sum, [, size]) => sum + size, 0n) as Decimal),
					);
					const levelOf = (quantity: number) => ends.findIndex((end) => quantity <= end * (1 + 1e-9));
					let known = -1;
					for (const quantity of tenths.map((count) => count / 10)) {
						const price = plain.averagePrice(quantity);
						const bySpan = priceInSpan(quantity, spans, SPAN_NUMBERS);
						if (known >= 0 && levelOf(quantity) === known) {
							expect(bySpan).toBe(price);
							sharedCount += 1;
						} else expect(bySpan).toBeNaN();
						expect(curve.averagePrice(quantity, spans, SPAN_NUMBERS)).toEqual(price);
						if (!Number.isNaN(price)) known = levelOf(quantity);
					}
					expect([...spans.subarray(0, SPAN_NUMBERS)].every(Number.isNaN)).toBe(true);
				},
			),
			{ numRuns: 500 },
		);
		expect(sharedCount).toBeGreaterThan(100);
	});

	test('reaches as far within a limit as the exact walk', () => {
		fc.assert(
			fc.property(BOOK, SIDE, fc.integer({ min: 1, max: 60 }), (book, side, bps) => {
				const mid = midPrice(book);
				fc.pre(mid !== undefined);
				const limit = toNumber(mid as Decimal) * (1 + ((side === 'buy' ? 1 : -1) * bps) / 10_000);
				const curve = createBookCurve();
				curve.reset(levelsOf(book, side));
				const exact = toNumber(reachWithin(book, side, fromInteger(bps)).quantity);
				expect(Math.abs(curve.quantityWithin(limit, side === 'buy') - exact)).toBeLessThan(
					1e-9 * (1 + exact),
				);
			}),
			{ numRuns: 500 },
		);
	});

	test('returns zero quantity and no price for an empty side', () => {
		const curve = createBookCurve();
		expect([curve.averagePrice(1), curve.quantityWithin(1, true)]).toEqual([Number.NaN, 0]);
	});
});
