/** Checks that all calls in a session share its cache, and that another session has its own. */
import { describe, expect, test } from 'vitest';
import { parseDecimal } from '../../domain/decimal.ts';
import type { Instrument } from '../../domain/instrument.ts';
import type { VenueCredentials } from '../../ports/venue.ts';
import { dialectOf } from '../modules.ts';
import type { Call, Dialect } from './dialect.ts';
import { createSharedReads } from './slow-reads.ts';

const NOW = 1_760_000_000_000;
const INSTRUMENT: Instrument = {
	venue: 'bybit',
	symbol: 'BTCUSDT',
	coin: 'BTC',
	quote: 'USDT',
	coinsPerOrderUnit: parseDecimal('1'),
	coinsPerPriceUnit: parseDecimal('1'),
	tickSize: parseDecimal('0.1'),
	lotSize: parseDecimal('0.001'),
	quantityMin: parseDecimal('0.001'),
	quantityMax: parseDecimal('100'),
	notionalMin: parseDecimal('5'),
	leverageMax: 20,
	assetIndex: 0,
};
/** A wallet whose address differs from the account's. */
const WALLET: VenueCredentials = { apiKey: `0x${'1'.repeat(40)}`, secret: `0x${'2'.repeat(64)}` };

type Params = Readonly<Record<string, unknown>>;

/**
 * Fakes the exchange, and creates call functions for one session. A session has several call functions, for different
 * connections and queues.
 */
function exchange(answers: Readonly<Record<string, (params: Params) => unknown>>) {
	const asked: string[] = [];
	const newCall = (): Call => {
		return async (_kind, method, params = {}) => {
			const name = method === 'publicPostInfo' ? String(params.type) : method;
			asked.push(name);
			return answers[name]?.(params);
		};
	};
	const count = (name: string): number => asked.filter((one) => one === name).length;
	return { newCall, count };
}

const binanceTrade = {
	symbol: 'BTCUSDT',
	id: 1,
	orderId: 11,
	side: 'BUY',
	price: '40000.0',
	qty: '0.500',
	commission: '0.01',
	commissionAsset: 'BNB',
	time: NOW - 60_000,
	maker: false,
};

/** Reads whose responses are cached, each with its exchange, the cached request and all responses. */
const KEPT: readonly {
	readonly venue: string;
	readonly request: string;
	readonly answers: Readonly<Record<string, (params: Params) => unknown>>;
	readonly read: (dialect: Dialect, call: Call) => Promise<unknown>;
}[] = [
	{
		venue: 'binance',
		request: 'fapiPrivateGetForceOrders',
		answers: {
			fapiPrivateGetUserTrades: () => [binanceTrade],
			fapiPrivateGetForceOrders: () => [],
			fapiPrivateGetCommissionRate: () => ({ takerCommissionRate: '0.0004', makerCommissionRate: '0.0002' }),
		},
		read: (dialect, call) => dialect.readAccountFills(call, INSTRUMENT, NOW - 100_000, NOW),
	},
	{
		venue: 'binance',
		request: 'fapiPrivateGetCommissionRate',
		answers: {
			fapiPrivateGetUserTrades: () => [binanceTrade],
			fapiPrivateGetForceOrders: () => [],
			fapiPrivateGetCommissionRate: () => ({ takerCommissionRate: '0.0004', makerCommissionRate: '0.0002' }),
		},
		read: (dialect, call) => dialect.readAccountFills(call, INSTRUMENT, NOW - 100_000, NOW),
	},
	{
		venue: 'binance',
		request: 'fapiPrivateGetIncome',
		answers: { fapiPrivateGetIncome: () => [] },
		read: (dialect, call) => dialect.readTradedSymbols(call, NOW - 10_000, NOW),
	},
	{
		venue: 'binance',
		request: 'fapiPublicGetExchangeInfo',
		answers: {
			fapiPublicGetExchangeInfo: () => ({ serverTime: NOW, symbols: [] }),
			fapiPublicGetPremiumIndex: () => [],
			fapiPublicGetFundingInfo: () => [],
			fapiPublicGetTicker24hr: () => [],
		},
		read: (dialect, call) => dialect.readTickers(call, () => INSTRUMENT, NOW),
	},
	{
		venue: 'bybit',
		request: 'privateGetV5AccountFeeRate',
		answers: {
			privateGetV5AccountFeeRate: () => ({
				result: { list: [{ symbol: 'BTCUSDT', takerFeeRate: '0.001', makerFeeRate: '0.001' }] },
			}),
		},
		read: (dialect, call) => dialect.readFees(call, 'BTCUSDT', NOW),
	},
	{
		venue: 'hyperliquid',
		request: 'userFees',
		answers: { userFees: () => ({ userCrossRate: '0.0004', userAddRate: '0.0001' }) },
		read: (dialect, call) => dialect.readFees(call, 'BTC', NOW),
	},
	{
		venue: 'hyperliquid',
		request: 'userRole',
		answers: {
			userRole: () => ({ role: 'agent', data: { user: WALLET.apiKey } }),
			exchangeStatus: () => ({ time: NOW }),
			extraAgents: () => [],
		},
		read: (dialect, call) => dialect.readKey(call),
	},
	{
		venue: 'hyperliquid',
		request: 'userAbstraction',
		answers: {
			userRole: () => ({ role: 'agent', data: { user: WALLET.apiKey } }),
			userAbstraction: () => 'default',
			clearinghouseState: () => ({
				time: NOW,
				withdrawable: '1',
				marginSummary: { accountValue: '1', totalMarginUsed: '0', totalRawUsd: '1' },
				assetPositions: [],
			}),
		},
		read: (dialect, call) => dialect.readBalance(call, []),
	},
];

describe.each(KEPT)('$venue: $request', ({ venue, request, answers, read }) => {
	test('is requested once for all calls of a session, and again by another session', async () => {
		const { newCall, count } = exchange(answers);
		const one = dialectOf(venue, false, WALLET);
		await read(one, newCall());
		expect(count(request)).toBe(1);
		await read(one, newCall());
		await read(one, one.bind?.(newCall()) ?? newCall());
		expect(count(request)).toBe(1);
		await read(dialectOf(venue, false, WALLET), newCall());
		expect(count(request)).toBe(2);
	});
});

describe('concurrent reads of settings', () => {
	test.each([
		['kucoin', 'futuresPrivateGetPositions'],
		['okx', 'privateGetAccountPositions'],
		['binance', 'fapiPrivateGetSymbolConfig'],
	])('%s: two calls share one request %s', async (venue, request) => {
		const { newCall, count } = exchange({
			futuresPrivateGetPositionGetMarginMode: () => ({ data: { marginMode: 'CROSS' } }),
			futuresPrivateGetPositions: () => ({ data: [] }),
			privateGetAccountPositions: () => ({ data: [] }),
			privateGetAccountLeverageInfo: () => ({ data: [{ lever: '2' }] }),
			fapiPrivateGetSymbolConfig: () => [{ symbol: 'BTCUSDT', leverage: '2', marginType: 'ISOLATED' }],
		});
		const dialect = dialectOf(venue);
		const prepare = () =>
			dialect.prepare(newCall(), INSTRUMENT, parseDecimal('2'), 'isolated', async () => undefined);
		await Promise.all([prepare(), prepare(), prepare()]);
		expect(count(request)).toBe(1);
		// The response is not cached, so the next call requests it again.
		await prepare();
		expect(count(request)).toBe(2);
	});
});

describe('the account state at Hyperliquid (balance and positions)', () => {
	const state = {
		time: NOW,
		withdrawable: '1',
		marginSummary: { accountValue: '1', totalMarginUsed: '0', totalRawUsd: '1' },
		assetPositions: [],
	};
	const answers = { clearinghouseState: () => state, userAbstraction: () => 'default' };
	const owner: VenueCredentials = {
		// Address of the key below.
		apiKey: '0x1563915e194d8cfba1943570603f7606a3115508',
		secret: `0x${'2'.repeat(64)}`,
	};

	test('is one request for all callers of a turn, even some microtasks apart', async () => {
		const { newCall, count } = exchange(answers);
		const dialect = dialectOf('hyperliquid', false, owner);
		const later = Promise.resolve().then(() => dialect.readPositions(newCall(), () => undefined));
		await Promise.all([
			dialect.readBalance(newCall(), []),
			dialect.readPositions(newCall(), () => undefined),
			later,
		]);
		expect(count('clearinghouseState')).toBe(1);
	});

	test('is requested again for callers after the request has begun', async () => {
		const { newCall, count } = exchange(answers);
		const dialect = dialectOf('hyperliquid', false, owner);
		const first = dialect.readPositions(newCall(), () => undefined);
		while (count('clearinghouseState') === 0) await undefined;
		const second = dialect.readPositions(newCall(), () => undefined);
		await Promise.all([first, second]);
		expect(count('clearinghouseState')).toBe(2);
	});
});

describe('a joinable read', () => {
	test('begins after all callers that share it have called', async () => {
		const reads = createSharedReads();
		let begun = 0;
		const read = async (): Promise<number> => {
			begun += 1;
			return begun;
		};
		for (let steps = 0; steps < 12; steps += 1) {
			const before = begun;
			const first = reads.joined('state', read);
			for (let step = 0; step < steps; step += 1) await undefined;
			const beganBefore = begun > before;
			const second = reads.joined('state', read);
			expect((await second) > (await first), `${steps} steps`).toBe(beganBefore);
		}
		expect(begun).toBeGreaterThan(12);
	});

	test('fails for all callers that joined, and is repeated by the next', async () => {
		const reads = createSharedReads();
		const failing = () => Promise.reject(new Error('down'));
		const both = [reads.joined('state', failing), reads.joined('state', failing)];
		for (const one of both) await expect(one).rejects.toThrow('down');
		expect(await reads.joined('state', async () => 1)).toBe(1);
	});
});
