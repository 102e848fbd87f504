/**
 * Compares the simulated KuCoin's message bodies with the documented ones. Keys and JSON types must be the same,
 * except for the differences in `allowed-kucoin.ts`, which has the reason for each.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Simulator, type SimulatorAccount, startSimulator } from '../conformance/harness.ts';
import {
	type KucoinClient,
	type KucoinStream,
	kucoinClient,
	kucoinStream,
} from '../conformance/kucoin-client.ts';
import { ALLOWED_KUCOIN } from './allowed-kucoin.ts';
import { documentedEndpoint, documentedStream } from './documented-bodies.ts';
import { compareShapes, differenceKey } from './shape-compare.ts';

const REST = 'messages/kucoin-documented/Endpoints/Futures';
const STREAMS = 'messages/kucoin-documented/Subscriptions/Futures';
const SYMBOL = 'XBTUSDTM';
const OF_SYMBOL = { symbol: SYMBOL };

/** Minimum number of bodies that all tests together must compare. */
const COMPARED_MIN = 36;

const compared = new Set<string>();
const differences = new Set<string>();

let simulator: Simulator;
let account: SimulatorAccount;
let api: KucoinClient;
let publicStream: KucoinStream;
let privateStream: KucoinStream;
let orderId: string;
let restingId: string;

function compare(name: string, documented: unknown, actual: unknown): void {
	compared.add(name);
	const found = compareShapes(documented, actual).map((difference) => `${name} ${differenceKey(difference)}`);
	for (const difference of found) differences.add(difference);
	expect(found.filter((difference) => ALLOWED_KUCOIN[difference] === undefined)).toEqual([]);
}

async function price(share: number): Promise<string> {
	const { body } = await api.ask('GET', '/api/v1/ticker', OF_SYMBOL);
	return String(Math.floor(Number((body.data as { readonly bestBidPrice: string }).bestBidPrice) * share));
}

async function place(order: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
	const { body } = await api.ask('POST', '/api/v1/orders', {
		...OF_SYMBOL,
		type: 'limit',
		side: 'buy',
		size: 10,
		leverage: 2,
		marginMode: 'ISOLATED',
		...order,
	});
	expect(body.code, JSON.stringify(body)).toBe('200000');
	return body;
}

const idOf = (body: Record<string, unknown>): string => (body.data as { readonly orderId: string }).orderId;

const PUBLIC_TOPICS = [
	`/contractMarket/level2:${SYMBOL}`,
	`/contractMarket/level2Depth5:${SYMBOL}`,
	`/contractMarket/tickerV2:${SYMBOL}`,
	`/contractMarket/execution:${SYMBOL}`,
	`/contract/instrument:${SYMBOL}`,
];
const PRIVATE_TOPICS = [
	`/contractMarket/tradeOrders:${SYMBOL}`,
	'/contract/positionAll',
	'/contractAccount/wallet',
];

beforeAll(async () => {
	simulator = await startSimulator({ exchange: 'kucoin', settleInSeconds: 3600 });
	account = await simulator.createAccount('shapes', { deposit: '100000' });
	api = kucoinClient(simulator.port, account);
	publicStream = await kucoinStream(simulator.port);
	privateStream = await kucoinStream(simulator.port, account);
	for (const topic of PUBLIC_TOPICS) await publicStream.subscribe(topic);
	for (const topic of PRIVATE_TOPICS) await privateStream.subscribe(topic);
	orderId = idOf(await place({ clientOid: 'shape-ioc', price: await price(1.01), timeInForce: 'IOC' }));
	restingId = idOf(await place({ clientOid: 'shape-rest', price: await price(0.97), size: 1 }));
	await simulator.admin('POST', '/settle', OF_SYMBOL);
});

afterAll(async () => {
	await publicStream?.[Symbol.asyncDispose]();
	await privateStream?.[Symbol.asyncDispose]();
	await simulator?.[Symbol.asyncDispose]();
});

describe('bodies of reads', () => {
	const cases: [file: string, path: string, params: Record<string, unknown>][] = [
		['ExchangeData/GetOpenContracts', '/api/v1/contracts/active', {}],
		['ExchangeData/GetContract', `/api/v1/contracts/${SYMBOL}`, {}],
		['ExchangeData/GetTicker', '/api/v1/ticker', OF_SYMBOL],
		['ExchangeData/GetTickers', '/api/v1/allTickers', {}],
		['ExchangeData/GetAggregatedFullOrderBook', '/api/v1/level2/snapshot', OF_SYMBOL],
		['ExchangeData/GetAggregatedPartialOrderBook', '/api/v1/level2/depth20', OF_SYMBOL],
		['ExchangeData/GetTradeHistory', '/api/v1/trade/history', OF_SYMBOL],
		['ExchangeData/GetCurrentMarkPrice', `/api/v1/mark-price/${SYMBOL}/current`, {}],
		['ExchangeData/GetCurrentFundingRate', `/api/v1/funding-rate/${SYMBOL}/current`, {}],
		['ExchangeData/GetFundingRateHistory', '/api/v1/contract/funding-rates', OF_SYMBOL],
		['ExchangeData/GetServiceStatus', '/api/v1/status', {}],
		['Account/GetAccountOverview', '/api/v1/account-overview', { currency: 'USDT' }],
		['Account/GetTransactionHistory', '/api/v1/transaction-history', {}],
		['Account/GetPosition', '/api/v1/position', OF_SYMBOL],
		['Account/GetPositions', '/api/v1/positions', {}],
		['Account/GetFundingHistory', '/api/v1/funding-history', OF_SYMBOL],
		['Account/GetTradingFee', '/api/v1/trade-fees', OF_SYMBOL],
		['Account/GetMarginMode', '/api/v2/position/getMarginMode', OF_SYMBOL],
		['Account/GetCrossMarginLeverage', '/api/v2/getCrossUserLeverage', OF_SYMBOL],
		['Trading/GetOrders', '/api/v1/orders', {}],
		['Trading/GetClosedOrders', '/api/v1/recentDoneOrders', {}],
		['Trading/GetUserTrades', '/api/v1/fills', {}],
		['Trading/GetRecentUserTrades', '/api/v1/recentFills', {}],
		['Trading/GetOrderByClientOrderId', '/api/v1/orders/byClientOid', { clientOid: 'shape-ioc' }],
	];
	it.each(cases)('%s', async (file, path, params) => {
		compare(file, documentedEndpoint(`${REST}/${file}`).body, (await api.ask('GET', path, params)).body);
	});

	it('Trading/GetOrder', async () => {
		compare(
			'Trading/GetOrder',
			documentedEndpoint(`${REST}/Trading/GetOrder`).body,
			(await api.ask('GET', `/api/v1/orders/${orderId}`)).body,
		);
	});
});

describe('bodies of commands', () => {
	it('Trading/PlaceOrder and both ways to cancel', async () => {
		const placed = await place({ clientOid: 'shape-cancel', price: await price(0.97), size: 1 });
		compare('Trading/PlaceOrder', documentedEndpoint(`${REST}/Trading/PlaceOrder`).body, placed);
		const byId = await api.ask('DELETE', `/api/v1/orders/${restingId}`);
		compare('Trading/CancelOrder', documentedEndpoint(`${REST}/Trading/CancelOrder`).body, byId.body);
		const byOwnId = await api.ask('DELETE', '/api/v1/orders/client-order/shape-cancel', OF_SYMBOL);
		compare(
			'Trading/CancelOrderByClientOrderId',
			documentedEndpoint(`${REST}/Trading/CancelOrderByClientOrderId`).body,
			byOwnId.body,
		);
	});

	it('Account/SetMarginMode and SetCrossMarginLeverage', async () => {
		const other = { symbol: 'ETHUSDTM' };
		const mode = await api.ask('POST', '/api/v2/position/changeMarginMode', {
			...other,
			marginMode: 'CROSS',
		});
		compare('Account/SetMarginMode', documentedEndpoint(`${REST}/Account/SetMarginMode`).body, mode.body);
		const leverage = await api.ask('POST', '/api/v2/changeCrossUserLeverage', { ...other, leverage: '4' });
		compare(
			'Account/SetCrossMarginLeverage',
			documentedEndpoint(`${REST}/Account/SetCrossMarginLeverage`).body,
			leverage.body,
		);
	});
});

describe('streams', () => {
	const publicCases: [file: string, topic: string, subject: string][] = [
		['Book', `/contractMarket/level2:${SYMBOL}`, 'level2'],
		['PartialBook', `/contractMarket/level2Depth5:${SYMBOL}`, 'level2'],
		['Tickers', `/contractMarket/tickerV2:${SYMBOL}`, 'tickerV2'],
		['Trades', `/contractMarket/execution:${SYMBOL}`, 'match'],
		['MarkPrice', `/contract/instrument:${SYMBOL}`, 'mark.index.price'],
		['FundingRate', `/contract/instrument:${SYMBOL}`, 'funding.rate'],
	];
	const privateCases: [file: string, topic: string, subject: string][] = [
		['Order', `/contractMarket/tradeOrders:${SYMBOL}`, 'symbolOrderChange'],
		['Position', '/contract/positionAll', 'position.change'],
		['FundingSettlement', '/contract/positionAll', 'position.settlement'],
		['Wallet', '/contractAccount/wallet', 'walletBalance.change'],
		['Balance', '/contractAccount/wallet', 'availableBalance.change'],
	];

	async function compareStream(
		file: string,
		stream: KucoinStream,
		topic: string,
		subject: string,
	): Promise<void> {
		const documented = documentedStream(`${STREAMS}/${file}`);
		// The documented sample of an order event reports a match, so the test waits for an event of that type.
		const isMatch = (data: unknown): boolean =>
			file !== 'Order' || (data as { readonly type: string }).type === 'match';
		compare(
			file,
			documented.push,
			await stream.next((frame) => frame.topic === topic && frame.subject === subject && isMatch(frame.data)),
		);
		compare(
			`${file} (acknowledgement)`,
			documented.acknowledgements[0],
			stream.frames.find((frame) => frame.type === 'ack'),
		);
	}

	it.each(publicCases)('%s', (file, topic, subject) => compareStream(file, publicStream, topic, subject));
	it.each(privateCases)('%s', (file, topic, subject) => compareStream(file, privateStream, topic, subject));
});

it('compared enough bodies and needs every allowed difference', () => {
	expect(compared.size).toBeGreaterThanOrEqual(COMPARED_MIN);
	expect(Object.keys(ALLOWED_KUCOIN).filter((key) => !differences.has(key))).toEqual([]);
});
