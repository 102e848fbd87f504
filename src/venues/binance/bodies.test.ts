/** Parses hand-written Binance responses that the Binance simulator never sends. */
import { beforeEach, describe, expect, test } from 'vitest';
import { formatDecimal, fromInteger, parseDecimal } from '../../domain/decimal.ts';
import type { Instrument } from '../../domain/instrument.ts';
import { HedgeModeError } from '../../ports/venue-error.ts';
import type { StreamedTicker } from '../feeds/ticker-protocol.ts';
import type { Call, Dialect } from '../shared/dialect.ts';
import { settledPages } from '../shared/paging.ts';
import type { Verified } from '../shared/prepared.ts';
import { binance } from './module.ts';

const NOW = Date.UTC(2026, 10, 21, 8, 30);
const HOUR_MS = 3_600_000;

type Params = Readonly<Record<string, unknown>>;

/** The Binance functions of one session, created again before each test. */
let binanceDialect: Dialect;

beforeEach(() => {
	binanceDialect = binance.createDialect();
});

/**
 * Fakes a session's `call`. `answers` maps ccxt method names to responses, or to functions of the request's
 * parameters. Calling any other method fails the test. `asked` records the methods called.
 */
function answering(answers: Readonly<Record<string, unknown>>) {
	const asked: string[] = [];
	const call: Call = async (_kind, method, params = {}) => {
		asked.push(method);
		if (!(method in answers)) throw new Error(`unexpected call of ${method}`);
		const answer = answers[method];
		return typeof answer === 'function' ? (answer as (params: Params) => unknown)(params) : answer;
	};
	return { call, asked };
}

const BTC: Instrument = {
	venue: 'binance',
	symbol: 'BTCUSDT',
	coin: 'BTC',
	quote: 'USDT',
	coinsPerOrderUnit: fromInteger(1),
	coinsPerPriceUnit: fromInteger(1),
	tickSize: parseDecimal('0.1'),
	lotSize: parseDecimal('0.001'),
	quantityMin: parseDecimal('0.001'),
	quantityMax: fromInteger(100),
	notionalMin: parseDecimal('5'),
	leverageMax: 20,
};

const trade = (members: Params = {}) => ({
	symbol: 'BTCUSDT',
	id: 1,
	orderId: 11,
	side: 'BUY',
	price: '40000.0',
	qty: '0.500',
	commission: '10.00000000',
	commissionAsset: 'USDT',
	time: NOW,
	maker: false,
	...members,
});

describe('tickers', () => {
	const premium = (symbol: string, members: Params = {}) => ({
		symbol,
		markPrice: '100.0',
		indexPrice: '100.1',
		lastFundingRate: '0.00010000',
		nextFundingTime: NOW + HOUR_MS,
		...members,
	});
	const answers = {
		fapiPublicGetPremiumIndex: [premium('BTCUSDT'), premium('SUIUSDT'), premium('OLDUSDT')],
		fapiPublicGetExchangeInfo: {
			serverTime: NOW,
			symbols: [{ symbol: 'OLDUSDT', deliveryDate: NOW + HOUR_MS }],
		},
		fapiPublicGetFundingInfo: [
			{
				symbol: 'SUIUSDT',
				fundingIntervalHours: 4,
				adjustedFundingRateCap: '0.02',
				adjustedFundingRateFloor: '-0.02',
			},
		],
		fapiPublicGetTicker24hr: [{ symbol: 'BTCUSDT', quoteVolume: '1000', lastPrice: '99.9' }],
	};
	const find = (symbol: string): Instrument => ({ ...BTC, symbol });

	test('assumes eight hours and no bounds for a contract outside the list of adjusted ones', async () => {
		const { call } = answering(answers);
		const [btc, sui, old] = await binanceDialect.readTickers(call, find, NOW);
		expect([btc?.funding?.intervalMs, btc?.fundingCap]).toEqual([8 * HOUR_MS, null]);
		expect([sui?.funding?.intervalMs, sui?.fundingCap]).toEqual([4 * HOUR_MS, parseDecimal('0.02')]);
		expect([btc?.delistingAt, old?.delistingAt]).toEqual([null, NOW + HOUR_MS]);
		expect([btc?.volume24h, btc?.last]).toEqual([fromInteger(1_000), parseDecimal('99.9')]);
	});

	test('gives streamed tickers their own age, and requests all contracts every 30 s', async () => {
		const { call, asked } = answering(answers);
		const listed = ['BTCUSDT', 'SUIUSDT', 'OLDUSDT'];
		let now = NOW;
		const latest = new Map<string, StreamedTicker>();
		const stream = { latest: (symbol: string) => latest.get(symbol), now: () => now };
		const only = (symbol: string) => (listed.includes(symbol) ? find(symbol) : undefined);
		await binanceDialect.readTickers(call, only, now, stream);
		for (let second = 1; second <= 59; second += 1) {
			const receivedAt = NOW + second * 1_000;
			const markPrice = String(100 + second);
			for (const symbol of listed) latest.set(symbol, { body: premium(symbol, { markPrice }), receivedAt });
			now = receivedAt + 300;
			const [btc] = await binanceDialect.readTickers(call, only, now, stream);
			expect(btc).toMatchObject({ mark: parseDecimal(markPrice), receivedAt });
			expect(btc?.funding?.nextSettlementAt).toBe(NOW + HOUR_MS);
		}
		expect(asked.filter((method) => method === 'fapiPublicGetPremiumIndex')).toHaveLength(2);
	});

	test('reads the intervals again after a streamed settlement', async () => {
		const { call, asked } = answering(answers);
		const latest = new Map<string, StreamedTicker>();
		let now = NOW;
		const stream = { latest: (symbol: string) => latest.get(symbol), now: () => now };
		const only = (symbol: string) => (symbol === 'BTCUSDT' ? find(symbol) : undefined);
		await binanceDialect.readTickers(call, only, now, stream);
		now += 1_000;
		const body = premium('BTCUSDT', { nextFundingTime: NOW + 9 * HOUR_MS });
		latest.set('BTCUSDT', { body, receivedAt: now });
		const [btc] = await binanceDialect.readTickers(call, only, now, stream);
		expect(btc?.funding?.nextSettlementAt).toBe(NOW + 9 * HOUR_MS);
		expect(asked.filter((method) => method === 'fapiPublicGetFundingInfo')).toHaveLength(2);
	});

	test('reads slow-changing data once a minute, and again at once after a failure', async () => {
		const { call, asked } = answering(answers);
		for (const at of [0, 4_000, 59_000]) await binanceDialect.readTickers(call, find, NOW + at);
		expect(asked.filter((method) => method === 'fapiPublicGetTicker24hr')).toHaveLength(1);
		expect(asked.filter((method) => method === 'fapiPublicGetPremiumIndex')).toHaveLength(3);
		await binanceDialect.readTickers(call, find, NOW + 60_000);
		expect(asked.filter((method) => method === 'fapiPublicGetTicker24hr')).toHaveLength(2);
		const failing = answering({
			...answers,
			fapiPublicGetFundingInfo: () => Promise.reject(new Error('no')),
		});
		await expect(binanceDialect.readTickers(failing.call, find, NOW)).rejects.toThrow('no');
		await expect(binanceDialect.readTickers(failing.call, find, NOW)).rejects.toThrow('no');
		expect(failing.asked.filter((method) => method === 'fapiPublicGetFundingInfo')).toHaveLength(2);
	});
});

describe('fills', () => {
	test('names the cause of forced orders, and requests a cause until it is final', async () => {
		const { call, asked } = answering({
			fapiPrivateGetUserTrades: [trade(), trade({ id: 2, orderId: 12 }), trade({ id: 3, orderId: 13 })],
			fapiPrivateGetForceOrders: [
				{ orderId: 11, clientOrderId: 'autoclose-1795' },
				{ orderId: 12, clientOrderId: 'adl_autoclose' },
			],
		});
		const read = (to: number) => binanceDialect.readAccountFills(call, BTC, NOW - 1_000, to);
		expect((await read(NOW + 1_000)).map(({ cause }) => cause)).toEqual(['liquidation', 'adl', 'order']);
		await read(NOW + 20_000);
		const once = asked.filter((method) => method === 'fapiPrivateGetForceOrders').length;
		expect((await read(NOW + 21_000)).map(({ cause }) => cause)).toEqual(['liquidation', 'adl', 'order']);
		expect(asked.filter((method) => method === 'fapiPrivateGetForceOrders')).toHaveLength(once);
	});

	test('values a fee in BNB by the fill’s value and the account’s rate, maker or taker', async () => {
		const { call } = answering({
			fapiPrivateGetUserTrades: [
				trade({ commission: '0.01', commissionAsset: 'BNB' }),
				trade({ id: 2, commission: '0.004', commissionAsset: 'BNB', maker: true }),
			],
			fapiPrivateGetForceOrders: [],
			fapiPrivateGetCommissionRate: { makerCommissionRate: '0.0002', takerCommissionRate: '0.0005' },
		});
		const fills = await binanceDialect.readAccountFills(call, BTC, NOW - 1_000, NOW + 1_000);
		expect(fills.map(({ fee, feeAsset }) => [formatDecimal(fee), feeAsset])).toEqual([
			['10', 'BNB'],
			['4', 'BNB'],
		]);
	});

	test('reads more trades than one answer holds in parts', async () => {
		const all = Array.from({ length: 1_500 }, (_, index) =>
			trade({ id: index, time: NOW - 1_500 * 1_000 + index * 1_000 }),
		);
		const { call } = answering({
			fapiPrivateGetUserTrades: ({ startTime, endTime }: Params) =>
				all.filter(({ time }) => time >= Number(startTime) && time <= Number(endTime)).slice(0, 1_000),
			fapiPrivateGetForceOrders: [],
		});
		const fills = await binanceDialect.readAccountFills(call, BTC, NOW - 10 * 24 * HOUR_MS, NOW);
		expect(new Set(fills.map(({ tradeId }) => tradeId)).size).toBe(1_500);
	});
});

describe('the ledger', () => {
	const row = (members: Params) => ({
		symbol: '',
		incomeType: 'TRANSFER',
		income: '5',
		asset: 'USDT',
		time: NOW - 1_000,
		tranId: 1,
		...members,
	});
	const account = (walletBalance: string) => ({
		assets: [
			{ asset: 'USDT', walletBalance, marginBalance: walletBalance, availableBalance: walletBalance },
			{ asset: 'BNB', walletBalance: '0' },
		],
	});

	test('does not read the income again within a minute while no balance changes', async () => {
		let wallet = '100';
		const { call, asked } = answering({
			fapiPrivateV3GetAccount: () => account(wallet),
			fapiPrivateGetIncome: [row({})],
		});
		const reads = (): number => asked.filter((method) => method === 'fapiPrivateGetIncome').length;
		const readAt = async (at: number): Promise<void> => {
			await binanceDialect.readBalance(call, []);
			await binanceDialect.readExternalFlows(call, NOW - 10_000, NOW + at);
		};
		await readAt(0);
		// An income row may appear later than its balance change. For five seconds after a change, each account check
		// therefore requests the income again.
		await readAt(2_000);
		await readAt(6_000);
		expect(reads()).toBe(3);
		await readAt(9_000);
		await readAt(65_000);
		expect(reads()).toBe(3);
		await readAt(66_001);
		expect(reads()).toBe(4);
		wallet = '101';
		await readAt(68_500);
		expect(reads()).toBe(5);
	});

	test('reports all income but that of trading as flows, and settlements of the contract', async () => {
		const { call } = answering({
			fapiPrivateGetIncome: [
				row({ tranId: 1 }),
				row({ tranId: 2, incomeType: 'COMMISSION', symbol: 'BTCUSDT', income: '-1' }),
				row({ tranId: 3, incomeType: 'FUNDING_FEE', symbol: 'BTCUSDT', income: '-0.5' }),
				row({ tranId: 4, incomeType: 'FUNDING_FEE', symbol: 'ETHUSDT', income: '-0.25' }),
				row({ tranId: 5, incomeType: 'INSURANCE_CLEAR', symbol: 'BTCUSDT', income: '-2' }),
			],
		});
		const flows = await binanceDialect.readExternalFlows(call, NOW - 10_000, NOW);
		expect(flows.map(({ recordId }) => recordId)).toEqual(['TRANSFER:1', 'INSURANCE_CLEAR:5']);
		const payments = await binanceDialect.readFundingPayments(call, BTC, NOW - 10_000, NOW);
		expect(payments.map(({ recordId, amount }) => [recordId, formatDecimal(amount)])).toEqual([
			['3', '-0.5'],
		]);
		expect(await binanceDialect.readTradedSymbols(call, NOW - 10_000, NOW)).toEqual(['BTCUSDT']);
	});
});

/** Checks the account settings on every call to `prepare`, without reusing an earlier result. */
const unshared: Verified = (_setting, _value, check) => check();

describe('preparation before the first order', () => {
	const config = (members: Params = {}) => [
		{ symbol: 'BTCUSDT', marginType: 'ISOLATED', leverage: 2, ...members },
	];
	const prepare = (answers: Readonly<Record<string, unknown>>) => {
		const { call, asked } = answering({
			fapiPrivateGetAccountConfig: { dualSidePosition: false, multiAssetsMargin: false },
			fapiPrivateGetSymbolConfig: config(),
			...answers,
		});
		return { done: binanceDialect.prepare(call, BTC, fromInteger(2), 'isolated', unshared), asked };
	};

	test('sends nothing if all settings are right', async () => {
		const { done, asked } = prepare({});
		await done;
		expect(asked).toEqual(['fapiPrivateGetAccountConfig', 'fapiPrivateGetSymbolConfig']);
	});

	test('refuses hedge mode and multi-assets mode', async () => {
		const hedged = prepare({
			fapiPrivateGetAccountConfig: { dualSidePosition: true, multiAssetsMargin: false },
		});
		await expect(hedged.done).rejects.toBeInstanceOf(HedgeModeError);
		const shared = prepare({
			fapiPrivateGetAccountConfig: { dualSidePosition: false, multiAssetsMargin: true },
		});
		await expect(shared.done).rejects.toThrow(/multi-assets mode/);
		await expect(prepare({ fapiPrivateGetAccountConfig: {} }).done).rejects.toMatchObject({
			kind: 'rejected',
		});
	});

	test('reports null leverage and margin mode if the configuration lacks the symbol', async () => {
		const { call } = answering({
			fapiPrivateV3GetPositionRisk: [{ symbol: 'BTCUSDT', positionSide: 'BOTH', positionAmt: '-0.5' }],
			fapiPrivateGetSymbolConfig: [],
		});
		expect(await binanceDialect.readPositions(call, () => BTC)).toMatchObject([
			{ quantity: parseDecimal('-0.5'), leverage: null, marginMode: null, entryPrice: null },
		]);
	});
});

describe('account stream', () => {
	const { hintsOf, isEnd } = binance.createDialect().accountStream;

	test('reads account events and ignores others', () => {
		expect(hintsOf({ e: 'ORDER_TRADE_UPDATE', o: { s: 'BTCUSDT', c: 'abc' } })).toEqual([
			{ kind: 'order', symbol: 'BTCUSDT', clientOrderId: 'abc' },
		]);
		expect(hintsOf({ e: 'ACCOUNT_UPDATE', a: { B: [{ a: 'USDT' }], P: [{ s: 'BTCUSDT' }] } })).toEqual([
			{ kind: 'balance' },
			{ kind: 'position', symbol: 'BTCUSDT' },
		]);
		expect(hintsOf({ e: 'MARGIN_CALL', p: [{ s: 'BTCUSDT' }] })).toEqual([
			{ kind: 'position', symbol: 'BTCUSDT' },
		]);
		expect(hintsOf({ result: null, id: 1 })).toBeUndefined();
	});

	test('ends at an expired listen key although the connection stays open', () => {
		expect(isEnd?.({ e: 'listenKeyExpired', listenKey: 'x' })).toBe(true);
		expect(isEnd?.({ e: 'ACCOUNT_UPDATE' })).toBe(false);
	});
});

describe('settled rates', () => {
	const rates = Array.from({ length: 25 }, (_, index) => ({
		rate: fromInteger(index),
		settledAt: index * HOUR_MS,
	}));
	const read = async (from: number, to: number) => ({
		rates: rates.filter(({ settledAt }) => settledAt >= from && settledAt <= to).slice(0, 10),
		unusable: [],
	});

	const oldest = (rowsMax: number) => ({ pagesBegin: 'oldest', rowsMax }) as const;

	test('reads page by page without a gap, newest first', async () => {
		const answer = await settledPages(2 * HOUR_MS, 23 * HOUR_MS, oldest(10), read);
		expect(answer.rates.map(({ settledAt }) => settledAt / HOUR_MS)).toEqual(
			Array.from({ length: 22 }, (_, index) => 23 - index),
		);
	});

	test('refuses a page without progress, and too many pages', async () => {
		const stuck = async () => ({ rates: [], unusable: Array.from({ length: 10 }, () => 'a row') });
		await expect(settledPages(0, HOUR_MS, oldest(10), stuck)).rejects.toThrow(/no usable row/);
		const endless = async (from: number) => ({
			rates: [{ rate: fromInteger(0), settledAt: from }],
			unusable: [],
		});
		await expect(settledPages(0, 1_000 * HOUR_MS, oldest(1), endless)).rejects.toThrow(/more than 15 pages/);
	});
});
