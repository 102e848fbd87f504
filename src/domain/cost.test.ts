import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { largestAmount, leastReach, legQuantity, priceBasis, reachWithin, takerFill } from './cost.ts';
import {
	commonStep,
	type Decimal,
	formatDecimal,
	fromInteger,
	isMultipleOf,
	max,
	parseDecimal,
} from './decimal.ts';
import type { BookLevel, OrderBook, Side } from './order-book.ts';

const CENT = parseDecimal('0.01');

const steps = fc.constantFrom('0.001', '0.002', '0.003', '0.01', '0.25', '1', '1000').map(parseDecimal);
const mids = fc.integer({ min: 1, max: 10_000_000 }).map((units) => (fromInteger(units) / 1_000n) as Decimal);
const cents = fc.integer({ min: 1, max: 100_000_000 }).map((count) => (CENT * BigInt(count)) as Decimal);
const leverages = fc.constantFrom('1', '1.5', '2', '3', '10').map(parseDecimal);

/** Prices in hundredths around 100, quantities in tenths. */
const books = fc
	.record({
		mid: fc.integer({ min: 9_000, max: 11_000 }),
		half: fc.integer({ min: 1, max: 20 }),
		bids: fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 90 })), {
			minLength: 1,
			maxLength: 5,
		}),
		asks: fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 90 })), {
			minLength: 1,
			maxLength: 5,
		}),
	})
	.map(({ mid, half, bids, asks }): OrderBook => {
		const side = (best: number, sign: 1 | -1, levels: readonly (readonly [number, number])[]) => {
			let price = best - sign * (levels[0]?.[0] ?? 0);
			return levels.map(([step, size]): BookLevel => {
				price += sign * step;
				return [parseDecimal((price / 100).toFixed(2)), parseDecimal((size / 10).toFixed(1))];
			});
		};
		return { bids: side(mid - half, -1, bids), asks: side(mid + half, 1, asks) };
	});

describe('leg quantity', () => {
	test('is a multiple of both lots, costs no more than the amount, and one lot more would', () => {
		fc.assert(
			fc.property(cents, leverages, mids, mids, steps, steps, (amount, leverage, long, short, lotA, lotB) => {
				const lot = commonStep(lotA, lotB);
				const quantity = legQuantity({ amount, leverage }, long, short, lot);
				expect(isMultipleOf(quantity, lotA) && isMultipleOf(quantity, lotB)).toBe(true);
				const dearest = max(long, short);
				// Two legs at the dearer mid, without leverage; both sides at the scale of a product.
				expect(2n * quantity * dearest <= amount * leverage).toBe(true);
				expect(2n * (quantity + lot) * dearest > amount * leverage).toBe(true);
			}),
		);
	});
});

describe('largest amount', () => {
	test('buys the quantity it is for, and a cent more buys one lot more', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 1, max: 10_000 }),
				leverages,
				mids,
				mids,
				steps,
				(lots, leverage, long, short, lot) => {
					const quantity = (lot * BigInt(lots)) as Decimal;
					const amount = largestAmount(quantity, lot, leverage, long, short);
					expect(isMultipleOf(amount, CENT)).toBe(true);
					expect(legQuantity({ amount, leverage }, long, short, lot) <= quantity).toBe(true);
					const more = (amount + CENT) as Decimal;
					expect(legQuantity({ amount: more, leverage }, long, short, lot) > quantity).toBe(true);
				},
			),
		);
	});

	test('is zero below one lot, where no amount would trade anything', () => {
		const [quantity, lot, leverage, mid] = ['0.9', '1', '2', '100'].map(parseDecimal) as [
			Decimal,
			Decimal,
			Decimal,
			Decimal,
		];
		expect(largestAmount(quantity, lot, leverage, mid, mid)).toBe(0n);
	});
});

describe('taker fill', () => {
	test('walks the levels and rounds against the taker', () => {
		const book: OrderBook = {
			bids: [[parseDecimal('99'), parseDecimal('1')]],
			asks: [
				[parseDecimal('101'), parseDecimal('1')],
				[parseDecimal('102'), parseDecimal('2')],
			],
		};
		const fill = takerFill(book, 'buy', parseDecimal('3'));
		expect(fill === null ? null : [formatDecimal(fill.price), formatDecimal(fill.slippage)]).toEqual([
			'101.666666666666666667',
			'0.016666666666666667',
		]);
		expect(takerFill(book, 'buy', parseDecimal('3.001'))).toBeNull();
		expect(takerFill({ ...book, bids: [] }, 'buy', parseDecimal('1'))).toBeNull();
	});

	test('slippage is never negative and never falls with size', () => {
		fc.assert(
			fc.property(books, fc.constantFrom<Side>('buy', 'sell'), (book, side) => {
				let last = 0n;
				for (let tenths = 1; ; tenths += 1) {
					const fill = takerFill(book, side, (fromInteger(tenths) / 10n) as Decimal);
					if (fill === null) break;
					expect(fill.slippage >= last).toBe(true);
					last = fill.slippage;
				}
			}),
		);
	});
});

describe('reach', () => {
	const limits = fc.integer({ min: 1, max: 60 }).map((bps) => ({ bps: fromInteger(bps), share: bps }));
	const lots = fc.constantFrom('0.1', '0.3', '0.7').map(parseDecimal);

	test('is the largest number of lots inside the limit, found here by trying every number of lots', () => {
		fc.assert(
			fc.property(books, fc.constantFrom<Side>('buy', 'sell'), limits, lots, (book, side, limit, lot) => {
				const share = (fromInteger(limit.share) / 10_000n) as Decimal;
				let lotCount = 0n;
				let exhausted = false;
				for (;;) {
					const fill = takerFill(book, side, (lot * (lotCount + 1n)) as Decimal);
					exhausted = fill === null;
					if (fill === null || fill.slippage > share) break;
					lotCount += 1n;
				}
				const reach = reachWithin(book, side, limit.bps);
				expect(reach.quantity / lot).toBe(lotCount);
				// A book that ends inside the limit cannot have been left because of the limit.
				if (reach.exhausted) expect(exhausted).toBe(true);
			}),
			{ numRuns: 300 },
		);
	});

	test('says when the visible levels end first', () => {
		const book: OrderBook = {
			bids: [[parseDecimal('99.99'), parseDecimal('1')]],
			asks: [[parseDecimal('100.01'), parseDecimal('4')]],
		};
		const buy = reachWithin(book, 'buy', fromInteger(15));
		const sell = reachWithin(book, 'sell', fromInteger(15));
		expect(buy).toEqual({ quantity: parseDecimal('4'), exhausted: true });
		expect(leastReach([buy, sell])).toEqual({ quantity: parseDecimal('1'), exhausted: true });
		expect(leastReach([buy, { quantity: parseDecimal('2'), exhausted: false }]).exhausted).toBe(false);
		expect(reachWithin({ bids: [], asks: book.asks }, 'buy', fromInteger(15)).quantity).toBe(0n);
	});

	test('is nothing where the best price alone is outside the limit', () => {
		const book: OrderBook = {
			bids: [[parseDecimal('99'), parseDecimal('1')]],
			asks: [[parseDecimal('101'), parseDecimal('4')]],
		};
		expect(reachWithin(book, 'buy', fromInteger(15))).toEqual({ quantity: 0n, exhausted: false });
	});
});

test('the price basis is short mid over long mid less one, rounded down', () => {
	expect(formatDecimal(priceBasis(parseDecimal('3'), parseDecimal('4')))).toBe('0.333333333333333333');
	expect(formatDecimal(priceBasis(parseDecimal('4'), parseDecimal('3')))).toBe('-0.25');
	// 100 USDC, one of which is 1.01 USDT, are 101 USDT.
	const inUsdt = priceBasis(parseDecimal('101'), parseDecimal('100'), parseDecimal('1.01'));
	expect(formatDecimal(inUsdt)).toBe('0');
});
