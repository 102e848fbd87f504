/**
 * Tests liquidation, deleveraging and fees in the venue's own coin, as unmodified ccxt reports them on each front
 * end. The tests check how each is recognised, and that fills, fees and settlements alone account for the wallet
 * balance.
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
/** Time until the first scheduled settlement, long enough that none falls within a test. */
const SETTLE_IN_SECONDS = 3_600;

type Venue = {
	readonly name: 'bybit' | 'kucoin' | 'okx';
	readonly ccxtClass: string;
	readonly symbol: string;
	readonly options: Readonly<Record<string, unknown>>;
	/** Amount that ccxt needs for an order of 0.1 BTC. */
	readonly amount: number;
	/** Parameters that ccxt needs for an order of 0.1 BTC. */
	readonly params: Readonly<Record<string, unknown>>;
	/** The exchange's own coin, if it can charge fees in one; otherwise undefined. */
	readonly asset: string | undefined;
	/** Reads the type of a fill: user, liquidation or deleveraging. */
	readonly kindOf: (info: Readonly<Record<string, unknown>>) => unknown;
	readonly kinds: readonly [user: string, liquidation: string, adl: string];
	/** Leverage to set before the first order on venues whose orders do not carry it. */
	readonly leverage?: readonly [leverage: number, params: Readonly<Record<string, unknown>>];
	/**
	 * Parameters of the calls that together list every trade, because ccxt by default requests only the user's own
	 * trades from Bybit.
	 */
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
		// Types for a buy, a liquidation sell and an ADL sell. In net mode these types name no position side (page
		// "Transaction details", subType).
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

	/**
	 * Returns the change in the wallet since the deposit of 10,000 USDT, and how much of it comes from trades and
	 * their USDT fees.
	 */
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

	it('recognises a liquidation by its trade at the bankruptcy price without a client id, and explains the wallet', async () => {
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
		// OKX does not report the bankruptcy price.
		const { bustPrice = before.info.bankruptPrice } = before.info;
		// A resting order 3 % below the market would fill during the price shock and change the wallet too.
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

	it('recognises a deleveraging by its fee-free trade', async () => {
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

	// OKX has no coin of its own for perpetual fees.
	if (venue.asset !== undefined)
		it('takes fees in its own coin from the coin’s wallet, not from USDT', async () => {
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

	/**
	 * Returns the unrealized PnL that the reported total includes, USDT. KuCoin's total is equity; Bybit's is the
	 * wallet balance.
	 */
	function unrealized(info: { readonly data?: { readonly unrealisedPNL: unknown } }): number {
		return venue.name === 'bybit' ? 0 : Number(info.data?.unrealisedPNL);
	}
});
