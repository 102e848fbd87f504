/**
 * Liquidation, deleveraging and fees in the venue's own coin, as untouched ccxt sees them on both faces: how each is told
 * apart, and that wallets are explained by fills, fees and settlements alone.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
	type CcxtHandle,
	type CcxtProcess,
	type Simulator,
	type SimulatorAccount,
	startCcxt,
	startSimulator,
} from './harness.ts';

const BTC = 'BTC/USDT:USDT';
/** Far enough that no settlement of the clock falls into a test. */
const SETTLE_IN_SECONDS = 3_600;

type Venue = {
	readonly name: 'bybit' | 'kucoin' | 'okx';
	readonly ccxtClass: string;
	readonly symbol: string;
	readonly options: Readonly<Record<string, unknown>>;
	/** Amount and parameters of an order of 0.1 BTC. */
	readonly amount: number;
	readonly params: Readonly<Record<string, unknown>>;
	/** Coin of its own that fees may be paid in; undefined where there is none. */
	readonly asset: string | undefined;
	/** What a fill says of itself: a user's, a liquidation's, a deleveraging's. */
	readonly kindOf: (info: Readonly<Record<string, unknown>>) => unknown;
	readonly kinds: readonly [user: string, liquidation: string, adl: string];
	/** Asked for first, where orders do not carry it. */
	readonly leverage?: readonly [leverage: number, params: Readonly<Record<string, unknown>>];
	/** Parameters of each call that together list every trade: ccxt asks Bybit for users' own unless told otherwise. */
	readonly listings: readonly Readonly<Record<string, unknown>>[];
};

const VENUES: readonly Venue[] = [
	{
		name: 'bybit',
		ccxtClass: 'bybit',
		symbol: 'BTCUSDT',
		options: { fetchMarkets: { types: ['linear'] } },
		amount: 0.1,
		params: {},
		asset: 'MNT',
		kindOf: (info) => info.execType,
		kinds: ['Trade', 'BustTrade', 'AdlTrade'],
		listings: [{ execType: 'Trade' }, { execType: 'BustTrade' }, { execType: 'AdlTrade' }],
	},
	{
		name: 'kucoin',
		ccxtClass: 'kucoinfutures',
		symbol: 'XBTUSDTM',
		options: { uta: false },
		amount: 100,
		params: { leverage: 10, marginMode: 'isolated' },
		asset: 'KCS',
		kindOf: (info) => info.tradeType,
		kinds: ['trade', 'liquid', 'adl'],
		listings: [{}],
	},
	{
		name: 'okx',
		ccxtClass: 'okx',
		symbol: 'BTC-USDT-SWAP',
		options: { defaultType: 'swap', fetchMarkets: { types: ['swap'] } },
		amount: 100,
		params: { tdMode: 'isolated' },
		asset: undefined,
		kindOf: (info) => info.subType,
		// Buy, liquidation sell, ADL sell: a net position has no side in them (page "Transaction details", subType).
		kinds: ['1', '107', '128'],
		leverage: [10, { mgnMode: 'isolated' }],
		listings: [{}],
	},
];

describe.each(VENUES)('$name', (venue) => {
	let simulator: Simulator;
	let ccxt: CcxtProcess;

	beforeAll(async () => {
		simulator = await startSimulator({ exchange: venue.name, settleInSeconds: SETTLE_IN_SECONDS });
		ccxt = startCcxt();
	});
	afterAll(async () => {
		await ccxt[Symbol.asyncDispose]();
		await simulator[Symbol.asyncDispose]();
	});

	async function open(keys: SimulatorAccount, pro = false): Promise<CcxtHandle> {
		const rest = await ccxt.open({
			exchange: venue.ccxtClass,
			pro,
			config: {
				apiKey: keys.key,
				secret: keys.secret,
				password: keys.passphrase,
				enableRateLimit: false,
				has: { fetchCurrencies: false },
				options: venue.options,
			},
			hosts: simulator.hosts,
		});
		await rest.call('loadMarkets');
		if (venue.leverage !== undefined)
			await rest.call('setLeverage', venue.leverage[0], BTC, venue.leverage[1]);
		return rest;
	}

	const buy = (rest: CcxtHandle) =>
		rest.call('createOrder', BTC, 'market', 'buy', venue.amount, null, venue.params);

	/** Change of the wallet since 10,000, and what trades with fees in USDT explain of it. */
	async function explained(rest: CcxtHandle) {
		const lists = [];
		for (const listing of venue.listings)
			lists.push(await rest.call('fetchMyTrades', BTC, null, null, listing));
		const trades = lists.flat();
		let cash = 0;
		for (const { side, cost, fee } of trades) {
			cash += side === 'sell' ? cost : -cost;
			if (fee.currency === 'USDT') cash -= fee.cost;
		}
		const { USDT } = await rest.call('fetchBalance');
		return { trades, cash, change: USDT.total - 10_000 };
	}

	it('tells a liquidation by its trade, at the bankruptcy price, without an own id, and explains the wallet', async () => {
		const account = await simulator.createAccount('liquidated', { deposit: '10000' });
		const rest = await open(account);
		await buy(rest);
		const resting = { ...venue.params, clientOrderId: 'c'.repeat(32) };
		const { last } = await rest.call('fetchTicker', BTC);
		const stop = await rest.call(
			'createOrder',
			BTC,
			'limit',
			'buy',
			venue.amount / 10,
			Math.round(last * 0.97),
			resting,
		);
		const [before] = await rest.call('fetchPositions');
		expect(before.liquidationPrice).toBeLessThan(before.entryPrice);
		// OKX does not tell the price at which nothing is left.
		const { bustPrice = before.info.bankruptPrice } = before.info;
		// The order at 3 % below fills on the way; so the wallet holds both.
		await rest.call('cancelOrder', stop.id, BTC);
		await simulator.admin('POST', '/shocks', { coin: 'BTC', factor: '0.85' });
		const { trades, cash, change } = await explained(rest);
		expect(trades.map(({ info }: { info: Record<string, unknown> }) => venue.kindOf(info))).toEqual(
			expect.arrayContaining([venue.kinds[0], venue.kinds[1]]),
		);
		const forced = trades.find(
			({ info }: { info: Record<string, unknown> }) => venue.kindOf(info) === venue.kinds[1],
		);
		expect(forced).toMatchObject({
			side: 'sell',
			price: bustPrice === undefined ? expect.any(Number) : Number(bustPrice),
		});
		expect(forced.fee.cost).toBeGreaterThan(0);
		expect(await rest.call('fetchPositions')).toEqual([]);
		expect(change).toBeCloseTo(cash, 6);
		const order = await rest.call('fetchOrder', forced.order, BTC, { acknowledged: true });
		expect(order).toMatchObject({ status: 'closed', reduceOnly: true });
		expect(order.clientOrderId ?? '').toBe('');
		const { balance } = (await simulator.admin('GET', '/insurance')) as { readonly balance: string };
		expect(Number(balance)).not.toBe(1_000_000);
		await simulator.admin('POST', '/shocks', { coin: 'BTC', factor: '1.17' });
	});

	it('tells a deleveraging by its trade, free of a fee', async () => {
		const account = await simulator.createAccount('deleveraged', { deposit: '10000' });
		const rest = await open(account);
		await buy(rest);
		await simulator.admin('POST', '/accounts/deleveraged/deleverage', {
			symbol: venue.symbol,
			quantity: '0.04',
		});
		const { trades } = await explained(rest);
		const forced = trades.find(
			({ info }: { info: Record<string, unknown> }) => venue.kindOf(info) === venue.kinds[2],
		);
		expect(forced).toMatchObject({ side: 'sell', fee: { cost: 0 } });
		const [left] = await rest.call('fetchPositions');
		expect(left.contracts * left.contractSize).toBeCloseTo(0.06, 9);
		await simulator.admin('POST', '/accounts/deleveraged/deleverage', { symbol: venue.symbol });
		const { cash, change } = await explained(rest);
		expect(change).toBeCloseTo(cash, 6);
	});

	// OKX has no coin of its own for fees of perpetuals.
	if (venue.asset !== undefined)
		it('takes fees in its own coin, which the wallet shows and USDT does not feel', async () => {
			const account = await simulator.createAccount('discounted', { deposit: '10000' });
			await simulator.admin('POST', '/accounts/discounted/fee-asset', { on: true, deposit: '50' });
			const rest = await open(account);
			await buy(rest);
			const [trade] = await rest.call('fetchMyTrades', BTC);
			expect(trade.info.feeCurrency).toBe(venue.asset);
			const { USDT, info } = await rest.call('fetchBalance');
			expect(USDT.total).toBeCloseTo(10_000 + unrealized(info), 1);
			const asset = String(venue.asset);
			const held = await rest.call('fetchBalance', { code: asset, currency: asset });
			const fees = (await rest.call('fetchMyTrades', BTC)).reduce(
				(sum: number, { fee }: { fee: { cost: number } }) => sum + fee.cost,
				0,
			);
			expect(held[asset].total).toBeCloseTo(50 - fees, 7);
		});

	/** KuCoin's total is equity, beside which its answer has what of it is not realized; Bybit's is the wallet. */
	function unrealized(info: { readonly data?: { readonly unrealisedPNL: unknown } }): number {
		return venue.name === 'bybit' ? 0 : Number(info.data?.unrealisedPNL);
	}
});
