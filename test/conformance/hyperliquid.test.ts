/**
 * Tests unmodified ccxt against the Hyperliquid front end: every operation on perpetuals. The reported values must
 * agree with each other and with the fills.
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

const BTC = 'BTC/USDC:USDC';
const ETH = 'ETH/USDC:USDC';
/** Time until the first scheduled settlement, long enough that none falls within a test. */
const SETTLE_IN_SECONDS = 3_600;
const QUIET = { fetchMarkets: { types: ['swap'] } };

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
		exchange: 'hyperliquid',
		pro: options.pro ?? false,
		config: {
			walletAddress: keys.key,
			privateKey: keys.secret,
			enableRateLimit: false,
			options: QUIET,
			...options.config,
		},
		hosts: simulator.hosts,
	});
}

beforeAll(async () => {
	simulator = await startSimulator({ exchange: 'hyperliquid', settleInSeconds: SETTLE_IN_SECONDS });
	await simulator.admin('POST', '/limits', { on: false });
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
	return `0x${counter.toString(16).padStart(32, 'c')}`;
}

async function bestPrices(): Promise<{ readonly bid: number; readonly ask: number }> {
	const book = await rest.call('fetchOrderBook', BTC);
	return { bid: book.bids[0][0], ask: book.asks[0][0] };
}

/** Buys 0.01 at once and returns the order as the exchange reports it. */
async function bought(clientOrderId = ownId()) {
	const { ask } = await bestPrices();
	await rest.call('createOrder', BTC, 'limit', 'buy', 0.01, Math.round(ask * 1.01), {
		timeInForce: 'ioc',
		clientOrderId,
	});
	return rest.call('fetchOrder', clientOrderId, BTC);
}

async function soldAll(): Promise<void> {
	const { bid } = await bestPrices();
	await rest.call('createOrder', BTC, 'limit', 'sell', 0.01, Math.round(bid * 0.99), {
		timeInForce: 'ioc',
		reduceOnly: true,
		clientOrderId: ownId(),
	});
}

describe('markets and public data', () => {
	it('loads the perpetuals, alone and with default options', async () => {
		const defaults = await open(account, { config: { options: {} } });
		for (const handle of [rest, defaults]) {
			const markets = await handle.call('loadMarkets');
			expect(Object.keys(markets).length).toBeGreaterThan(30);
			expect(markets[BTC]).toMatchObject({
				id: '0',
				baseName: 'BTC',
				linear: true,
				swap: true,
				settle: 'USDC',
				precision: { amount: 0.001, price: 1 },
			});
			expect(markets['KPEPE/USDC:USDC']).toMatchObject({ baseName: 'kPEPE', precision: {} });
		}
	});

	it('reports the running estimate for the hour', async () => {
		const all = await rest.call('fetchFundingRates');
		expect(Object.keys(all).length).toBeGreaterThan(30);
		expect(all[BTC]).toMatchObject({ symbol: BTC, interval: '1h' });
	});

	it('reports hourly settled rates, oldest first, 500 per page', async () => {
		const since = Date.now() - 30 * 86_400_000;
		const rates = await rest.call('fetchFundingRateHistory', BTC, since);
		expect(rates.length).toBe(500);
		for (const [index, rate] of rates.entries()) {
			const next = rates[index + 1];
			// The rates' timestamps are a few milliseconds after the settlement.
			if (next !== undefined) expect(Math.abs(next.timestamp - rate.timestamp - 3_600_000)).toBeLessThan(100);
		}
		expect(rates[0].timestamp - since).toBeLessThan(3_600_000 + 100);
	});

	it('has a consistent book of 20 levels, tickers and trades', async () => {
		const book = await rest.call('fetchOrderBook', BTC);
		const tickers = await rest.call('fetchTickers', [BTC]);
		expect(book.bids[0][0]).toBeLessThan(book.asks[0][0]);
		expect(book.bids.length).toBe(20);
		expect(Math.abs(tickers[BTC].last / book.bids[0][0] - 1)).toBeLessThan(0.01);
		expect((await rest.call('fetchTime')) / Date.now()).toBeCloseTo(1, 4);
		expect(await rest.call('fetchStatus')).toMatchObject({ status: 'ok' });
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
			amount: 0.01,
			filled: 0.01,
			timeInForce: 'IOC',
		});
		const trades = (await rest.call('fetchMyTrades', BTC)).filter(
			(trade: { readonly order: string }) => trade.order === order.id,
		);
		expect(
			trades.reduce((total: number, trade: { readonly amount: number }) => total + trade.amount, 0),
		).toBeCloseTo(0.01, 12);
		for (const trade of trades) {
			expect(trade.fee.currency).toBe('USDC');
			expect(trade.fee.cost / (trade.price * trade.amount)).toBeCloseTo(0.00045, 8);
		}
		const [position] = await rest.call('fetchPositions');
		expect(position).toMatchObject({ symbol: BTC, side: 'long', contracts: 0.01, marginMode: 'isolated' });
		const after = await rest.call('fetchBalance');
		expect(after.USDC.free).toBeLessThan(before.USDC.free);
		await soldAll();
		expect((await rest.call('fetchPositions')).length).toBe(0);
	});

	it('a market order is an IOC with a limit five percent away', async () => {
		const { ask } = await bestPrices();
		await rest.call('createOrder', BTC, 'market', 'buy', 0.01, ask, {});
		expect(await rest.call('fetchPositions')).toMatchObject([{ contracts: 0.01 }]);
		await soldAll();
	});

	it('pays a settlement on the oracle price to the position holder, in the exchange’s own record', async () => {
		await bought();
		await simulator.admin('POST', '/settle', { symbol: 'BTC' });
		const [payment] = await rest.call('fetchFundingHistory', BTC);
		const [, [context]] = await rest.call('publicPostInfo', { type: 'metaAndAssetCtxs' });
		const paid = Number(payment.info.delta.usdc);
		const onOracle = -Number(payment.info.delta.fundingRate) * Number(context.oraclePx) * 0.01;
		expect(paid / onOracle).toBeCloseTo(1, 3);
		expect(Number(payment.info.delta.szi)).toBe(0.01);
		await soldAll();
	});

	it('a post-only order rests, is listed, and is canceled by our own id', async () => {
		const { bid } = await bestPrices();
		const clientOrderId = ownId();
		const sent = await rest.call('createOrder', BTC, 'limit', 'buy', 0.003, Math.round(bid * 0.98), {
			postOnly: true,
			clientOrderId,
		});
		expect(await rest.call('fetchOpenOrders', BTC)).toMatchObject([
			{ id: sent.id, clientOrderId, amount: 0.003, filled: 0, status: 'open', postOnly: true },
		]);
		await rest.call('cancelOrder', undefined, BTC, { clientOrderId });
		expect(await rest.call('fetchOpenOrders', BTC)).toEqual([]);
		expect(await rest.call('fetchOrder', sent.id, BTC)).toMatchObject({ status: 'canceled', filled: 0 });
	});

	it('fees, leverage and margin mode', async () => {
		expect(await rest.call('fetchTradingFee', BTC)).toMatchObject({ taker: 0.00045, maker: 0.00015 });
		const settings = async () =>
			(await rest.call('publicPostInfo', { type: 'activeAssetData', user: account.key, coin: 'ETH' }))
				.leverage;
		await rest.call('setLeverage', 5, ETH, { marginMode: 'cross' });
		expect(await settings()).toEqual({ type: 'cross', value: 5 });
		await rest.call('setMarginMode', 'isolated', ETH, { leverage: 3 });
		expect(await settings()).toEqual({ type: 'isolated', value: 3 });
	});
});

describe('refusals', () => {
	async function refusal(
		call: Promise<unknown>,
	): Promise<{ readonly name: string | undefined; readonly said: string }> {
		const error: unknown = await call.then(
			(result) => result,
			(thrown: unknown) => thrown,
		);
		expect(error).toBeInstanceOf(CcxtError);
		const { classes, message } = error as CcxtError;
		return { name: classes[0], said: message };
	}

	const buy = async (amount: number, params: Readonly<Record<string, unknown>>, share = 1.01) => {
		const { ask } = await bestPrices();
		return rest.call('createOrder', BTC, 'limit', 'buy', amount, Math.round(ask * share), {
			timeInForce: 'ioc',
			clientOrderId: ownId(),
			...params,
		});
	};

	it('an unapproved wallet', async () => {
		const stranger = await open({ key: account.key, secret: `0x${'12'.repeat(32)}` });
		await stranger.call('loadMarkets');
		const { name, said } = await refusal(stranger.call('createOrder', BTC, 'limit', 'buy', 0.01, 1_000, {}));
		expect(name).toBe('InvalidOrder');
		expect(said).toMatch(/User or API Wallet 0x[0-9a-f]{40} does not exist\./);
	});

	it.each([
		['too large', 100, {}, 1.01, 'InsufficientFunds', 'Insufficient margin to place order. asset=0'],
		['too small', 0.001, {}, 0.1, 'InvalidOrder', 'Order must have minimum value of $10. asset=0'],
		[
			'nothing to reduce',
			0.01,
			{ reduceOnly: true },
			1.01,
			'InvalidOrder',
			'Reduce only order would increase position. asset=0',
		],
		[
			'too far',
			0.01,
			{},
			10,
			// ccxt 4.5.84 maps only the message that says 80% to an error class of its own.
			'ExchangeError',
			'Order price cannot be more than 95% away from the reference price asset=0',
		],
		[
			'no resting order to match',
			0.01,
			{},
			0.9,
			'InvalidOrder',
			'Order could not immediately match against any resting orders. asset=0',
		],
		[
			'post-only that would take liquidity',
			0.01,
			{ timeInForce: 'alo' },
			1.01,
			'InvalidOrder',
			'Post only order would have immediately matched, bbo was ',
		],
	] as const)('%s', async (_what, amount, params, share, name, said) => {
		const refused = await refusal(buy(amount, params, share));
		expect(refused).toEqual({ name, said: expect.stringContaining(said) });
	});

	it('reports an unknown order, and a cancel of an ended order', async () => {
		expect((await refusal(rest.call('fetchOrder', `0x${'f'.repeat(32)}`, BTC))).name).toBe('OrderNotFound');
		expect(
			(await refusal(rest.call('cancelOrder', undefined, BTC, { clientOrderId: `0x${'f'.repeat(32)}` })))
				.name,
		).toBe('OrderNotFound');
	});

	it('one request too many', async () => {
		await simulator.admin('POST', '/faults', {
			operation: 'account',
			count: 1,
			action: { kind: 'rateLimit' },
		});
		expect((await refusal(rest.call('fetchBalance'))).name).toBe('RateLimitExceeded');
		await simulator.admin('POST', '/faults', { operation: 'any', count: 1, action: { kind: 'rateLimit' } });
		const limited = await fetch(`http://127.0.0.1:${simulator.port}/info`, {
			method: 'POST',
			body: '{"type":"meta"}',
		});
		expect([limited.status, await limited.text()]).toEqual([429, 'null']);
	});
});

describe('streams', () => {
	it('streams the whole book with each update', async () => {
		const first = await pro.call('watchOrderBook', BTC);
		expect(first.bids[0][0]).toBeLessThan(first.asks[0][0]);
		for (let updates = 0; updates < 3; updates += 1) {
			const book = await pro.call('watchOrderBook', BTC);
			expect(book.timestamp).toBeGreaterThanOrEqual(first.timestamp);
			expect(book.bids[0][0]).toBeLessThan(book.asks[0][0]);
		}
	});

	it('streams tickers and trades', async () => {
		const ticker = await pro.call('watchTicker', BTC);
		const { bid } = await bestPrices();
		expect(Math.abs(ticker.last / bid - 1)).toBeLessThan(0.01);
		expect((await pro.call('watchTrades', BTC)).length).toBeGreaterThan(0);
	});

	it('streams own orders, trades, positions and balance', async () => {
		const orders = pro.call('watchOrders', BTC);
		const trades = pro.call('watchMyTrades', BTC);
		const balance = pro.call('watchBalance');
		await subscribed();
		const order = await bought();
		expect((await orders).some((event: { readonly id: string }) => event.id === order.id)).toBe(true);
		expect((await trades).length).toBeGreaterThan(0);
		expect((await balance).USDC.total).toBeGreaterThan(0);
		expect((await pro.call('watchPositions', [BTC]))[0]).toMatchObject({ symbol: BTC });
		await soldAll();
	});
});

/** Makes a round trip on the same connection, after which the exchange has processed every earlier request. */
async function subscribed(): Promise<void> {
	await pro.call('watchOrderBook', ETH);
	await pro.call('watchTicker', ETH);
}
