import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SimulatedExchange } from './exchange.ts';
import { type ExchangeFixture, openFixture, orderOf } from './exchange-fixture.ts';

let fixture: ExchangeFixture;
let ann: string;
beforeEach(() => {
	fixture = openFixture();
	ann = fixture.account('ann');
});
afterEach(() => {
	fixture.close();
	expect(fixture.errors).toEqual([]);
});

const rest = (change: { readonly symbol?: string; readonly tag?: string } = {}): string =>
	fixture.exchange.placeOrder(ann, orderOf('buy', '1', { price: '90', timeInForce: 'PostOnly', ...change }))
		.id;
const open = (exchange: SimulatedExchange = fixture.exchange): readonly string[] =>
	exchange.openOrders(ann, undefined).map(({ id }) => id);

test('only covered orders are cancelled, at the time of the switch, with its reason', () => {
	const [covered, other, tagged] = [rest(), rest({ symbol: 'BBBUSDT' }), rest({ tag: 'mine' })];
	fixture.exchange.deadMan.arm(ann, { symbol: 'BBBUSDT' }, fixture.clock.now + 2_000);
	fixture.exchange.deadMan.arm(ann, { tag: 'mine' }, fixture.clock.now + 3_000);
	fixture.clock.now += 1_999;
	expect(open()).toEqual([covered, other, tagged]);
	fixture.clock.now += 1;
	expect(open()).toEqual([covered, tagged]);
	fixture.clock.now += 1_000;
	expect(open()).toEqual([covered]);
	expect(fixture.exchange.order(ann, { orderId: tagged })).toMatchObject({
		status: 'canceled',
		endReason: 'deadMan',
		request: { tag: 'mine' },
	});
	expect(fixture.exchange.deadMan.firedSince(ann, 0)).toBe(2);
});

test('armed switches, grants and settings survive a kill, and switches due meanwhile fire after it', () => {
	rest();
	const { deadMan } = fixture.exchange;
	deadMan.arm(ann, {}, fixture.clock.now + 5_000);
	deadMan.grant(ann, true);
	deadMan.chooseWindow(ann, 20_000, fixture.clock.now + 10_000);
	const again = fixture.reopen();
	expect(again.deadMan.granted(ann)).toBe(true);
	expect(again.deadMan.windowMs(ann, fixture.clock.now)).toBeUndefined();
	expect(again.deadMan.windowMs(ann, fixture.clock.now + 10_000)).toBe(20_000);
	expect(open(again)).toHaveLength(1);
	fixture.clock.now += 5_000;
	expect(open(again)).toEqual([]);
});
