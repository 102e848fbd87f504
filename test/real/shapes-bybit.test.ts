/**
 * Compares the simulated Bybit's message bodies with the documented ones. Keys and JSON types must be the same,
 * except for the differences in `allowed-bybit.ts`, which has the reason for each.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
	type Frame,
	type RawClient,
	type RawStream,
	rawClient,
	rawStream,
} from '../conformance/bybit-client.ts';
import { type Simulator, type SimulatorAccount, startSimulator } from '../conformance/harness.ts';
import { ALLOWED_BYBIT } from './allowed-bybit.ts';
import { documentedEndpoint, documentedStream } from './documented-bodies.ts';
import { compareShapes, differenceKey } from './shape-compare.ts';

const REST = 'messages/bybit-documented/Endpoints/V5Api';
const STREAMS = 'messages/bybit-documented/Subscriptions/V5';
const SYMBOL = 'BTCUSDT';
const LINEAR = { category: 'linear', symbol: SYMBOL };

/** Minimum number of bodies that all tests together must compare. */
const COMPARED_MIN = 37;

const compared = new Set<string>();
const differences = new Set<string>();

let simulator: Simulator;
let account: SimulatorAccount;
let publicApi: RawClient;
let api: RawClient;
let publicStream: RawStream;
let privateStream: RawStream;

function compare(name: string, documented: unknown, actual: unknown): void {
	compared.add(name);
	const found = compareShapes(documented, actual).map((difference) => `${name} ${differenceKey(difference)}`);
	for (const difference of found) differences.add(difference);
	expect(found.filter((difference) => ALLOWED_BYBIT[difference] === undefined)).toEqual([]);
}

/** Calls the endpoint that a file documents and compares the response body. */
async function compareEndpoint(
	file: string,
	ask: (path: string) => Promise<{ readonly body: Record<string, unknown> }>,
): Promise<void> {
	const documented = documentedEndpoint(`${REST}/${file}`);
	const { body } = await ask(documented.path);
	compare(file, documented.body, body);
}

/** Compares the first push on a topic, and the responses to the commands before it. */
async function compareStream(file: string, stream: RawStream, topic: string, reqId: string): Promise<void> {
	const documented = documentedStream(`${STREAMS}/${file}`);
	const push = await stream.next((frame) => frame.topic === topic);
	compare(file, documented.push, push);
	const actual = stream.frames.filter((frame) => frame.req_id === reqId || frame.op === 'auth');
	compare(`${file} (acknowledgements)`, documented.acknowledgements, actual);
}

async function place(order: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
	const { body } = await api.post('/v5/order/create', { category: 'linear', symbol: SYMBOL, ...order });
	expect(body.retCode, String(body.retMsg)).toBe(0);
	return body;
}

/** Returns a price on the tick and so far below the market that a buy order rests there. */
async function restingPrice(): Promise<string> {
	const { body } = await publicApi.get('/v5/market/tickers', LINEAR);
	const list = (body.result as { list: { bid1Price: string }[] }).list;
	return String(Math.floor(Number(list[0]?.bid1Price) * 0.97));
}

function isDeltaOfBothSides({ type, data }: Frame): boolean {
	const { b, a } = data as { readonly b: readonly unknown[]; readonly a: readonly unknown[] };
	return type === 'delta' && b.length > 0 && a.length > 0;
}

beforeAll(async () => {
	simulator = await startSimulator({ exchange: 'bybit', settleInSeconds: 3600 });
	account = await simulator.createAccount('shapes');
	publicApi = rawClient(simulator.port);
	api = rawClient(simulator.port, account);
	publicStream = await rawStream(simulator.port, '/v5/public/linear');
	privateStream = await rawStream(simulator.port, '/v5/private', account);
	const topics = [`tickers.${SYMBOL}`, `publicTrade.${SYMBOL}`, `orderbook.50.${SYMBOL}`];
	publicStream.send({ req_id: 'public-1', op: 'subscribe', args: topics });
	await publicStream.next((frame) => frame.req_id === 'public-1');
	privateStream.send({
		req_id: 'private-1',
		op: 'subscribe',
		args: ['order', 'execution', 'position', 'wallet'],
	});
	await privateStream.next((frame) => frame.req_id === 'private-1');
	await place({ side: 'Buy', orderType: 'Market', qty: '0.01', orderLinkId: 'shape-market' });
	await place({
		side: 'Buy',
		orderType: 'Limit',
		qty: '0.01',
		price: await restingPrice(),
		orderLinkId: 'shape-rest',
	});
	await simulator.admin('POST', '/settle', { symbol: SYMBOL });
	await simulator.admin('POST', '/service', { trading: 'closed', title: 'shape' });
});

afterAll(async () => {
	await publicStream?.[Symbol.asyncDispose]();
	await privateStream?.[Symbol.asyncDispose]();
	await simulator?.[Symbol.asyncDispose]();
});

describe('public bodies', () => {
	const cases: [file: string, query: Record<string, string>][] = [
		['ExchangeData/GetLinearInverseSymbols', { category: 'linear' }],
		['ExchangeData/GetLinearInverseTickers', LINEAR],
		['ExchangeData/GetOrderbook', LINEAR],
		['ExchangeData/GetTradeHistory', LINEAR],
		['ExchangeData/GetFundingRateHistory', LINEAR],
		['ExchangeData/GetRiskLimit', LINEAR],
		['ExchangeData/GetSystemStatus', {}],
	];
	it.each(cases)('%s', async (file, query) => {
		await compareEndpoint(file, (path) => publicApi.get(path, query));
	});
});

describe('bodies of reads', () => {
	const cases: [file: string, query: Record<string, string>][] = [
		['Trading/GetOrders', LINEAR],
		['Trading/GetOrderHistory', LINEAR],
		['Trading/GetUserTrades', LINEAR],
		['Trading/GetPositions', LINEAR],
		['Account/GetBalances', { accountType: 'UNIFIED' }],
		['Account/GetFeeRate', LINEAR],
		['Account/GetMarginAccountInfo', {}],
		['Account/GetTransactionHistory', {}],
		['Account/GetApiKeyInfo', {}],
		['Account/GetAssetInfo', {}],
	];
	it.each(cases)('%s', async (file, query) => {
		await compareEndpoint(file, (path) => api.get(path, query));
	});
});

describe('bodies of writes', () => {
	const leverage = { buyLeverage: '7', sellLeverage: '7' };
	const resting = async (): Promise<Record<string, unknown>> => ({
		...LINEAR,
		side: 'Buy',
		orderType: 'Limit',
		qty: '0.01',
		price: await restingPrice(),
	});

	it('Trading/PlaceOrder and Trading/CancelOrder', async () => {
		const order = { ...(await resting()), orderLinkId: 'shape-cancel' };
		await compareEndpoint('Trading/PlaceOrder', (path) => api.post(path, order));
		const cancel = { ...LINEAR, orderLinkId: 'shape-cancel' };
		await compareEndpoint('Trading/CancelOrder', (path) => api.post(path, cancel));
	});

	it('Trading/CancelAllOrder', async () => {
		await place(await resting());
		await compareEndpoint('Trading/CancelAllOrder', (path) => api.post(path, LINEAR));
	});

	it('Account/SetLeverage', async () => {
		await compareEndpoint('Account/SetLeverage', (path) => api.post(path, { ...LINEAR, ...leverage }));
	});

	it('Account/SetMarginMode, refused', async () => {
		const mode = { setMarginMode: 'PORTFOLIO_MARGIN' };
		await compareEndpoint('Account/SetMarginMode', (path) => api.post(path, mode));
	});

	it('Account/SwitchPositionMode', async () => {
		const mode = { category: 'linear', coin: 'USDT', mode: 0 };
		await compareEndpoint('Account/SwitchPositionMode', (path) => api.post(path, mode));
	});

	it('Account/GetWithdrawals', async () => {
		const withdrawal = { kind: 'withdrawal', amount: '10', fee: '1', arrivesInMs: 0 };
		await simulator.admin('POST', '/accounts/shapes/moves', withdrawal);
		await compareEndpoint('Account/GetWithdrawals', (path) => api.get(path));
	});
});

describe('streams', () => {
	it.each([
		['Linear/Ticker', `tickers.${SYMBOL}`],
		['Linear/Trades', `publicTrade.${SYMBOL}`],
	])('%s', async (file, topic) => {
		await compareStream(file, publicStream, topic, 'public-1');
	});

	it('Option/Book, the sample of the order book stream', async () => {
		const documented = documentedStream(`${STREAMS}/Option/Book`);
		const isBook = (frame: Frame): boolean => frame.topic === `orderbook.50.${SYMBOL}`;
		compare('Option/Book', documented.push, await publicStream.next(isBook));
		const delta = await publicStream.next((frame) => isBook(frame) && isDeltaOfBothSides(frame));
		compare('Option/Book (delta)', documented.push, delta);
	});

	it.each([
		['Private/Order', 'order'],
		['Private/UserTrades', 'execution'],
		['Private/Position', 'position'],
		['Private/Balance', 'wallet'],
	])('%s', async (file, topic) => {
		await compareStream(file, privateStream, topic, 'private-1');
	});
});

describe('the comparison itself', () => {
	it('compared as many bodies as it should', () => {
		expect(compared.size).toBeGreaterThanOrEqual(COMPARED_MIN);
	});

	it('needs every allowed difference', () => {
		expect(Object.keys(ALLOWED_BYBIT).filter((allowed) => !differences.has(allowed))).toEqual([]);
	});
});
