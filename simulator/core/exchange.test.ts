import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { add, type Decimal, neg, parseDecimal, sum, ZERO } from '../../src/domain/decimal.ts';
import type { SimulatedExchange } from './exchange.ts';
import { type ExchangeFixture, openFixture, orderOf } from './exchange-fixture.ts';
import { notionalOf } from './money-rounding.ts';
import { HOUR_MS, movePrice } from './scripted-world-fixture.ts';
import { type BookDelta, type BookLevel, ExchangeRefusal } from './types.ts';

let fixture: ExchangeFixture;
beforeEach(() => {
	fixture = openFixture();
});
afterEach(() => {
	fixture.close();
	expect(fixture.errors).toEqual([]);
});

const NAMES = ['ann', 'bob', 'cy'] as const;
const ROWS = { limit: 100_000 };

/** One random operation on the exchange. */
const step = fc.oneof(
	{
		weight: 6,
		arbitrary: fc.record({
			kind: fc.constant('place' as const),
			who: fc.constantFrom(...NAMES),
			symbol: fc.constantFrom('AAAUSDT', 'BBBUSDT'),
			side: fc.constantFrom<'buy' | 'sell'>('buy', 'sell'),
			lots: fc.integer({ min: 51, max: 40_000 }),
			/** Distance of a limit order's price from 100, in ticks; undefined for a market order. */
			ticks: fc.option(fc.integer({ min: -40, max: 40 }), { nil: undefined }),
			timeInForce: fc.constantFrom(
				'GTC' as const,
				'GTC' as const,
				'IOC' as const,
				'FOK' as const,
				'PostOnly' as const,
			),
			reduceOnly: fc.boolean(),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({ kind: fc.constant('cancel' as const), who: fc.constantFrom(...NAMES) }),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant('move' as const),
			symbol: fc.constantFrom('AAAUSDT', 'BBBUSDT'),
			fraction: fc.constantFrom('0.001', '-0.001', '0.0003', '-0.0003'),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant('wait' as const),
			ms: fc.constantFrom(1, 50, 1_000, 20_000, HOUR_MS),
		}),
	},
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('settle' as const) }) },
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('leverage' as const),
			who: fc.constantFrom(...NAMES),
			leverage: fc.constantFrom('2', '7', '33.33'),
		}),
	},
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function act(on: ExchangeFixture, each: Step): void {
	const { exchange } = on;
	const accountOf = (name: string) => exchange.accounts.named(name).id;
	switch (each.kind) {
		case 'place': {
			const { symbol, side, lots, ticks, timeInForce, reduceOnly } = each;
			const change = { symbol, reduceOnly, timeInForce };
			const price = ticks === undefined ? {} : { price: `${10_000 + ticks}e-2` };
			exchange.placeOrder(accountOf(each.who), orderOf(side, `${lots}e-3`, { ...change, ...price }));
			return;
		}
		case 'cancel': {
			const open = exchange.openOrders(accountOf(each.who), undefined)[0];
			if (open !== undefined) exchange.cancelOrder(accountOf(each.who), { orderId: open.id });
			return;
		}
		case 'move':
			movePrice(on.world, each.symbol, each.fraction);
			return;
		case 'wait':
			on.clock.now += each.ms;
			return;
		case 'settle':
			exchange.settleNow(undefined);
			return;
		case 'leverage':
			exchange.setLeverage(accountOf(each.who), 'AAAUSDT', parseDecimal(each.leverage));
	}
}

/** Performs the steps. Refusals are expected; any other error is a failure. */
function live(on: ExchangeFixture, steps: readonly Step[], after: () => void = () => undefined): void {
	for (const each of steps) {
		try {
			act(on, each);
		} catch (error) {
			if (!(error instanceof ExchangeRefusal)) throw error;
		}
		after();
	}
}

function withFixture(run: (on: ExchangeFixture) => void): void {
	const own = openFixture();
	try {
		for (const name of NAMES) own.account(name, '3000');
		run(own);
		expect(own.errors).toEqual([]);
	} finally {
		own.close();
	}
}

describe('money', () => {
	/** Recomputes the account from the fills, payments and transfers that the exchange reports, and compares. */
	function checkAccount(exchange: SimulatedExchange, id: string): void {
		const ledger = exchange.ledger(id, ROWS);
		const balance = exchange.balance(id);
		const total = sum(ledger.map((entry) => entry.amount));
		expect(balance.walletBalance).toBe(total);
		expect(ledger[0]?.walletBalance).toBe(total);
		expect(balance.equity).toBe(add(balance.walletBalance, balance.unrealizedPnl));

		let equity = sum(ledger.filter(({ kind }) => kind === 'deposit').map((entry) => entry.amount));
		const held = new Map<string, Decimal>();
		for (const fill of exchange.fills(id, ROWS)) {
			const signed = fill.side === 'buy' ? fill.quantity : neg(fill.quantity);
			held.set(fill.symbol, add(held.get(fill.symbol) ?? ZERO, signed));
			const value = notionalOf(fill.price, fill.quantity);
			equity = add(equity, add(fill.side === 'buy' ? neg(value) : value, neg(fill.fee)));
		}
		for (const payment of exchange.fundingPayments(id, ROWS)) equity = add(equity, payment.amount);
		const positions = new Map(exchange.positions(id).map((each) => [each.symbol, each.quantity]));
		for (const [symbol, quantity] of held) {
			equity = add(equity, notionalOf(exchange.quote(symbol).mark, quantity));
			expect(positions.get(symbol) ?? ZERO).toBe(quantity);
		}
		expect(balance.equity).toBe(equity);
	}

	function checkOrders(exchange: SimulatedExchange, id: string): void {
		const open = new Set(exchange.openOrders(id, undefined).map((order) => order.id));
		for (const order of exchange.orderHistory(id, { ...ROWS, finishedOnly: false })) {
			const fills = exchange.fills(id, { ...ROWS, orderId: order.id });
			expect(sum(fills.map((fill) => fill.quantity))).toBe(order.filledQuantity);
			expect(sum(fills.map((fill) => fill.fee))).toBe(order.fee);
			expect(order.filledQuantity <= order.request.quantity).toBe(true);
			expect(open.has(order.id)).toBe(order.status === 'open' || order.status === 'partiallyFilled');
		}
	}

	test('is conserved to the last digit under any sequence of orders and settlements', () => {
		fc.assert(
			fc.property(fc.array(step, { minLength: 5, maxLength: 50 }), (steps) => {
				withFixture((on) => {
					live(on, steps);
					for (const { account } of on.exchange.accounts.list()) {
						checkAccount(on.exchange, account.id);
						checkOrders(on.exchange, account.id);
					}
				});
			}),
			{ numRuns: 60 },
		);
	});

	test('loses only fees in trades between two users', () => {
		const ann = fixture.account('ann');
		const bob = fixture.account('bob');
		fixture.exchange.placeOrder(ann, orderOf('sell', '7.013', { price: '100' }));
		fixture.exchange.placeOrder(bob, orderOf('buy', '7.013', { price: '100' }));
		fixture.exchange.placeOrder(ann, orderOf('buy', '7.013', { price: '100' }));
		fixture.exchange.placeOrder(bob, orderOf('sell', '7.013', { price: '100' }));
		const wallets = [ann, bob].map((id) => fixture.exchange.balance(id).walletBalance);
		const fees = [ann, bob].flatMap((id) => fixture.exchange.fills(id, ROWS).map((fill) => fill.fee));
		expect(add(sum(wallets), sum(fees))).toBe(parseDecimal('20000'));
	});
});

describe('the book', () => {
	function applyTo(
		levels: readonly BookLevel[],
		changes: readonly BookLevel[],
		best: (a: Decimal, b: Decimal) => boolean,
	): BookLevel[] {
		const left = new Map(levels);
		for (const [price, quantity] of changes) {
			if (quantity === ZERO) expect(left.delete(price)).toBe(true);
			else left.set(price, quantity);
		}
		return [...left].sort(([a], [b]) => (best(a, b) ? -1 : 1));
	}

	test('a listener that applies every delta to its first book has the current book', () => {
		fc.assert(
			fc.property(fc.array(step, { minLength: 5, maxLength: 60 }), (steps) => {
				withFixture((on) => {
					const { exchange } = on;
					const began = exchange.book('AAAUSDT', 50);
					let { bids, asks, sequence } = began;
					exchange.onBook('AAAUSDT', (delta: BookDelta) => {
						sequence += 1;
						expect(delta.sequence).toBe(sequence);
						bids = applyTo(bids, delta.bids, (a, b) => a > b);
						asks = applyTo(asks, delta.asks, (a, b) => a < b);
					});
					live(on, steps, () => {
						const book = exchange.book('AAAUSDT', 50);
						expect({ bids, asks, sequence }).toEqual({
							bids: book.bids,
							asks: book.asks,
							sequence: book.sequence,
						});
						const [bid, ask] = [bids[0]?.[0], asks[0]?.[0]];
						if (bid !== undefined && ask !== undefined) expect(bid < ask).toBe(true);
						for (const [, quantity] of [...bids, ...asks]) expect(quantity > ZERO).toBe(true);
					});
				});
			}),
			{ numRuns: 60 },
		);
	});

	test('shows the 50 best levels of a side, and a level that moves back into them', () => {
		const ann = fixture.account('ann', '1000000');
		for (let ticks = 0; ticks < 60; ticks += 1) {
			fixture.exchange.placeOrder(ann, orderOf('buy', '1', { price: `${9_900 - ticks}e-2` }));
		}
		const { bids } = fixture.exchange.book('AAAUSDT', 100);
		expect(bids).toHaveLength(50);
		// The 50 best bids are five background levels and 45 levels of orders, from 99.00 downward.
		expect(bids[49]?.[0]).toBe(parseDecimal('98.56'));
		const best = fixture.exchange.openOrders(ann, 'AAAUSDT')[0];
		fixture.exchange.cancelOrder(ann, { orderId: best?.id });
		expect(fixture.exchange.book('AAAUSDT', 50).bids[49]?.[0]).toBe(parseDecimal('98.55'));
	});

	test('a listener that starts during an event gets only changes missing in its book', () => {
		const ann = fixture.account('ann');
		const heard: number[] = [];
		let began = 0;
		fixture.exchange.onBook('AAAUSDT', () => undefined);
		const stop = fixture.exchange.onAccount(ann, () => {
			stop();
			began = fixture.exchange.book('AAAUSDT', 50).sequence;
			fixture.exchange.onBook('AAAUSDT', (delta) => heard.push(delta.sequence));
		});
		fixture.exchange.placeOrder(ann, orderOf('buy', '1', { price: '99' }));
		fixture.exchange.placeOrder(ann, orderOf('buy', '1', { price: '98' }));
		expect(heard).toEqual([began + 1]);
	});

	test('a listener that leaves gets nothing more, and one that throws does not silence the next', () => {
		const heard: number[] = [];
		const leave = fixture.exchange.onBook('AAAUSDT', () => heard.push(1));
		const stopThrowing = fixture.exchange.onBook('AAAUSDT', () => {
			throw new Error('A listener fails.');
		});
		fixture.exchange.onBook('AAAUSDT', () => heard.push(2));
		fixture.exchange.book('AAAUSDT', 1);
		leave();
		stopThrowing();
		fixture.clock.now += 1;
		movePrice(fixture.world, 'AAAUSDT', '0.001');
		fixture.exchange.book('AAAUSDT', 1);
		expect(heard).toEqual([1, 2, 2]);
		expect(fixture.errors.splice(0)).toEqual([new Error('A listener fails.')]);
	});
});

describe('a start after a kill', () => {
	function everything(exchange: SimulatedExchange): unknown {
		return exchange.accounts.list().map(({ account, keys }) => ({
			account,
			keys,
			balance: exchange.balance(account.id),
			positions: exchange.positions(account.id),
			open: exchange.openOrders(account.id, undefined),
			orders: exchange.orderHistory(account.id, { ...ROWS, finishedOnly: false }),
			fills: exchange.fills(account.id, ROWS),
			payments: exchange.fundingPayments(account.id, ROWS),
			ledger: exchange.ledger(account.id, ROWS),
			leverage: exchange.leverage(account.id, 'AAAUSDT'),
			mode: exchange.marginMode(account.id, undefined),
		}));
	}

	test('restores accounts, orders, positions, money and history', () => {
		fc.assert(
			fc.property(fc.array(step, { minLength: 5, maxLength: 50 }), (steps) => {
				withFixture((on) => {
					live(on, steps);
					const before = everything(on.exchange);
					const { sequence } = on.exchange.book('AAAUSDT', 50);
					const again = on.reopen();
					// After a restart the background book is full again and could fill orders. The world therefore
					// gets no background levels, so that nothing fills before the comparison.
					on.world.profile = { ...on.world.profile, levelNotional: [] };
					expect(everything(again)).toEqual(before);
					expect(again.book('AAAUSDT', 50).sequence).toBeGreaterThan(sequence);
				});
			}),
			{ numRuns: 40 },
		);
	});

	test('keeps the queue of the resting orders', () => {
		fixture.world.profile = { ...fixture.world.profile, levelNotional: [] };
		const [ann, bob, cy] = NAMES.map((name) => fixture.account(name)) as [string, string, string];
		fixture.exchange.placeOrder(bob, orderOf('sell', '1', { price: '100' }));
		fixture.exchange.placeOrder(ann, orderOf('sell', '1', { price: '100' }));
		const again = fixture.reopen();
		again.placeOrder(cy, orderOf('buy', '1', { price: '100' }));
		expect([ann, bob].map((id) => again.positions(id).length)).toEqual([0, 1]);
	});

	test('issues no id twice', () => {
		const ann = fixture.account('ann');
		const first = fixture.exchange.placeOrder(ann, orderOf('buy', '1'));
		const second = fixture.reopen().placeOrder(ann, orderOf('buy', '1'));
		expect(Number(second.id)).toBeGreaterThan(Number(first.id));
		const ids = fixture.exchange.fills(ann, ROWS).map((fill) => fill.id);
		expect(new Set(ids).size).toBe(ids.length);
	});
});

describe('public trades', () => {
	test('are sent as they happen and listed newest first', () => {
		const ann = fixture.account('ann');
		const heard: string[] = [];
		fixture.exchange.onTrade('AAAUSDT', (trade) => heard.push(trade.id));
		fixture.exchange.placeOrder(ann, orderOf('buy', '1'));
		const [newest] = fixture.exchange.publicTrades('AAAUSDT', 10);
		expect(newest).toMatchObject({ side: 'buy', price: parseDecimal('100.01'), at: fixture.clock.now });
		expect(heard[heard.length - 1]).toBe(newest?.id);
		expect(fixture.exchange.quote('AAAUSDT').last).toBe(parseDecimal('100.01'));
	});

	test('continue without trades of users, each once and in order of time', () => {
		fixture.exchange.publicTrades('AAAUSDT', 1);
		fixture.clock.now += 60_000;
		const trades = fixture.exchange.publicTrades('AAAUSDT', 500);
		const times = trades.map((trade) => trade.at);
		expect(times).toEqual([...times].sort((a, b) => b - a));
		expect(new Set(trades.map((trade) => trade.id)).size).toBe(trades.length);
		expect(times[0]).toBeGreaterThan(fixture.clock.now - 6_000);
	});
});
