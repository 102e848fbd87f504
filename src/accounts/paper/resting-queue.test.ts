import { describe, expect, test } from 'vitest';
import { bookOf } from '../../../test/support/hand-driven-market.ts';
import { BTC, PAPER_FEES, paperHolding, paperOrder, paperState } from '../../../test/support/paper-states.ts';
import { type Decimal, fromInteger, ONE, parseDecimal, ZERO } from '../../domain/decimal.ts';
import type { OrderBook } from '../../domain/order-book.ts';
import type { PaperOrder, PaperState } from '../../ports/paper-store.ts';
import type { PublicTrade } from '../../ports/venue-market.ts';
import { createDraft, type Draft } from './account-draft.ts';
import { arrive, checkBook, countTrades } from './order-flow.ts';
import { queueIn } from './resting-queue.ts';

const BOOK = bookOf(
	[
		['100', '4'],
		['99', '7'],
		['98', '9'],
	],
	[
		['101', '3'],
		['102', '5'],
	],
);
const PLACE = { instrument: BTC, fees: PAPER_FEES, now: 1_000 };
const buyAt = (price: string, change: Partial<PaperOrder> = {}): PaperOrder =>
	paperOrder('a', 'buy', fromInteger(2), parseDecimal(price), { timeInForce: 'postOnly', ...change });

function after(state: PaperState, work: (draft: Draft) => void): PaperState {
	const draft = createDraft(state);
	work(draft);
	return draft.state();
}

const arrived = (order: PaperOrder, book: OrderBook = BOOK, state = paperState()): PaperState =>
	after(state, (draft) => {
		draft.put({ orders: [order] });
		arrive(draft, order, book, PLACE);
	});

function openOf(state: PaperState, id = 'a'): PaperOrder {
	const order = state.open.get(id);
	if (order === undefined) throw new Error(`The order ${id} has ended.`);
	return order;
}

const trade = (price: string, quantity: string, tradedAt = 2_000): PublicTrade => ({
	tradeId: `${price}-${quantity}-${tradedAt}`,
	price: parseDecimal(price),
	quantity: parseDecimal(quantity),
	tradedAt,
});

const traded = (state: PaperState, ...trades: readonly PublicTrade[]): PaperState =>
	after(state, (draft) => countTrades(draft, openOf(draft.state()), trades, PLACE));

const heldIn = (state: PaperState): Decimal => state.holdings.get(BTC.symbol)?.quantity ?? ZERO;

describe('an arriving order', () => {
	test.each([
		['behind the quantity of its level', '99', fromInteger(7)],
		['at the front between two levels', '99.5', ZERO],
		['at the front above the best', '100.5', ZERO],
		['at an unknown position beyond the visible levels', '97', null],
	])('queues %s', (_where, price, queueAhead) => {
		expect(openOf(arrived(buyAt(price)))).toMatchObject({ status: 'resting', queueAhead, filled: ZERO });
	});

	test.each(['101', '101.5', '200'])('ends without a fill if it would take at %s', (price) => {
		const state = arrived(buyAt(price));
		expect(state.open.size).toBe(0);
		expect(heldIn(state)).toBe(ZERO);
	});

	test('ignores the opposite quantity that the account itself has taken', () => {
		const taken = [{ side: 'buy' as const, price: fromInteger(101), quantity: fromInteger(3) }];
		const state = { ...paperState(), taken: new Map([[BTC.symbol, taken]]) };
		expect(openOf(arrived(buyAt('101'), BOOK, state)).status).toBe('resting');
	});

	test('queues behind an earlier order of the account', () => {
		const first = arrived(buyAt('99'));
		const second = paperOrder('b', 'buy', ONE, fromInteger(99), { timeInForce: 'postOnly' });
		expect(openOf(arrived(second, BOOK, first), 'b').queueAhead).toBe(fromInteger(9));
	});

	test('queues on the ask side as a sell', () => {
		expect(queueIn(BOOK, { side: 'sell', limitPrice: fromInteger(102) })).toBe(fromInteger(5));
		expect(queueIn(BOOK, { side: 'sell', limitPrice: fromInteger(103) })).toBeNull();
	});
});

describe('trades', () => {
	test('fill only what exceeds the queue', () => {
		let state = traded(arrived(buyAt('99')), trade('99', '7'));
		expect(heldIn(state)).toBe(ZERO);
		state = traded(state, trade('99', '0.5'));
		expect(heldIn(state)).toBe(parseDecimal('0.5'));
		state = traded(state, trade('98', '40'));
		expect(heldIn(state)).toBe(fromInteger(2));
		expect(state.open.size).toBe(0);
	});

	test('count only at its price or through it, and only since it joined the queue', () => {
		const state = traded(
			arrived(buyAt('99')),
			trade('99.5', '50'),
			trade('101', '50'),
			trade('98', '50', PLACE.now),
		);
		expect(openOf(state).tradedPast).toBe(ZERO);
		expect(heldIn(state)).toBe(ZERO);
	});

	test('do not count while its queue is unknown, and earlier ones never count', () => {
		let state = traded(arrived(buyAt('97')), trade('97', '50'));
		expect(heldIn(state)).toBe(ZERO);
		const deeper = { ...BOOK, bids: [...BOOK.bids, [fromInteger(97), fromInteger(6)] as const] };
		state = after(state, (draft) => checkBook(draft, openOf(state), deeper, { ...PLACE, now: 3_000 }));
		expect(openOf(state)).toMatchObject({ queueAhead: fromInteger(6), tradedPast: ZERO, countsFrom: 3_000 });
		expect(heldIn(traded(state, trade('97', '7', 3_001)))).toBe(ONE);
	});

	test('fill it at its own price for the maker fee', () => {
		const state = traded(arrived(buyAt('99')), trade('97', '9'));
		expect(state.holdings.get(BTC.symbol)?.entryValue).toBe(fromInteger(198));
		expect(state.wallet).toBe(parseDecimal('9999.9604'));
	});
});

describe('a later book', () => {
	const across = bookOf(
		[['98', '1']],
		[
			['98.5', '0.75'],
			['99', '0.5'],
			['99.5', '10'],
		],
	);
	const checked = (state: PaperState, book: OrderBook): PaperState =>
		after(state, (draft) => checkBook(draft, openOf(state), book, PLACE));

	test('fills it at its own price from orders at that price or better', () => {
		const state = checked(arrived(buyAt('99')), across);
		expect(heldIn(state)).toBe(parseDecimal('1.25'));
		expect(state.holdings.get(BTC.symbol)?.entryValue).toBe(parseDecimal('123.75'));
	});

	test('fills it once from the same quantity', () => {
		const state = checked(checked(arrived(buyAt('99')), across), { ...across });
		expect(heldIn(state)).toBe(parseDecimal('1.25'));
	});

	test('never shortens the queue by cancellations', () => {
		const thinner = { ...BOOK, bids: BOOK.bids.filter(([price]) => price !== fromInteger(99)) };
		expect(openOf(checked(arrived(buyAt('99')), thinner)).queueAhead).toBe(fromInteger(7));
	});
});

test('a resting reduce-only order closes the position and no more', () => {
	const short = paperHolding({ quantity: -ONE as Decimal, entryValue: fromInteger(-100) });
	const state = traded(
		arrived(buyAt('99', { reduceOnly: true }), BOOK, paperState([short])),
		trade('97', '90'),
	);
	expect(heldIn(state)).toBe(ZERO);
	expect(state.open.size).toBe(0);
});
