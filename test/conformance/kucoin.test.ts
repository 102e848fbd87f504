/**
 * Tests unmodified ccxt against the KuCoin futures front end: every operation of the classic account. The reported
 * values must agree with each other and with the fills.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
	CcxtError,
	type CcxtHandle,
	type CcxtProcess,
	type Simulator,
	type SimulatorAccount,
	startCcxt,
	startSimulator,
} from './harness.ts';

const BTC = 'BTC/USDT:USDT';
const ETH = 'ETH/USDT:USDT';
const MULTIPLIER = 0.001;
const ISOLATED = { leverage: 2, marginMode: 'isolated' } as const;
/** Time until the first scheduled settlement, long enough that none falls within a test. */
const SETTLE_IN_SECONDS = 3_600;

let simulator: Simulator;
let account: SimulatorAccount;
let ccxt: CcxtProcess;
let rest: CcxtHandle;
let pro: CcxtHandle;
let counter = 0;

type Keys = Pick<SimulatorAccount, 'key' | 'secret' | 'passphrase'>;

function open(
	keys: Keys,
	options: { readonly pro?: boolean; readonly config?: Readonly<Record<string, unknown>> } = {},
): Promise<CcxtHandle> {
	return ccxt.open({
		exchange: 'kucoinfutures',
		pro: options.pro ?? false,
		config: {
			apiKey: keys.key,
			secret: keys.secret,
			password: keys.passphrase,
			enableRateLimit: false,
			options: { uta: false },
			...options.config,
		},
		hosts: simulator.hosts,
	});
}

beforeAll(async () => {
	simulator = await startSimulator({ exchange: 'kucoin', settleInSeconds: SETTLE_IN_SECONDS });
	account = await simulator.createAccount('conformance', { deposit: '100000' });
	ccxt = startCcxt();
	rest = await open(account);
	pro = await open(account, { pro: true });
	await rest.call('loadMarkets');
	await pro.call('loadMarkets');
});

afterAll(async () => {
	await ccxt[Symbol.asyncDispose]();
	await simulator[Symbol.asyncDispose]();
});

function ownId(): string {
	counter += 1;
	return counter.toString(16).padStart(32, 'c');
}

async function bestPrices(): Promise<{ readonly bid: number; readonly ask: number }> {
	const book = await rest.call('fetchOrderBook', BTC, 20);
	return { bid: book.bids[0][0], ask: book.asks[0][0] };
}

/** Buys ten lots at once and returns the order as the exchange reports it. */
async function bought(clientOid = ownId()) {
	const { ask } = await bestPrices();
	const sent = await rest.call('createOrder', BTC, 'limit', 'buy', 10, Math.round(ask * 1.01), {
		...ISOLATED,
		timeInForce: 'IOC',
		clientOrderId: clientOid,
	});
	return rest.call('fetchOrder', sent.id, BTC);
}

async function soldAll(): Promise<void> {
	const { bid } = await bestPrices();
	await rest.call('createOrder', BTC, 'limit', 'sell', 10, Math.round(bid * 0.99), {
		...ISOLATED,
		timeInForce: 'IOC',
		reduceOnly: true,
		clientOrderId: ownId(),
	});
}

describe('markets and public data', () => {
	it('loads the linear perpetuals in lots with a multiplier, with classic and default options', async () => {
		const defaults = await open(account, { config: { options: {} } });
		for (const handle of [rest, defaults]) {
			const markets = await handle.call('loadMarkets');
			expect(Object.keys(markets).length).toBeGreaterThan(40);
			expect(markets[BTC]).toMatchObject({
				id: 'XBTUSDTM',
				contractSize: MULTIPLIER,
				linear: true,
				swap: true,
				settle: 'USDT',
			});
		}
	});

	it('reports the running estimate of one and of all contracts, with interval and next settlement', async () => {
		const one = await rest.call('fetchFundingRate', BTC);
		expect(one).toMatchObject({ symbol: BTC, interval: '8h' });
		expect(one.fundingTimestamp).toBeGreaterThan(Date.now());
		const all = await rest.call('fetchFundingRates');
		expect(Object.keys(all).length).toBeGreaterThan(40);
		expect(all[BTC].fundingTimestamp).toBe(one.fundingTimestamp);
		expect(Math.abs(all[BTC].fundingRate - one.fundingRate)).toBeLessThan(1e-6);
	});

	it('reports settled rates of 35 days, on the exchange’s clock', async () => {
		const since = Date.now() - 35 * 86_400_000;
		const rates = await rest.call('fetchFundingRateHistory', BTC, since, 100, { until: Date.now() });
		expect(rates.length).toBe(100);
		for (const [index, rate] of rates.entries()) {
			const next = rates[index + 1];
			if (next !== undefined) expect(next.timestamp - rate.timestamp).toBe(8 * 3_600_000);
		}
	});

	it('has a consistent book, ticker and trades', async () => {
		const book = await rest.call('fetchOrderBook', BTC, 20);
		const ticker = await rest.call('fetchTicker', BTC);
		expect(book.bids[0][0]).toBeLessThan(book.asks[0][0]);
		expect(book.bids.length).toBe(20);
		expect(Math.abs(ticker.last / book.bids[0][0] - 1)).toBeLessThan(0.01);
		expect((await rest.call('fetchTrades', BTC)).length).toBeGreaterThan(0);
	});
});

describe('orders, in lots', () => {
	it('an IOC with our own id fills, and order, trades, position and balance agree', async () => {
		const before = await rest.call('fetchBalance');
		const clientOid = ownId();
		const order = await bought(clientOid);
		expect(order).toMatchObject({
			clientOrderId: clientOid,
			status: 'closed',
			amount: 10,
			filled: 10,
			timeInForce: 'IOC',
		});
		expect(await rest.call('fetchOrder', '', BTC, { clientOid })).toMatchObject({ id: order.id });
		const trades = (await rest.call('fetchMyTrades', BTC)).filter(
			(trade: { readonly order: string }) => trade.order === order.id,
		);
		expect(
			trades.reduce((total: number, trade: { readonly amount: number }) => total + trade.amount, 0),
		).toBe(10);
		for (const trade of trades)
			expect(trade.fee.cost / (trade.price * trade.amount * MULTIPLIER)).toBeCloseTo(0.0006, 8);
		const [position] = await rest.call('fetchPositions');
		expect(position).toMatchObject({
			symbol: BTC,
			side: 'long',
			contracts: 10,
			contractSize: MULTIPLIER,
			marginMode: 'isolated',
			leverage: 2,
		});
		expect(await rest.call('fetchPosition', BTC)).toMatchObject({ contracts: 10 });
		const after = await rest.call('fetchBalance');
		expect(after.USDT.free).toBeLessThan(before.USDT.free);
		await soldAll();
		expect((await rest.call('fetchPositions')).length).toBe(0);
	});

	it('pays a settlement to the position holder, in the exchange’s own record', async () => {
		await bought();
		await simulator.admin('POST', '/settle', { symbol: 'XBTUSDTM' });
		const [payment] = await rest.call('fetchFundingHistory', BTC);
		const rate = Number(payment.info.fundingRate);
		expect(payment.amount).toBeCloseTo(-rate * Number(payment.info.markPrice) * 10 * MULTIPLIER, 7);
		expect(Number(payment.info.positionQty)).toBe(10);
		await soldAll();
	});

	it('a post-only order rests, is listed, and is canceled by our own id', async () => {
		const { bid } = await bestPrices();
		const clientOrderId = ownId();
		const sent = await rest.call('createOrder', BTC, 'limit', 'buy', 3, Math.round(bid * 0.98), {
			...ISOLATED,
			postOnly: true,
			clientOrderId,
		});
		const open = await rest.call('fetchOpenOrders', BTC);
		expect(open).toMatchObject([
			{ id: sent.id, clientOrderId, amount: 3, filled: 0, status: 'open', postOnly: true },
		]);
		await rest.call('cancelOrder', undefined, BTC, { clientOrderId });
		expect(await rest.call('fetchOpenOrders', BTC)).toEqual([]);
		expect(await rest.call('fetchOrder', sent.id, BTC)).toMatchObject({ status: 'canceled', filled: 0 });
	});

	it('fees, leverage and margin mode', async () => {
		expect(await rest.call('fetchTradingFee', BTC)).toMatchObject({ taker: 0.0006, maker: 0.0002 });
		await rest.call('setMarginMode', 'cross', ETH);
		await rest.call('setLeverage', 5, ETH, { marginMode: 'cross' });
		const raw = await rest.call('futuresPrivateGetGetCrossUserLeverage', { symbol: 'ETHUSDTM' });
		expect(raw.data).toEqual({ symbol: 'ETHUSDTM', leverage: '5' });
		await rest.call('setMarginMode', 'isolated', ETH);
	});
});

describe('refusals', () => {
	async function refusal(
		call: Promise<unknown>,
	): Promise<{ readonly name: string | undefined; readonly code: unknown }> {
		const error: unknown = await call.then(
			(result) => result,
			(thrown: unknown) => thrown,
		);
		expect(error).toBeInstanceOf(CcxtError);
		const { classes, body } = error as CcxtError;
		return { name: classes[0], code: body?.code };
	}

	it('rejects an unknown key, a wrong secret, a wrong passphrase and a stale clock', async () => {
		const wrong = async (keys: Partial<Keys>, config: Readonly<Record<string, unknown>> = {}) =>
			refusal((await open({ ...account, ...keys }, { config })).call('fetchBalance'));
		expect(await wrong({ key: 'nobody' })).toEqual({ name: 'AuthenticationError', code: '400003' });
		expect(await wrong({ secret: 'wrong', passphrase: account.passphrase })).toMatchObject({
			name: 'AuthenticationError',
		});
		expect(await wrong({ passphrase: 'wrong' })).toEqual({ name: 'AuthenticationError', code: '400004' });
		expect(
			await wrong({}, { options: { uta: false, timeDifference: 60_000, adjustForTimeDifference: false } }),
		).toEqual({ name: 'InvalidNonce', code: '400002' });
	});

	it('rejects orders with a partial lot, too large, duplicate or without a position to reduce', async () => {
		const { ask } = await bestPrices();
		const buy = (lots: number, params: Readonly<Record<string, unknown>>) =>
			rest.call('createOrder', BTC, 'limit', 'buy', lots, Math.round(ask * 1.01), {
				...ISOLATED,
				timeInForce: 'IOC',
				...params,
			});
		expect((await refusal(buy(0.5, {}))).name).toBe('InvalidOrder');
		expect(await refusal(buy(100_000, { leverage: 1 }))).toEqual({
			name: 'InsufficientFunds',
			code: '300003',
		});
		const clientOrderId = ownId();
		await rest.call('createOrder', BTC, 'limit', 'buy', 1, Math.round(ask * 0.97), {
			...ISOLATED,
			clientOrderId,
		});
		expect(await refusal(buy(1, { clientOrderId }))).toEqual({
			name: 'ExchangeError',
			code: '300018',
		});
		await rest.call('cancelOrder', undefined, BTC, { clientOrderId });
		// A new order may reuse the id of an ended order, because the documentation does not forbid it.
		await bought(clientOrderId);
		await soldAll();
		expect(
			await refusal(
				rest.call('createOrder', BTC, 'limit', 'sell', 1, Math.round(ask), {
					...ISOLATED,
					timeInForce: 'IOC',
					reduceOnly: true,
				}),
			),
		).toEqual({ name: 'InvalidOrder', code: '300009' });
		expect(await refusal(rest.call('fetchOrder', '', BTC, { clientOid: 'f'.repeat(32) }))).toEqual({
			name: 'OrderNotFound',
			code: '100001',
		});
	});

	it('rejects an order in another margin mode than the symbol’s or in hedge mode, and changes neither setting', async () => {
		const { ask } = await bestPrices();
		const buy = (params: Readonly<Record<string, unknown>>) =>
			refusal(rest.call('createOrder', BTC, 'limit', 'buy', 1, Math.round(ask * 1.01), params));
		const modeOf = async () =>
			(await rest.call('futuresPrivateGetPositionGetMarginMode', { symbol: 'XBTUSDTM' })).data.marginMode;
		expect(await buy({ marginMode: 'CROSS', leverage: 3, timeInForce: 'IOC' })).toEqual({
			name: 'InvalidOrder',
			code: '330005',
		});
		expect(await modeOf()).toBe('ISOLATED');
		const immediate = { ...ISOLATED, timeInForce: 'IOC' };
		expect(await buy({ ...immediate, positionSide: 'LONG' })).toMatchObject({ code: '330011' });
		await simulator.admin('POST', '/accounts/conformance/position-mode', { hedge: true });
		expect(await buy(immediate)).toEqual({ name: 'InvalidOrder', code: '330012' });
		await simulator.admin('POST', '/accounts/conformance/position-mode', { hedge: false });
		expect(await rest.call('fetchPositions')).toEqual([]);
	});

	it('a batch cancel answers per order: each order that cannot be cancelled has its own code', async () => {
		const { bid } = await bestPrices();
		const clientOrderIds = [ownId(), ownId()];
		const sent = [];
		for (const clientOrderId of clientOrderIds)
			sent.push(
				await rest.call('createOrder', BTC, 'limit', 'buy', 1, Math.round(bid * 0.97), {
					...ISOLATED,
					clientOrderId,
				}),
			);
		const cancel = (params: object) => rest.call('futuresPrivateDeleteOrdersMultiCancel', params);
		const first = await cancel({ orderIdsList: [sent[0].id, '1'] });
		expect(first.data).toEqual([
			{ orderId: sent[0].id, clientOid: null, code: '200', msg: 'success' },
			{ orderId: '1', clientOid: null, code: '100004', msg: expect.any(String) },
		]);
		const second = await cancel({
			clientOidsList: clientOrderIds.map((clientOid) => ({ symbol: 'XBTUSDTM', clientOid })),
		});
		expect(second.data.map((row: { readonly code: string }) => row.code)).toEqual(['100004', '200']);
		expect(await rest.call('fetchOpenOrders', BTC)).toEqual([]);
	});

	it('one request too many (ccxt 4.5.84 has no class for this code)', async () => {
		await simulator.admin('POST', '/faults', {
			operation: 'account',
			count: 1,
			action: { kind: 'rateLimit' },
		});
		expect(await refusal(rest.call('fetchBalance'))).toEqual({ name: 'ExchangeError', code: '429000' });
	});

	it('a blocked address gets Cloudflare’s own answer: no JSON, and the time to wait', async () => {
		await simulator.admin('POST', '/faults', { operation: 'market', count: 1, action: { kind: 'ban' } });
		const blocked = await fetch(`http://127.0.0.1:${simulator.port}/api/v1/timestamp`);
		expect([blocked.status, blocked.headers.get('retry-after'), await blocked.text()]).toEqual([
			429,
			'30',
			'error code: 1015',
		]);
		await simulator.admin('POST', '/faults', { operation: 'account', count: 1, action: { kind: 'ban' } });
		expect((await refusal(rest.call('fetchBalance'))).name).toBe('RateLimitExceeded');
	});
});

describe('streams', () => {
	it('the incremental book continues the sequence of the REST snapshot, and the top-50 book agrees', async () => {
		const first = await pro.call('watchOrderBook', BTC);
		expect(first.bids[0][0]).toBeLessThan(first.asks[0][0]);
		for (let updates = 0; updates < 5; updates += 1) {
			const book = await pro.call('watchOrderBook', BTC);
			expect(book.bids[0][0]).toBeLessThan(book.asks[0][0]);
			expect(book.nonce).toBeGreaterThanOrEqual(first.nonce);
		}
		const top = await pro.call('watchOrderBookForSymbols', [ETH], 50);
		expect(top.symbol).toBe(ETH);
		expect(top.bids[0][0]).toBeLessThan(top.asks[0][0]);
	});

	it('streams ticker and funding equal to REST', async () => {
		const ticker = await pro.call('watchTicker', BTC);
		expect(Math.abs(ticker.bid / ticker.ask - 1)).toBeLessThan(0.01);
	});

	it('streams own orders, trades, position and balance', async () => {
		const orders = pro.call('watchOrders', BTC);
		const trades = pro.call('watchMyTrades', BTC);
		const balance = pro.call('watchBalance');
		// ccxt answers the first watchPosition from REST. The second call listens to the stream.
		await pro.call('watchPosition', BTC);
		const position = pro.call('watchPosition', BTC);
		await subscribed(pro);
		const order = await bought();
		expect((await orders).some((event: { readonly id: string }) => event.id === order.id)).toBe(true);
		expect((await trades).some((event: { readonly order: string }) => event.order === order.id)).toBe(true);
		expect((await balance).USDT.total).toBeGreaterThan(0);
		expect((await position).symbol).toBe(BTC);
		await soldAll();
	});
});

/** Makes a round trip on the same connection, after which the exchange has processed every earlier request. */
async function subscribed(handle: CcxtHandle): Promise<void> {
	await handle.call('fetchTime');
	await handle.call('fetchOrderBook', BTC, 20);
	await handle.call('fetchPositions');
}
