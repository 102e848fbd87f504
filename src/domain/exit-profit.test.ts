import fc from 'fast-check';
import { expect, test } from 'vitest';
import { add, type Decimal, parseDecimal as d, fromInteger, ZERO } from './decimal.ts';
import {
	isLossStopped,
	isProfitTaken,
	type LegToClose,
	profitIfClosed,
	type RunningProfit,
} from './exit-profit.ts';
import type { BookLevel } from './order-book.ts';

const book = (bids: readonly BookLevel[], asks: readonly BookLevel[]) => ({ bids, asks });
const level = (price: string, quantity: string): BookLevel => [d(price), d(quantity)];

/** Ten coins on each leg, opened at 100. Each leg's book contains enough to close them at two prices. */
const long: LegToClose = {
	openSide: 'buy',
	held: d('10'),
	openCost: d('1000'),
	book: book([level('101', '4'), level('100.5', '20')], [level('101.1', '50')]),
	takerFee: d('0.001'),
};
const short: LegToClose = {
	openSide: 'sell',
	held: d('10'),
	openCost: d('1000'),
	book: book([level('100.9', '50')], [level('101.2', '10')]),
	takerFee: d('0.0005'),
};
const running = (change: Partial<RunningProfit> = {}): RunningProfit => ({
	long,
	short,
	realized: d('3'),
	deployedPeak: d('2000'),
	...change,
});

test('values both legs on the opposite sides of the books, minus taker fees, plus the realised result', () => {
	// Long: 4 × 101 + 6 × 100.5 − 1,000 − a fee of 1.007 = 5.993. Short: 1,000 − 1,012 − a fee of 0.506 = −12.506.
	// With 3 realized, the result is −3.513 on a capital of 2,000.
	expect(profitIfClosed(running())).toEqual({ pct: d('-0.17565'), isWhole: true });
});

test('returns null without a book, a price on it or capital', () => {
	expect(profitIfClosed(running({ long: { ...long, book: undefined } }))).toBeNull();
	expect(profitIfClosed(running({ short: { ...short, book: book([], []) } }))).toBeNull();
	expect(profitIfClosed(running({ deployedPeak: ZERO }))).toBeNull();
	const none = { held: ZERO, openCost: ZERO, book: undefined };
	const ended = running({ long: { ...long, ...none }, short: { ...short, ...none } });
	expect(profitIfClosed(ended)).toEqual({ pct: d('0.15'), isWhole: true });
});

test('returns an upper bound if a book holds less than the leg: it can prove a stop but not a target', () => {
	const thin = running({ long: { ...long, book: book([level('101', '4')], [level('101.1', '50')]) } });
	const whole = profitIfClosed(running());
	const most = profitIfClosed(thin);
	expect(most).toMatchObject({ isWhole: false });
	expect((most?.pct ?? ZERO) > (whole?.pct ?? ZERO)).toBe(true);
	expect(isLossStopped(most, d('0.02'))).toBe(true);
	expect(isLossStopped(most, d('0.5'))).toBeUndefined();
	expect(isProfitTaken(most, d('0.5'))).toBe(false);
	const gained = profitIfClosed({ ...thin, realized: d('100') });
	expect(isProfitTaken(gained, d('0.5'))).toBeUndefined();
});

test('meets target and stop at their exact value', () => {
	const at = (pct: string) => ({ pct: d(pct), isWhole: true });
	expect(isProfitTaken(at('2'), d('2'))).toBe(true);
	expect(isProfitTaken(at('1.9999'), d('2'))).toBe(false);
	expect(isLossStopped(at('-2'), d('2'))).toBe(true);
	expect(isLossStopped(at('-1.9999'), d('2'))).toBe(false);
	expect(isProfitTaken(null, d('2'))).toBeUndefined();
	expect(isLossStopped(null, d('2'))).toBeUndefined();
});

const prices = fc.integer({ min: 50, max: 150 });
const levels = fc
	.array(fc.tuple(prices, fc.integer({ min: 1, max: 10 })), { minLength: 1, maxLength: 6 })
	.map((rows) => rows.map(([price, quantity]): BookLevel => [fromInteger(price), fromInteger(quantity)]));
const byPrice = (rows: readonly BookLevel[], isAscending: boolean): readonly BookLevel[] =>
	[...rows].sort((a, b) => (a[0] < b[0] === isAscending ? -1 : 1));

test('never states less profit for a thin book than deeper and worse levels would give', () => {
	fc.assert(
		fc.property(levels, levels, fc.integer({ min: 1, max: 60 }), (bidRows, askRows, coins) => {
			const bids = byPrice(bidRows, false);
			const asks = byPrice(askRows, true);
			const deep = (rows: readonly BookLevel[], shift: Decimal): readonly BookLevel[] => {
				const last = rows.at(-1)?.[0] ?? ZERO;
				return [...rows, [add(last, shift), fromInteger(1_000)]];
			};
			const legs = (longBids: readonly BookLevel[], shortAsks: readonly BookLevel[]): RunningProfit =>
				running({
					long: { ...long, held: fromInteger(coins), book: book(longBids, []) },
					short: { ...short, held: fromInteger(coins), book: book([], shortAsks) },
				});
			const seen = profitIfClosed(legs(bids, asks));
			const real = profitIfClosed(legs(deep(bids, d('-1')), deep(asks, d('1'))));
			expect(real?.isWhole).toBe(true);
			expect(seen !== null && real !== null && seen.pct >= real.pct).toBe(true);
			if (seen?.isWhole === true) expect(seen.pct).toBe(real?.pct);
		}),
	);
});

test('changes only by fees when both books move alike', () => {
	fc.assert(
		fc.property(fc.integer({ min: -40, max: 100 }), (move) => {
			const shift = fromInteger(move);
			const moved = ({ bids, asks }: { bids: readonly BookLevel[]; asks: readonly BookLevel[] }) =>
				book(
					bids.map(([price, quantity]): BookLevel => [add(price, shift), quantity]),
					asks.map(([price, quantity]): BookLevel => [add(price, shift), quantity]),
				);
			const free = (leg: LegToClose) => ({ ...leg, takerFee: ZERO });
			const still = profitIfClosed(running({ long: free(long), short: free(short) }));
			const shifted = profitIfClosed(
				running({
					long: { ...free(long), book: moved(book(long.book?.bids ?? [], long.book?.asks ?? [])) },
					short: { ...free(short), book: moved(book(short.book?.bids ?? [], short.book?.asks ?? [])) },
				}),
			);
			expect(shifted).toEqual(still);
		}),
	);
});
