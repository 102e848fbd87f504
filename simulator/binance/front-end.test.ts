import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseDecimal } from '../../src/domain/decimal.ts';
import { type Fixture, openFixture } from './front-end-fixture.ts';
import { BINANCE_LIMITS } from './limits.ts';

const DAY_MS = 86_400_000;
let fixture: Fixture;

beforeEach(() => {
	fixture = openFixture();
});
afterEach(() => fixture.close());

const price = (factor: number): string => {
	const { body } = fixture.open('/fapi/v1/ticker/price', 'symbol=BTCUSDT');
	return (Number(body.price) * factor).toFixed(0);
};

function order(terms: Readonly<Record<string, string>> = {}) {
	return fixture.ask('POST', '/fapi/v1/order', {
		symbol: 'BTCUSDT',
		side: 'BUY',
		type: 'LIMIT',
		timeInForce: 'IOC',
		quantity: '0.010',
		price: price(1.01),
		...terms,
	});
}

describe('authentication', () => {
	test('signs the documentation’s sample as printed there', async () => {
		const { hmacHex } = await import('./signing.ts');
		const secret = '2b5eb11e18796d12d88f13dc27dbbd02c2cc51ff7059765ed9821957d82bb4d9';
		const payload =
			'symbol=BTCUSDT&side=BUY&type=LIMIT&quantity=1&price=9000&timeInForce=GTC&recvWindow=5000&timestamp=1591702613943';
		expect(hmacHex(secret, payload)).toBe('3c661234138461fcc7a7d8746c6558c9842d4e10870d2ecbedf7777cad694af9');
	});

	test.each([
		['a timestamp one second ahead', 1_000, -1021, /1000ms ahead/],
		['a timestamp older than the window', -5_001, -1021, /outside of the recvWindow/],
	])('%s is refused', (_what, offset, code, sentence) => {
		const timestamp = String(fixture.now() + offset);
		const { status, body } = fixture.ask('GET', '/fapi/v3/balance', { timestamp });
		expect([status, body.code]).toEqual([400, code]);
		expect(body.msg).toMatch(sentence);
	});

	test('accepts the edges of the window, which the caller may widen to a minute and no more', () => {
		const at = (offset: number, window = '5000') =>
			fixture.ask('GET', '/fapi/v3/balance', {
				timestamp: String(fixture.now() + offset),
				recvWindow: window,
			}).status;
		expect([at(999), at(-5_000), at(-59_000, '60000'), at(0, '60001')]).toEqual([200, 200, 200, 400]);
	});

	test('calls a key of another form malformed, and an unused key of the right form unknown', () => {
		const asked = (text: string) => {
			const { status, body } = fixture.ask('GET', '/fapi/v3/account', {}, { ...fixture.key, key: text });
			return [status, body.code];
		};
		expect(asked('nobody')).toEqual([401, -2014]);
		expect(asked('')).toEqual([401, -2014]);
		expect(asked(`${'a'.repeat(63)}!`)).toEqual([401, -2014]);
		expect(asked('a'.repeat(64))).toEqual([401, -2015]);
	});

	test('refuses trades of a read-only key, and every request of a revoked one', () => {
		const { key } = fixture.exchange.accounts.ensure({ name: 'reader', canTrade: false });
		expect(fixture.ask('GET', '/fapi/v3/account', {}, key).status).toBe(200);
		const refused = fixture.ask('POST', '/fapi/v1/leverage', { symbol: 'BTCUSDT', leverage: '3' }, key);
		expect([refused.status, refused.body.code]).toEqual([401, -2015]);
	});
});

describe('limits', () => {
	test('limits the weight of an address per clock minute, states when to return, and bans an address that does not wait', () => {
		fixture.close();
		fixture = openFixture({ ...BINANCE_LIMITS, weightPerMinute: 20, refusedMax: 2 });
		const heavy = () => fixture.open('/fapi/v1/premiumIndex');
		expect([heavy(), heavy()].map(({ headers }) => headers['x-mbx-used-weight-1m'])).toEqual(['10', '20']);
		const [first, second, third] = [heavy(), heavy(), heavy()];
		expect([first.status, first.body.code, first.headers['retry-after']]).toEqual([429, -1003, '60']);
		expect([second.status, third.status]).toEqual([429, 418]);
		expect(third.body.msg).toMatch(/banned until \d{13}/);
		fixture.pass(60_000);
		expect(heavy().status).toBe(418);
		fixture.pass(60_000);
		expect(heavy().status).toBe(200);
		const told = fixture.frontEnd.banResponse?.();
		expect([told?.status, JSON.parse(told?.body ?? '{}').msg]).toEqual([
			418,
			expect.stringMatching(/banned until \d{13}/),
		]);
	});

	test('bans a flooding client while the service, which identifies itself, goes on reading', () => {
		fixture.close();
		fixture = openFixture({ ...BINANCE_LIMITS, weightPerMinute: 20, refusedMax: 2 });
		const ask = (headers: Record<string, string>) =>
			fixture.frontEnd.handle({
				method: 'GET',
				path: '/fapi/v1/premiumIndex',
				query: '',
				headers,
				body: '',
			});
		const flood = Array.from({ length: 6 }, () => ask({}).status);
		expect(flood).toEqual([200, 200, 429, 429, 418, 418]);
		const own = () => ask({ 'x-simulated-caller': 'service' });
		expect([own(), own()].map(({ status }) => status)).toEqual([200, 200]);
		// The caller `service` has a limit of its own, and the two requests above have used it up.
		expect([own(), own(), own()].map(({ status }) => status)).toEqual([429, 429, 418]);
	});

	test('limits the orders of an account in ten seconds and in a minute', () => {
		fixture.close();
		fixture = openFixture({ ...BINANCE_LIMITS, ordersPerTenSeconds: 2, ordersPerMinute: 3 });
		expect(order().headers).toMatchObject({ 'x-mbx-order-count-10s': '1', 'x-mbx-order-count-1m': '1' });
		expect([order().status, order().status]).toEqual([200, 429]);
		fixture.pass(10_000);
		expect(order().status).toBe(200);
		fixture.pass(10_000);
		const { status, body } = order();
		expect([status, body.code]).toEqual([429, -1015]);
	});
});

describe('orders', () => {
	test('an order ended without a fill is forgotten after three days, one with a fill after ninety', () => {
		const unfilled = order({ newClientOrderId: 'unfilled', price: price(0.98) });
		order({ newClientOrderId: 'filled' });
		expect(unfilled.body.status).toBe('EXPIRED');
		const find = (origClientOrderId: string) =>
			fixture.ask('GET', '/fapi/v1/order', { symbol: 'BTCUSDT', origClientOrderId }).body;
		expect([find('unfilled').status, find('filled').status]).toEqual(['EXPIRED', 'FILLED']);
		fixture.pass(3 * DAY_MS + 1);
		expect([find('unfilled').code, find('filled').status]).toEqual([-2013, 'FILLED']);
		fixture.pass(87 * DAY_MS);
		expect(find('filled').code).toBe(-2013);
	});

	test('orders in hedge mode are refused', () => {
		fixture.exchange.notes.setHedged(fixture.key.accountId, true);
		expect(order().body.code).toBe(-4061);
		expect(fixture.ask('GET', '/fapi/v1/positionSide/dual').body).toEqual({ dualSidePosition: true });
	});

	test('numbers have the decimals of the contract', () => {
		const { body } = order({ quantity: '0.01' });
		expect(body).toMatchObject({ origQty: '0.010', executedQty: '0.010', status: 'FILLED' });
		expect(body.price).toMatch(/^\d+\.\d$/);
	});
});

describe('streams', () => {
	const listenKey = (): string => fixture.ask('POST', '/fapi/v1/listenKey').body.listenKey;
	const EVENTS = 'ORDER_TRADE_UPDATE/ACCOUNT_UPDATE/listenKeyExpired';

	test('a listen key stays the same and ends an hour after its last renewal; then the stream reports that and goes silent', async () => {
		const key = listenKey();
		expect(listenKey()).toBe(key);
		const socket = fixture.connect('/private/ws', `listenKey=${key}&events=${EVENTS}`);
		order();
		await Promise.resolve();
		expect(socket.take().map((frame) => frame.e)).toEqual([
			'ORDER_TRADE_UPDATE',
			'ORDER_TRADE_UPDATE',
			'ACCOUNT_UPDATE',
		]);
		fixture.pass(3_000_000);
		expect(fixture.ask('PUT', '/fapi/v1/listenKey').status).toBe(200);
		fixture.pass(3_599_999);
		expect(fixture.ask('PUT', '/fapi/v1/listenKey').status).toBe(200);
		fixture.pass(3_600_000);
		expect(fixture.ask('PUT', '/fapi/v1/listenKey').body.code).toBe(-1125);
		expect(socket.take()).toEqual([{ e: 'listenKeyExpired', E: fixture.now(), listenKey: key }]);
		order();
		await Promise.resolve();
		expect(socket.take()).toEqual([]);
		expect(listenKey()).not.toBe(key);
	});

	test('the stream reports balances and positions when they change, not when an order rests, is cancelled or expires', async () => {
		const socket = fixture.connect('/private/ws', `listenKey=${listenKey()}&events=${EVENTS}`);
		const events = async (): Promise<string[]> => {
			await Promise.resolve();
			return socket.take().map((frame) => frame.e);
		};
		order({ price: price(0.98), timeInForce: 'GTC', newClientOrderId: 'resting' });
		expect(await events()).toEqual(['ORDER_TRADE_UPDATE']);
		fixture.ask('DELETE', '/fapi/v1/order', { symbol: 'BTCUSDT', origClientOrderId: 'resting' });
		expect(await events()).toEqual(['ORDER_TRADE_UPDATE']);
		order({ price: price(0.98) });
		expect(new Set(await events())).toEqual(new Set(['ORDER_TRADE_UPDATE']));
		order();
		expect(await events()).toContain('ACCOUNT_UPDATE');
		fixture.exchange.accounts.deposit('ann', parseDecimal('5'));
		expect(await events()).toEqual(['ACCOUNT_UPDATE']);
	});

	test('closing a listen key ends its stream, and an unknown one receives nothing', async () => {
		const stranger = fixture.connect('/private/ws', `listenKey=${'0'.repeat(64)}&events=${EVENTS}`);
		const socket = fixture.connect('/private/ws', `listenKey=${listenKey()}&events=${EVENTS}`);
		expect(fixture.ask('DELETE', '/fapi/v1/listenKey').body).toEqual({});
		order();
		await Promise.resolve();
		expect(socket.take().map((frame) => frame.e)).toEqual(['listenKeyExpired']);
		expect(stranger.take()).toEqual([]);
	});

	test('an account stream sends the events named in its address, and no order events where none are named', async () => {
		const key = listenKey();
		const orders = fixture.connect('/private/ws', `listenKey=${key}&events=ORDER_TRADE_UPDATE`);
		const silent = [
			fixture.connect('/private/ws', `listenKey=${key}`),
			fixture.connect(`/private/ws/${key}`),
			fixture.connect(`/ws/${key}`),
		];
		order();
		await Promise.resolve();
		expect(orders.take().map((frame) => frame.e)).toEqual(['ORDER_TRADE_UPDATE', 'ORDER_TRADE_UPDATE']);
		expect(silent.map((socket) => socket.take())).toEqual([[], [], []]);
		fixture.ask('DELETE', '/fapi/v1/listenKey');
		expect(orders.take()).toEqual([]);
		expect(silent.map((socket) => socket.take().map((frame) => frame.e))).toEqual([
			['listenKeyExpired'],
			[],
			[],
		]);
	});

	test('subscriptions are acknowledged, listed and ended; streams of another route and unknown ones stay silent', async () => {
		const socket = fixture.connect('/public/ws/0');
		socket.say({
			method: 'SUBSCRIBE',
			params: ['btcusdt@bookTicker', 'btcusdt@markPrice', 'nobody@depth'],
			id: 7,
		});
		expect(socket.take()).toEqual([{ result: null, id: 7 }]);
		await Promise.resolve();
		expect(socket.take().map((frame) => frame.e)).toEqual(['bookTicker']);
		socket.say({ method: 'LIST_SUBSCRIPTIONS', id: 8 });
		expect(socket.take()[0].result).toHaveLength(4);
		socket.say({ method: 'UNSUBSCRIBE', params: ['btcusdt@bookTicker'], id: 9 });
		expect(socket.take()).toEqual([{ result: null, id: 9 }]);
		socket.say('not json');
		expect(socket.take()[0].error.code).toBe(2);
	});

	test('combined streams have an envelope, and the address may name them', async () => {
		const socket = fixture.connect('/market/stream', 'streams=btcusdt@markPrice/ethusdt@miniTicker');
		expect(socket.take().map(({ stream, data }) => [stream, data.e])).toEqual([
			['btcusdt@markPrice', 'markPriceUpdate'],
			['ethusdt@miniTicker', '24hrMiniTicker'],
		]);
		expect(fixture.connect('/nowhere').closedWith()).toBe(1008);
	});

	test('more than ten messages in a second close the connection', () => {
		const socket = fixture.connect('/public/ws');
		for (let count = 0; count < 10; count += 1) socket.say({ method: 'LIST_SUBSCRIPTIONS', id: count });
		expect(socket.closedWith()).toBeUndefined();
		socket.say({ method: 'LIST_SUBSCRIPTIONS', id: 11 });
		expect(socket.closedWith()).toBe(1008);
	});
});
