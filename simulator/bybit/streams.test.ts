import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseDecimal } from '../../src/domain/decimal.ts';
import { type Fixture, openFixture, type TestSocket } from './front-end-fixture.ts';
import { hmacHex } from './signing.ts';

const SYMBOL = 'BTCUSDT';
const LINEAR = { category: 'linear', symbol: SYMBOL };

let at: Fixture;
beforeEach(() => {
	at = openFixture();
});
afterEach(() => at.close());

function buy(qty = '0.01', changes: Readonly<Record<string, unknown>> = {}): void {
	const body = { ...LINEAR, side: 'Buy', orderType: 'Market', qty, ...changes };
	expect(at.post('/v5/order/create', body)).toMatchObject({ retCode: 0 });
}

type Levels = [string, string][];

/** Applies the changes of a frame to one side of a client's book. */
function applied(side: Levels, changes: Levels, sign: 1 | -1): Levels {
	const held = new Map(side);
	for (const [price, size] of changes) {
		if (Number(size) === 0) held.delete(price);
		else held.set(price, size);
	}
	return [...held].sort(([a], [b]) => sign * (Number(a) - Number(b)));
}

describe('the public stream', () => {
	let socket: TestSocket;
	beforeEach(() => {
		socket = at.connect('/v5/public/linear');
	});

	it('acknowledges, then starts a book with a snapshot', () => {
		socket.say({ req_id: '7', op: 'subscribe', args: [`orderbook.50.${SYMBOL}`] });
		const [ack, snapshot] = socket.take();
		expect(ack).toEqual({
			success: true,
			ret_msg: '',
			conn_id: expect.any(String),
			req_id: '7',
			op: 'subscribe',
		});
		const book = at.exchange.book(SYMBOL, 50);
		expect(snapshot).toMatchObject({
			topic: `orderbook.50.${SYMBOL}`,
			type: 'snapshot',
			data: { s: SYMBOL, seq: book.sequence },
		});
		expect(snapshot.data.b).toHaveLength(book.bids.length);
		expect(snapshot.data.a).toHaveLength(book.asks.length);
		expect(snapshot.data.u).toBeGreaterThan(1);
	});

	it.each([50, 200])('keeps depth %i equal to the book by deltas with consecutive u', (depth) => {
		socket.say({ op: 'subscribe', args: [`orderbook.${depth}.${SYMBOL}`] });
		const [, snapshot] = socket.take();
		let { b, a, u, seq } = snapshot.data;
		let deltas = 0;
		for (let step = 0; step < 60; step += 1) {
			at.pass(250);
			if (step % 20 === 10) buy('2');
			at.exchange.book(SYMBOL, 50);
			for (const frame of socket.take()) {
				expect(frame.type).toBe('delta');
				expect(frame.data.u).toBe(u + 1);
				expect(frame.data.seq).toBeGreaterThan(seq);
				b = applied(b, frame.data.b, -1);
				a = applied(a, frame.data.a, 1);
				u = frame.data.u;
				seq = frame.data.seq;
				deltas += 1;
			}
		}
		expect(deltas).toBeGreaterThan(5);
		const rest = at.get('/v5/market/orderbook', { ...LINEAR, limit: depth }).result;
		expect({ b, a }).toEqual({ b: rest.b, a: rest.a });
		expect(seq).toBe(rest.seq);
	});

	it('sends depth 1 as snapshots only, on changes of the top', () => {
		socket.say({ op: 'subscribe', args: [`orderbook.1.${SYMBOL}`] });
		socket.take();
		buy('3');
		const frames = socket.take();
		expect(frames.length).toBeGreaterThan(0);
		for (const frame of frames) {
			expect(frame.type).toBe('snapshot');
			expect(frame.data.a).toHaveLength(1);
			expect(frame.data.b).toHaveLength(1);
		}
	});

	it('sends a new snapshot with a higher u to a client that returns', () => {
		socket.say({ op: 'subscribe', args: [`orderbook.50.${SYMBOL}`] });
		const before = socket.take().at(-1).data.u;
		socket.say({ op: 'unsubscribe', req_id: '2', args: [`orderbook.50.${SYMBOL}`] });
		expect(socket.take()).toMatchObject([{ success: true, op: 'unsubscribe', req_id: '2' }]);
		buy('1');
		expect(socket.take()).toEqual([]);
		const other = at.connect('/v5/public/linear');
		other.say({ op: 'subscribe', args: [`orderbook.50.${SYMBOL}`] });
		const snapshot = other.take().at(-1);
		expect(snapshot.type).toBe('snapshot');
		expect(snapshot.data.u).toBeGreaterThan(before);
	});

	it('gives a late subscriber the state of the others, then both the same deltas', () => {
		const other = at.connect('/v5/public/linear');
		socket.say({ op: 'subscribe', args: [`orderbook.50.${SYMBOL}`] });
		buy('1');
		const seen = socket.take().at(-1).data.u;
		other.say({ op: 'subscribe', args: [`orderbook.50.${SYMBOL}`] });
		expect(other.take().at(-1)).toMatchObject({ type: 'snapshot', data: { u: seen } });
		buy('1');
		expect(other.take()).toEqual(socket.take());
		socket.closeFromOutside();
		buy('1');
		expect(socket.take()).toEqual([]);
		expect(other.take().length).toBeGreaterThan(0);
	});

	it('starts a ticker with all members and sends trades with their side', () => {
		socket.say({ op: 'subscribe', args: [`tickers.${SYMBOL}`, `publicTrade.${SYMBOL}`] });
		const [, snapshot] = socket.take();
		const rest = at.get('/v5/market/tickers', LINEAR).result.list[0];
		expect(snapshot).toMatchObject({
			topic: `tickers.${SYMBOL}`,
			type: 'snapshot',
			data: { symbol: SYMBOL },
		});
		expect(snapshot.data.nextFundingTime).toBe(rest.nextFundingTime);
		buy('0.01');
		const trades = socket.take().filter((frame) => frame.topic === `publicTrade.${SYMBOL}`);
		expect(trades.at(-1).data[0]).toMatchObject({ s: SYMBOL, S: 'Buy', v: '0.010', BT: false });
	});

	it.each([['orderbook.500.BTCUSDT'], ['orderbook.50.NOPEUSDT'], ['kline.1.BTCUSDT'], ['tickers']])(
		'refuses the whole command for the topic %s',
		(topic) => {
			socket.say({ req_id: 3, op: 'subscribe', args: [`tickers.${SYMBOL}`, topic] });
			expect(socket.take()).toEqual([
				{
					success: false,
					ret_msg: `error:handler not found,topic:${topic}`,
					conn_id: expect.any(String),
					req_id: '3',
					op: 'subscribe',
				},
			]);
		},
	);

	it('refuses a repeated topic, too long args, unknown commands and malformed input; answers ping', () => {
		socket.say({ op: 'subscribe', args: [`tickers.${SYMBOL}`] });
		socket.take();
		socket.say({ op: 'subscribe', args: [`tickers.${SYMBOL}`] });
		expect(socket.take()).toMatchObject([{ ret_msg: `error:already subscribed,topic:tickers.${SYMBOL}` }]);
		socket.say({ op: 'subscribe', args: Array.from({ length: 2000 }, () => 'tickers.BTCUSDT') });
		expect(socket.take()).toMatchObject([{ success: false }]);
		socket.say({ op: 'dance' });
		socket.say('{');
		expect(socket.take()).toMatchObject([{ ret_msg: 'error:invalid op' }, { ret_msg: 'error:invalid op' }]);
		socket.say({ op: 'ping' });
		expect(socket.take()).toEqual([
			{ success: true, ret_msg: 'pong', conn_id: expect.any(String), req_id: '', op: 'ping' },
		]);
	});

	it('closes connections to unknown paths', () => {
		expect(at.connect('/v5/public/option').closedWith()).toBe(1008);
	});
});

describe('timed behaviour of the streams', () => {
	beforeEach(() => {
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
	});
	afterEach(() => {
		vi.useRealTimers();
	});

	/** Advances the exchange's clock and the fake timers. */
	function pass(ms: number): void {
		at.pass(ms);
		vi.advanceTimersByTime(ms);
	}

	it('push changes of a ticker at most every 100 ms, so that it equals REST', () => {
		const socket = at.connect('/v5/public/linear');
		socket.say({ op: 'subscribe', args: [`tickers.${SYMBOL}`] });
		let held = socket.take().at(-1).data;
		buy('2');
		expect(socket.take()).toEqual([]);
		for (let round = 0; round < 20; round += 1) {
			pass(100);
			const frames = socket.take();
			expect(frames.length).toBeLessThanOrEqual(1);
			for (const frame of frames) {
				expect(frame).toMatchObject({ topic: `tickers.${SYMBOL}`, type: 'delta', data: { symbol: SYMBOL } });
				expect(Object.keys(frame.data).length).toBeLessThan(Object.keys(held).length);
				held = { ...held, ...frame.data };
			}
		}
		const rest = at.get('/v5/market/tickers', LINEAR).result.list[0];
		for (const name of ['markPrice', 'indexPrice', 'fundingRate', 'bid1Price', 'ask1Price', 'lastPrice']) {
			expect(held[name], name).toBe(rest[name]);
		}
	});

	it('repeat the best level after three seconds without a change, with the same u', () => {
		const socket = at.connect('/v5/public/linear');
		socket.say({ op: 'subscribe', args: [`orderbook.1.${SYMBOL}`] });
		const first = socket.take().at(-1);
		vi.advanceTimersByTime(2_999);
		expect(socket.take()).toEqual([]);
		vi.advanceTimersByTime(1);
		expect(socket.take()).toMatchObject([{ type: 'snapshot', data: first.data }]);
		socket.closeFromOutside();
		vi.advanceTimersByTime(10_000);
		expect(socket.take()).toEqual([]);
	});

	it('close a connection after ten silent minutes, or sooner at the client’s request', () => {
		const patient = at.connect('/v5/private');
		const hasty = at.connect('/v5/private', 'max_active_time=45s');
		vi.advanceTimersByTime(44_999);
		hasty.say({ op: 'ping' });
		vi.advanceTimersByTime(44_999);
		expect(hasty.closedWith()).toBeUndefined();
		vi.advanceTimersByTime(1);
		expect(hasty.closedWith()).toBe(1000);
		vi.advanceTimersByTime(600_000);
		expect(patient.closedWith()).toBe(1000);
	});
});

describe('the private stream', () => {
	let socket: TestSocket;
	beforeEach(() => {
		socket = at.connect('/v5/private');
	});

	function authorize(secret = at.key.secret): void {
		const expires = at.now() + 10_000;
		socket.say({ op: 'auth', args: [at.key.key, expires, hmacHex(secret, `GET/realtime${expires}`)] });
	}

	/**
	 * Returns the new frames. The exchange sends a frame only after the operation that caused it has finished, so
	 * this waits for one microtask.
	 */
	async function frames(): Promise<ReturnType<TestSocket['take']>> {
		await Promise.resolve();
		return socket.take();
	}

	it('accepts a login, refuses a wrong one with its own sentence, and requires one', () => {
		socket.say({ op: 'subscribe', args: ['order'] });
		expect(socket.take()).toMatchObject([{ success: false, ret_msg: 'Request not authorized' }]);
		authorize('wrong');
		expect(socket.take()).toEqual([
			{ success: false, ret_msg: 'Params Error', op: 'auth', conn_id: expect.any(String) },
		]);
		authorize();
		expect(socket.take()).toEqual([{ success: true, ret_msg: '', op: 'auth', conn_id: expect.any(String) }]);
		socket.say({ op: 'subscribe', req_id: '9', args: ['order', 'dreams'] });
		expect(socket.take()).toMatchObject([
			{ success: false, ret_msg: 'error:handler not found,topic:dreams' },
		]);
		socket.say({ op: 'ping', req_id: '5' });
		expect(socket.take()).toMatchObject([{ op: 'pong', req_id: '5', args: [String(at.now())] }]);
	});

	it('reports the fill, the order, the position and the wallet of an order', async () => {
		authorize();
		socket.say({ op: 'subscribe', args: ['order', 'execution', 'position', 'wallet'] });
		socket.take();
		buy('0.01', { orderLinkId: 'told' });
		const told = await frames();
		const of = (topic: string): unknown[] =>
			told.filter((frame) => frame.topic === topic).map(({ data }) => data[0]);
		expect(of('order').at(-1)).toMatchObject({
			orderLinkId: 'told',
			orderStatus: 'Filled',
			cumExecQty: '0.010',
		});
		expect(of('execution').at(-1)).toMatchObject({
			orderLinkId: 'told',
			execType: 'Trade',
			leavesQty: '0.000',
		});
		expect(of('position').at(-1)).toMatchObject({
			symbol: SYMBOL,
			side: 'Buy',
			size: '0.010',
			category: 'linear',
		});
		const [wallet] = at.get('/v5/account/wallet-balance', { accountType: 'UNIFIED' }).result.list;
		expect(of('wallet').at(-1)).toEqual(wallet);
	});

	it('reports a settlement as an execution and a closed position as size 0', async () => {
		authorize();
		socket.say({ op: 'subscribe', args: ['execution', 'position.linear'] });
		buy('0.01');
		await frames();
		at.exchange.settleNow(SYMBOL);
		const settled = (await frames()).filter((frame) => frame.topic === 'execution');
		const payment = at.exchange.fundingPayments(at.key.accountId, { limit: 1 })[0];
		expect(settled).toMatchObject([{ data: [{ execType: 'Funding', side: 'Buy', execId: payment?.id }] }]);
		buy('0.01', { side: 'Sell', reduceOnly: true });
		const closed = (await frames()).filter((frame) => frame.topic === 'position.linear');
		expect(closed.at(-1).data[0]).toMatchObject({ symbol: SYMBOL, side: '', size: '0' });
	});

	it('reports a liquidation: the cancelled order, the position in progress, the trade, the wallet', async () => {
		authorize();
		socket.say({ op: 'subscribe', args: ['order', 'execution', 'position'] });
		buy('0.1');
		const mark = Number(at.get('/v5/market/tickers', LINEAR).result.list[0].markPrice);
		const resting = { side: 'Sell', orderType: 'Limit', price: String(Math.round(mark * 1.03)) };
		buy('0.01', { ...resting, orderLinkId: 'goes' });
		await frames();
		const [held] = at.get('/v5/position/list', LINEAR).result.list;
		expect(Number(held.bustPrice)).toBeLessThan(Number(held.liqPrice));
		at.exchange.shock({ underlying: 'BTC', factor: parseDecimal('0.85'), halfLifeMs: undefined });
		const told = (await frames()).map(({ topic, data }) => [topic, data[0]]);
		expect(told).toMatchObject([
			['order', { orderLinkId: 'goes', orderStatus: 'Cancelled', cancelType: 'CancelAllBeforeLiq' }],
			['position', { positionStatus: 'Liq', size: '0.100' }],
			[
				'execution',
				{
					execType: 'BustTrade',
					createType: 'CreateByTakeOver_PassThrough',
					orderLinkId: '',
					side: 'Sell',
					execQty: '0.100',
					execPrice: held.bustPrice,
					leavesQty: '0.000',
				},
			],
			[
				'order',
				{
					orderLinkId: '',
					createType: 'CreateByTakeOver_PassThrough',
					orderStatus: 'Filled',
					price: held.bustPrice,
					reduceOnly: true,
				},
			],
			['position', { positionStatus: 'Normal', size: '0' }],
		]);
		const bust = { category: 'linear', execType: 'BustTrade' };
		expect(at.get('/v5/execution/list', bust).result.list).toHaveLength(1);
		const [row] = at.get('/v5/account/transaction-log', { type: 'LIQUIDATION' }).result.list;
		expect(Number(row.change)).toBeCloseTo(Number(row.cashFlow) - Number(row.fee), 8);
		expect(row).toMatchObject({ symbol: SYMBOL, side: 'Sell', tradePrice: held.bustPrice, size: '0.000' });
	});

	it('reports a deleveraging, which costs nothing', async () => {
		authorize();
		socket.say({ op: 'subscribe', args: ['execution', 'position'] });
		buy('0.1');
		await frames();
		at.exchange.deleverage(at.key.accountId, SYMBOL, { quantity: parseDecimal('0.04'), price: undefined });
		expect((await frames()).map(({ topic, data }) => [topic, data[0]])).toMatchObject([
			['position', { positionStatus: 'Adl', size: '0.100' }],
			[
				'execution',
				{
					execType: 'AdlTrade',
					createType: 'CreateByAdl_PassThrough',
					orderType: 'Market',
					execFee: '0',
					feeRate: '0',
					closedSize: '0.040',
				},
			],
			['position', { positionStatus: 'Normal', size: '0.060' }],
		]);
		expect(at.get('/v5/account/transaction-log', { type: 'ADL' }).result.list).toHaveLength(1);
	});

	it('shows fees in MNT in the execution, the order, the wallet and the log of that coin', async () => {
		authorize();
		socket.say({ op: 'subscribe', args: ['execution', 'order', 'wallet'] });
		socket.take();
		at.exchange.accounts.payFeesInAsset('ann', { isOn: true, deposit: parseDecimal('100') });
		buy('0.01');
		const told = await frames();
		const last = (topic: string) => told.filter((frame) => frame.topic === topic).at(-1)?.data[0];
		const { execFee, feeCurrency } = last('execution');
		expect(feeCurrency).toBe('MNT');
		expect(last('order')).toMatchObject({ cumExecFee: '0', cumFeeDetail: { MNT: execFee } });
		expect(last('wallet').coin).toMatchObject([
			{ coin: 'USDT', walletBalance: '100000' },
			{ coin: 'MNT', walletBalance: String(100 - Number(execFee)) },
		]);
		const rows = at.get('/v5/account/transaction-log', { currency: 'MNT' }).result.list;
		expect(rows).toMatchObject([
			{ type: 'TRADE', currency: 'MNT', change: `-${execFee}`, fee: execFee, symbol: SYMBOL },
			{ type: 'TRANSFER_IN', change: '100' },
		]);
	});

	it('reports only its own account, only subscribed topics, and nothing once closed', async () => {
		authorize();
		socket.say({ op: 'subscribe', args: ['order'] });
		socket.take();
		const { key } = at.exchange.accounts.ensure({ name: 'ben' });
		at.post('/v5/order/create', { ...LINEAR, side: 'Buy', orderType: 'Market', qty: '0.01' }, key);
		expect(await frames()).toEqual([]);
		buy();
		expect(new Set((await frames()).map((frame) => frame.topic))).toEqual(new Set(['order']));
		socket.say({ op: 'unsubscribe', args: ['order'] });
		socket.take();
		buy();
		expect(await frames()).toEqual([]);
		socket.say({ op: 'subscribe', args: ['order'] });
		socket.take();
		socket.closeFromOutside();
		buy();
		expect(await frames()).toEqual([]);
	});
});
