/**
 * Tests unmodified ccxt against the OKX front end: perpetuals in contracts, orders, account and streams. The reported
 * values must agree with each other.
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
const BTC_ID = 'BTC-USDT-SWAP';
const CONTRACT = 0.001;
const ISOLATED = { tdMode: 'isolated' } as const;
const HOUR_MS = 3_600_000;
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
		exchange: 'okx',
		pro: options.pro ?? false,
		config: {
			apiKey: keys.key,
			secret: keys.secret,
			password: keys.passphrase,
			enableRateLimit: false,
			options: { defaultType: 'swap', fetchMarkets: { types: ['swap'] } },
			has: { fetchCurrencies: false },
			...options.config,
		},
		hosts: simulator.hosts,
	});
}

beforeAll(async () => {
	simulator = await startSimulator({ exchange: 'okx', settleInSeconds: SETTLE_IN_SECONDS });
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

/** Buys 1.5 contracts at once and returns the order as the exchange reports it. */
async function bought(clientOrderId = ownId()) {
	const { ask } = await bestPrices();
	const sent = await rest.call('createOrder', BTC, 'limit', 'buy', 1.5, Math.round(ask * 1.01), {
		...ISOLATED,
		timeInForce: 'IOC',
		clientOrderId,
	});
	return rest.call('fetchOrder', sent.id, BTC);
}

async function soldAll(): Promise<void> {
	const { bid } = await bestPrices();
	await rest.call('createOrder', BTC, 'limit', 'sell', 1.5, Math.round(bid * 0.99), {
		...ISOLATED,
		timeInForce: 'IOC',
		reduceOnly: true,
		clientOrderId: ownId(),
	});
}

async function refusal(
	call: Promise<unknown>,
): Promise<{ readonly name: string | undefined; readonly code: unknown; readonly sCode?: unknown }> {
	const error: unknown = await call.then(
		(result) => result,
		(thrown: unknown) => thrown,
	);
	expect(error).toBeInstanceOf(CcxtError);
	const { classes, body } = error as CcxtError;
	const rows = (body?.data ?? []) as readonly { readonly sCode?: string }[];
	const sCode = rows[0]?.sCode;
	return { name: classes[0], code: body?.code, ...(sCode === undefined ? {} : { sCode }) };
}

describe('markets and public data', () => {
	it('loads the linear perpetuals in divisible contracts', async () => {
		const markets = await rest.call('loadMarkets');
		expect(Object.keys(markets).length).toBeGreaterThan(30);
		expect(markets[BTC]).toMatchObject({
			id: BTC_ID,
			contractSize: CONTRACT,
			linear: true,
			swap: true,
			settle: 'USDT',
			active: true,
			precision: { amount: 0.01 },
			limits: { amount: { min: 0.01 } },
		});
	});

	it('reports the running estimate of one and of all contracts, with the interval as the difference of two times', async () => {
		const one = await rest.call('fetchFundingRate', BTC);
		expect(one).toMatchObject({ symbol: BTC, interval: '8h' });
		expect(one.fundingTimestamp).toBeGreaterThan(Date.now());
		const all = await rest.call('fetchFundingRates');
		expect(Object.keys(all).length).toBeGreaterThan(30);
		expect(all[BTC].fundingTimestamp).toBe(one.fundingTimestamp);
		expect(one.info).toMatchObject({ method: 'current_period', nextFundingRate: '', settState: 'settled' });
	});

	it('reports settled rates of 30 days, which differ from their estimates', async () => {
		const since = Date.now() - 30 * 24 * HOUR_MS;
		const rates = await rest.call('fetchFundingRateHistory', BTC, since, 100);
		expect(rates.length).toBeGreaterThanOrEqual(89);
		for (const [index, rate] of rates.entries()) {
			const next = rates[index + 1];
			if (next !== undefined) expect(next.timestamp - rate.timestamp).toBe(8 * HOUR_MS);
		}
		const differs = (rate: {
			readonly info: { readonly realizedRate: string; readonly fundingRate: string };
		}) => Number(rate.info.realizedRate) !== Number(rate.info.fundingRate);
		expect(rates.some(differs)).toBe(true);
	});

	it('has a consistent book, ticker, mark price, open interest and trades', async () => {
		const book = await rest.call('fetchOrderBook', BTC, 20);
		const ticker = await rest.call('fetchTicker', BTC);
		const mark = await rest.call('fetchMarkPrice', BTC, { instType: 'SWAP' });
		expect(book.bids[0][0]).toBeLessThan(book.asks[0][0]);
		expect(book.bids.length).toBe(20);
		expect(Math.abs(ticker.last / book.bids[0][0] - 1)).toBeLessThan(0.01);
		expect(Math.abs(mark.markPrice / book.bids[0][0] - 1)).toBeLessThan(0.01);
		expect((await rest.call('fetchTrades', BTC)).length).toBeGreaterThan(0);
		const interest = await rest.call('fetchOpenInterest', BTC);
		expect(interest.openInterestValue).toBeGreaterThan(0);
		expect(Number(interest.info.oiCcy)).toBeCloseTo(Number(interest.info.oi) * CONTRACT, 6);
		expect((await rest.call('fetchMarketLeverageTiers', BTC))[0]).toMatchObject({ maxLeverage: 100 });
	});

	it('reports its status and upcoming maintenance', async () => {
		expect((await rest.call('fetchStatus')).status).toBe('ok');
	});
});

describe('orders, in contracts', () => {
	it('an IOC with our own id fills, and order, trades, position and balance agree', async () => {
		const before = await rest.call('fetchBalance');
		const clientOrderId = ownId();
		const order = await bought(clientOrderId);
		expect(order).toMatchObject({
			clientOrderId,
			status: 'closed',
			amount: 1.5,
			filled: 1.5,
			timeInForce: 'IOC',
			reduceOnly: false,
		});
		expect(await rest.call('fetchOrder', '', BTC, { clientOrderId })).toMatchObject({ id: order.id });
		const trades = (await rest.call('fetchMyTrades', BTC)).filter(
			(trade: { readonly order: string }) => trade.order === order.id,
		);
		expect(
			trades.reduce((total: number, trade: { readonly amount: number }) => total + trade.amount, 0),
		).toBe(1.5);
		for (const trade of trades) {
			expect(trade.fee.cost / (trade.price * trade.amount * CONTRACT)).toBeCloseTo(0.0005, 8);
			expect(trade.info).toMatchObject({ execType: 'T', clOrdId: clientOrderId });
		}
		const [position] = await rest.call('fetchPositions');
		expect(position).toMatchObject({
			symbol: BTC,
			side: 'long',
			contracts: 1.5,
			contractSize: CONTRACT,
			marginMode: 'isolated',
		});
		const after = await rest.call('fetchBalance');
		expect(after.USDT.free).toBeLessThan(before.USDT.free);
		await soldAll();
		expect((await rest.call('fetchPositions')).length).toBe(0);
	});

	it('bills show the cost of a round trip and the balance after each entry', async () => {
		const before = await rest.call('fetchBalance');
		await bought();
		await soldAll();
		const after = await rest.call('fetchBalance');
		const { data } = await rest.call('privateGetAccountBills', { instType: 'SWAP', type: '2' });
		expect(Number(data[0].bal)).toBeCloseTo(after.USDT.total, 6);
		expect(data[0]).toMatchObject({ ccy: 'USDT', instId: BTC_ID });
		expect((await rest.call('fetchLedger', 'USDT', null, 50)).length).toBeGreaterThan(1);
		expect(after.USDT.total).toBeLessThan(before.USDT.total);
	});

	it('pays a settlement to the position holder as a bill of type 8', async () => {
		await bought();
		await simulator.admin('POST', '/settle', { symbol: BTC_ID });
		const [payment] = await rest.call('fetchFundingHistory', BTC);
		const [settled] = await rest.call('fetchFundingRateHistory', BTC, null, 1);
		expect(payment.info).toMatchObject({ type: '8', instId: BTC_ID });
		expect(payment.info.subType).toBe(settled.fundingRate > 0 ? '173' : '174');
		expect(Number(payment.info.pnl)).toBeCloseTo(
			-Number(settled.info.realizedRate) * Number(payment.info.px) * 1.5 * CONTRACT,
			7,
		);
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
		expect(await rest.call('fetchOpenOrders', BTC)).toMatchObject([
			{ id: sent.id, clientOrderId, amount: 3, filled: 0, status: 'open', postOnly: true },
		]);
		await rest.call('cancelOrder', '', BTC, { clientOrderId });
		expect(await rest.call('fetchOpenOrders', BTC)).toEqual([]);
		const order = await rest.call('fetchOrder', sent.id, BTC);
		expect(order).toMatchObject({ status: 'canceled', filled: 0, info: { cancelSource: '1' } });
	});

	it('accepts a post-only order that would take liquidity, then cancels it', async () => {
		const { ask } = await bestPrices();
		const sent = await rest.call('createOrder', BTC, 'limit', 'buy', 1, Math.round(ask * 1.01), {
			...ISOLATED,
			postOnly: true,
			clientOrderId: ownId(),
		});
		const order = await rest.call('fetchOrder', sent.id, BTC);
		expect(order).toMatchObject({ status: 'canceled', filled: 0, info: { cancelSource: '31' } });
	});

	it('a batch reports the result of each order', async () => {
		const { ask } = await bestPrices();
		const row = (amount: number) => ({
			symbol: BTC,
			type: 'limit',
			side: 'buy',
			amount,
			price: Math.round(ask * 0.97),
			params: { ...ISOLATED, clientOrderId: ownId() },
		});
		const orders = await rest.call('createOrders', [row(1), row(2)]);
		expect(orders.map((order: { readonly id: string }) => order.id)).toHaveLength(2);
		// Code 2 means that one of the two orders failed. ccxt does not turn it into an error.
		const mixed = await rest.call('createOrders', [row(1), row(90_000)]);
		expect(mixed.map((order: { readonly info: { readonly sCode: string } }) => order.info.sCode)).toEqual([
			'0',
			'51008',
		]);
		const open = await rest.call('fetchOpenOrders', BTC);
		expect(open).toHaveLength(3);
		await rest.call(
			'cancelOrders',
			open.map((order: { readonly id: string }) => order.id),
			BTC,
		);
		expect(await rest.call('fetchOpenOrders', BTC)).toEqual([]);
	});

	it('the client id of an ended order may be reused, and then finds the newer order', async () => {
		const clientOrderId = ownId();
		const first = await bought(clientOrderId);
		await soldAll();
		const second = await bought(clientOrderId);
		expect(second.id).not.toBe(first.id);
		expect(await rest.call('fetchOrder', '', BTC, { clientOrderId })).toMatchObject({ id: second.id });
		await soldAll();
	});

	it('fees, leverage, position mode', async () => {
		expect(await rest.call('fetchTradingFee', BTC)).toMatchObject({ taker: 0.0005, maker: 0.0002 });
		await rest.call('setLeverage', 5, ETH, { mgnMode: 'isolated' });
		expect(await rest.call('fetchLeverage', ETH, { mgnMode: 'isolated' })).toMatchObject({
			marginMode: 'isolated',
			longLeverage: 5,
			shortLeverage: 5,
		});
		expect(await rest.call('fetchPositionMode')).toMatchObject({ hedged: false });
	});
});

describe('refusals', () => {
	it('rejects an unknown key, a wrong secret, a wrong passphrase and a stale clock', async () => {
		const wrong = async (keys: Partial<Keys>, config: Readonly<Record<string, unknown>> = {}) =>
			refusal((await open({ ...account, ...keys }, { config })).call('fetchBalance'));
		expect(await wrong({ key: 'nobody' })).toEqual({ name: 'AuthenticationError', code: '50111' });
		expect(await wrong({ secret: 'wrong' })).toEqual({ name: 'AuthenticationError', code: '50113' });
		expect(await wrong({ passphrase: 'wrong' })).toEqual({ name: 'AuthenticationError', code: '50105' });
		expect(await wrong({}, { options: { timeDifference: 60_000, adjustForTimeDifference: false } })).toEqual({
			name: 'InvalidNonce',
			code: '50102',
		});
	});

	it('rejects orders with a partial lot, too small, too large, duplicate, without a position to reduce, or unknown', async () => {
		const { ask, bid } = await bestPrices();
		const send = (contracts: number, price: number, params: Readonly<Record<string, unknown>>) =>
			rest.call('createOrder', BTC, 'limit', 'buy', contracts, Math.round(price), { ...ISOLATED, ...params });
		expect((await refusal(send(0.001, ask, {}))).name).toBe('InvalidOrder');
		expect(await refusal(send(90_000, ask, {}))).toEqual({
			name: 'InsufficientFunds',
			code: '1',
			sCode: '51008',
		});
		expect(await refusal(send(1, ask * 1.5, {}))).toMatchObject({ sCode: '51006' });
		const clientOrderId = ownId();
		const resting = await send(1, bid * 0.98, { clientOrderId });
		expect(await refusal(send(1, bid * 0.98, { clientOrderId }))).toMatchObject({ sCode: '51016' });
		await rest.call('cancelOrder', resting.id, BTC);
		expect(
			await refusal(
				rest.call('createOrder', BTC, 'limit', 'sell', 1, Math.round(ask), { ...ISOLATED, reduceOnly: true }),
			),
		).toMatchObject({ sCode: '51169' });
		expect(await refusal(rest.call('fetchOrder', '', BTC, { clOrdId: 'f'.repeat(32) }))).toEqual({
			name: 'OrderNotFound',
			code: '51603',
		});
		expect(await refusal(rest.call('cancelOrder', resting.id, BTC))).toMatchObject({ code: '1' });
	});

	it('one request too many', async () => {
		await simulator.admin('POST', '/faults', {
			operation: 'account',
			count: 1,
			action: { kind: 'rateLimit' },
		});
		expect(await refusal(rest.call('fetchBalance'))).toEqual({ name: 'RateLimitExceeded', code: '50011' });
	});

	it('a banned address gets the same answer (OKX does not document bans)', async () => {
		await simulator.admin('POST', '/faults', { operation: 'account', count: 1, action: { kind: 'ban' } });
		expect(await refusal(rest.call('fetchBalance'))).toEqual({ name: 'RateLimitExceeded', code: '50011' });
	});
});

describe('streams', () => {
	it('the incremental book keeps its sequence', async () => {
		const first = await pro.call('watchOrderBook', BTC);
		expect(first.bids[0][0]).toBeLessThan(first.asks[0][0]);
		for (let updates = 0; updates < 5; updates += 1) {
			const book = await pro.call('watchOrderBook', BTC);
			expect(book.bids[0][0]).toBeLessThan(book.asks[0][0]);
			expect(book.nonce).toBeGreaterThanOrEqual(first.nonce);
		}
	});

	it('streams tickers, trades, mark prices and funding equal to REST', async () => {
		const ticker = await pro.call('watchTicker', BTC);
		expect(Math.abs(ticker.bid / ticker.ask - 1)).toBeLessThan(0.01);
		expect((await pro.call('watchMarkPrice', BTC)).markPrice).toBeGreaterThan(0);
		expect(await pro.call('watchFundingRate', BTC)).toMatchObject({ symbol: BTC, interval: '8h' });
		expect((await pro.call('watchTrades', BTC)).length).toBeGreaterThan(0);
	});

	it('streams own orders, trades, positions and balance', async () => {
		const orders = pro.call('watchOrders', BTC);
		const trades = pro.call('watchMyTrades', BTC);
		expect((await pro.call('watchBalance')).USDT.total).toBeGreaterThan(0);
		// The first watchPositions returns the current state. The second one waits for a change.
		await pro.call('watchPositions', [BTC]);
		const positions = pro.call('watchPositions', [BTC]);
		// The earlier subscriptions are active once the connection has delivered a further message.
		const balance = pro.call('watchBalance');
		await rest.call('fetchTime');
		const order = await bought();
		expect((await orders).some((event: { readonly id: string }) => event.id === order.id)).toBe(true);
		expect((await trades).some((event: { readonly order: string }) => event.order === order.id)).toBe(true);
		expect((await balance).USDT.total).toBeGreaterThan(0);
		expect((await positions)[0]).toMatchObject({ symbol: BTC });
		await soldAll();
	});
});
