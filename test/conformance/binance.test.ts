/**
 * Tests unmodified ccxt against the Binance front end: every operation of a USD-M futures account. The reported
 * values must agree with each other and with the fills. A minimal client covers what ccxt hides.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { binanceClient, binanceStream } from './binance-client.ts';
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
const QUANTITY = 0.01;
const HOUR_MS = 3_600_000;
/** Time until the first scheduled settlement, long enough that none falls within a test. */
const SETTLE_IN_SECONDS = 3_600;

let simulator: Simulator;
let account: SimulatorAccount;
let ccxt: CcxtProcess;
let rest: CcxtHandle;
let pro: CcxtHandle;
let counter = 0;

type Keys = Pick<SimulatorAccount, 'key' | 'secret'>;

function open(
	keys: Keys,
	options: { readonly pro?: boolean; readonly config?: Readonly<Record<string, unknown>> } = {},
): Promise<CcxtHandle> {
	return ccxt.open({
		exchange: 'binanceusdm',
		pro: options.pro ?? false,
		config: {
			apiKey: keys.key,
			secret: keys.secret,
			enableRateLimit: false,
			options: { fetchCurrencies: false },
			has: { fetchCurrencies: false },
			...options.config,
		},
		hosts: simulator.hosts,
	});
}

beforeAll(async () => {
	simulator = await startSimulator({ exchange: 'binance', settleInSeconds: SETTLE_IN_SECONDS });
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

/** Buys at once and returns the order as the exchange reports it. */
async function bought(clientOrderId = ownId(), on = rest) {
	const { ask } = await bestPrices();
	const terms = { timeInForce: 'IOC', clientOrderId };
	await on.call('createOrder', BTC, 'limit', 'buy', QUANTITY, Math.round(ask * 1.01), terms);
	return on.call('fetchOrder', null, BTC, { clientOrderId });
}

async function soldAll(): Promise<void> {
	await rest.call('createOrder', BTC, 'market', 'sell', 1, null, { reduceOnly: true });
}

describe('markets and public data', () => {
	it('loads the linear perpetuals with their steps and limits', async () => {
		const markets = await rest.call('loadMarkets');
		expect(Object.keys(markets).length).toBeGreaterThan(40);
		expect(markets[BTC]).toMatchObject({
			id: 'BTCUSDT',
			contractSize: 1,
			linear: true,
			swap: true,
			active: true,
			settle: 'USDT',
			precision: { amount: 0.001 },
			limits: { amount: { min: 0.001 }, cost: { min: 5 } },
		});
		const time = await rest.call('fetchTime');
		expect(Math.abs(time - Date.now())).toBeLessThan(1_000);
	});

	it('reports the running estimate of one and of all contracts, and intervals other than eight hours', async () => {
		const one = await rest.call('fetchFundingRate', BTC);
		expect(one.fundingTimestamp).toBeGreaterThan(Date.now());
		const all = await rest.call('fetchFundingRates');
		expect(Object.keys(all).length).toBeGreaterThan(40);
		expect(all[BTC].fundingTimestamp).toBe(one.fundingTimestamp);
		const intervals = await rest.call('fetchFundingIntervals');
		expect(intervals['SUI/USDT:USDT']).toMatchObject({ interval: '4h' });
		expect(intervals[BTC]).toBeUndefined();
	});

	it('reports settled rates of 35 days, oldest first, from the requested start', async () => {
		const since = Date.now() - 35 * 24 * HOUR_MS;
		const rates = await rest.call('fetchFundingRateHistory', BTC, since, 90);
		expect(rates.length).toBe(90);
		expect(rates[0].timestamp - since).toBeLessThan(8 * HOUR_MS);
		for (const [index, rate] of rates.entries()) {
			const next = rates[index + 1];
			if (next !== undefined) expect(next.timestamp - rate.timestamp).toBe(8 * HOUR_MS);
		}
	});

	it('has a consistent book, tickers, trades and open interest', async () => {
		const book = await rest.call('fetchOrderBook', BTC, 20);
		expect(book.bids[0][0]).toBeLessThan(book.asks[0][0]);
		expect(book.bids.length).toBe(20);
		const ticker = await rest.call('fetchTicker', BTC);
		expect(Math.abs(ticker.last / book.bids[0][0] - 1)).toBeLessThan(0.01);
		expect(Object.keys(await rest.call('fetchTickers')).length).toBeGreaterThan(40);
		const best = await rest.call('fetchBidsAsks', [BTC]);
		expect(best[BTC].bid).toBeLessThan(best[BTC].ask);
		expect((await rest.call('fetchTrades', BTC)).length).toBeGreaterThan(0);
		expect((await rest.call('fetchOpenInterest', BTC)).openInterestAmount).toBeGreaterThan(0);
	});
});

describe('orders', () => {
	it('an IOC with our own id fills, and order, trades, position and balance agree', async () => {
		const before = await rest.call('fetchBalance');
		const clientOrderId = ownId();
		const order = await bought(clientOrderId);
		expect(order).toMatchObject({
			clientOrderId,
			status: 'closed',
			amount: QUANTITY,
			filled: QUANTITY,
			timeInForce: 'IOC',
		});
		const trades = (await rest.call('fetchMyTrades', BTC)).filter(
			(trade: { readonly order: string }) => trade.order === order.id,
		);
		const total = (name: 'amount' | 'cost') =>
			trades.reduce((sum: number, trade: Readonly<Record<string, number>>) => sum + (trade[name] ?? 0), 0);
		expect(total('amount')).toBeCloseTo(QUANTITY, 9);
		expect(total('cost')).toBeCloseTo(order.cost, 6);
		for (const trade of trades) {
			expect(trade).toMatchObject({ takerOrMaker: 'taker', fee: { currency: 'USDT' } });
			expect(trade.fee.cost / trade.cost).toBeCloseTo(0.0005, 7);
		}
		const [position] = await rest.call('fetchPositions', [BTC]);
		expect(position).toMatchObject({ symbol: BTC, side: 'long', contracts: QUANTITY, hedged: false });
		expect(position.entryPrice).toBeCloseTo(order.cost / QUANTITY, 4);
		const after = await rest.call('fetchBalance');
		expect(after.USDT.free).toBeLessThan(before.USDT.free);
		await soldAll();
		expect(await rest.call('fetchPositions', [BTC])).toEqual([]);
	});

	it('an IOC without a match expires unfilled', async () => {
		const { bid } = await bestPrices();
		const clientOrderId = ownId();
		const price = Math.round(bid * 0.99);
		await rest.call('createOrder', BTC, 'limit', 'buy', QUANTITY, price, {
			timeInForce: 'IOC',
			clientOrderId,
		});
		const order = await rest.call('fetchOrder', null, BTC, { clientOrderId });
		expect(order).toMatchObject({ status: 'expired', filled: 0 });
		expect(order.info.status).toBe('EXPIRED');
	});

	it('a post-only order rests, is listed, and is canceled by our own id; one that would take liquidity fails with -5022', async () => {
		const { bid, ask } = await bestPrices();
		const clientOrderId = ownId();
		const own = { timeInForce: 'PO', clientOrderId };
		const sent = await rest.call('createOrder', BTC, 'limit', 'buy', QUANTITY, Math.round(bid * 0.98), own);
		const open = await rest.call('fetchOpenOrders', BTC);
		expect(open).toMatchObject([{ id: sent.id, clientOrderId, filled: 0, status: 'open', postOnly: true }]);
		await rest.call('cancelOrder', null, BTC, { clientOrderId });
		expect(await rest.call('fetchOpenOrders', BTC)).toEqual([]);
		expect(await rest.call('fetchOrder', sent.id, BTC)).toMatchObject({ status: 'canceled', filled: 0 });
		const crossing = ownId();
		const taking = { timeInForce: 'PO', clientOrderId: crossing };
		const refused = rest.call('createOrder', BTC, 'limit', 'buy', QUANTITY, Math.round(ask * 1.01), taking);
		expect(await refusal(refused)).toEqual({ name: 'OrderNotFillable', code: -5022 });
		const found = rest.call('fetchOrder', null, BTC, { clientOrderId: crossing });
		expect(await refusal(found)).toEqual({ name: 'OrderNotFound', code: -2013 });
	});

	it('rejects a fill-or-kill order that cannot fill completely, and cancels all open orders at once', async () => {
		const { bid } = await bestPrices();
		const low = Math.round(bid * 0.98);
		const fok = rest.call('createOrder', BTC, 'limit', 'buy', QUANTITY, low, { timeInForce: 'FOK' });
		expect(await refusal(fok)).toEqual({ name: 'OrderNotFillable', code: -5021 });
		await rest.call('createOrder', BTC, 'limit', 'buy', QUANTITY, low);
		await rest.call('createOrder', BTC, 'limit', 'buy', QUANTITY, low - 1);
		expect((await rest.call('fetchOpenOrders', BTC)).length).toBe(2);
		await rest.call('cancelAllOrders', BTC);
		expect(await rest.call('fetchOpenOrders', BTC)).toEqual([]);
	});
});

describe('the account', () => {
	it('pays a settlement to the position holder as income', async () => {
		const order = await bought();
		await simulator.admin('POST', '/settle', { symbol: 'BTCUSDT' });
		const [payment] = await rest.call('fetchFundingHistory', BTC);
		const history = await rest.call('fetchFundingRateHistory', BTC, payment.timestamp, 1);
		const [settled] = history;
		const mark = Number(settled.info.markPrice);
		expect(payment.amount).toBeCloseTo(-settled.fundingRate * mark * order.filled, 7);
		await soldAll();
	});

	it('has its fees, leverage, margin mode and position mode', async () => {
		expect(await rest.call('fetchTradingFee', BTC)).toMatchObject({ taker: 0.0005, maker: 0.0002 });
		await rest.call('setLeverage', 7, ETH);
		await rest.call('setMarginMode', 'cross', ETH);
		expect(await rest.call('fetchLeverage', ETH)).toMatchObject({ longLeverage: 7, marginMode: 'cross' });
		await rest.call('setMarginMode', 'isolated', ETH);
		const again = rest.call('setMarginMode', 'isolated', ETH);
		expect(await refusal(again)).toEqual({ name: 'MarginModeAlreadySet', code: -4046 });
		const tooMuch = rest.call('setLeverage', 100, 'SOL/USDT:USDT');
		expect(await refusal(tooMuch)).toEqual({ name: 'BadRequest', code: -4028 });
		expect(await rest.call('fetchPositionMode', BTC)).toMatchObject({ hedged: false });
		expect(await refusal(rest.call('setPositionMode', false, BTC))).toMatchObject({ code: -4059 });
	});
});

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

describe('refusals', () => {
	it('rejects an unknown key, a wrong secret, a stale clock and a clock ahead', async () => {
		const wrong = async (keys: Partial<Keys>, options: Readonly<Record<string, unknown>> = {}) =>
			refusal(
				(
					await open({ ...account, ...keys }, { config: { options: { fetchCurrencies: false, ...options } } })
				).call('fetchBalance', { type: 'swap' }),
			);
		expect(await wrong({ key: 'nobody' })).toEqual({ name: 'AuthenticationError', code: -2014 });
		expect(await wrong({ key: 'a'.repeat(64) })).toEqual({ name: 'AuthenticationError', code: -2015 });
		expect(await wrong({ secret: 'wrong' })).toEqual({ name: 'AuthenticationError', code: -1022 });
		expect(await wrong({}, { timeDifference: 60_000 })).toEqual({ name: 'InvalidNonce', code: -1021 });
		expect(await wrong({}, { timeDifference: -60_000 })).toEqual({ name: 'InvalidNonce', code: -1021 });
	});

	it('client order ids are unique among open orders only: the same immediate order sent twice fills twice', async () => {
		const id = ownId();
		await bought(id);
		await bought(id);
		const [held] = await rest.call('fetchPositions', [BTC]);
		expect(held.contracts).toBeCloseTo(2 * QUANTITY, 9);
		await soldAll();
	});

	it('rejects orders that are too small, too fine, too large, outside the price band, duplicate or without a position to reduce', async () => {
		const { ask } = await bestPrices();
		const price = Math.round(ask * 1.01);
		const buy = (
			quantity: string,
			params: Readonly<Record<string, unknown>> = {},
			at: number | string = price,
		) =>
			refusal(
				rest.call('fapiPrivatePostOrder', {
					symbol: 'BTCUSDT',
					side: 'BUY',
					type: 'LIMIT',
					timeInForce: 'IOC',
					quantity,
					price: at,
					...params,
				}),
			);
		expect(await buy('0')).toEqual({ name: 'BadRequest', code: -4003 });
		expect(await buy('0.0011')).toMatchObject({ code: -1111 });
		expect(await buy('0.01', {}, `${price}.001`)).toMatchObject({ code: -4014 });
		expect(await buy('0.01', {}, Math.round(ask * 1.2))).toMatchObject({ code: -4016 });
		expect(await buy('99')).toEqual({ name: 'InsufficientFunds', code: -2019 });
		expect(await buy('0.01', { newClientOrderId: 'has a space' })).toMatchObject({ code: -4015 });
		expect(await buy('0.01', { positionSide: 'LONG' })).toMatchObject({ code: -4061 });
		expect(await buy('0.01', { timeInForce: 'GTD' })).toMatchObject({ code: -1115 });
		expect(await buy('0.01', { type: 'STOP' })).toMatchObject({ code: -4120 });
		expect(await buy('0.01', { symbol: 'NOBODYUSDT' })).toEqual({ name: 'BadSymbol', code: -1121 });
		expect(await buy('0.01', { side: 'SELL', reduceOnly: 'true' }, Math.round(ask))).toEqual({
			name: 'InvalidOrder',
			code: -2022,
		});
		const clientOrderId = ownId();
		await rest.call('createOrder', BTC, 'limit', 'buy', QUANTITY, Math.round(ask * 0.97), { clientOrderId });
		expect(await buy('0.01', { newClientOrderId: clientOrderId })).toEqual({
			name: 'InvalidOrder',
			code: -4116,
		});
		await rest.call('cancelOrder', null, BTC, { clientOrderId });
		const small = { symbol: 'XRPUSDT', side: 'BUY', type: 'MARKET', quantity: '1' };
		expect(await refusal(rest.call('fapiPrivatePostOrder', small))).toEqual({
			name: 'InvalidOrder',
			code: -4164,
		});
		const gone = rest.call('cancelOrder', null, BTC, { clientOrderId: 'f'.repeat(32) });
		expect(await refusal(gone)).toMatchObject({ code: -2011 });
	});

	it('one request too many returns 429 with the time to wait, which ccxt maps to DDoS protection', async () => {
		await simulator.admin('POST', '/faults', {
			operation: 'account',
			count: 1,
			action: { kind: 'rateLimit' },
		});
		expect(await refusal(rest.call('fetchBalance'))).toEqual({ name: 'DDoSProtection', code: -1003 });
	});

	it('a banned address gets 418 with the end of the ban', async () => {
		await simulator.admin('POST', '/faults', {
			operation: 'market',
			count: 1,
			action: { kind: 'ban', ms: 20_000 },
		});
		const begun = Date.now();
		const banned = await fetch(`http://127.0.0.1:${simulator.port}/fapi/v1/time`);
		const { code, msg } = (await banned.json()) as { readonly code: number; readonly msg: string };
		expect([banned.status, banned.headers.get('retry-after'), code]).toEqual([418, '20', -1003]);
		const end = Number(/banned until (\d{13})/.exec(msg)?.[1]);
		expect(end).toBeGreaterThanOrEqual(begun + 20_000);
		expect(end).toBeLessThanOrEqual(Date.now() + 20_000);
	});
});

describe('bare client', () => {
	it('accepts signatures over the query, the body and both, in either case', async () => {
		const own = binanceClient(simulator.port, account);
		for (const place of ['query', 'body', 'both'] as const) {
			const params = { symbol: 'BTCUSDT', leverage: 5 };
			const { status, body } = await own.ask('POST', '/fapi/v1/leverage', params, place);
			expect([status, body.leverage]).toEqual([200, 5]);
		}
		const liar = binanceClient(simulator.port, { ...account, secret: 'wrong' });
		expect((await liar.ask('POST', '/fapi/v1/leverage', {}, 'both')).body.code).toBe(-1022);
	});

	it('sends weights and order counts in the headers, and names missing or unknown parameters in the body', async () => {
		const plain = binanceClient(simulator.port);
		const first = await plain.ask('GET', '/fapi/v1/premiumIndex');
		const second = await plain.ask('GET', '/fapi/v1/time');
		const used = (answer: typeof first): number => Number(answer.headers.get('x-mbx-used-weight-1m'));
		expect([1, 1 - used(first)]).toContain(used(second) - used(first));
		expect((await plain.ask('GET', '/fapi/v1/depth')).body.code).toBe(-1102);
		expect((await plain.ask('GET', '/fapi/v1/depth', { symbol: 'BTCUSDT', limit: 7 })).body.code).toBe(-4021);
		expect((await plain.ask('GET', '/fapi/v1/nothing')).status).toBe(404);
		expect((await plain.ask('GET', '/fapi/v3/account')).body.code).toBe(-2014);
		const own = binanceClient(simulator.port, account);
		const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.001' };
		const sent = await own.ask('POST', '/fapi/v1/order', order);
		expect(Number(sent.headers.get('x-mbx-order-count-10s'))).toBeGreaterThan(0);
		expect(sent.body).toMatchObject({ symbol: 'BTCUSDT', type: 'MARKET', side: 'BUY', positionSide: 'BOTH' });
		await soldAll();
	});
});

describe('streams', () => {
	it('the book continues the sequence numbers of the REST snapshot', async () => {
		const first = await pro.call('watchOrderBook', BTC);
		expect(first.bids[0][0]).toBeLessThan(first.asks[0][0]);
		for (let updates = 0; updates < 5; updates += 1) {
			const book = await pro.call('watchOrderBook', BTC);
			expect(book.bids[0][0]).toBeLessThan(book.asks[0][0]);
			expect(book.nonce).toBeGreaterThanOrEqual(first.nonce);
		}
		const both = await pro.call('watchOrderBookForSymbols', [BTC, ETH]);
		expect([BTC, ETH]).toContain(both.symbol);
	});

	it('streams ticker, best prices and marks equal to REST', async () => {
		const ticker = await pro.call('watchTicker', BTC);
		expect(ticker.last).toBeGreaterThan(0);
		const best = await pro.call('watchBidsAsks', [BTC]);
		expect(best[BTC].bid).toBeLessThan(best[BTC].ask);
		const marks = await pro.call('watchMarkPrices', [BTC]);
		expect(marks[BTC].markPrice).toBeGreaterThan(0);
	});

	it('streams own orders, trades, position and balance to an address that names these events', async () => {
		const own = binanceClient(simulator.port, account);
		const { listenKey } = (await own.ask('POST', '/fapi/v1/listenKey')).body;
		const address = `/private/ws?listenKey=${listenKey}`;
		await using named = await binanceStream(
			simulator.port,
			`${address}&events=ORDER_TRADE_UPDATE/ACCOUNT_UPDATE`,
		);
		// ccxt and other clients open the stream without naming events. The real exchange then sends nothing on it.
		await using silent = await binanceStream(simulator.port, address);
		const order = await bought(ownId(), pro);
		const trade = await named.next(({ e, o }) => e === 'ORDER_TRADE_UPDATE' && o.x === 'TRADE');
		expect(String(trade.o.i)).toBe(order.id);
		const moved = await named.next(({ e, a }) => e === 'ACCOUNT_UPDATE' && a.P.length > 0);
		expect(moved.a.P[0].s).toBe('BTCUSDT');
		expect(Number(moved.a.B[0].wb)).toBeGreaterThan(0);
		await soldAll();
		await named.next(({ o }) => o?.S === 'SELL' && o.X === 'FILLED');
		expect(silent.frames).toEqual([]);
	});
});
