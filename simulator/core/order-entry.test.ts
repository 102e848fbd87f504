import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { formatDecimal, fromInteger, parseDecimal } from '../../src/domain/decimal.ts';
import { type ExchangeFixture, openFixture, orderOf } from './exchange-fixture.ts';
import { movePrice, scriptedInstrument, scriptedWorld } from './scripted-world-fixture.ts';
import { type AccountEvent, ExchangeRefusal, type Order, type OrderRequest } from './types.ts';

let fixture: ExchangeFixture;
beforeEach(() => {
	fixture = openFixture();
});
afterEach(() => {
	fixture.close();
	expect(fixture.errors).toEqual([]);
});

function outcome({ status, endReason, filledQuantity }: Order): unknown[] {
	return [status, endReason, formatDecimal(filledQuantity)];
}

function refusalOf(act: () => unknown): string {
	try {
		act();
	} catch (error) {
		if (error instanceof ExchangeRefusal) return error.code;
		throw error;
	}
	return 'taken';
}

const place = (account: string, request: OrderRequest): Order =>
	fixture.exchange.placeOrder(account, request);

const quantityOf = (account: string): string => {
	const position = fixture.exchange.positions(account)[0];
	return position === undefined ? '0' : formatDecimal(position.quantity);
};

describe('time in force', () => {
	// The fair price is 100. The background offers 1,000 USDT, about 10 coins, at each of 100.01, 100.02, ... 100.05.
	test('a market order walks the book and pays each level’s price', () => {
		const me = fixture.account('me');
		const order = place(me, orderOf('buy', '15'));
		expect(outcome(order)).toEqual(['filled', undefined, '15']);
		expect(formatDecimal(order.filledValue)).toBe('1500.2');
		const fills = fixture.exchange.fills(me, { limit: 10 });
		expect(fills.map((fill) => [formatDecimal(fill.price), formatDecimal(fill.quantity)])).toEqual([
			['100.02', '5'],
			['100.01', '10'],
		]);
		// 1000.1 × 0.00055 = 0.550055, 500.1 × 0.00055 = 0.275055
		expect(fills.map((fill) => formatDecimal(fill.fee))).toEqual(['0.275055', '0.550055']);
	});

	test('the rest of a market order without enough liquidity is canceled', () => {
		const me = fixture.account('me');
		expect(outcome(place(me, orderOf('buy', '60')))).toEqual([
			'partiallyFilledCanceled',
			'noLiquidity',
			'50',
		]);
	});

	test('an IOC takes liquidity within its price and leaves nothing resting', () => {
		const me = fixture.account('me');
		const order = place(me, orderOf('buy', '30', { price: '100.02', timeInForce: 'IOC' }));
		expect(outcome(order)).toEqual(['partiallyFilledCanceled', 'immediateOrCancel', '20']);
		expect(fixture.exchange.openOrders(me, undefined)).toEqual([]);
	});

	test('an IOC without liquidity is canceled', () => {
		const me = fixture.account('me');
		const order = place(me, orderOf('buy', '1', { price: '100', timeInForce: 'IOC' }));
		expect(outcome(order)).toEqual(['canceled', 'immediateOrCancel', '0']);
	});

	test.each([
		['20', ['filled', undefined, '20']],
		['20.001', ['canceled', 'immediateOrCancel', '0']],
	])('a FOK of %s against 20 is all or nothing', (quantity, expected) => {
		const me = fixture.account('me');
		const order = place(me, orderOf('buy', quantity, { price: '100.02', timeInForce: 'FOK' }));
		expect(outcome(order)).toEqual(expected);
	});

	test('the unfilled part of a GTC rests', () => {
		const me = fixture.account('me');
		const order = place(me, orderOf('buy', '25', { price: '100.02' }));
		expect(outcome(order)).toEqual(['partiallyFilled', undefined, '20']);
		const best = fixture.exchange.book('AAAUSDT', 1).bids[0];
		expect(best?.map(formatDecimal)).toEqual(['100.02', '5']);
	});

	test('a post-only order that would take is canceled, one that would not rests', () => {
		const me = fixture.account('me');
		const takes = place(me, orderOf('buy', '1', { price: '100.01', timeInForce: 'PostOnly' }));
		expect(outcome(takes)).toEqual(['canceled', 'postOnlyWouldTake', '0']);
		const rests = place(me, orderOf('buy', '1', { price: '100', timeInForce: 'PostOnly' }));
		expect(outcome(rests)).toEqual(['open', undefined, '0']);
	});
});

describe('trades between users', () => {
	test('trade at the resting price, first come first served, maker and taker fees apart', () => {
		const [first, second, taker] = ['first', 'second', 'taker'].map((name) => fixture.account(name)) as [
			string,
			string,
			string,
		];
		place(first, orderOf('sell', '2', { price: '100' }));
		place(second, orderOf('sell', '2', { price: '100' }));
		place(taker, orderOf('buy', '3', { price: '100' }));
		expect([first, second, taker].map(quantityOf)).toEqual(['-2', '-1', '3']);
		const feeOf = (account: string) =>
			fixture.exchange.fills(account, { limit: 9 }).map((fill) => formatDecimal(fill.fee));
		// The makers pay 200 × 0.0002 and 100 × 0.0002, the taker 100 × 0.00055 and 200 × 0.00055.
		expect([first, second, taker].map(feeOf)).toEqual([['0.04'], ['0.02'], ['0.055', '0.11']]);
	});

	test('prevent self-trades: the newer order is canceled when it meets its own account', () => {
		const me = fixture.account('me');
		place(me, orderOf('sell', '2', { price: '100.02' }));
		const order = place(me, orderOf('buy', '25', { price: '100.03' }));
		// The background's 10 coins at 100.01 and 10 coins at 100.02 come before the account's own order.
		expect(outcome(order)).toEqual(['partiallyFilledCanceled', 'selfTrade', '20']);
		expect(fixture.exchange.openOrders(me, undefined)).toHaveLength(1);
	});
});

describe('reduce-only', () => {
	test('is refused without a position to reduce', () => {
		const me = fixture.account('me');
		expect(refusalOf(() => place(me, orderOf('sell', '1', { reduceOnly: true })))).toBe(
			'REDUCE_ONLY_NO_POSITION',
		);
		place(me, orderOf('buy', '1'));
		expect(refusalOf(() => place(me, orderOf('buy', '1', { reduceOnly: true })))).toBe(
			'REDUCE_ONLY_NO_POSITION',
		);
	});

	test('closes the position and never reverses it', () => {
		const me = fixture.account('me');
		place(me, orderOf('buy', '1'));
		const order = place(me, orderOf('sell', '4', { reduceOnly: true }));
		expect(outcome(order)).toEqual(['filled', undefined, '1']);
		expect(quantityOf(me)).toBe('0');
	});

	test('resting orders shrink with the position and end with it', () => {
		const me = fixture.account('me');
		place(me, orderOf('buy', '3'));
		const resting = place(me, orderOf('sell', '3', { price: '101', reduceOnly: true }));
		place(me, orderOf('sell', '2'));
		const shrunk = fixture.exchange.order(me, { orderId: resting.id });
		expect(shrunk?.request.quantity).toBe(fromInteger(1));
		place(me, orderOf('sell', '1'));
		const ended = fixture.exchange.order(me, { orderId: resting.id });
		expect(ended && outcome(ended)).toEqual(['canceled', 'reduceOnlyNothingLeft', '0']);
	});

	test('resting orders end when another order has closed the position', () => {
		const me = fixture.account('me');
		place(me, orderOf('buy', '3'));
		place(me, orderOf('sell', '3', { price: '100.5' }));
		const { id: orderId } = place(me, orderOf('sell', '3', { price: '102', reduceOnly: true }));
		fixture.clock.now += 1;
		movePrice(fixture.world, 'AAAUSDT', '0.006');
		const ended = fixture.exchange.order(me, { orderId });
		expect(ended && outcome(ended)).toEqual(['canceled', 'reduceOnlyNothingLeft', '0']);
	});

	test('two resting orders swept by one taker close the position once', () => {
		const me = fixture.account('me');
		const taker = fixture.account('taker');
		place(me, orderOf('buy', '3'));
		place(me, orderOf('sell', '3', { price: '100', reduceOnly: true }));
		place(me, orderOf('sell', '3', { price: '100', reduceOnly: true }));
		place(taker, orderOf('buy', '6', { price: '100' }));
		expect([quantityOf(me), quantityOf(taker)]).toEqual(['0', '3']);
		expect(fixture.exchange.openOrders(me, undefined)).toEqual([]);
	});
});

describe('refusals', () => {
	const cases: readonly (readonly [string, string, OrderRequest])[] = [
		['another symbol', 'UNKNOWN_SYMBOL', orderOf('buy', '1', { symbol: 'ZZZUSDT' })],
		['less than the minimum', 'QUANTITY_BELOW_MIN', orderOf('buy', '0.0001')],
		['nothing', 'QUANTITY_BELOW_MIN', orderOf('buy', '0')],
		['more than the maximum', 'QUANTITY_ABOVE_MAX', orderOf('buy', '1000.001')],
		['a quantity off the lot', 'QUANTITY_OFF_STEP', orderOf('buy', '1.0005')],
		['too little value', 'NOTIONAL_BELOW_MIN', orderOf('buy', '0.049')],
		['a limit order without a price', 'PRICE_MISSING', { ...orderOf('buy', '1'), kind: 'limit' }],
		['a price between ticks', 'PRICE_OFF_TICK', orderOf('buy', '1', { price: '99.995' })],
		['a price of zero', 'PRICE_OFF_TICK', orderOf('buy', '1', { price: '0' })],
		['a buy far above mark', 'PRICE_OUT_OF_BAND', orderOf('buy', '1', { price: '105.01' })],
		['a sell far below mark', 'PRICE_OUT_OF_BAND', orderOf('sell', '1', { price: '94.99' })],
		[
			'more leverage than allowed',
			'LEVERAGE_OUT_OF_RANGE',
			orderOf('buy', '1', { leverage: fromInteger(51) }),
		],
		['more than the balance can carry', 'INSUFFICIENT_BALANCE', orderOf('buy', '1000', { price: '100' })],
	];

	test.each(cases)('%s', (_what, code, request) => {
		const me = fixture.account('me');
		expect(refusalOf(() => place(me, request))).toBe(code);
		expect(fixture.exchange.orderHistory(me, { limit: 9, finishedOnly: false })).toEqual([]);
	});

	test('a client order id is valid for one order only', () => {
		const me = fixture.account('me');
		const you = fixture.account('you');
		place(me, orderOf('buy', '1', { clientOrderId: 'c-1' }));
		expect(refusalOf(() => place(me, orderOf('buy', '1', { clientOrderId: 'c-1' })))).toBe(
			'DUPLICATE_CLIENT_ORDER_ID',
		);
		expect(refusalOf(() => place(you, orderOf('buy', '1', { clientOrderId: 'c-1' })))).toBe('taken');
	});

	test('an order that uses the whole balance is accepted, one lot more is not', () => {
		const me = fixture.account('me', '1000.55');
		// At 100 and 10x, 100 coins would need 1,000 margin and a fee of 5.5, which is too much. At the limit of 99
		// they need 990 and 5.445.
		expect(refusalOf(() => place(me, orderOf('buy', '100', { price: '99' })))).toBe('taken');
		expect(refusalOf(() => place(me, orderOf('buy', '1', { price: '99' })))).toBe('INSUFFICIENT_BALANCE');
		// This leaves 1000.55 - 990 - 5.445 = 5.105, so 0.5 × 99 / 10 + 0.027225 = 4.977225 fits.
		expect(refusalOf(() => place(me, orderOf('buy', '0.5', { price: '99' })))).toBe('taken');
		expect(formatDecimal(fixture.exchange.balance(me).available)).toBe('0.127775');
	});

	test('the fee counts: an order whose margin alone takes the whole balance is refused', () => {
		// At 100.01 and 10x, 5 coins need 50.005 margin and a fee of 0.2750275.
		const cases = ['50.28002749', '50.2800275'].map((deposit, index) =>
			fixture.account(`me-${index}`, deposit),
		);
		expect(cases.map((account) => refusalOf(() => place(account, orderOf('buy', '5'))))).toEqual([
			'INSUFFICIENT_BALANCE',
			'taken',
		]);
	});

	test('an order that only closes is accepted with any free balance', () => {
		const me = fixture.account('me', '101');
		place(me, orderOf('buy', '10'));
		movePrice(fixture.world, 'AAAUSDT', '-0.05');
		fixture.clock.now += 1;
		expect(refusalOf(() => place(me, orderOf('buy', '1')))).toBe('INSUFFICIENT_BALANCE');
		expect(refusalOf(() => place(me, orderOf('sell', '10')))).toBe('taken');
		expect(quantityOf(me)).toBe('0');
	});

	test('at most 500 orders rest on one symbol', () => {
		const me = fixture.account('me');
		for (let count = 0; count < 500; count += 1) place(me, orderOf('buy', '0.1', { price: '90' }));
		expect(refusalOf(() => place(me, orderOf('buy', '0.1', { price: '90' })))).toBe('TOO_MANY_OPEN_ORDERS');
		expect(refusalOf(() => place(me, orderOf('buy', '0.1')))).toBe('taken');
	});
});

describe('cancelling', () => {
	test('ends an order by either id, and only once', () => {
		const me = fixture.account('me');
		const order = place(me, orderOf('buy', '1', { price: '99', clientOrderId: 'c-1' }));
		expect(outcome(fixture.exchange.cancelOrder(me, { clientOrderId: 'c-1' }))).toEqual([
			'canceled',
			'userCancel',
			'0',
		]);
		expect(refusalOf(() => fixture.exchange.cancelOrder(me, { orderId: order.id }))).toBe('ORDER_FINISHED');
		expect(refusalOf(() => fixture.exchange.cancelOrder(me, { orderId: '1' }))).toBe('ORDER_NOT_FOUND');
	});

	test("does not reach another account's order, nor one of another symbol", () => {
		const me = fixture.account('me');
		const you = fixture.account('you');
		const { id: orderId } = place(me, orderOf('buy', '1', { price: '99' }));
		expect(refusalOf(() => fixture.exchange.cancelOrder(you, { orderId }))).toBe('ORDER_NOT_FOUND');
		expect(refusalOf(() => fixture.exchange.cancelOrder(me, { orderId, symbol: 'BBBUSDT' }))).toBe(
			'ORDER_NOT_FOUND',
		);
	});

	test('cancelling all orders of a symbol leaves other symbols alone', () => {
		const me = fixture.account('me');
		place(me, orderOf('buy', '1', { price: '99' }));
		place(me, orderOf('buy', '1', { price: '98' }));
		place(me, orderOf('buy', '1', { price: '99', symbol: 'BBBUSDT' }));
		expect(fixture.exchange.cancelAllOrders(me, 'AAAUSDT')).toHaveLength(2);
		expect(fixture.exchange.openOrders(me, undefined).map((order) => order.request.symbol)).toEqual([
			'BBBUSDT',
		]);
		expect(fixture.exchange.cancelAllOrders(me, undefined)).toHaveLength(1);
	});
});

describe('the background', () => {
	test('is finite: liquidity taken returns with time only, at any price', () => {
		const me = fixture.account('me');
		place(me, orderOf('buy', '50'));
		expect(fixture.exchange.book('AAAUSDT', 50).asks).toEqual([]);
		fixture.clock.now += 1;
		movePrice(fixture.world, 'AAAUSDT', '0.001');
		// A level of 10 coins refills by a tenth per second, which is 0.001 coins per millisecond.
		expect(fixture.exchange.book('AAAUSDT', 50).asks.map(([, size]) => formatDecimal(size))).toEqual(
			Array.from({ length: 5 }, () => '0.001'),
		);
		fixture.clock.now += 20_000;
		expect(fixture.exchange.book('AAAUSDT', 50).asks.map(([, size]) => formatDecimal(size))).toEqual(
			Array.from({ length: 5 }, () => '10'),
		);
	});

	test('fills a resting order at its own price when the fair price reaches it, up to its own quantity', () => {
		const me = fixture.account('me', '100000');
		const { id: orderId } = place(me, orderOf('buy', '30', { price: '99.5' }));
		const events: AccountEvent[] = [];
		fixture.exchange.onAccount(me, (event) => events.push(event));
		fixture.clock.now += 1;
		movePrice(fixture.world, 'AAAUSDT', '-0.005');
		// At a fair price of 99.5 only the best level, with 10 coins, is within reach.
		const order = fixture.exchange.order(me, { orderId });
		expect(order && outcome(order)).toEqual(['partiallyFilled', undefined, '10']);
		expect(fixture.exchange.fills(me, { limit: 9 })).toMatchObject([
			{ price: parseDecimal('99.5'), isMaker: true, feeRate: parseDecimal('0.0002') },
		]);
		expect(events.map((event) => event.kind)).toEqual(['fill', 'order', 'position', 'balance']);
		fixture.clock.now += 1;
		movePrice(fixture.world, 'AAAUSDT', '-0.005');
		expect(fixture.exchange.order(me, { orderId })?.status).toBe('filled');
	});
});

describe('order faults', () => {
	test('a rejected order leaves no trace, and the next one is not affected', () => {
		const me = fixture.account('me');
		const request = orderOf('buy', '1', { clientOrderId: 'c-1' });
		const act = () =>
			fixture.exchange.withOrderFault({ kind: 'reject' }, () => fixture.exchange.placeOrder(me, request));
		expect(refusalOf(act)).toBe('FAULT_REJECT');
		expect(fixture.exchange.order(me, { clientOrderId: 'c-1' })).toBeUndefined();
		expect(place(me, request).status).toBe('filled');
	});

	test.each([
		['IOC', ['partiallyFilledCanceled', 'immediateOrCancel', '2.5']],
		['GTC', ['partiallyFilledCanceled', 'noLiquidity', '2.5']],
		['FOK', ['canceled', 'immediateOrCancel', '0']],
		['PostOnly', ['canceled', 'postOnlyWouldTake', '0']],
	] as const)('a quarter of a %s fills at most', (timeInForce, expected) => {
		const me = fixture.account('me');
		const order = fixture.exchange.withOrderFault({ kind: 'partialFill', share: parseDecimal('0.25') }, () =>
			fixture.exchange.placeOrder(me, orderOf('buy', '10', { price: '100.05', timeInForce })),
		);
		expect(outcome(order)).toEqual(expected);
	});
});

describe('leverage and margin mode', () => {
	test('leverage binds less margin, is refused unchanged and out of range', () => {
		const me = fixture.account('me');
		place(me, orderOf('buy', '1', { price: '100' }));
		expect(formatDecimal(fixture.exchange.balance(me).orderMargin)).toBe('10.055');
		fixture.exchange.setLeverage(me, 'AAAUSDT', fromInteger(20));
		expect(formatDecimal(fixture.exchange.balance(me).orderMargin)).toBe('5.055');
		const choose = (leverage: string) =>
			refusalOf(() => fixture.exchange.setLeverage(me, 'AAAUSDT', parseDecimal(leverage)));
		expect(['20', '0.5', '51', '1'].map(choose)).toEqual([
			'LEVERAGE_NOT_MODIFIED',
			'LEVERAGE_OUT_OF_RANGE',
			'LEVERAGE_OUT_OF_RANGE',
			'taken',
		]);
	});

	test('leverage cannot be lowered below the limit of the balance', () => {
		const me = fixture.account('me', '20');
		place(me, orderOf('buy', '1'));
		expect(refusalOf(() => fixture.exchange.setLeverage(me, 'AAAUSDT', fromInteger(2)))).toBe(
			'INSUFFICIENT_BALANCE',
		);
	});

	test('the leverage of an order becomes the setting of the symbol', () => {
		const me = fixture.account('me');
		place(me, orderOf('buy', '1', { leverage: fromInteger(3) }));
		expect(fixture.exchange.leverage(me, 'AAAUSDT')).toBe(fromInteger(3));
		place(me, orderOf('sell', '1', { leverage: fromInteger(5), reduceOnly: true }));
		expect(fixture.exchange.leverage(me, 'AAAUSDT')).toBe(fromInteger(3));
	});

	test('the margin mode cannot change while anything is open', () => {
		const me = fixture.account('me');
		const choose = (symbol: string | undefined, mode: 'isolated' | 'cross') =>
			refusalOf(() => fixture.exchange.setMarginMode(me, symbol, mode));
		expect(choose(undefined, 'isolated')).toBe('MARGIN_MODE_NOT_MODIFIED');
		const { id: orderId } = place(me, orderOf('buy', '1', { price: '99' }));
		expect([choose(undefined, 'cross'), choose('AAAUSDT', 'cross'), choose('BBBUSDT', 'cross')]).toEqual([
			'POSITION_EXISTS',
			'POSITION_EXISTS',
			'taken',
		]);
		expect(refusalOf(() => place(me, orderOf('buy', '1', { marginMode: 'cross' })))).toBe('POSITION_EXISTS');
		fixture.exchange.cancelOrder(me, { orderId });
		expect(choose(undefined, 'cross')).toBe('taken');
		expect(
			['AAAUSDT', 'BBBUSDT', undefined].map((symbol) => fixture.exchange.marginMode(me, symbol)),
		).toEqual(['cross', 'cross', 'cross']);
	});
});

test('an instrument without a minimum value accepts one lot', () => {
	const world = scriptedWorld([scriptedInstrument('AAAUSDT', { notionalMin: parseDecimal('0') })]);
	const other = openFixture(world);
	const me = other.account('me');
	expect(other.exchange.placeOrder(me, orderOf('buy', '0.001')).status).toBe('filled');
	other.close();
});
