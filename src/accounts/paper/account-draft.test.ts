import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bookOf } from '../../../test/support/hand-driven-market.ts';
import {
	BTC,
	PAPER_DEPOSIT,
	PAPER_FEES,
	paperHolding,
	paperOrder,
	paperState,
} from '../../../test/support/paper-states.ts';
import '../../../test/support/seeded-properties.ts';
import {
	add,
	type Decimal,
	fromInteger,
	mulTrunc,
	neg,
	parseDecimal,
	sub,
	sum,
	ZERO,
} from '../../domain/decimal.ts';
import { levelsFor, type OrderBook, walkBook } from '../../domain/order-book.ts';
import type { PaperFill, PaperPayment, PaperState } from '../../ports/paper-store.ts';
import { createDraft, type Draft } from './account-draft.ts';
import { liquidate } from './liquidation.ts';
import type { MarginView } from './margin.ts';
import { arrive, checkBook, countTrades } from './order-flow.ts';
import { heldAt, paymentOf } from './settlement-payments.ts';

const PLACE = { instrument: BTC, fees: PAPER_FEES, now: 1 };

/** An order book around `mid` with ten levels per side and random quantities. */
const book = fc
	.record({
		mid: fc.integer({ min: 50, max: 150 }),
		quantities: fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 20, maxLength: 20 }),
	})
	.map(({ mid, quantities }): OrderBook => {
		const level = (side: 1 | -1) => (quantity: number, index: number) =>
			[String(mid + (side * (index + 1)) / 2), `${quantity}e-3`] as const;
		return bookOf(quantities.slice(0, 10).map(level(-1)), quantities.slice(10).map(level(1)));
	});
const order = fc.record({
	kind: fc.constant('order' as const),
	side: fc.constantFrom('buy' as const, 'sell' as const),
	quantity: fc.integer({ min: 1, max: 9_000 }),
	price: fc.integer({ min: 45, max: 155 }),
	timeInForce: fc.constantFrom('IOC' as const, 'IOC' as const, 'postOnly' as const),
	reduceOnly: fc.boolean(),
	book,
});
const act = fc.oneof(
	{ weight: 5, arbitrary: order },
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant('book' as const), book }) },
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant('trades' as const),
			price: fc.integer({ min: 45, max: 155 }),
			quantity: fc.integer({ min: 1, max: 20_000 }),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('settlement' as const),
			rate: fc.integer({ min: -30, max: 30 }),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({ kind: fc.constant('mark' as const), price: fc.integer({ min: 20, max: 300 }) }),
	},
);

/** Everything stored for an account so far. */
type Story = { state: PaperState; readonly fills: PaperFill[]; readonly payments: PaperPayment[] };

function apply(record: Story, work: (draft: Draft) => void): readonly PaperFill[] {
	const draft = createDraft(record.state);
	work(draft);
	const change = draft.change();
	record.state = draft.state();
	record.fills.push(...(change?.fills ?? []));
	record.payments.push(...(change?.payments ?? []));
	return change?.fills ?? [];
}

function heldIn({ holdings }: PaperState): Decimal {
	return holdings.get(BTC.symbol)?.quantity ?? ZERO;
}

function viewAt(state: PaperState, mark: Decimal): MarginView {
	const positions = [...state.holdings.values()]
		.filter(({ quantity }) => quantity !== 0n)
		.map((holding) => ({ holding, instrument: BTC, mark }));
	return { wallet: state.wallet, positions, orderMargin: ZERO };
}

test('keeps cash equal to deposit plus realised results and settlements minus fees, to the last digit', () => {
	const counts = { fills: 0, payments: 0, liquidations: 0 };
	fc.assert(
		fc.property(fc.array(act, { minLength: 20, maxLength: 80 }), (acts) => {
			const settings = paperHolding({ leverage: fromInteger(10) });
			const record: Story = { state: paperState([settings]), fills: [], payments: [] };
			for (const [index, each] of acts.entries()) {
				const before = heldIn(record.state);
				const made = apply(record, (draft) => {
					const open = [...draft.state().open.values()].filter(({ status }) => status === 'resting');
					switch (each.kind) {
						case 'order': {
							const { side, timeInForce, reduceOnly } = each;
							const placed = paperOrder(
								String(index),
								side,
								parseDecimal(`${each.quantity}e-3`),
								fromInteger(each.price),
								{ timeInForce, reduceOnly },
							);
							draft.put({ orders: [placed] });
							arrive(draft, placed, each.book, PLACE);
							return;
						}
						case 'book':
							for (const { clientOrderId } of open) {
								const one = draft.state().open.get(clientOrderId);
								if (one !== undefined) checkBook(draft, one, each.book, PLACE);
							}
							return;
						case 'trades':
							for (const { clientOrderId } of open) {
								const one = draft.state().open.get(clientOrderId);
								const trade = {
									tradeId: String(index),
									price: fromInteger(each.price),
									quantity: parseDecimal(`${each.quantity}e-3`),
									tradedAt: 2,
								};
								if (one !== undefined) countTrades(draft, one, [trade], PLACE);
							}
							return;
						case 'settlement': {
							const rate = parseDecimal(`${each.rate}e-4`);
							const payment = paymentOf(
								BTC.symbol,
								{ settledAt: index, rate },
								heldIn(draft.state()),
								fromInteger(100),
							);
							if (payment !== undefined) draft.pay(payment);
							return;
						}
						case 'mark':
							liquidate(draft, {
								viewOf: (state) => viewAt(state, fromInteger(each.price)),
								feesOf: () => PAPER_FEES,
								newOrderId: () => `liquidation-${index}`,
								now: 1,
							});
					}
				});
				counts.fills += made.length;
				counts.liquidations += made.filter(({ cause }) => cause === 'liquidation').length;
				const { state, fills, payments } = record;
				const realized = sum(fills.map((fill) => fill.realized));
				const fees = sum(fills.map((fill) => fill.fee));
				const paid = sum(payments.map(({ amount }) => amount));
				expect(state.wallet).toBe(sub(add(add(PAPER_DEPOSIT, realized), paid), fees));
				const signed = fills.map(({ side, quantity }) => (side === 'buy' ? quantity : neg(quantity)));
				expect(heldIn(state)).toBe(sum(signed));
				if (heldIn(state) === 0n) expect(state.holdings.get(BTC.symbol)?.entryValue).toBe(ZERO);
				if (each.kind === 'order' && each.reduceOnly) {
					const after = heldIn(state);
					// A reduce-only order only moves the position closer to zero.
					expect(after * before).toBeGreaterThanOrEqual(0n);
					expect(after < 0n ? -after : after).toBeLessThanOrEqual(before < 0n ? -before : before);
				}
				expect(new Set(fills.map(({ tradeId }) => tradeId)).size).toBe(fills.length);
			}
			counts.payments += record.payments.length;
		}),
		{ numRuns: 150 },
	);
	expect(counts.fills).toBeGreaterThan(1_000);
	expect(counts.payments).toBeGreaterThan(100);
	expect(counts.liquidations).toBeGreaterThan(20);
});

test('never fills better than the book and never fills the same quantity twice', () => {
	let shared = 0;
	fc.assert(
		fc.property(book, fc.array(order, { minLength: 1, maxLength: 6 }), (shown, orders) => {
			const record: Story = { state: paperState(), fills: [], payments: [] };
			const wanted: Record<'buy' | 'sell', Decimal> = { buy: ZERO, sell: ZERO };
			for (const [index, { side, quantity, price }] of orders.entries()) {
				const placed = paperOrder(String(index), side, parseDecimal(`${quantity}e-3`), fromInteger(price));
				const fills = apply(record, (draft) => {
					draft.put({ orders: [placed] });
					arrive(draft, placed, shown, PLACE);
				});
				wanted[side] = add(wanted[side], sum(fills.map((fill) => fill.quantity)));
				for (const fill of fills) {
					expect(levelsFor(shown, side).map(([at]) => at)).toContain(fill.price);
					if (side === 'buy') expect(fill.price).toBeLessThanOrEqual(placed.limitPrice);
					else expect(fill.price).toBeGreaterThanOrEqual(placed.limitPrice);
				}
			}
			for (const side of ['buy', 'sell'] as const) {
				const fills = record.fills.filter((fill) => fill.side === side);
				// Together, all orders on one side pay exactly what one order for their whole quantity would pay.
				const paid = sum(fills.map(({ price, quantity }) => mulTrunc(price, quantity)));
				expect(paid).toBe(walkBook(shown, side, wanted[side]).value);
				for (const [price, there] of levelsFor(shown, side)) {
					const got = sum(fills.filter((fill) => fill.price === price).map(({ quantity }) => quantity));
					expect(got).toBeLessThanOrEqual(there);
				}
				if (new Set(fills.map(({ venueOrderId }) => venueOrderId)).size > 1) shared += 1;
			}
		}),
		{ numRuns: 400 },
	);
	expect(shared).toBeGreaterThan(100);
});

test('takes the whole balance in a cross-margin liquidation, and no more for its fee', () => {
	const held = paperHolding({
		quantity: fromInteger(2),
		entryValue: fromInteger(200),
		leverage: fromInteger(10),
		marginMode: 'cross',
	});
	const story: Story = { state: paperState([held], fromInteger(20)), fills: [], payments: [] };
	const fills = apply(story, (draft) =>
		liquidate(draft, {
			viewOf: (state) => viewAt(state, fromInteger(91)),
			feesOf: () => PAPER_FEES,
			newOrderId: () => 'liquidation',
			now: 1,
		}),
	);
	expect(fills).toMatchObject([{ cause: 'liquidation', side: 'sell', price: fromInteger(90), fee: ZERO }]);
	expect(story.state.wallet).toBe(ZERO);
});

test('derives the position at an instant from the fills after it', () => {
	const fill = (side: 'buy' | 'sell', quantity: number, filledAt: number): PaperFill => ({
		symbol: BTC.symbol,
		side,
		quantity: fromInteger(quantity),
		filledAt,
		price: fromInteger(100),
		fee: ZERO,
		realized: ZERO,
		tradeId: `${filledAt}`,
		venueOrderId: `${filledAt}`,
		clientOrderId: null,
		cause: 'order',
	});
	const fills = [fill('buy', 5, 10), fill('sell', 2, 20), fill('sell', 3, 30)];
	const held = [9, 10, 19, 20, 29, 30].map((instant) => heldAt(paperHolding(), fills, instant));
	expect(held).toEqual([0, 5, 5, 3, 3, 0].map(fromInteger));
});

test('rounds a payment against the account and pays a short what a long pays', () => {
	const rate = { settledAt: 1, rate: parseDecimal('0.000123457') };
	const paid = (quantity: string) =>
		paymentOf(BTC.symbol, rate, parseDecimal(quantity), parseDecimal('101.3'))?.amount;
	expect(paid('0.7')).toBe(parseDecimal('-0.00875434'));
	expect(paid('-0.7')).toBe(parseDecimal('0.00875433'));
	expect(paid('0')).toBeUndefined();
});
