import { expect, test } from 'vitest';
import { PAPER_DEPOSIT, paperHolding, paperOrder } from '../../test/support/paper-states.ts';
import { storePerTest } from '../../test/support/store-per-test.ts';
import { fromInteger, ONE, parseDecimal } from '../domain/decimal.ts';
import type { PaperChange, PaperFill, PaperPayment } from '../ports/paper-store.ts';
import { createPaperStore } from './paper.ts';

const ACCOUNT = { accountId: 'paper_ann', venue: 'bybit', deposit: PAPER_DEPOSIT, openedAt: 1 };
const database = storePerTest();

const FILL: PaperFill = {
	tradeId: 't-1',
	symbol: 'BTCUSDT',
	side: 'buy',
	venueOrderId: 'venue-a',
	clientOrderId: 'a',
	cause: 'order',
	quantity: parseDecimal('0.5'),
	price: parseDecimal('100.123456789012345678'),
	fee: parseDecimal('0.02753395'),
	realized: parseDecimal('-1.000000000000000001'),
	filledAt: 20,
};
const PAYMENT: PaperPayment = {
	symbol: 'BTCUSDT',
	settledAt: 30,
	rate: parseDecimal('-0.000123'),
	quantity: parseDecimal('-0.5'),
	price: fromInteger(100),
	amount: parseDecimal('0.00615'),
};
const WHOLE: PaperChange = {
	wallet: parseDecimal('9999.5'),
	holdings: [
		paperHolding({
			quantity: parseDecimal('-0.5'),
			entryValue: parseDecimal('-50.25'),
			marginMode: 'cross',
			fundedTo: 7,
			filledAt: 20,
			lastMark: fromInteger(101),
			delistingAt: 99,
			tiers: [
				{
					valueMax: fromInteger(9),
					maintenanceRate: parseDecimal('0.01'),
					deduction: ONE,
					leverageMax: fromInteger(50),
				},
			],
		}),
	],
	orders: [
		paperOrder('a', 'buy', ONE, fromInteger(100), {
			status: 'resting',
			timeInForce: 'postOnly',
			reduceOnly: true,
			queueAhead: parseDecimal('3.25'),
			tradedPast: ONE,
			countsFrom: 12,
		}),
		paperOrder('b', 'sell', ONE, fromInteger(90), { status: 'canceled' }),
	],
	fills: [FILL],
	payments: [PAYMENT],
	taken: new Map([['BTCUSDT', [{ side: 'buy', price: fromInteger(101), quantity: ONE }]]]),
};

test('an account is read back exactly after a restart', async () => {
	await createPaperStore(database.now()).open(ACCOUNT);
	await createPaperStore(database.now()).write(ACCOUNT.accountId, WHOLE);
	const store = createPaperStore(database.reopen());
	const state = await store.load(ACCOUNT.accountId, 'bybit');
	expect(state).toEqual({
		account: ACCOUNT,
		wallet: WHOLE.wallet,
		holdings: new Map([['BTCUSDT', WHOLE.holdings?.[0]]]),
		open: new Map([['a', WHOLE.orders?.[0]]]),
		taken: WHOLE.taken,
	});
	expect(await store.order(ACCOUNT.accountId, 'b')).toEqual(WHOLE.orders?.[1]);
	expect(await store.fillsOfOrder(ACCOUNT.accountId, 'venue-a')).toEqual([FILL]);
	expect(await store.fills(ACCOUNT.accountId, 20, 20, 'BTCUSDT')).toEqual([FILL]);
	expect(await store.fills(ACCOUNT.accountId, 21, 99)).toEqual([]);
	expect(await store.fills(ACCOUNT.accountId, 0, 99, 'ETHUSDT')).toEqual([]);
	expect(await store.payments(ACCOUNT.accountId, 'BTCUSDT', 30, 30)).toEqual([PAYMENT]);
	expect(await store.load(ACCOUNT.accountId, 'kucoin')).toBeUndefined();
});

test('opening an account again leaves it unchanged', async () => {
	const store = createPaperStore(database.now());
	await store.open(ACCOUNT);
	await store.write(ACCOUNT.accountId, WHOLE);
	await store.open({ ...ACCOUNT, deposit: ONE });
	expect(await store.load(ACCOUNT.accountId, 'bybit')).toMatchObject({
		account: ACCOUNT,
		wallet: WHOLE.wallet,
	});
});

test('a change with one refused part leaves nothing', async () => {
	const store = createPaperStore(database.now());
	await store.open(ACCOUNT);
	await store.write(ACCOUNT.accountId, { fills: [FILL] });
	await expect(store.write(ACCOUNT.accountId, WHOLE)).rejects.toThrow(/unique/i);
	expect(await store.load(ACCOUNT.accountId, 'bybit')).toEqual({
		account: ACCOUNT,
		wallet: PAPER_DEPOSIT,
		holdings: new Map(),
		open: new Map(),
		taken: new Map(),
	});
	expect(await store.payments(ACCOUNT.accountId, 'BTCUSDT', 0, 99)).toEqual([]);
});

test('accounts with holdings, open orders or recent trades are active', async () => {
	const store = createPaperStore(database.now());
	const accounts = ['holds', 'ordered', 'traded', 'idle'].map((accountId, index) => ({
		...ACCOUNT,
		accountId,
		openedAt: index,
	}));
	for (const account of accounts) await store.open(account);
	await store.write('holds', { holdings: [paperHolding({ quantity: ONE, filledAt: 5 })] });
	await store.write('ordered', { orders: [paperOrder('a', 'buy', ONE, ONE)] });
	await store.write('traded', { holdings: [paperHolding({ filledAt: 50 })] });
	await store.write('idle', {
		holdings: [paperHolding({ filledAt: 5 })],
		orders: [paperOrder('a', 'buy', ONE, ONE, { status: 'filled' })],
	});
	expect((await store.active(10)).map(({ accountId }) => accountId)).toEqual(['holds', 'ordered', 'traded']);
});
