import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
	add,
	type Decimal,
	formatDecimal,
	fromInteger,
	neg,
	parseDecimal,
	sub,
	sum,
	ZERO,
} from '../../src/domain/decimal.ts';
import type { SimulatedExchange } from './exchange.ts';
import { type ExchangeFixture, openFixture, orderOf } from './exchange-fixture.ts';
import { notionalOf } from './money-rounding.ts';
import { HOUR_MS, scriptedWorld } from './scripted-world-fixture.ts';
import { type AccountEvent, ExchangeRefusal } from './types.ts';

let fixture: ExchangeFixture;
beforeEach(() => {
	fixture = openFixture();
	// Deep enough that every order of these tests fills at 100.01 or 99.99.
	deepen(fixture);
});
afterEach(() => {
	fixture.close();
	expect(fixture.errors).toEqual([]);
});

const ROWS = { limit: 10_000 };
const A = 'AAAUSDT';

function deepen(on: ExchangeFixture): void {
	on.world.profile = { ...on.world.profile, levelNotional: [fromInteger(1_000_000)] };
}

/** Prices of AAAUSDT from now on, seen a millisecond later. */
function priceTo(on: ExchangeFixture, price: string): void {
	on.world.prices.set(A, parseDecimal(price));
	on.clock.now += 1;
}

const wallet = (id: string): string => formatDecimal(fixture.exchange.balance(id).walletBalance);

describe('an isolated position', () => {
	test('loses its margin and the fee, and no more, when the mark reaches its liquidation price', () => {
		const { exchange } = fixture;
		const me = fixture.account('me');
		exchange.placeOrder(me, orderOf('buy', '10'));
		const before = exchange.positions(me)[0];
		expect(before?.liquidationPrice).toBe(parseDecimal('90.51'));
		const events: AccountEvent[] = [];
		exchange.onAccount(me, (event) => events.push(event));
		priceTo(fixture, '90.52');
		expect(exchange.positions(me)).toHaveLength(1);
		priceTo(fixture, '90.51');
		expect(exchange.positions(me)).toEqual([]);
		// Bought at 100.01 with 10 %: bankrupt at 90.009, which is 90.01 on the tick.
		const [fill] = exchange.fills(me, ROWS);
		expect(fill).toMatchObject({
			origin: 'liquidation',
			side: 'sell',
			price: parseDecimal('90.01'),
			quantity: fromInteger(10),
			clientOrderId: undefined,
			realizedPnl: parseDecimal('-100'),
			fee: parseDecimal('0.495055'),
		});
		// 10,000 less the fee of the purchase, the loss and the fee of the takeover.
		expect(wallet(me)).toBe(formatDecimal(parseDecimal('9898.95489')));
		expect(exchange.order(me, { orderId: fill?.orderId ?? '' })).toMatchObject({
			origin: 'liquidation',
			status: 'filled',
			request: { clientOrderId: undefined, reduceOnly: true },
		});
		expect(
			events.map((event) => [
				event.kind,
				event.kind === 'position' ? [event.origin, event.isBeingClosed] : 0,
			]),
		).toEqual([
			['position', ['liquidation', true]],
			['fill', 0],
			['order', 0],
			['position', ['liquidation', false]],
			['balance', 0],
		]);
	});

	test('is closed by the fund, which keeps what the market pays more', () => {
		const { exchange } = fixture;
		const me = fixture.account('me');
		exchange.placeOrder(me, orderOf('sell', '10'));
		const fund = exchange.insurance(0).balance;
		priceTo(fixture, '109.49');
		expect(exchange.positions(me)).toEqual([]);
		const [entry] = exchange.insurance(1).entries;
		const [fill] = exchange.fills(me, ROWS);
		// Taken over short at 109.98, bought back at the ask of 109.51.
		expect(fill).toMatchObject({ side: 'buy', price: parseDecimal('109.98') });
		expect(entry).toMatchObject({
			kind: 'takeover',
			accountId: me,
			symbol: A,
			quantity: fromInteger(-10),
			price: parseDecimal('109.98'),
			amount: parseDecimal('4.7'),
			balance: add(fund, parseDecimal('4.7')),
		});
	});

	test('takes its own resting orders with it, and nobody else’s nor those of other symbols', () => {
		const { exchange } = fixture;
		const me = fixture.account('me');
		const other = fixture.account('other');
		exchange.placeOrder(me, orderOf('buy', '1'));
		const mine = exchange.placeOrder(me, orderOf('sell', '1', { price: '104', reduceOnly: true }));
		const elsewhere = exchange.placeOrder(me, orderOf('sell', '1', { symbol: 'BBBUSDT', price: '104' }));
		const theirs = exchange.placeOrder(other, orderOf('sell', '1', { price: '104' }));
		priceTo(fixture, '90');
		expect(exchange.order(me, { orderId: mine.id })).toMatchObject({
			status: 'canceled',
			endReason: 'liquidation',
		});
		expect(exchange.openOrders(me, undefined).map(({ id }) => id)).toEqual([elsewhere.id]);
		expect(exchange.openOrders(other, undefined).map(({ id }) => id)).toEqual([theirs.id]);
		priceTo(fixture, '110');
		expect(exchange.order(me, { orderId: mine.id })).toMatchObject({ status: 'canceled' });
	});

	test('is taken over by the timer although nobody asks or follows, and by any call before it', () => {
		vi.useFakeTimers();
		try {
			const { exchange } = fixture;
			const me = fixture.account('me');
			const seen: string[] = [];
			exchange.onAccount(me, (event) => {
				if (event.kind === 'fill') seen.push(event.fill.origin);
			});
			exchange.placeOrder(me, orderOf('buy', '1'));
			priceTo(fixture, '80');
			exchange.start();
			expect(seen).toEqual(['user']);
			vi.advanceTimersByTime(1_000);
			expect(seen).toEqual(['user', 'liquidation']);
			exchange.placeOrder(me, orderOf('buy', '1'));
			priceTo(fixture, '60');
			exchange.quote('BBBUSDT');
			expect(seen).toEqual(['user', 'liquidation', 'user', 'liquidation']);
		} finally {
			vi.useRealTimers();
		}
	});

	test('whose settlements have eaten into its margin goes earlier', () => {
		const { exchange, world, clock } = fixture;
		const me = fixture.account('me', '101');
		exchange.placeOrder(me, orderOf('buy', '10'));
		const before = exchange.positions(me)[0]?.liquidationPrice ?? ZERO;
		world.rates.set(A, parseDecimal('0.01'));
		clock.now += HOUR_MS;
		const after = exchange.positions(me)[0];
		expect(after?.margin).toBeLessThan(parseDecimal('100'));
		expect(after?.liquidationPrice).toBeGreaterThan(before);
		clock.now += 9 * HOUR_MS;
		expect(exchange.positions(me)).toEqual([]);
		expect(exchange.balance(me).walletBalance).toBeGreaterThanOrEqual(ZERO);
	});
});

describe('cross margin', () => {
	test('all positions stand and fall with the account, the largest first, all orders before', () => {
		const { exchange } = fixture;
		const me = fixture.account('me', '1000');
		exchange.setMarginMode(me, undefined, 'cross');
		exchange.placeOrder(me, orderOf('buy', '50'));
		exchange.placeOrder(me, orderOf('buy', '10', { symbol: 'BBBUSDT' }));
		const order = exchange.placeOrder(me, orderOf('sell', '1', { symbol: 'BBBUSDT', price: '104' }));
		priceTo(fixture, '85');
		expect(exchange.positions(me)).toHaveLength(2);
		priceTo(fixture, '80');
		expect(exchange.positions(me)).toEqual([]);
		const fills = exchange.fills(me, ROWS).filter(({ origin }) => origin === 'liquidation');
		expect(fills.map(({ symbol }) => symbol)).toEqual(['BBBUSDT', A]);
		expect(exchange.order(me, { orderId: order.id })).toMatchObject({ endReason: 'liquidation' });
		const left = exchange.balance(me).walletBalance;
		expect(left).toBeGreaterThanOrEqual(ZERO);
		expect(left).toBeLessThan(fromInteger(1));
	});

	test('one position goes where its liquidation price says', () => {
		const { exchange } = fixture;
		const me = fixture.account('me', '1000');
		exchange.setMarginMode(me, undefined, 'cross');
		exchange.placeOrder(me, orderOf('sell', '50'));
		const price = exchange.positions(me)[0]?.liquidationPrice ?? ZERO;
		priceTo(fixture, formatDecimal(sub(price, parseDecimal('0.01'))));
		expect(exchange.positions(me)).toHaveLength(1);
		priceTo(fixture, formatDecimal(price));
		expect(exchange.positions(me)).toEqual([]);
	});
});

describe('an exhausted fund', () => {
	test('leaves the loss to the other side, highest profit × leverage first, at the bankruptcy price and for no fee', () => {
		const { exchange } = fixture;
		const loser = fixture.account('loser');
		const modest = fixture.account('modest');
		const bold = fixture.account('bold');
		exchange.setLeverage(bold, A, fromInteger(20));
		for (const [who, side, quantity] of [
			[loser, 'buy', '10'],
			[modest, 'sell', '10'],
			[bold, 'sell', '6'],
		] as const)
			exchange.placeOrder(who, orderOf(side, quantity));
		const resting = exchange.placeOrder(bold, orderOf('buy', '1', { price: '96', reduceOnly: true }));
		exchange.setInsurance(ZERO);
		priceTo(fixture, '80');
		const filled = (id: string) => exchange.fills(id, ROWS).filter(({ origin }) => origin === 'adl');
		// The reduce-only order at 96 filled on the way down, before.
		expect(exchange.order(bold, { orderId: resting.id })).toMatchObject({ status: 'filled' });
		expect(filled(bold)).toMatchObject([
			{ quantity: fromInteger(5), price: parseDecimal('90.01'), fee: ZERO, feeRate: ZERO, side: 'buy' },
		]);
		expect(filled(modest)).toMatchObject([{ quantity: fromInteger(5), price: parseDecimal('90.01') }]);
		expect(exchange.positions(bold)).toEqual([]);
		expect(exchange.positions(modest)[0]?.quantity).toBe(fromInteger(-5));
		expect(exchange.insurance(0).balance).toBe(ZERO);
	});

	test('goes into debt where nobody is on the other side', () => {
		const { exchange } = fixture;
		const me = fixture.account('me');
		exchange.placeOrder(me, orderOf('buy', '10'));
		exchange.setInsurance(ZERO);
		priceTo(fixture, '80');
		expect(exchange.positions(me)).toEqual([]);
		// Sold at 79.99 what was taken over at 90.01.
		expect(formatDecimal(exchange.insurance(0).balance)).toBe('-100.2');
	});
});

test('a commanded deleveraging reduces one account and cancels its orders of the symbol', () => {
	const { exchange } = fixture;
	const me = fixture.account('me');
	exchange.placeOrder(me, orderOf('sell', '3'));
	const order = exchange.placeOrder(me, orderOf('buy', '1', { price: '96' }));
	exchange.deleverage(me, A, { quantity: fromInteger(2), price: undefined });
	expect(exchange.positions(me)[0]?.quantity).toBe(fromInteger(-1));
	expect(exchange.fills(me, { limit: 1 })).toMatchObject([
		{ origin: 'adl', price: fromInteger(100), quantity: fromInteger(2), fee: ZERO },
	]);
	expect(exchange.order(me, { orderId: order.id })).toMatchObject({ endReason: 'adl' });
	exchange.deleverage(me, A, { quantity: undefined, price: parseDecimal('99.5') });
	expect(exchange.positions(me)).toEqual([]);
	expect(() => exchange.deleverage(me, A, { quantity: undefined, price: undefined })).toThrow(
		/holds no AAAUSDT/,
	);
});

describe('a price shock', () => {
	test('moves one coin, takes over what it ruins at once, and stands after a kill', () => {
		const { exchange } = fixture;
		const me = fixture.account('me');
		exchange.placeOrder(me, orderOf('buy', '1'));
		exchange.placeOrder(me, orderOf('buy', '1', { symbol: 'BBBUSDT' }));
		exchange.shock({ underlying: A, factor: parseDecimal('0.8'), halfLifeMs: undefined });
		expect(exchange.positions(me).map(({ symbol }) => symbol)).toEqual(['BBBUSDT']);
		expect(exchange.quote(A)).toMatchObject({ mark: fromInteger(80), index: fromInteger(80) });
		expect(exchange.book(A, 1).asks[0]?.[0]).toBe(parseDecimal('80.01'));
		expect(exchange.quote('BBBUSDT').mark).toBe(fromInteger(100));
		const settled = exchange.funding(A);
		const again = fixture.reopen();
		expect(again.quote(A).mark).toBe(fromInteger(80));
		expect(again.funding(A)).toEqual(settled);
		expect(again.shocks()).toHaveLength(1);
	});

	test('that fades is half gone, by its logarithm, after its half-life', () => {
		const { exchange, clock } = fixture;
		exchange.shock({ underlying: A, factor: parseDecimal('1.44'), halfLifeMs: 60_000 });
		expect(exchange.quote(A).mark).toBe(fromInteger(144));
		clock.now += 60_000;
		expect(exchange.quote(A).mark).toBe(fromInteger(120));
		clock.now += 3_600_000;
		expect(exchange.quote(A).mark).toBe(fromInteger(100));
	});

	test.each([
		['0.05', /together were a factor of 0.05/],
		['11', /together were a factor of 11/],
		['-1', /together were a factor of/],
	])('by %s is refused', (factor, sentence) => {
		const wish = { underlying: A, factor: parseDecimal(factor), halfLifeMs: undefined };
		expect(() => fixture.exchange.shock(wish)).toThrow(sentence);
	});
});

describe('fees in the venue’s own coin', () => {
	test('leave the USDT alone, cost a tenth less, and fall back when the coin runs out', () => {
		const { exchange } = fixture;
		const me = fixture.account('me');
		// Worth 2 USDT each in this world.
		exchange.accounts.payFeesInAsset('me', { isOn: true, deposit: parseDecimal('0.05') });
		exchange.placeOrder(me, orderOf('buy', '1'));
		const [fill] = exchange.fills(me, ROWS);
		// 100.01 × 0.00055 = 0.0550055, less a tenth 0.04950495, at 2 USDT 0.02475248 rounded up.
		expect(fill).toMatchObject({ feeAsset: 'MNT', fee: parseDecimal('0.02475248') });
		expect(wallet(me)).toBe('10000');
		expect(exchange.assetBalance(me)).toMatchObject({ asset: 'MNT', amount: parseDecimal('0.02524752') });
		exchange.placeOrder(me, orderOf('buy', '1'));
		exchange.placeOrder(me, orderOf('buy', '1'));
		expect(exchange.fills(me, ROWS).map(({ feeAsset }) => feeAsset)).toEqual(['USDT', 'MNT', 'MNT']);
		expect(wallet(me)).toBe('9999.9449945');
		const again = fixture.reopen();
		expect(again.assetBalance(me)).toEqual(exchange.assetBalance(me));
		const rows = again.assetLedger(me, ROWS);
		expect(sum(rows.map(({ amount }) => amount))).toBe(again.assetBalance(me)?.amount);
	});

	test('do not pay for a liquidation', () => {
		const { exchange } = fixture;
		const me = fixture.account('me');
		exchange.accounts.payFeesInAsset('me', { isOn: true, deposit: fromInteger(10) });
		exchange.placeOrder(me, orderOf('buy', '1'));
		priceTo(fixture, '80');
		expect(exchange.fills(me, ROWS).map(({ origin, feeAsset }) => [origin, feeAsset])).toEqual([
			['liquidation', 'USDT'],
			['user', 'MNT'],
		]);
	});
});

const NAMES = ['ann', 'bob', 'cy'] as const;
const step = fc.oneof(
	{
		weight: 5,
		arbitrary: fc.record({
			kind: fc.constant('place' as const),
			who: fc.constantFrom(...NAMES),
			side: fc.constantFrom<'buy' | 'sell'>('buy', 'sell'),
			lots: fc.integer({ min: 100, max: 60_000 }),
			ticks: fc.option(fc.integer({ min: -300, max: 300 }), { nil: undefined }),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant('shock' as const),
			factor: fc.constantFrom('0.85', '1.18', '0.97', '1.03', '0.6', '1.6'),
			halfLifeMs: fc.constantFrom(undefined, 1_000),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant('wait' as const),
			ms: fc.constantFrom(1, 1_000, 20_000, HOUR_MS),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('leverage' as const),
			who: fc.constantFrom(...NAMES),
			leverage: fc.constantFrom('3', '25', '50'),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({ kind: fc.constant('adl' as const), who: fc.constantFrom(...NAMES) }),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('fund' as const),
			balance: fc.constantFrom('0', '50', '100000'),
		}),
	},
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function act(on: ExchangeFixture, each: Step): void {
	const { exchange } = on;
	const idOf = (name: string): string => exchange.accounts.named(name).id;
	switch (each.kind) {
		case 'place': {
			const mark = exchange.quote(A).mark;
			const limit = each.ticks === undefined ? undefined : add(mark, parseDecimal(`${each.ticks}e-2`));
			const price =
				limit === undefined
					? {}
					: { price: formatDecimal(sub(limit, (limit % parseDecimal('0.01')) as Decimal)) };
			exchange.placeOrder(idOf(each.who), orderOf(each.side, `${each.lots}e-3`, price));
			return;
		}
		case 'shock':
			exchange.shock({ underlying: A, factor: parseDecimal(each.factor), halfLifeMs: each.halfLifeMs });
			return;
		case 'wait':
			on.clock.now += each.ms;
			return;
		case 'leverage':
			exchange.setLeverage(idOf(each.who), A, parseDecimal(each.leverage));
			return;
		case 'adl':
			exchange.deleverage(idOf(each.who), A, { quantity: undefined, price: undefined });
			return;
		case 'fund':
			exchange.setInsurance(parseDecimal(each.balance));
	}
}

/** What a trade at `price` has made by `mark`. */
function worth(side: 'buy' | 'sell', price: Decimal, quantity: Decimal, mark: Decimal): Decimal {
	const gain = sub(notionalOf(mark, quantity), notionalOf(price, quantity));
	return side === 'buy' ? gain : neg(gain);
}

/**
 * Wallets are what fills, fees and settlements say; profits are what the fills are worth now. A takeover moves a position
 * and nothing else: what the account gave up at its price, the fund and the deleveraged took over at the same price.
 */
function checkConserved(exchange: SimulatedExchange, commandedAt: ReadonlySet<number>): void {
	const mark = exchange.quote(A).mark;
	const moved = new Map<string, Decimal>();
	const move = (at: number, price: Decimal | undefined, signed: Decimal): void => {
		const key = `${at} ${price}`;
		moved.set(key, add(moved.get(key) ?? ZERO, signed));
	};
	for (const { account } of exchange.accounts.list()) {
		const fills = exchange.fills(account.id, ROWS);
		const payments = exchange.fundingPayments(account.id, ROWS);
		const { walletBalance, equity } = exchange.balance(account.id);
		const ledger = exchange.ledger(account.id, ROWS);
		const deposits = sum(ledger.filter(({ kind }) => kind === 'deposit').map(({ amount }) => amount));
		const fees = sum(fills.map(({ fee }) => fee));
		const funding = sum(payments.map(({ amount }) => amount));
		const realized = sum(fills.map(({ realizedPnl }) => realizedPnl));
		const traded = sum(fills.map(({ side, price, quantity }) => worth(side, price, quantity, mark)));
		expect(walletBalance).toBe(sum([deposits, realized, neg(fees), funding]));
		expect(equity).toBe(sum([deposits, traded, neg(fees), funding]));
		for (const { origin, at, price, side, quantity } of fills) {
			const isCommanded = origin === 'adl' && commandedAt.has(at);
			if (origin !== 'user' && !isCommanded) move(at, price, side === 'buy' ? quantity : neg(quantity));
		}
	}
	for (const { kind, at, price, quantity } of exchange.insurance(10_000).entries) {
		if (kind === 'takeover') move(at, price, quantity ?? ZERO);
	}
	expect([...moved.values()].filter((left) => left !== ZERO)).toEqual([]);
}

function checkNobodyBelowBankruptcy(exchange: SimulatedExchange): void {
	for (const { account } of exchange.accounts.list()) {
		for (const { quantity, mark, bankruptcyPrice } of exchange.positions(account.id)) {
			if (bankruptcyPrice === undefined) continue;
			if (quantity > ZERO) expect(mark).toBeGreaterThan(bankruptcyPrice);
			else expect(mark).toBeLessThan(bankruptcyPrice);
		}
	}
}

describe('under any stream of orders, shocks and waits', () => {
	test('money is conserved, nobody lives below bankruptcy, ended orders stay ended, and a kill changes nothing', () => {
		let takeovers = 0;
		fc.assert(
			fc.property(fc.array(step, { minLength: 10, maxLength: 40 }), fc.boolean(), (steps, cross) => {
				const own = openFixture(scriptedWorld());
				try {
					for (const name of NAMES) own.account(name, '400');
					const { exchange } = own;
					if (cross) {
						for (const name of NAMES)
							exchange.setMarginMode(exchange.accounts.named(name).id, undefined, 'cross');
					}
					const ended = new Map<string, string>();
					const commandedAt = new Set<number>();
					for (const each of steps) {
						try {
							if (each.kind === 'adl') commandedAt.add(exchange.now());
							act(own, each);
						} catch (error) {
							if (!(error instanceof ExchangeRefusal) && !/Deleveraging|Shock/.test(String(error)))
								throw error;
						}
						own.clock.now += 1;
						checkConserved(exchange, commandedAt);
						checkNobodyBelowBankruptcy(exchange);
						for (const { account } of exchange.accounts.list()) {
							for (const order of exchange.orderHistory(account.id, { ...ROWS, finishedOnly: true })) {
								expect(ended.get(order.id) ?? order.status).toBe(order.status);
								ended.set(order.id, order.status);
							}
						}
					}
					takeovers += exchange.insurance(10_000).entries.filter(({ kind }) => kind === 'takeover').length;
					// The background's book is not kept: what rests could fill differently there.
					for (const { account } of exchange.accounts.list()) exchange.cancelAllOrders(account.id, undefined);
					const again = own.reopen();
					expect(again.insurance(10_000)).toEqual(exchange.insurance(10_000));
					for (const { account } of exchange.accounts.list()) {
						expect(again.balance(account.id)).toEqual(exchange.balance(account.id));
						expect(again.positions(account.id)).toEqual(exchange.positions(account.id));
					}
					expect(own.errors).toEqual([]);
				} finally {
					own.close();
				}
			}),
			{ numRuns: 80 },
		);
		expect(takeovers).toBeGreaterThan(20);
	});
});
