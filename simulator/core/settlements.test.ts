import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { formatDecimal, fromInteger, parseDecimal } from '../../src/domain/decimal.ts';
import { type ExchangeFixture, openFixture, orderOf } from './exchange-fixture.ts';
import { fundingAmount } from './money-rounding.ts';
import { HOUR_MS, movePrice, STARTED_AT } from './scripted-world-fixture.ts';
import type { AccountEvent, FundingPayment } from './types.ts';

const FIRST = Math.ceil(STARTED_AT / HOUR_MS) * HOUR_MS;
const ROWS = { limit: 100 };

let fixture: ExchangeFixture;
beforeEach(() => {
	fixture = openFixture();
});
afterEach(() => {
	fixture.close();
	expect(fixture.errors).toEqual([]);
});

const shown = ({ symbol, at, mark, quantity, amount }: FundingPayment): unknown[] => [
	symbol,
	(at - FIRST) / HOUR_MS,
	formatDecimal(mark),
	formatDecimal(quantity),
	formatDecimal(amount),
];

test.each([
	['-0.5', '100', '0.0001', '0.005'],
	['0.5', '100', '0.0001', '-0.005'],
	['0.5', '100', '-0.0001', '0.005'],
	// 0.001 × 0.5 × 0.00001 = 0.000000005, which is half of the last place and rounds away from zero.
	['-0.001', '0.5', '0.00001', '0.00000001'],
	['0.001', '0.5', '0.00001', '-0.00000001'],
	['-0.001', '0.49', '0.00001', '0'],
])('a position of %s at mark %s and rate %s receives %s', (quantity, mark, rate, expected) => {
	const amount = fundingAmount(parseDecimal(quantity), parseDecimal(mark), parseDecimal(rate));
	expect(formatDecimal(amount)).toBe(expected);
});

describe('at an instant', () => {
	test('a long pays and a short receives at the mark of the instant', () => {
		const long = fixture.account('long');
		const short = fixture.account('short');
		fixture.exchange.placeOrder(long, orderOf('buy', '2'));
		fixture.exchange.placeOrder(short, orderOf('sell', '3'));
		fixture.world.marks.set(FIRST, fromInteger(110));
		fixture.clock.now = FIRST + 40;
		expect([long, short].map((id) => fixture.exchange.fundingPayments(id, ROWS).map(shown))).toEqual([
			[['AAAUSDT', 0, '110', '2', '-0.022']],
			[['AAAUSDT', 0, '110', '-3', '0.033']],
		]);
		expect(fixture.exchange.ledger(short, { limit: 1 })).toMatchObject([
			{ kind: 'funding', amount: parseDecimal('0.033'), at: FIRST, symbol: 'AAAUSDT' },
		]);
	});

	test('an order at the instant comes after its settlement', () => {
		const me = fixture.account('me');
		fixture.clock.now = FIRST;
		fixture.exchange.placeOrder(me, orderOf('buy', '2'));
		expect(fixture.exchange.fundingPayments(me, ROWS)).toEqual([]);
		fixture.clock.now = FIRST + HOUR_MS - 1;
		expect(fixture.exchange.fundingPayments(me, ROWS)).toEqual([]);
		fixture.clock.now = FIRST + HOUR_MS;
		fixture.exchange.placeOrder(me, orderOf('sell', '2'));
		expect(fixture.exchange.fundingPayments(me, ROWS).map(shown)).toEqual([
			['AAAUSDT', 1, '100', '2', '-0.02'],
		]);
	});

	test('the account is notified of payment, position and balance', () => {
		const me = fixture.account('me');
		fixture.exchange.placeOrder(me, orderOf('buy', '2'));
		const events: AccountEvent[] = [];
		fixture.exchange.onAccount(me, (event) => events.push(event));
		fixture.clock.now = FIRST;
		fixture.exchange.book('BBBUSDT', 1);
		expect(events.map((event) => event.kind)).toEqual(['funding', 'position', 'balance']);
	});

	test('is booked once, even if the exchange is opened repeatedly', () => {
		const me = fixture.account('me');
		fixture.exchange.placeOrder(me, orderOf('buy', '2'));
		fixture.clock.now = FIRST;
		expect(fixture.exchange.fundingPayments(me, ROWS)).toHaveLength(1);
		expect(fixture.reopen().fundingPayments(me, ROWS)).toHaveLength(1);
	});
});

describe('the timers', () => {
	beforeEach(() => {
		vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] });
	});
	afterEach(() => {
		vi.useRealTimers();
	});

	test('book a settlement at its instant, without any caller', () => {
		const me = fixture.account('me');
		fixture.exchange.placeOrder(me, orderOf('buy', '2'));
		const heard: unknown[] = [];
		fixture.exchange.onAccount(me, (event) => {
			if (event.kind === 'funding') heard.push(shown(event.payment));
		});
		fixture.clock.now = FIRST - 30;
		fixture.exchange.start();
		vi.advanceTimersByTime(1);
		expect(heard).toEqual([]);
		fixture.clock.now = FIRST;
		vi.advanceTimersByTime(30);
		expect(heard).toEqual([['AAAUSDT', 0, '100', '2', '-0.02']]);
	});

	test('move a book with listeners, and fill orders resting in another', () => {
		const me = fixture.account('me');
		const { id: orderId } = fixture.exchange.placeOrder(
			me,
			orderOf('buy', '1', { price: '99.9', symbol: 'BBBUSDT' }),
		);
		const sequences: number[] = [];
		fixture.exchange.book('AAAUSDT', 1);
		fixture.exchange.onBook('AAAUSDT', (delta) => sequences.push(delta.sequence));
		const heard: unknown[] = [];
		fixture.exchange.onAccount(me, (event) => {
			if (event.kind === 'fill') heard.push([event.order.id, event.order.status]);
		});
		fixture.exchange.start();
		fixture.clock.now += 200;
		movePrice(fixture.world, 'AAAUSDT', '0.001');
		movePrice(fixture.world, 'BBBUSDT', '-0.002');
		vi.advanceTimersByTime(200);
		expect(sequences).toHaveLength(1);
		expect(heard).toEqual([[orderId, 'filled']]);
	});
});

test('settlements missed while down are booked in order of time, each at the mark price of its instant', () => {
	const me = fixture.account('me');
	fixture.exchange.placeOrder(me, orderOf('buy', '2'));
	fixture.exchange.placeOrder(me, orderOf('sell', '1', { symbol: 'BBBUSDT' }));
	[101, 102, 103].forEach((mark, index) => {
		fixture.world.marks.set(FIRST + index * HOUR_MS, fromInteger(mark));
	});
	fixture.clock.now = FIRST + 2 * HOUR_MS + 5;
	const again = fixture.reopen();
	expect([...again.fundingPayments(me, ROWS)].reverse().map(shown)).toEqual([
		['AAAUSDT', 0, '101', '2', '-0.0202'],
		['BBBUSDT', 0, '101', '-1', '0.0101'],
		['AAAUSDT', 1, '102', '2', '-0.0204'],
		['BBBUSDT', 1, '102', '-1', '0.0102'],
		['AAAUSDT', 2, '103', '2', '-0.0206'],
		['BBBUSDT', 2, '103', '-1', '0.0103'],
	]);
	const balances = [...again.ledger(me, ROWS)].reverse().map((entry) => entry.walletBalance);
	expect(balances[balances.length - 1]).toBe(again.balance(me).walletBalance);
});

describe('settling now', () => {
	test('pays at the current mark price and predicted rate, and becomes part of the history', () => {
		const me = fixture.account('me');
		fixture.exchange.placeOrder(me, orderOf('sell', '2'));
		const [made] = fixture.exchange.settleNow('AAAUSDT');
		expect(made).toEqual({
			symbol: 'AAAUSDT',
			at: STARTED_AT,
			rate: parseDecimal('0.00005'),
			mark: fromInteger(100),
			intervalMs: HOUR_MS,
		});
		expect(fixture.exchange.fundingPayments(me, ROWS)).toMatchObject([{ amount: parseDecimal('0.01') }]);
		const again = fixture.reopen();
		expect(again.fundingHistory({ symbol: 'AAAUSDT', limit: 2 }).map(({ at }) => at)).toEqual([
			STARTED_AT,
			FIRST - HOUR_MS,
		]);
		expect(again.funding('AAAUSDT')).toMatchObject({
			previousSettlementAt: STARTED_AT,
			previousRate: parseDecimal('0.00005'),
			nextSettlementAt: FIRST,
		});
	});

	test('again within a millisecond, or at a regular instant, gets its own instant', () => {
		const me = fixture.account('me');
		fixture.exchange.placeOrder(me, orderOf('sell', '2'));
		fixture.clock.now = FIRST;
		const made = [fixture.exchange.settleNow('AAAUSDT'), fixture.exchange.settleNow('AAAUSDT')].flat();
		expect(made.map(({ at }) => at - FIRST)).toEqual([1, 2]);
		expect(fixture.exchange.fundingPayments(me, ROWS).map(({ at }) => at - FIRST)).toEqual([2, 1, 0]);
	});

	test('settles all symbols if none is named', () => {
		expect(fixture.exchange.settleNow(undefined).map(({ symbol }) => symbol)).toEqual(['AAAUSDT', 'BBBUSDT']);
	});
});

describe('the history', () => {
	test('reaches back before the first start, newest first, in pages', () => {
		const page = (offset: number) =>
			fixture.exchange.fundingHistory({ symbol: 'AAAUSDT', limit: 3, offset }).map(({ at }) => at);
		const at = (hours: number) => FIRST - hours * HOUR_MS;
		expect([page(0), page(3)]).toEqual([
			[at(1), at(2), at(3)],
			[at(4), at(5), at(6)],
		]);
		const month = { symbol: 'AAAUSDT', limit: 1_000, from: STARTED_AT - 35 * 24 * HOUR_MS };
		expect(fixture.exchange.fundingHistory(month)).toHaveLength(35 * 24);
	});

	test('ends at the listing and shows nothing of the future', () => {
		const all = fixture.exchange.fundingHistory({
			symbol: 'AAAUSDT',
			limit: 10_000,
			to: FIRST + 9 * HOUR_MS,
		});
		expect(all).toHaveLength(60 * 24);
		expect(all[0]?.at).toBe(FIRST - HOUR_MS);
	});
});
