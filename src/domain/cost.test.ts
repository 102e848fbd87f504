import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as exact from '../../test/support/exact-cost.ts';
import { isNear } from '../../test/support/near.ts';
import {
	createBookCurve,
	largestCents,
	legLots,
	priceBasis,
	roundTrip,
	roundTripCost,
	slippageOf,
	smallestCents,
} from './cost.ts';
import { commonStep, type Decimal, fromInteger, max, parseDecimal } from './decimal.ts';
import { approximately, usdOfCents } from './estimate.ts';
import { type BookLevel, midPrice, type OrderBook, type Side } from './order-book.ts';

const CENT = parseDecimal('0.01');

const steps = fc.constantFrom('0.001', '0.002', '0.003', '0.01', '0.25', '1', '1000').map(parseDecimal);
const mids = fc.integer({ min: 1, max: 10_000_000 }).map((units) => (fromInteger(units) / 1_000n) as Decimal);
const cents = fc.integer({ min: 1, max: 100_000_000 }).map((count) => (CENT * BigInt(count)) as Decimal);
const leverages = fc.constantFrom('1', '1.5', '2', '3', '10').map(parseDecimal);

/** Order books with prices in hundredths around 100 and quantities in tenths. */
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

describe('leg lots', () => {
	test('costs no more than the amount, while one lot more would', () => {
		fc.assert(
			fc.property(cents, leverages, mids, mids, steps, steps, (amount, leverage, long, short, lotA, lotB) => {
				const lot = commonStep(lotA, lotB);
				const quantity = exact.legQuantity({ amount, leverage }, long, short, lot);
				const terms = { amount: approximately(amount), leverage: approximately(leverage) };
				const dearest = max(long, short);
				const lots = legLots(terms, approximately(dearest), approximately(lot));
				expect(BigInt(lots) * lot).toBe(quantity);
				// Compares the cost of two legs at the higher mid price with the leveraged amount. Each side is a
				// product of two Decimals, so both have the same scale.
				expect(2n * quantity * dearest <= amount * leverage).toBe(true);
				expect(2n * (quantity + lot) * dearest > amount * leverage).toBe(true);
			}),
		);
	});
});

describe('largest amount', () => {
	test('buys its quantity, while a cent more buys one lot more', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 1, max: 10_000 }),
				leverages,
				mids,
				mids,
				steps,
				(lots, leverage, long, short, lot) => {
					const quantity = (lot * BigInt(lots)) as Decimal;
					const dearest = approximately(max(long, short));
					const [size, times] = [approximately(lot), approximately(leverage)];
					const amount = usdOfCents(largestCents(approximately(quantity), size, times, dearest)) as Decimal;
					expect(amount).toBe(exact.largestAmount(quantity, lot, leverage, long, short));
					expect(exact.legQuantity({ amount, leverage }, long, short, lot) <= quantity).toBe(true);
					const more = (amount + CENT) as Decimal;
					expect(exact.legQuantity({ amount: more, leverage }, long, short, lot) > quantity).toBe(true);
					const least = usdOfCents(smallestCents(lots, size, times, dearest)) as Decimal;
					expect(exact.legQuantity({ amount: least, leverage }, long, short, lot) >= quantity).toBe(true);
					const less = (least - CENT) as Decimal;
					expect(exact.legQuantity({ amount: less, leverage }, long, short, lot) < quantity).toBe(true);
				},
			),
		);
	});

	test('is zero below one lot, where no amount would trade anything', () => {
		expect(largestCents(0.9, 1, 2, 100)).toBe(0);
	});
});

const curveOf = (book: OrderBook, side: Side) => {
	const curve = createBookCurve();
	curve.reset(side === 'buy' ? book.asks : book.bids);
	return curve;
};
const midOf = (book: OrderBook): number => approximately(midPrice(book) as Decimal);

describe('a fill', () => {
	test('walks the levels', () => {
		const book: OrderBook = {
			bids: [[parseDecimal('99'), parseDecimal('1')]],
			asks: [
				[parseDecimal('101'), parseDecimal('1')],
				[parseDecimal('102'), parseDecimal('2')],
			],
		};
		const price = curveOf(book, 'buy').averagePrice(3);
		expect(price).toBeCloseTo(305 / 3, 12);
		expect(slippageOf('buy', price, midOf(book))).toBeCloseTo(5 / 300, 14);
		expect(curveOf(book, 'buy').averagePrice(3.001)).toBeNaN();
		expect(roundTrip({ ...book, bids: [] }, book, 1).prices.entryLong).toBeNaN();
	});

	test('has the price and slippage of the exact walk; slippage is never negative and never falls with size', () => {
		fc.assert(
			fc.property(books, fc.constantFrom<Side>('buy', 'sell'), (book, side) => {
				const curve = curveOf(book, side);
				let last = 0;
				for (let tenths = 1; ; tenths += 1) {
					const quantity = (fromInteger(tenths) / 10n) as Decimal;
					const fill = exact.takerFill(book, side, quantity);
					const price = curve.averagePrice(approximately(quantity));
					if (fill === null) {
						expect(price).toBeNaN();
						break;
					}
					const slippage = slippageOf(side, price, midOf(book));
					expect(isNear(price, fill.price, 'figure') && isNear(slippage, fill.slippage)).toBe(true);
					// Floating-point error may lower the result by a few 1e-16.
					expect(slippage).toBeGreaterThanOrEqual(last - 1e-15);
					expect(slippage).toBeGreaterThanOrEqual(0);
					last = slippage;
				}
			}),
		);
	});

	test('a round trip has the four fills of the exact one, and sums their slippage', () => {
		fc.assert(
			fc.property(books, books, fc.integer({ min: 1, max: 300 }), (long, short, tenths) => {
				const quantity = (fromInteger(tenths) / 10n) as Decimal;
				const fills = exact.roundTrip(long, short, quantity);
				const { prices, slippage } = roundTrip(long, short, approximately(quantity));
				for (const name of ['entryLong', 'entryShort', 'exitLong', 'exitShort'] as const) {
					const price = Number.isNaN(prices[name]) ? null : prices[name];
					expect(isNear(price, fills[name]?.price ?? null, 'figure')).toBe(true);
				}
				const known = Object.values(fills).flatMap((fill) => fill?.slippage ?? []);
				const sum = known.length < 4 ? null : (known.reduce((a, b) => a + b, 0n) as Decimal);
				expect(isNear(Number.isNaN(slippage) ? null : slippage, sum)).toBe(true);
			}),
		);
	});
});

describe('reach', () => {
	const limits = fc.integer({ min: 1, max: 60 });
	const lots = fc.constantFrom('0.1', '0.3', '0.7').map(parseDecimal);
	const reachOf = (book: OrderBook, side: Side, bps: number) =>
		curveOf(book, side).quantityWithin(
			midOf(book) * (1 + ((side === 'buy' ? 1 : -1) * bps) / 10_000),
			side === 'buy',
		);

	test('is the largest number of lots inside the limit, compared with a search over all numbers of lots', () => {
		fc.assert(
			fc.property(books, fc.constantFrom<Side>('buy', 'sell'), limits, lots, (book, side, bps, lot) => {
				const share = (fromInteger(bps) / 10_000n) as Decimal;
				let lotCount = 0n;
				let exhausted = false;
				for (;;) {
					const fill = exact.takerFill(book, side, (lot * (lotCount + 1n)) as Decimal);
					exhausted = fill === null;
					if (fill === null || fill.slippage > share) break;
					lotCount += 1n;
				}
				const reach = reachOf(book, side, bps);
				expect(BigInt(Math.floor((reach / approximately(lot)) * (1 + 1e-10)))).toBe(lotCount);
				// The whole side is within the limit only if the levels ended before the limit was reached.
				if (reach === curveOf(book, side).quantity()) expect(exhausted).toBe(true);
			}),
			{ numRuns: 300 },
		);
	});

	test('is the whole side if the visible levels end first, and zero if the best price alone is outside', () => {
		const book = (bid: string, ask: string): OrderBook => ({
			bids: [[parseDecimal(bid), parseDecimal('1')]],
			asks: [[parseDecimal(ask), parseDecimal('4')]],
		});
		const near = book('99.99', '100.01');
		expect([reachOf(near, 'buy', 15), reachOf(near, 'sell', 15)]).toEqual([4, 1]);
		expect(reachOf(book('99', '101'), 'buy', 15)).toBe(0);
	});
});

test('computes the price basis as short mid over long mid minus one, in one currency', () => {
	expect(priceBasis(3, 4, 1)).toBeCloseTo(1 / 3, 15);
	expect(priceBasis(4, 3, 1)).toBe(-0.25);
	// Converts 100 USDC at 1.01 USDT each to 101 USDT.
	expect(priceBasis(101, 100, 1.01)).toBeCloseTo(0, 15);
});

test('charges four fees and the slippage for a round trip', () => {
	expect(roundTripCost(5, 6, 8)).toBe(30);
});
