/** Tests the OKX front end with a minimal client: refusal codes, deadlines, batches and stream rules. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Simulator, type SimulatorAccount, startSimulator } from './harness.ts';
import { type OkxClient, type OkxFrame, type OkxWish, okxClient, okxStream } from './okx-client.ts';

const BTC = 'BTC-USDT-SWAP';
const BALANCE = '/api/v5/account/balance';
const ORDER = '/api/v5/trade/order';
/**
 * Price of a resting order as a fraction of the market price. It is far below the market and inside the price limits.
 */
const REST_AT = 0.97;

let simulator: Simulator;
let account: SimulatorAccount;
let own: OkxClient;
let anyone: OkxClient;
let counter = 0;

beforeAll(async () => {
	simulator = await startSimulator({ exchange: 'okx', settleInSeconds: 3_600 });
	account = await simulator.createAccount('wire', { deposit: '10000' });
	own = okxClient(simulator.port, account);
	anyone = okxClient(simulator.port);
});

afterAll(() => simulator[Symbol.asyncDispose]());

const codeOf = async (asked: ReturnType<OkxClient['ask']>): Promise<string> => (await asked).body.code;

async function buyOrder(change: Readonly<Record<string, unknown>> = {}): Promise<Record<string, unknown>> {
	const { body } = await anyone.ask('GET', '/api/v5/market/ticker', { instId: BTC });
	counter += 1;
	return {
		instId: BTC,
		tdMode: 'isolated',
		side: 'buy',
		ordType: 'limit',
		sz: '1',
		px: (Number(body.data[0]?.last) * REST_AT).toFixed(0),
		clOrdId: `wire${counter}`,
		...change,
	};
}

describe('a signed request', () => {
	it.each<[code: string, what: string, wish: OkxWish]>([
		['50103', 'no key', { headers: { 'OK-ACCESS-KEY': undefined } }],
		['50104', 'no passphrase', { headers: { 'OK-ACCESS-PASSPHRASE': undefined } }],
		['50106', 'no signature', { headers: { 'OK-ACCESS-SIGN': undefined } }],
		['50107', 'no timestamp', { headers: { 'OK-ACCESS-TIMESTAMP': undefined } }],
		['50112', 'a malformed timestamp', { headers: { 'OK-ACCESS-TIMESTAMP': '1732233600' } }],
		['50102', 'a timestamp 31 s old', { ageMs: 31_000 }],
		['50102', 'a timestamp 31 s ahead', { ageMs: -31_000 }],
		['50113', 'a signature of other data', { headers: { 'OK-ACCESS-SIGN': 'c2lnbmVk' } }],
		['50105', 'a wrong passphrase', { headers: { 'OK-ACCESS-PASSPHRASE': 'wrong' } }],
		['0', 'a timestamp 29 s ahead', { ageMs: -29_000 }],
	])('%s: %s', async (code, _what, wish) => {
		expect(await codeOf(own.ask('GET', BALANCE, {}, wish))).toBe(code);
	});

	it('a read-only key cannot place an order', async () => {
		const reader = await simulator.createAccount('reader', { deposit: '1000', canTrade: false });
		const client = okxClient(simulator.port, reader);
		expect(await codeOf(client.ask('GET', BALANCE))).toBe('0');
		const { body } = await client.ask('POST', ORDER, await buyOrder());
		expect(body.code).toBe('50120');
	});
});

describe('a deadline', () => {
	it('rejects every order that arrives after its expTime and places none', async () => {
		const order = await buyOrder();
		const late = { headers: { expTime: String(Date.now() - 1) } };
		expect(await codeOf(own.ask('POST', ORDER, order, late))).toBe('50036');
		expect(await codeOf(own.ask('POST', '/api/v5/trade/batch-orders', [order], late))).toBe('50036');
		expect(await codeOf(own.ask('GET', ORDER, { instId: BTC, clOrdId: order.clOrdId }))).toBe('51603');
	});

	it('accepts an order that arrives before its expTime', async () => {
		const order = await buyOrder();
		const inTime = { headers: { expTime: String(Date.now() + 5_000) } };
		const { body } = await own.ask('POST', ORDER, order, inTime);
		expect(body).toMatchObject({ code: '0', data: [{ sCode: '0', clOrdId: order.clOrdId }] });
		expect(
			await codeOf(own.ask('POST', '/api/v5/trade/cancel-order', { instId: BTC, clOrdId: order.clOrdId })),
		).toBe('0');
	});
});

describe('an order', () => {
	it.each<[code: string, what: string, change: Readonly<Record<string, unknown>>]>([
		['51000', 'a client order id with a dash', { clOrdId: 'a-b' }],
		['51000', 'a client order id of 33 characters', { clOrdId: 'a'.repeat(33) }],
		['51001', 'an unknown instrument', { instId: 'NOPE-USDT-SWAP' }],
		['51121', 'a quantity that is not a multiple of the lot', { sz: '1.005' }],
		['51006', 'a price outside its limits', { px: '1000000' }],
		['51008', 'a quantity above the margin', { sz: '20000' }],
		['51169', 'nothing to reduce', { side: 'sell', reduceOnly: true }],
	])('%s: %s', async (sCode, _what, change) => {
		const { status, body } = await own.ask('POST', ORDER, await buyOrder(change));
		expect([status, body.code]).toEqual([200, '1']);
		expect(body.data[0]?.sCode).toBe(sCode);
	});

	it('a batch answers code 1 when all orders fail, 2 when some fail, 0 when none fail', async () => {
		const batch = (...orders: readonly unknown[]) => own.ask('POST', '/api/v5/trade/batch-orders', orders);
		const [one, other] = [await buyOrder(), await buyOrder()];
		const bad = await buyOrder({ sz: '0.001' });
		expect(await codeOf(batch(bad))).toBe('1');
		expect(await codeOf(batch(one, bad))).toBe('2');
		expect(await codeOf(batch(other))).toBe('0');
		const gone = await own.ask('POST', '/api/v5/trade/cancel-batch-orders', [
			{ instId: BTC, clOrdId: one.clOrdId },
			{ instId: BTC, clOrdId: other.clOrdId },
			{ instId: BTC, clOrdId: 'never' },
		]);
		expect(gone.body).toMatchObject({
			code: '2',
			data: [{ sCode: '0' }, { sCode: '0' }, { sCode: '51400' }],
		});
	});

	it('the system cancels an IOC without a match', async () => {
		const order = await buyOrder({ ordType: 'ioc' });
		expect(await codeOf(own.ask('POST', ORDER, order))).toBe('0');
		const { body } = await own.ask('GET', ORDER, { instId: BTC, clOrdId: order.clOrdId });
		expect(body.data[0]).toMatchObject({ state: 'canceled', accFillSz: '0', cancelSource: '14' });
	});
});

describe('streams', () => {
	it('answers a text ping, and rejects a malformed command and an unknown channel', async () => {
		await using stream = await okxStream(simulator.port, 'public');
		stream.send('ping');
		expect(await stream.next((frame) => frame === 'pong')).toBe('pong');
		stream.send('{');
		expect(await stream.next(({ event }) => event === 'error')).toMatchObject({ code: '60012' });
		expect(await stream.subscribe({ channel: 'nothing', instId: BTC })).toMatchObject({
			event: 'error',
			code: '60018',
		});
	});

	it('the book starts with a snapshot whose predecessor is −1, and each change names the previous message', async () => {
		await using stream = await okxStream(simulator.port, 'public');
		expect(await stream.subscribe({ channel: 'books', instId: BTC })).toMatchObject({ event: 'subscribe' });
		const books = (): readonly OkxFrame[] => stream.frames.filter(({ action }) => action !== undefined);
		await stream.next(() => books().length >= 5);
		const [first, ...changes] = books();
		expect(first).toMatchObject({ action: 'snapshot', data: [{ prevSeqId: -1 }] });
		expect(first.data[0].bids.length).toBeGreaterThan(20);
		let before = first.data[0].seqId;
		for (const { action, data } of changes) {
			expect([action, data[0].prevSeqId]).toEqual(['update', before]);
			before = data[0].seqId;
		}
	});

	it('rejects private channels without a login, and rejects a wrong or stale login', async () => {
		await using stream = await okxStream(simulator.port, 'private');
		expect(await stream.subscribe({ channel: 'account' })).toMatchObject({ event: 'error', code: '60011' });
		expect(await stream.login({ ...account, secret: 'wrong' })).toMatchObject({
			event: 'error',
			code: '60007',
		});
		await using late = await okxStream(simulator.port, 'private');
		expect(await late.login(account, 31_000)).toMatchObject({ event: 'error', code: '60006' });
	});

	it('reports each fill with the order state at that time, and the position after the fill', async () => {
		const trader = await simulator.createAccount('streamed', { deposit: '10000' });
		await using stream = await okxStream(simulator.port, 'private');
		expect(await stream.login(trader)).toMatchObject({ event: 'login', code: '0' });
		await stream.subscribe(
			{ channel: 'orders', instType: 'SWAP' },
			{ channel: 'positions', instType: 'SWAP' },
		);
		expect(
			await stream.next(({ event, channel }) => event === 'channel-conn-count' && channel === 'orders'),
		).toMatchObject({
			connCount: '1',
		});
		const order = await buyOrder({ ordType: 'market', px: undefined });
		const client = okxClient(simulator.port, trader);
		expect(await codeOf(client.ask('POST', ORDER, order))).toBe('0');
		const filled = await stream.next(
			({ arg, data }) => arg?.channel === 'orders' && data?.[0]?.state === 'filled',
		);
		expect(filled.data[0]).toMatchObject({ clOrdId: order.clOrdId, accFillSz: '1', execType: 'T' });
		const held = await stream.next(({ arg, data }) => arg?.channel === 'positions' && data?.[0]?.pos === '1');
		expect(held.data[0]).toMatchObject({ instId: BTC, mgnMode: 'isolated', posSide: 'net' });
	});
});
