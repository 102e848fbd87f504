/**
 * Compares the simulated Hyperliquid's message bodies with documented and recorded ones. Keys and JSON types must be
 * the same, except for the differences in `allowed-hyperliquid.ts`, which has the reason for each.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Frame, type RawStream, rawStream } from '../conformance/bybit-client.ts';
import { type Simulator, type SimulatorAccount, startSimulator } from '../conformance/harness.ts';
import { type RawClient, rawClient } from '../conformance/hyperliquid-client.ts';
import { ALLOWED_HYPERLIQUID } from './allowed-hyperliquid.ts';
import { documentedEndpoint, documentedStream, TestDataError, testDataDir } from './documented-bodies.ts';
import { compareShapes, differenceKey } from './shape-compare.ts';

const ENDPOINTS = 'messages/hyperliquid-documented/Endpoints';
const STREAMS = 'messages/hyperliquid-documented/Subscriptions';
const HOUR_MS = 3_600_000;
/** Minimum number of bodies that all tests together must compare. */
const COMPARED_MIN = 24;

const compared = new Set<string>();
const differences = new Set<string>();

let simulator: Simulator;
let account: SimulatorAccount;
let api: RawClient;
let stream: RawStream;

function compare(name: string, documented: unknown, actual: unknown): void {
	compared.add(name);
	const found = compareShapes(documented, actual).map((difference) => `${name} ${differenceKey(difference)}`);
	for (const difference of found) differences.add(difference);
	expect(found.filter((difference) => ALLOWED_HYPERLIQUID[difference] === undefined)).toEqual([]);
}

/** Returns the last response body in a recording to a request of this type. */
function recorded(file: string, type: string): unknown {
	const path = join(testDataDir(), 'messages/hyperliquid-recorded-http', `${file}.yaml`);
	const bodies = readFileSync(path, 'utf8')
		.split(/^ *- request:/m)
		.filter((interaction) => interaction.includes(`"type": "${type}"`))
		.map(bodyOf);
	if (bodies.length === 0) throw new TestDataError(`${file} has no answer to ${type}.`);
	return bodies.at(-1);
}

/** Parses the quoted text after `string:`. YAML breaks it into several lines and doubles its quotes. */
function bodyOf(interaction: string): unknown {
	const [, folded = ''] = /^ +string: '((?:[^']|'')*)'/m.exec(interaction) ?? [];
	return JSON.parse(folded.replaceAll(/\n\s+/g, ' ').replaceAll("''", "'"));
}

async function info(type: string, params: object = {}): Promise<unknown> {
	const { status, body } = await api.info(type, params);
	expect(status).toBe(200);
	return body;
}

function order(p: string, tif: string, c: string): object {
	const plain = { a: 0, b: true, p, s: '0.01', r: false, t: { limit: { tif } }, c };
	return { type: 'order', orders: [plain], grouping: 'na' };
}

/** Returns a multiple of BTC's mid price, rounded to three significant digits. */
async function price(share: number): Promise<string> {
	const { BTC } = (await info('allMids')) as { readonly BTC: string };
	return String(Number((Number(BTC) * share).toPrecision(3)));
}

beforeAll(async () => {
	simulator = await startSimulator({ exchange: 'hyperliquid', settleInSeconds: 3_600 });
	await simulator.admin('POST', '/limits', { on: false });
	account = await simulator.createAccount('shapes', { deposit: '100000' });
	await simulator.admin('POST', '/accounts/shapes/deposit', { amount: '10' });
	const move = { kind: 'deposit', amount: '5', arrivesInMs: 0, wallet: 'main' };
	await simulator.admin('POST', '/accounts/shapes/moves', move);
	api = rawClient(simulator.port, account);
	stream = await rawStream(simulator.port, '/ws');
	const subscriptions = [
		{ type: 'allMids' },
		{ type: 'l2Book', coin: 'BTC' },
		{ type: 'bbo', coin: 'BTC' },
		{ type: 'trades', coin: 'BTC' },
		{ type: 'orderUpdates', user: account.key },
		{ type: 'userEvents', user: account.key },
	];
	for (const subscription of subscriptions) stream.send({ method: 'subscribe', subscription });
	const { length } = subscriptions;
	await stream.next(() => acknowledged().length === length);
	await api.act(order(await price(1.01), 'Ioc', `0x${'a'.repeat(32)}`));
	await api.act(order(await price(0.9), 'Gtc', `0x${'b'.repeat(32)}`));
	await simulator.admin('POST', '/settle', { symbol: 'BTC' });
});

/** Returns the responses to subscriptions; if a type is given, only those of that type. */
function acknowledged(type?: string): readonly Frame[] {
	const typeOf = ({ data }: Frame): string =>
		(data as { readonly subscription: { readonly type: string } }).subscription.type;
	return stream.frames.filter(
		(frame) => frame.channel === 'subscriptionResponse' && (type ?? typeOf(frame)) === typeOf(frame),
	);
}

afterAll(async () => {
	await stream?.[Symbol.asyncDispose]();
	await simulator?.[Symbol.asyncDispose]();
});

describe('documented bodies', () => {
	const cases: [file: string, type: string, params: (user: string, now: number) => object][] = [
		['Futures/ExchangeData/GetExchangeInfo', 'meta', () => ({})],
		['Futures/ExchangeData/GetExchangeInfoAndTickers', 'metaAndAssetCtxs', () => ({})],
		[
			'Futures/ExchangeData/GetFundingRateHistory',
			'fundingHistory',
			(_user, now) => ({ coin: 'BTC', startTime: now - 8 * HOUR_MS }),
		],
		['Futures/Account/GetAccountInfo', 'clearinghouseState', (user) => ({ user })],
		['Futures/Account/GetFundingHistory', 'userFunding', (user, now) => ({ user, startTime: now - HOUR_MS })],
		['Spot/ExchangeData/GetOrderBook', 'l2Book', () => ({ coin: 'BTC' })],
		['Spot/ExchangeData/GetExchangeInfo', 'spotMeta', () => ({})],
		['Spot/Account/GetBalances', 'spotClearinghouseState', (user) => ({ user })],
		['Spot/Account/GetRateLimits', 'userRateLimit', (user) => ({ user })],
		['Spot/Trading/GetOpenOrders', 'openOrders', (user) => ({ user })],
		['Spot/Trading/GetOpenOrdersExtended', 'frontendOpenOrders', (user) => ({ user })],
		['Spot/Trading/GetUserTrades', 'userFills', (user) => ({ user })],
	];
	it.each(cases)('%s', async (file, type, params) => {
		const body = await info(type, params(account.key, Date.now()));
		compare(file, documentedEndpoint(`${ENDPOINTS}/${file}`).body, body);
	});

	it('Spot/ExchangeData/GetPrices, where coins are members', async () => {
		const { body } = documentedEndpoint(`${ENDPOINTS}/Spot/ExchangeData/GetPrices`);
		compare('GetPrices', Object.values(body as object), Object.values((await info('allMids')) as object));
	});

	it('Spot/Trading/PlaceOrder', async () => {
		const { body } = await api.act(order(await price(0.8), 'Gtc', `0x${'c'.repeat(32)}`));
		compare('PlaceOrder', documentedEndpoint(`${ENDPOINTS}/Spot/Trading/PlaceOrder`).body, body);
	});

	it('Futures/Trading/SetLeverage', async () => {
		const { body } = await api.act({ type: 'updateLeverage', asset: 1, isCross: true, leverage: 3 });
		compare('SetLeverage', documentedEndpoint(`${ENDPOINTS}/Futures/Trading/SetLeverage`).body, body);
	});
});

describe('recorded bodies', () => {
	const cases: [file: string, type: string, params: (user: string) => object][] = [
		['test_get_user_state', 'clearinghouseState', (user) => ({ user })],
		['test_get_open_orders', 'openOrders', (user) => ({ user })],
		['test_get_frontend_open_orders', 'frontendOpenOrders', (user) => ({ user })],
		['test_historical_orders', 'historicalOrders', (user) => ({ user })],
		['test_get_l2_snapshot', 'l2Book', () => ({ coin: 'BTC' })],
		['test_user_rate_limit', 'userRateLimit', (user) => ({ user })],
		['test_user_role', 'userRole', (user) => ({ user })],
		[
			'test_user_non_funding_ledger_updates_with_end_time',
			'userNonFundingLedgerUpdates',
			(user) => ({ user, startTime: 0 }),
		],
		['test_user_funding_history_with_end_time', 'userFunding', (user) => ({ user, startTime: 0 })],
	];
	it.each(cases)('%s', async (file, type, params) => {
		compare(file, recorded(file, type), await info(type, params(account.key)));
	});
});

describe('streams', () => {
	it.each([
		['OrderBook', 'l2Book', 'l2Book'],
		['BookTicker', 'bbo', 'bbo'],
		['Trades', 'trades', 'trades'],
		['Order', 'orderUpdates', 'orderUpdates'],
		['UserEventTrade', 'user', 'userEvents'],
	])('%s', async (file, channel, type) => {
		const documented = documentedStream(`${STREAMS}/${file}`);
		const isFills = ({ data }: Frame): boolean => channel !== 'user' || 'fills' in (data as object);
		compare(file, documented.push, await stream.next((frame) => frame.channel === channel && isFills(frame)));
		compare(`${file} (acknowledgement)`, documented.acknowledgements, acknowledged(type));
	});

	it('Prices, where coins are members', async () => {
		const midsOf = (frame: unknown): unknown =>
			Object.values((frame as { readonly data: { readonly mids: object } }).data.mids);
		const documented = documentedStream(`${STREAMS}/Prices`);
		const push = await stream.next(({ channel }) => channel === 'allMids');
		compare('Prices', midsOf(documented.push), midsOf(push));
		compare('Prices (acknowledgement)', documented.acknowledgements, acknowledged('allMids'));
	});
});

describe('the comparison itself', () => {
	it('compared as many bodies as it should', () => {
		expect(compared.size).toBeGreaterThanOrEqual(COMPARED_MIN);
	});

	it('needs every allowed difference', () => {
		expect(Object.keys(ALLOWED_HYPERLIQUID).filter((allowed) => !differences.has(allowed))).toEqual([]);
	});
});
