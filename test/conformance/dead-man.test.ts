/**
 * Tests the simulated dead-man switches with minimal clients: how switches are armed, what they cancel and when, and
 * which accounts are refused.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { binanceClient } from './binance-client.ts';
import { rawClient as bybitClient, rawStream } from './bybit-client.ts';
import { type Simulator, type SimulatorAccount, startSimulator } from './harness.ts';
import { rawClient as hyperliquidClient } from './hyperliquid-client.ts';
import { okxClient } from './okx-client.ts';

type Armed = { readonly symbol: string | null; readonly tag: string | null; readonly inMs: number };
type Shown = { readonly on: boolean | null; readonly armed: readonly Armed[]; readonly fired: number };
type Truth = {
	readonly orders: readonly { readonly clientOrderId: string | null; readonly status: string }[];
};
type Exchange = Parameters<typeof startSimulator>[0]['exchange'];

/** Sets up an exchange and an account on it. Tests advance the exchange's clock instead of waiting. */
function fixture(exchange: Exchange) {
	let simulator: Simulator;
	let account: SimulatorAccount;
	let aheadMs = 0;
	beforeAll(async () => {
		simulator = await startSimulator({ exchange, settleInSeconds: 3_600 });
		account = await simulator.createAccount('ann', { deposit: '100000' });
	});
	afterAll(() => simulator[Symbol.asyncDispose]());
	const admin = <T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> =>
		simulator.admin(method, path, body) as Promise<T>;
	return {
		port: () => simulator.port,
		account: () => account,
		now: () => Date.now() + aheadMs,
		async pass(ms: number): Promise<void> {
			aheadMs += ms;
			await admin('POST', '/clock', { aheadMs });
		},
		grant: (on: boolean) => admin('POST', '/accounts/ann/dead-man', { on }),
		cutStreams: () => admin('POST', '/streams', { action: 'disconnect', scope: 'private' }),
		shown: () => admin<Shown>('GET', '/accounts/ann/dead-man'),
		/** Returns the client order ids of the resting orders. */
		async resting(): Promise<readonly (string | null)[]> {
			const { orders } = await admin<Truth>('GET', '/accounts/ann/truth');
			return orders.filter(({ status }) => status === 'open').map(({ clientOrderId }) => clientOrderId);
		},
	};
}

describe('Binance', () => {
	const venue = fixture('binance');
	const ask = (method: 'GET' | 'POST', path: string, params: Record<string, string | number>) =>
		binanceClient(venue.port(), venue.account()).ask(method, path, { ...params, timestamp: venue.now() });
	const countdown = (symbol: string, countdownTime: number) =>
		ask('POST', '/fapi/v1/countdownCancelAll', { symbol, countdownTime });
	const rest = async (symbol: string, id: string): Promise<void> => {
		const { body } = await ask('GET', '/fapi/v1/premiumIndex', { symbol });
		const price = Math.floor(Number(body.markPrice) * 0.95);
		const quantity = symbol === 'BTCUSDT' ? 0.01 : 0.1;
		const terms = { side: 'BUY', type: 'LIMIT', timeInForce: 'GTX', newClientOrderId: id };
		const placed = await ask('POST', '/fapi/v1/order', { symbol, price, quantity, ...terms });
		expect(placed.body).toMatchObject({ status: 'NEW' });
	};

	it('cancels only the orders of the symbol when no further call arrives', async () => {
		await rest('BTCUSDT', 'covered');
		await rest('ETHUSDT', 'other');
		expect((await countdown('BTCUSDT', 30_000)).body).toEqual({ symbol: 'BTCUSDT', countdownTime: '30000' });
		await venue.pass(20_000);
		await countdown('BTCUSDT', 30_000);
		await venue.pass(20_000);
		expect(await venue.resting()).toEqual(expect.arrayContaining(['covered', 'other']));
		await venue.pass(10_001);
		expect(await venue.resting()).toEqual(['other']);
		const { body } = await ask('GET', '/fapi/v1/order', { symbol: 'BTCUSDT', origClientOrderId: 'covered' });
		expect(body).toMatchObject({ status: 'CANCELED', executedQty: expect.stringMatching(/^0/) });
	});

	it('stops the countdown with 0, at a weight of ten', async () => {
		await countdown('ETHUSDT', 5_000);
		const before = Number((await ask('GET', '/fapi/v1/ping', {})).headers.get('x-mbx-used-weight-1m'));
		const { headers } = await countdown('ETHUSDT', 0);
		expect(Number(headers.get('x-mbx-used-weight-1m')) - before).toBe(10);
		await venue.pass(6_000);
		expect(await venue.resting()).toEqual(['other']);
	});

	it('rejects a countdown without a time, below 0, or from an account without permission', async () => {
		expect((await ask('POST', '/fapi/v1/countdownCancelAll', { symbol: 'BTCUSDT' })).body.code).toBe(-1102);
		expect((await countdown('BTCUSDT', -1)).body.code).toBe(-1130);
		await venue.grant(false);
		expect((await countdown('BTCUSDT', 10_000)).body.code).toBe(-4088);
		expect((await venue.shown()).armed).toEqual([]);
	});
});

describe('OKX', () => {
	const venue = fixture('okx');
	const ask = (method: 'GET' | 'POST', path: string, params: object) =>
		okxClient(venue.port(), venue.account()).ask(method, path, params, { ageMs: Date.now() - venue.now() });
	const cancelAfter = (timeOut: string, tag?: string) =>
		ask('POST', '/api/v5/trade/cancel-all-after', { timeOut, ...(tag === undefined ? {} : { tag }) });
	const rest = async (clOrdId: string, tag?: string): Promise<void> => {
		const instId = 'BTC-USDT-SWAP';
		const { body } = await ask('GET', '/api/v5/public/mark-price', { instType: 'SWAP', instId });
		const px = String(Math.floor(Number(body.data[0]?.markPx) * 0.95));
		const terms = { instId, tdMode: 'isolated', side: 'buy', ordType: 'post_only', sz: '1', px, clOrdId };
		const placed = await ask('POST', '/api/v5/trade/order', {
			...terms,
			...(tag === undefined ? {} : { tag }),
		});
		expect(placed.body.data[0]).toMatchObject({ sCode: '0', tag: tag ?? '' });
	};

	it('cancels only the orders of the tag when no further call arrives', async () => {
		await rest('tagged', 'ours');
		await rest('untagged');
		await rest('otherTag', 'theirs');
		expect((await cancelAfter('10', 'ours')).body).toMatchObject({ code: '0', data: [{ tag: 'ours' }] });
		await venue.pass(9_000);
		expect(await venue.resting()).toHaveLength(3);
		await venue.pass(1_100);
		expect(await venue.resting()).toEqual(expect.arrayContaining(['untagged', 'otherTag']));
		const query = { instId: 'BTC-USDT-SWAP', clOrdId: 'tagged' };
		const { body } = await ask('GET', '/api/v5/trade/order', query);
		expect(body.data[0]).toMatchObject({ state: 'canceled', cancelSource: '20', tag: 'ours' });
	});

	it('runs twenty tags at once, each called at most once a second, with timeouts from 10 to 120 s', async () => {
		for (const [timeOut, tag] of [
			['9', 'short'],
			['121', 'long'],
			['10', 'a tag'],
			['10', 'x'.repeat(17)],
		])
			expect((await cancelAfter(timeOut ?? '', tag)).body.code).toBe('51000');
		await venue.pass(1_000);
		for (let index = 0; index < 20; index += 1)
			expect((await cancelAfter('60', `t${index}`)).body.code).toBe('0');
		expect((await cancelAfter('60', 't20')).body.code).toBe('51071');
		expect((await cancelAfter('60', 't0')).body.code).toBe('50011');
		await venue.pass(1_000);
		expect((await cancelAfter('0', 't0')).body).toMatchObject({ code: '0', data: [{ triggerTime: '0' }] });
		expect((await cancelAfter('60', 't21')).body.code).toBe('0');
	});

	it('rejects an account without permission', async () => {
		await venue.grant(false);
		expect((await cancelAfter('30', 'never')).body.code).toBe('50030');
	});
});

describe('Bybit', () => {
	const venue = fixture('bybit');
	const api = () => bybitClient(venue.port(), venue.account(), venue.now);
	const info = async () => (await api().get('/v5/account/query-dcp-info')).body.result;
	const choose = async (timeWindow: number) =>
		(await api().post('/v5/order/disconnected-cancel-all', { product: 'DERIVATIVES', timeWindow })).body;
	const rest = async (orderLinkId: string): Promise<void> => {
		const query = { category: 'linear', symbol: 'BTCUSDT' };
		const { body } = await api().get('/v5/market/tickers', query);
		const { list } = body.result as { readonly list: readonly { readonly markPrice: string }[] };
		const price = String(Math.floor(Number(list[0]?.markPrice) * 0.95));
		const terms = { side: 'Buy', orderType: 'Limit', qty: '0.01', price, timeInForce: 'PostOnly' };
		expect((await api().post('/v5/order/create', { ...query, ...terms, orderLinkId })).body.retCode).toBe(0);
	};
	const stream = async (topics: readonly string[]) => {
		const opened = await rawStream(venue.port(), '/v5/private', venue.account());
		opened.send({ op: 'subscribe', req_id: 'topics', args: topics });
		await opened.next((frame) => frame.req_id === 'topics' && frame.success === true);
		return opened;
	};

	it('omits the switch for an account without it, and refuses to set it', async () => {
		expect(await info()).toEqual({ dcpInfos: [] });
		expect(await choose(20)).toMatchObject({ retCode: 10005 });
	});

	it('cancels nothing when a connection returns in time or has ended its own protection', async () => {
		await venue.grant(true);
		await rest('kept');
		const lost = await stream(['dcp.future']);
		await lost[Symbol.asyncDispose]();
		await expect.poll(async () => (await venue.shown()).armed.length).toBe(1);
		const back = await stream(['dcp.future']);
		expect((await venue.shown()).armed).toEqual([]);
		back.send({ op: 'unsubscribe', req_id: 'no more', args: ['dcp.future'] });
		await back.next((frame) => frame.req_id === 'no more');
		await back[Symbol.asyncDispose]();
		expect(await venue.shown()).toMatchObject({ armed: [], fired: 0 });
	});
	it('cancels after every protecting connection has been lost for the whole window', async () => {
		await rest('covered');
		const [first, second] = [await stream(['order', 'dcp.future']), await stream(['dcp.future'])];
		await using unprotecting = await stream(['order']);
		await first[Symbol.asyncDispose]();
		expect((await venue.shown()).armed).toEqual([]);
		await second[Symbol.asyncDispose]();
		await expect.poll(async () => (await venue.shown()).armed.length).toBe(1);
		await venue.pass(9_000);
		expect(await venue.resting()).toEqual(expect.arrayContaining(['kept', 'covered']));
		await venue.pass(1_100);
		expect(await venue.resting()).toEqual([]);
		expect(unprotecting.frames.length).toBeGreaterThan(0);
	});

	it('starts with a window of 10 s; a new window applies some seconds after it is set', async () => {
		const windowIs = (timeWindow: string) => ({
			dcpInfos: [{ product: 'DERIVATIVES', dcpStatus: 'ON', timeWindow }],
		});
		expect(await info()).toEqual(windowIs('10'));
		expect(await choose(2)).toMatchObject({ retCode: 10001 });
		expect(await choose(20)).toMatchObject({ retCode: 0, retMsg: 'success' });
		expect(await info()).toEqual(windowIs('10'));
		await venue.pass(10_000);
		expect(await info()).toEqual(windowIs('20'));
	});
});

describe('Hyperliquid', () => {
	const venue = fixture('hyperliquid');
	const act = async (action: object) =>
		(await hyperliquidClient(venue.port(), venue.account()).act(action)).body;
	const schedule = (time?: number) =>
		act({ type: 'scheduleCancel', ...(time === undefined ? {} : { time }) });
	const rest = async (digit: string): Promise<void> => {
		const { body } = await hyperliquidClient(venue.port(), venue.account()).info('allMids');
		const p = String(Number((Number((body as { readonly BTC: string }).BTC) * 0.9).toPrecision(2)));
		const order = { a: 0, b: true, p, s: '0.01', r: false, t: { limit: { tif: 'Alo' } } };
		const c = `0x${digit.repeat(32)}`;
		expect(await act({ type: 'order', orders: [{ ...order, c }], grouping: 'na' })).toMatchObject({
			status: 'ok',
		});
	};

	it('rejects an account with too little volume, even to disarm', async () => {
		const refusal = {
			status: 'err',
			response: expect.stringMatching(/^Cannot set scheduled cancel time until enough volume traded\./),
		};
		expect(await schedule(venue.now() + 60_000)).toEqual(refusal);
		expect(await schedule()).toEqual(refusal);
	});

	it('cancels all orders at the set time, at least five seconds ahead, and reports it', async () => {
		await venue.grant(true);
		await rest('a');
		expect(await schedule(venue.now() + 4_000)).toMatchObject({ status: 'err' });
		expect(await schedule(venue.now() + 10_000)).toEqual({ status: 'ok', response: { type: 'default' } });
		await venue.pass(5_000);
		await schedule(venue.now() + 10_000);
		await venue.pass(9_000);
		expect(await venue.resting()).toHaveLength(1);
		await venue.pass(1_100);
		expect(await venue.resting()).toEqual([]);
		const { body } = await hyperliquidClient(venue.port(), venue.account()).info('orderStatus', {
			user: venue.account().key,
			oid: `0x${'a'.repeat(32)}`,
		});
		expect(body).toMatchObject({ order: { status: 'scheduledCancel' } });
	});

	it('cancels nothing once disarmed, and fires at most ten times a day', async () => {
		await rest('b');
		await schedule(venue.now() + 10_000);
		await schedule();
		await venue.pass(11_000);
		expect(await venue.resting()).toHaveLength(1);
		while ((await venue.shown()).fired < 10) {
			await schedule(venue.now() + 10_000);
			await venue.pass(10_001);
		}
		expect(await schedule(venue.now() + 10_000)).toMatchObject({ status: 'err' });
	});
});
