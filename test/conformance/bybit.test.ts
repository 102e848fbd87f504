/**
 * Tests unmodified ccxt against the Bybit front end: every REST operation that the service uses, with values checked
 * against the simulator's own database and world. ccxt runs in its own process.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BybitSetup, expectRefusal, startBybit } from './bybit-setup.ts';
import { dec, openTruth, SYMBOL, type Truth, UNIFIED } from './bybit-truth.ts';
import type { CcxtHandle, Simulator } from './harness.ts';

const ACKNOWLEDGED = { acknowledged: true };

let setup: BybitSetup;
let simulator: Simulator;
let truth: Truth;
let rest: CcxtHandle;

/**
 * Returns the last price times `factor`, rounded to an integer. The result is far enough from the market that a limit
 * order certainly crosses or rests.
 */
async function limitPrice(factor: number): Promise<number> {
	const ticker = await rest.call('fetchTicker', UNIFIED);
	return Math.round(ticker.last * factor);
}

beforeAll(async () => {
	setup = await startBybit();
	({ simulator, truth } = setup);
	rest = await setup.open(setup.account);
	await rest.call('loadMarkets');
});

afterAll(() => setup?.close());

/** Returns an instrument's settlement schedule and last settled rate, from the simulator's world. */
function clockOf(symbol: string): {
	readonly nextSettlementAt: number;
	readonly previousSettlementAt: number;
	readonly intervalMs: number;
	readonly previousRate: number;
} {
	const { world } = truth;
	const instrument = truth.instrument(symbol);
	const now = Date.now();
	const previousSettlementAt = world.previousSettlementAt(instrument, now);
	return {
		previousSettlementAt,
		nextSettlementAt: world.nextSettlementAt(instrument, now),
		intervalMs: world.intervalMs(instrument, now),
		previousRate: dec(world.settledRate(instrument, previousSettlementAt)),
	};
}

describe('markets', () => {
	it('load with their steps, limits, fees and interval', async () => {
		const markets = await rest.read('markets');
		const instrument = truth.instrument(SYMBOL);
		expect(markets[UNIFIED]).toMatchObject({
			id: SYMBOL,
			type: 'swap',
			linear: true,
			active: true,
			settle: 'USDT',
			contractSize: 1,
			precision: { amount: dec(instrument.lotSize), price: dec(instrument.tickSize) },
			limits: {
				amount: { min: dec(instrument.quantityMin), max: dec(instrument.quantityMax) },
				cost: { min: 5 },
				leverage: { min: 1, max: instrument.leverageMax },
			},
			created: instrument.listedAt,
		});
		expect(Object.keys(markets)).toHaveLength(truth.instruments().length);
	});

	it('load with every default type; the other categories are empty', async () => {
		const all = await setup.open(setup.account, { config: { options: {} } });
		const markets = await all.call('loadMarkets');
		expect(Object.keys(markets)).toHaveLength(truth.instruments().length);
		expect((await all.read('currencies')).USDT).toMatchObject({ code: 'USDT' });
	});

	it('report the time', async () => {
		const before = Date.now();
		const time = await rest.call('fetchTime');
		expect(time).toBeGreaterThanOrEqual(before);
		expect(time).toBeLessThanOrEqual(Date.now());
	});
});

describe('funding rates', () => {
	it('are the running estimate, with the clock and the interval of the venue', async () => {
		const rate = await rest.call('fetchFundingRate', UNIFIED);
		const clock = clockOf(SYMBOL);
		expect(rate).toMatchObject({
			symbol: UNIFIED,
			fundingTimestamp: clock.nextSettlementAt,
			interval: `${clock.intervalMs / 3_600_000}h`,
		});
		expect(Math.abs(rate.fundingRate)).toBeLessThanOrEqual(dec(truth.instrument(SYMBOL).fundingCap));
		const all = await rest.call('fetchFundingRates');
		expect(Object.keys(all)).toHaveLength(truth.instruments().length);
		expect(all[UNIFIED].fundingTimestamp).toBe(clock.nextSettlementAt);
	});

	it('have a settled history, oldest first in ccxt, spaced by whole intervals', async () => {
		const clock = clockOf(SYMBOL);
		const history = await rest.call('fetchFundingRateHistory', UNIFIED, null, 90);
		expect(history).toHaveLength(90);
		expect(history[89]).toMatchObject({
			symbol: UNIFIED,
			timestamp: clock.previousSettlementAt,
			fundingRate: clock.previousRate,
		});
		// ccxt requests a window of `limit` full intervals. A window that began on a settlement would contain one
		// record more than the limit and lose the first, so it begins 1 ms later.
		const since = history[10].timestamp + 1;
		const window = await rest.call('fetchFundingRateHistory', UNIFIED, since, 5);
		expect(window).toEqual(history.slice(11, 16));
	});
});

describe('orders', () => {
	const QUANTITY = 0.02;
	let idOfFirst: string;

	it('fill as IOC limit orders and are found by their own id', async () => {
		const price = await limitPrice(1.01);
		const own = { timeInForce: 'IOC', clientOrderId: 'own-ioc_1' };
		const sent = await rest.call('createOrder', UNIFIED, 'limit', 'buy', QUANTITY, price, own);
		expect(sent.clientOrderId).toBe('own-ioc_1');
		idOfFirst = sent.id;
		const byOwnId = { ...ACKNOWLEDGED, orderLinkId: 'own-ioc_1' };
		const order = await rest.call('fetchOrder', null, UNIFIED, byOwnId);
		const fills = truth.fills({ clientOrderId: 'own-ioc_1' });
		expect(order).toMatchObject({
			id: sent.id,
			clientOrderId: 'own-ioc_1',
			symbol: UNIFIED,
			type: 'limit',
			side: 'buy',
			timeInForce: 'IOC',
			status: 'closed',
			amount: QUANTITY,
			filled: QUANTITY,
			remaining: 0,
			price,
			fee: { currency: 'USDT' },
		});
		expect(order.cost).toBeCloseTo(fills.value, 6);
		expect(order.fee.cost).toBeCloseTo(fills.fee, 8);
		expect(order.average).toBeCloseTo(fills.value / QUANTITY, 6);
		expect(await rest.call('fetchOrder', sent.id, UNIFIED, ACKNOWLEDGED)).toEqual(order);
	});

	it('rest as post-only, are listed open, and are canceled by their own id', async () => {
		const price = await limitPrice(0.97);
		const own = { postOnly: true, clientOrderId: 'own-post_1' };
		const sent = await rest.call('createOrder', UNIFIED, 'limit', 'buy', QUANTITY, price, own);
		const [open] = await rest.call('fetchOpenOrders', UNIFIED);
		const expected = { status: 'open', price, remaining: QUANTITY, timeInForce: 'PO', postOnly: true };
		expect(open).toMatchObject({ id: sent.id, clientOrderId: 'own-post_1', ...expected });
		expect(await rest.call('fetchOpenOrders')).toHaveLength(1);
		await rest.call('cancelOrder', null, UNIFIED, { orderLinkId: 'own-post_1' });
		expect(await rest.call('fetchOpenOrders', UNIFIED)).toEqual([]);
		const canceled = await rest.call('fetchOrder', sent.id, UNIFIED, ACKNOWLEDGED);
		expect(canceled).toMatchObject({ status: 'canceled', filled: 0 });
		expect(canceled.info).toMatchObject({ cancelType: 'CancelByUser', rejectReason: 'EC_PerCancelRequest' });
	});

	it('are canceled at once when a post-only order would take liquidity', async () => {
		const own = { postOnly: true, clientOrderId: 'own-post_2' };
		const price = await limitPrice(1.01);
		const sent = await rest.call('createOrder', UNIFIED, 'limit', 'buy', QUANTITY, price, own);
		const order = await rest.call('fetchOrder', sent.id, UNIFIED, ACKNOWLEDGED);
		expect(order).toMatchObject({ status: 'canceled', filled: 0 });
		expect(order.info.rejectReason).toBe('EC_PostOnlyWillTakeLiquidity');
		expect(truth.fills({ clientOrderId: 'own-post_2' }).quantity).toBe(0);
	});

	it('fill completely or not at all as FOK', async () => {
		const all = { timeInForce: 'FOK', clientOrderId: 'own-fok_1' };
		const price = await limitPrice(1.01);
		const filled = await rest.call('createOrder', UNIFIED, 'limit', 'buy', QUANTITY, price, all);
		expect(await rest.call('fetchOrder', filled.id, UNIFIED, ACKNOWLEDGED)).toMatchObject({
			status: 'closed',
		});
		// No ask is as low as this price.
		const low = await limitPrice(0.99);
		const killed = await rest.call('createOrder', UNIFIED, 'limit', 'buy', QUANTITY, low, {
			timeInForce: 'FOK',
		});
		const order = await rest.call('fetchOrder', killed.id, UNIFIED, ACKNOWLEDGED);
		expect(order).toMatchObject({ status: 'canceled', filled: 0, timeInForce: 'FOK' });
		expect(order.info.rejectReason).toBe('EC_CancelForNoFullFill');
	});

	it('are all canceled by one call', async () => {
		const price = await limitPrice(0.97);
		await rest.call('createOrder', UNIFIED, 'limit', 'buy', QUANTITY, price);
		await rest.call('createOrder', UNIFIED, 'limit', 'buy', QUANTITY, price - 1);
		expect(await rest.call('cancelAllOrders', UNIFIED)).toHaveLength(2);
		expect(await rest.call('fetchOpenOrders', UNIFIED)).toEqual([]);
	});

	it('leave the trades and position that the exchange records', async () => {
		const fills = truth.fills({ symbol: SYMBOL });
		const trades = await rest.call('fetchMyTrades', UNIFIED);
		expect(trades.map((trade: { order: string }) => trade.order)).toContain(idOfFirst);
		const total = (name: string): number =>
			trades.reduce((sum: number, trade: Record<string, number>) => sum + (trade[name] ?? 0), 0);
		expect(total('amount')).toBeCloseTo(fills.quantity, 9);
		expect(total('cost')).toBeCloseTo(fills.value, 6);
		for (const trade of trades) {
			expect(trade).toMatchObject({
				symbol: UNIFIED,
				side: 'buy',
				takerOrMaker: 'taker',
				fee: { rate: 0.00055 },
			});
			expect(trade.fee.cost).toBeCloseTo(trade.cost * 0.00055, 7);
		}
		const [position] = await rest.call('fetchPositions');
		expect(position).toMatchObject({ symbol: UNIFIED, side: 'long', contractSize: 1, hedged: false });
		expect(position.contracts).toBeCloseTo(fills.quantity, 9);
		expect(position.entryPrice).toBeCloseTo(fills.value / fills.quantity, 6);
		const realized = Number(position.info.curRealisedPnl);
		expect(realized).toBeCloseTo(-fills.fee, 6);
		expect(await rest.call('fetchPosition', UNIFIED)).toMatchObject({
			contracts: position.contracts,
			side: 'long',
		});
		expect(position.liquidationPrice).toBeLessThan(position.entryPrice);
	});

	it('close a position as reduce-only market orders, never more than its size', async () => {
		const held = truth.fills({ symbol: SYMBOL }).quantity;
		const own = { reduceOnly: true, clientOrderId: 'own-reduce_1' };
		const sent = await rest.call('createOrder', UNIFIED, 'market', 'sell', 1, null, own);
		const order = await rest.call('fetchOrder', sent.id, UNIFIED, ACKNOWLEDGED);
		expect(order).toMatchObject({ status: 'closed', reduceOnly: true, type: 'market', side: 'sell' });
		expect(order.filled).toBeCloseTo(held, 9);
		expect(await rest.call('fetchPositions')).toEqual([]);
		const flat = await rest.call('fetchPosition', UNIFIED);
		expect(flat).toMatchObject({ contracts: 0, side: null });
		const closed = await rest.call('fetchClosedOrders', UNIFIED);
		expect(closed.map((each: { id: string }) => each.id)).toContain(sent.id);
	});
});

describe('the account', () => {
	it('reports the exchange’s wallet', async () => {
		const balance = await rest.call('fetchBalance');
		const { available } = await truth.balance();
		expect(balance.USDT.total).toBe(truth.wallet());
		expect(balance.USDT.free).toBeCloseTo(available ?? Number.NaN, 6);
		expect(balance.info.result.list[0].coin[0].availableToWithdraw).toBe('');
		const transferable = await rest.call('privateGetV5AccountWithdrawal', { coinName: 'USDT' });
		expect(Number(transferable.result.availableWithdrawal)).toBeCloseTo(available ?? Number.NaN, 6);
	});

	it('reports its fees', async () => {
		const fee = await rest.call('fetchTradingFee', UNIFIED);
		expect(fee).toMatchObject({ symbol: UNIFIED, taker: 0.00055, maker: 0.0002 });
		const fees = await rest.call('fetchTradingFees');
		expect(Object.keys(fees)).toHaveLength(truth.instruments().length);
	});

	it('sets leverage once; the same value again fails with 110043', async () => {
		await rest.call('setLeverage', 7, UNIFIED);
		expect(await rest.call('fetchLeverage', UNIFIED)).toMatchObject({ longLeverage: 7, shortLeverage: 7 });
		await expectRefusal(rest.call('setLeverage', 7, UNIFIED), 'BadRequest', 110043);
		await expectRefusal(rest.call('setLeverage', 5000, UNIFIED), 'BadRequest', 110013);
	});

	it('switches its margin mode while it is flat, and shows account-wide margin only in cross', async () => {
		await rest.call('setMarginMode', 'cross');
		expect((await rest.call('privateGetV5AccountInfo')).result.marginMode).toBe('REGULAR_MARGIN');
		const cross = await rest.call('fetchBalance');
		const { available } = await truth.balance();
		expect(Number(cross.info.result.list[0].totalAvailableBalance)).toBeCloseTo(available ?? Number.NaN, 6);
		await rest.call('setMarginMode', 'isolated');
		const isolated = await rest.call('fetchBalance');
		expect(isolated.info.result.list[0].totalAvailableBalance).toBe('');
		await rest.call('createOrder', UNIFIED, 'market', 'buy', 0.01);
		await expectRefusal(rest.call('setMarginMode', 'cross'), 'ExchangeError', 3400045);
		await rest.call('createOrder', UNIFIED, 'market', 'sell', 0.01, null, { reduceOnly: true });
	});
});

describe('funding payments', () => {
	it('are booked at the settlement: execFee is positive when paid, the log has the opposite sign', async () => {
		const payer = await simulator.createAccount('payer');
		const own = openTruth(simulator, payer);
		const paying = await setup.open(payer);
		await paying.call('createOrder', UNIFIED, 'market', 'sell', 0.05);
		await simulator.admin('POST', '/settle', { symbol: SYMBOL });
		const payment = own.lastPayment();
		expect(payment.amount).not.toBe(0);
		const [income] = await paying.call('fetchFundingHistory', UNIFIED);
		expect(income).toMatchObject({
			symbol: UNIFIED,
			code: 'USDT',
			timestamp: payment.at,
			id: payment.id,
			amount: -payment.amount,
		});
		// A short receives funding at a positive rate. The record's feeRate has the sign of its payment.
		expect(income.rate).toBeCloseTo(-payment.rate, 8);
		expect(Math.sign(payment.amount)).toBe(Math.sign(payment.rate));
		const log = await paying.call('privateGetV5AccountTransactionLog', { type: 'SETTLEMENT' });
		expect(log.result.list[0]).toMatchObject({ symbol: SYMBOL, side: 'Sell', type: 'SETTLEMENT', fee: '0' });
		expect(Number(log.result.list[0].funding)).toBe(payment.amount);
		expect(Number(log.result.list[0].cashBalance)).toBe(own.wallet());
		const history = await paying.call('fetchFundingRateHistory', UNIFIED, null, 1);
		expect(history[0].timestamp).toBe(payment.at);
		expect(history[0].fundingRate).toBeCloseTo(payment.rate, 8);
		const ledger = await paying.call('fetchLedger', 'USDT');
		expect(ledger.map((row: { before: number; after: number }) => row.after).at(-1)).toBe(own.wallet());
		own.close();
	});
});
