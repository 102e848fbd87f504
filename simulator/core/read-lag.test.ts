import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseDecimal } from '../../src/domain/decimal.ts';
import { type ExchangeFixture, openFixture, orderOf } from './exchange-fixture.ts';
import { createLaggedReads, type ReadLag } from './read-lag.ts';

const LAG: ReadLag = { orders: 5_000, fills: 5_000, positions: 5_000, streams: 0, seed: 3 };
const NONE = { orders: 0, fills: 0, positions: 0, streams: 0, seed: 3 } as const;
const ROWS = { limit: 100 } as const;

let fixture: ExchangeFixture;
let lagged: ReturnType<typeof createLaggedReads>;
let ann: string;
beforeEach(() => {
	fixture = openFixture();
	lagged = createLaggedReads(fixture.exchange);
	ann = fixture.account('ann');
});
afterEach(() => {
	fixture.close();
	expect(fixture.errors).toEqual([]);
});

/** Returns what Ann's account shows under the lag: number of orders, number of fills, and coins held in AAAUSDT. */
function seen(lag: ReadLag) {
	return lagged.under(lag, () => {
		const { exchange } = lagged;
		return {
			orders: exchange.orderHistory(ann, { ...ROWS, finishedOnly: false }).length,
			fills: exchange.fills(ann, ROWS).length,
			coins: exchange.positions(ann).find(({ symbol }) => symbol === 'AAAUSDT')?.quantity,
		};
	});
}

test('orders, fills and positions become visible one by one within five seconds, and stay visible', () => {
	lagged.under(LAG, () => lagged.exchange.positions(ann));
	for (let count = 0; count < 6; count += 1) fixture.exchange.placeOrder(ann, orderOf('buy', '1'));
	const steps = Array.from({ length: 51 }, () => {
		const step = seen(LAG);
		fixture.clock.now += 100;
		return step;
	});
	for (const [index, step] of steps.entries()) {
		const before = steps[index - 1];
		if (before === undefined) continue;
		expect(step.orders).toBeGreaterThanOrEqual(before.orders);
		expect(step.fills).toBeGreaterThanOrEqual(before.fills);
		expect(step.coins ?? 0n).toBeGreaterThanOrEqual(before.coins ?? 0n);
	}
	expect(steps[0]?.coins).toBeUndefined();
	expect(new Set(steps.map(({ orders }) => orders)).size).toBeGreaterThan(3);
	expect(new Set(steps.map(({ fills, orders }) => fills - orders)).size).toBeGreaterThan(1);
	const { exchange } = fixture;
	expect(steps.at(-1)).toEqual({
		orders: 6,
		fills: exchange.fills(ann, ROWS).length,
		coins: parseDecimal('6'),
	});
});

test('an order not yet visible is not found, but can be cancelled', () => {
	const request = orderOf('buy', '1', { price: '90', clientOrderId: 'mine' });
	const { id } = lagged.exchange.placeOrder(ann, request);
	const hidden: ReadLag = { ...NONE, orders: 60_000, seed: 1 };
	lagged.under(hidden, () => {
		expect(lagged.exchange.order(ann, { clientOrderId: 'mine' })).toBeUndefined();
		expect(lagged.exchange.openOrders(ann, undefined)).toEqual([]);
	});
	expect(lagged.exchange.order(ann, { clientOrderId: 'mine' })?.id).toBe(id);
	expect(lagged.exchange.cancelOrder(ann, { clientOrderId: 'mine' }).id).toBe(id);
});

test('a closed position is still shown until its lag ends', () => {
	lagged.under(LAG, () => lagged.exchange.positions(ann));
	fixture.exchange.placeOrder(ann, orderOf('buy', '2'));
	fixture.clock.now += 5_000;
	expect(seen(LAG).coins).toBe(parseDecimal('2'));
	fixture.exchange.placeOrder(ann, orderOf('sell', '2'));
	expect(seen(LAG).coins).toBe(parseDecimal('2'));
	expect(seen(NONE).coins).toBeUndefined();
	fixture.clock.now += 5_000;
	expect(seen(LAG).coins).toBeUndefined();
});
