import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fromInteger, toNumber } from '../../src/domain/decimal.ts';
import { type Fixture, openFixture } from './front-end-fixture.ts';
import { BYBIT_LIMITS } from './limits.ts';

const SYMBOL = 'BTCUSDT';
const LINEAR = { category: 'linear', symbol: SYMBOL };
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let at: Fixture;
beforeEach(() => {
	at = openFixture();
});
afterEach(() => at.close());

function order(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
	return { ...LINEAR, side: 'Buy', orderType: 'Market', qty: '0.01', ...changes };
}

/** Returns the mark price times `factor`, rounded to whole USD. */
function price(factor: number): string {
	const { markPrice } = at.get('/v5/market/tickers', LINEAR).result.list[0];
	return String(Math.round(Number(markPrice) * factor));
}

function refused(changes: Readonly<Record<string, unknown>>): [number, string] {
	const { retCode, retMsg } = at.post('/v5/order/create', order(changes));
	return [retCode, retMsg];
}

describe('order refusals', () => {
	it.each([
		['an unknown symbol', { symbol: 'NOPEUSDT' }, 10001, /symbol invalid/],
		['another category', { category: 'inverse' }, 10001, /category/],
		['no quantity', { qty: undefined }, 10001, /Qty invalid/],
		['a negative quantity', { qty: '-1' }, 10001, /Qty invalid/],
		['too little', { qty: '0.0001' }, 10001, /minimum limit/],
		['too much', { qty: '1000000' }, 10001, /maximum limit/],
		['a quantity off the step', { qty: '0.0015' }, 10001, /Qty invalid/],
		['a limit order without a price', { orderType: 'Limit' }, 10001, /Price invalid/],
		['an unknown side', { side: 'Long' }, 10001, /side invalid/],
		[
			'an unknown time in force',
			{ orderType: 'Limit', price: '1', timeInForce: 'GTD' },
			10001,
			/timeInForce/,
		],
		['hedge mode', { positionIdx: 1 }, 10001, /position idx not match position mode/],
		['an order with a trigger', { triggerPrice: '1' }, 10001, /triggerPrice/],
		['a client order id that is too long', { orderLinkId: 'x'.repeat(37) }, 10001, /OrderLinkId/],
		['a client order id with invalid characters', { orderLinkId: 'a b' }, 10001, /OrderLinkId/],
		['reduce-only without a position', { reduceOnly: true }, 110017, /current position is zero/],
	])('%s', (_name, changes, code, message) => {
		const [retCode, retMsg] = refused(changes);
		expect([retCode, retMsg]).toEqual([code, expect.stringMatching(message)]);
		expect(at.get('/v5/order/history', { category: 'linear' }).result.list).toEqual([]);
	});

	it('a price off the tick or out of the band', () => {
		const limit = { orderType: 'Limit' };
		expect(refused({ ...limit, price: `${price(1)}.05` })).toEqual([10001, 'Price invalid']);
		expect(refused({ ...limit, price: price(1.2) })[0]).toBe(110003);
	});

	it('an order value below 5 USDT, unless it only reduces', () => {
		const dear = { symbol: 'SOLUSDT', orderType: 'Market' };
		const { minOrderQty } = at.get('/v5/market/instruments-info', { ...LINEAR, symbol: 'DOGEUSDT' }).result
			.list[0].lotSizeFilter;
		const tiny = { ...dear, symbol: 'DOGEUSDT', qty: minOrderQty };
		expect(refused(tiny)).toEqual([110094, 'Order does not meet minimum order value 5USDT']);
		expect(at.post('/v5/order/create', order({ ...tiny, qty: '1000' })).retCode).toBe(0);
		expect(at.post('/v5/order/create', order({ ...tiny, side: 'Sell', reduceOnly: true })).retCode).toBe(0);
	});

	it('more than the balance can pay', () => {
		const { key } = at.exchange.accounts.ensure({ name: 'poor', deposit: fromInteger(10) });
		const { retCode, retMsg } = at.post('/v5/order/create', order(), key);
		expect([retCode, retMsg]).toEqual([110007, 'ab not enough for new order']);
	});

	it('a client order id that was used before, even by a finished order', () => {
		expect(at.post('/v5/order/create', order({ orderLinkId: 'Own_1-a' })).retCode).toBe(0);
		expect(refused({ orderLinkId: 'Own_1-a' })).toEqual([110072, 'OrderLinkedID is duplicate']);
	});

	it('an order refused by the fault plan', () => {
		const answer = at.exchange.withOrderFault({ kind: 'reject' }, () => at.post('/v5/order/create', order()));
		expect(answer.retCode).toBe(110021);
	});

	it('a cancel of an unknown and of a finished order', () => {
		const gone = [110001, 'order not exists or too late to cancel'];
		const cancel = (key: object): unknown[] => {
			const { retCode, retMsg } = at.post('/v5/order/cancel', { ...LINEAR, ...key });
			return [retCode, retMsg];
		};
		expect(cancel({ orderId: 'nothing' })).toEqual(gone);
		at.post('/v5/order/create', order({ orderLinkId: 'done' }));
		expect(cancel({ orderLinkId: 'done' })).toEqual(gone);
		expect(cancel({})[0]).toBe(10001);
	});
});

describe('the envelope', () => {
	it('is the same for answers, refusals and paths that do not exist', () => {
		const time = at.now();
		const ok = at.get('/v5/market/time');
		expect(ok).toEqual({
			retCode: 0,
			retMsg: 'OK',
			result: { timeSecond: String(Math.trunc(time / 1000)), timeNano: `${time}000000` },
			retExtInfo: {},
			time,
		});
		const nowhere = at.send(at.request('GET', '/v5/nowhere', ''));
		expect(nowhere.status).toBe(404);
		expect(JSON.parse(nowhere.body)).toMatchObject({ retCode: 10017, result: {}, retExtInfo: {}, time });
		const unsigned = at.send({ ...at.request('GET', '/v5/account/info', ''), headers: {} });
		expect(unsigned.status).toBe(401);
	});

	it('refuses writes of a read-only key with 10005', () => {
		const { key } = at.exchange.accounts.ensure({ name: 'reader', canTrade: false });
		expect(at.post('/v5/order/create', order(), key).retCode).toBe(10005);
		expect(at.get('/v5/user/query-api', {}, key).result).toMatchObject({ readOnly: 1, unified: 0, uta: 1 });
		expect(at.get('/v5/user/query-api').result).toMatchObject({ readOnly: 0 });
	});

	it('shows a key that can withdraw', () => {
		const { key } = at.exchange.accounts.ensure({ name: 'rich', canWithdraw: true });
		expect(at.get('/v5/user/query-api', {}, key).result.permissions.Wallet).toContain('Withdraw');
		expect(at.get('/v5/user/query-api').result.permissions.Wallet).not.toContain('Withdraw');
	});
});

describe('request limits', () => {
	it('answer the eleventh order of a second with 10006 and the headers of the limit', () => {
		const limited = openFixture(BYBIT_LIMITS);
		const send = (): { code: number; headers: Readonly<Record<string, string>> | undefined } => {
			const { body, headers } = limited.send(
				limited.request('POST', '/v5/order/create', JSON.stringify(order())),
			);
			return { code: JSON.parse(body).retCode, headers };
		};
		for (let sent = 1; sent <= 10; sent += 1) {
			expect(send()).toMatchObject({ code: 0, headers: { 'X-Bapi-Limit-Status': String(10 - sent) } });
		}
		expect(send()).toMatchObject({
			code: 10006,
			headers: {
				'X-Bapi-Limit': '10',
				'X-Bapi-Limit-Status': '0',
				'X-Bapi-Limit-Reset-Timestamp': String(limited.now() + 1000),
			},
		});
		limited.pass(1000);
		expect(send().code).toBe(0);
		limited.close();
	});

	it('answer the 601st request of an address in five seconds with HTTP 403', () => {
		const limited = openFixture(BYBIT_LIMITS);
		const status = (): number => limited.send(limited.request('GET', '/v5/market/time', '')).status;
		for (let sent = 0; sent < 600; sent += 1) expect(status()).toBe(200);
		expect(status()).toBe(403);
		limited.pass(5000);
		expect(status()).toBe(200);
		limited.close();
	});

	it('have a body of their own for the fault plan', () => {
		const { status, body, headers } = at.frontEnd.rateLimitResponse(
			at.request('POST', '/v5/order/create', '{}'),
		);
		expect(status).toBe(200);
		expect(JSON.parse(body)).toMatchObject({ retCode: 10006, result: {}, retExtInfo: {} });
		expect(headers).toHaveProperty('X-Bapi-Limit-Reset-Timestamp');
	});
});

describe('queries from the server to the front end', () => {
	it('assigns every request to its class of the fault plan, with its symbol', () => {
		const classOf = (method: 'GET' | 'POST', path: string, payload: string): unknown =>
			at.frontEnd.operation(at.request(method, path, payload));
		const body = JSON.stringify(LINEAR);
		expect(classOf('POST', '/v5/order/create', body)).toEqual({ operation: 'order.create', symbol: SYMBOL });
		expect(classOf('POST', '/v5/order/cancel', body)).toEqual({ operation: 'order.cancel', symbol: SYMBOL });
		expect(classOf('GET', '/v5/order/realtime', 'symbol=BTCUSDT')).toEqual({
			operation: 'order.query',
			symbol: SYMBOL,
		});
		expect(classOf('GET', '/v5/execution/list', 'execType=Trade')).toEqual({ operation: 'order.query' });
		expect(classOf('GET', '/v5/execution/list', 'execType=Funding')).toEqual({ operation: 'funding' });
		expect(classOf('GET', '/v5/market/funding/history', '')).toEqual({ operation: 'funding' });
		expect(classOf('GET', '/v5/account/wallet-balance', '')).toEqual({ operation: 'account' });
		expect(classOf('GET', '/v5/position/list', '')).toEqual({ operation: 'position' });
		expect(classOf('GET', '/v5/market/tickers', '')).toEqual({ operation: 'market' });
		expect(classOf('POST', '/v5/order/create', '{')).toEqual({ operation: 'order.create' });
	});

	it('recognises private streams and frames with book deltas', () => {
		expect(at.frontEnd.isPrivateStream('/v5/private', 'max_active_time=1m')).toBe(true);
		expect(at.frontEnd.isPrivateStream('/v5/public/linear', '')).toBe(false);
		expect(at.frontEnd.bookDeltaSymbol('{"topic":"orderbook.50.BTCUSDT","type":"delta","ts":1}')).toBe(
			SYMBOL,
		);
		expect(
			at.frontEnd.bookDeltaSymbol('{"topic":"orderbook.50.BTCUSDT","type":"snapshot","ts":1}'),
		).toBeUndefined();
		expect(at.frontEnd.bookDeltaSymbol('{"topic":"tickers.BTCUSDT","type":"delta"}')).toBeUndefined();
	});
});

describe('reads', () => {
	it('lists every instrument exactly once over all pages', () => {
		const all = at.get('/v5/market/instruments-info', { category: 'linear' }).result.list;
		const seen: string[] = [];
		let cursor = '';
		do {
			const query = { category: 'linear', limit: 7, ...(cursor === '' ? {} : { cursor }) };
			const { list, nextPageCursor } = at.get('/v5/market/instruments-info', query).result;
			seen.push(...list.map((row: { symbol: string }) => row.symbol));
			cursor = nextPageCursor;
		} while (cursor !== '');
		expect(seen).toEqual(all.map((row: { symbol: string }) => row.symbol));
		expect(new Set(seen).size).toBe(seen.length);
		for (const category of ['spot', 'inverse', 'option']) {
			expect(at.get('/v5/market/instruments-info', { category }).result.list).toEqual([]);
		}
		const prelaunch = { category: 'linear', status: 'PreLaunch' };
		expect(at.get('/v5/market/instruments-info', prelaunch).result.list).toEqual([]);
	});

	it('states the interval in minutes in one endpoint and in hours in the other', () => {
		const instrument = at.get('/v5/market/instruments-info', LINEAR).result.list[0];
		const ticker = at.get('/v5/market/tickers', LINEAR).result.list[0];
		const { intervalMs } = at.exchange.funding(SYMBOL);
		expect(instrument.fundingInterval).toBe(intervalMs / 60_000);
		expect(ticker.fundingIntervalHour).toBe(String(intervalMs / HOUR));
	});

	it('returns at most 200 settled rates, newest first, and refuses startTime alone', () => {
		const path = '/v5/market/funding/history';
		const { list } = at.get(path, { ...LINEAR, limit: 1000 }).result;
		const times = list.map((row: { fundingRateTimestamp: string }) => Number(row.fundingRateTimestamp));
		expect(times.length).toBeGreaterThan(90);
		expect(times.length).toBeLessThanOrEqual(200);
		expect(times).toEqual([...times].sort((a, b) => b - a));
		expect(at.get(path, { ...LINEAR, startTime: times[5] ?? 0 }).retCode).toBe(10001);
		const window = { ...LINEAR, startTime: times[5] ?? 0, endTime: times[3] ?? 0 };
		expect(at.get(path, window).result.list).toEqual(list.slice(3, 6));
		expect(at.get(path, { category: 'linear' }).retCode).toBe(10001);
		expect(at.get(path, { category: 'linear', symbol: 'NOPEUSDT' }).retMsg).toBe('Not supported symbols');
	});

	it('finds an order by either id in any state, until a day after its cancellation', () => {
		const own = { orderLinkId: 'rest', orderType: 'Limit', price: price(0.97) };
		const { orderId } = at.post('/v5/order/create', order(own)).result;
		const find = (path: string, query: object): string[] =>
			at
				.get(path, { ...LINEAR, ...query })
				.result.list.map((row: { orderStatus: string }) => row.orderStatus);
		expect(find('/v5/order/realtime', { orderId })).toEqual(['New']);
		expect(find('/v5/order/realtime', { orderLinkId: 'rest' })).toEqual(['New']);
		at.post('/v5/order/cancel', { ...LINEAR, orderLinkId: 'rest' });
		expect(find('/v5/order/realtime', { orderLinkId: 'rest' })).toEqual(['Cancelled']);
		expect(find('/v5/order/realtime', {})).toEqual([]);
		expect(find('/v5/order/realtime', { openOnly: 1 })).toEqual(['Cancelled']);
		expect(find('/v5/order/history', {})).toEqual(['Cancelled']);
		at.pass(DAY + 1);
		expect(find('/v5/order/history', {})).toEqual([]);
		expect(at.get('/v5/order/realtime', { category: 'linear' }).retCode).toBe(10001);
	});

	it('lists executions of both kinds exactly once over all pages, newest first, within the window', () => {
		for (let sent = 0; sent < 5; sent += 1) {
			at.pass(1000);
			at.post('/v5/order/create', order());
		}
		at.exchange.settleNow(SYMBOL);
		at.pass(1000);
		const path = '/v5/execution/list';
		const all = at.get(path, { ...LINEAR, limit: 100 }).result.list;
		const kinds = all.map((row: { execType: string }) => row.execType);
		expect(kinds.filter((kind: string) => kind === 'Funding')).toHaveLength(1);
		expect(kinds.filter((kind: string) => kind === 'Trade').length).toBeGreaterThanOrEqual(5);
		const seen: string[] = [];
		let cursor = '';
		do {
			const query = { ...LINEAR, limit: 2, ...(cursor === '' ? {} : { cursor }) };
			const { list, nextPageCursor } = at.get(path, query).result;
			seen.push(...list.map((row: { execId: string }) => row.execId));
			cursor = nextPageCursor;
			// New executions between two page requests must not shift the pages.
			at.pass(10);
			at.post('/v5/order/create', order());
		} while (cursor !== '');
		expect(seen).toEqual(all.map((row: { execId: string }) => row.execId));
		const far = { ...LINEAR, startTime: at.now() - 8 * DAY, endTime: at.now() };
		expect(at.get(path, far).retCode).toBe(10001);
	});

	it('states the remaining quantity of an order after each fill', () => {
		const { key } = at.exchange.accounts.ensure({ name: 'whale', deposit: fromInteger(10_000_000) });
		const { orderId } = at.post('/v5/order/create', order({ qty: '20' }), key).result;
		const rows = at.get('/v5/execution/list', { ...LINEAR, orderId }, key).result.list;
		expect(rows.length).toBeGreaterThan(1);
		expect(rows[0].leavesQty).toBe('0.000');
		let filled = 0;
		for (const row of [...rows].reverse()) {
			filled += Number(row.execQty);
			expect(Number(row.leavesQty)).toBeCloseTo(20 - filled, 9);
		}
	});

	it('lists a flat position by symbol, and only open ones by coin', () => {
		const path = '/v5/position/list';
		const flat = at.get(path, LINEAR).result.list;
		expect(flat).toMatchObject([{ symbol: SYMBOL, side: '', size: '0', positionIdx: 0, liqPrice: '' }]);
		expect(at.get(path, { category: 'linear', settleCoin: 'USDT' }).result.list).toEqual([]);
		at.post('/v5/order/create', order({ side: 'Sell' }));
		const [open] = at.get(path, { category: 'linear', settleCoin: 'USDT' }).result.list;
		expect(open).toMatchObject({ side: 'Sell', size: '0.010' });
		expect(at.get(path, { category: 'inverse' }).result.list).toEqual([]);
		expect(at.get(path, { category: 'linear' }).retCode).toBe(10001);
	});

	it('accumulates realised results of closed positions and settlements, without transfers', () => {
		const realized = (): { position: number; wallet: number } => {
			const [wallet] = at.get('/v5/account/wallet-balance', { accountType: 'UNIFIED' }).result.list;
			const [position] = at.get('/v5/position/list', LINEAR).result.list;
			return { position: Number(position.cumRealisedPnl), wallet: Number(wallet.coin[0].cumRealisedPnl) };
		};
		expect(realized()).toEqual({ position: 0, wallet: 0 });
		for (let round = 0; round < 3; round += 1) {
			at.post('/v5/order/create', order());
			expect(realized().position).toBeLessThan(0);
			at.exchange.settleNow(SYMBOL);
			at.post('/v5/order/create', order({ side: 'Sell', reduceOnly: true }));
			at.pass(round * 500);
		}
		at.exchange.accounts.deposit('ann', fromInteger(5));
		const { walletBalance } = at.exchange.balance(at.key.accountId);
		const earned = toNumber(walletBalance) - 100_005;
		expect(realized().wallet).toBeCloseTo(earned, 8);
		expect(realized().position).toBeCloseTo(earned, 8);
	});

	it('has a transaction log that adds up to the wallet', () => {
		at.post('/v5/order/create', order());
		at.pass(1000);
		at.exchange.settleNow(SYMBOL);
		at.pass(1000);
		at.post('/v5/order/create', order({ side: 'Sell', reduceOnly: true, orderLinkId: 'closing' }));
		const { list } = at.get('/v5/account/transaction-log', { limit: 50 }).result;
		const [wallet] = at.get('/v5/account/wallet-balance', { accountType: 'UNIFIED' }).result.list;
		const sum = list.reduce((total: number, row: { change: string }) => total + Number(row.change), 0);
		expect(sum).toBeCloseTo(Number(wallet.totalWalletBalance), 6);
		expect(list[0].cashBalance).toBe(wallet.totalWalletBalance);
		for (const row of list) {
			const parts = Number(row.cashFlow) + Number(row.funding) - Number(row.fee);
			expect(parts).toBeCloseTo(Number(row.change), 8);
		}
		expect(list[0]).toMatchObject({
			type: 'TRADE',
			side: 'Sell',
			size: '0.000',
			qty: '0.010',
			orderLinkId: 'closing',
		});
		const kinds = new Set(list.map((row: { type: string }) => row.type));
		expect(kinds).toEqual(new Set(['TRADE', 'SETTLEMENT', 'TRANSFER_IN']));
		const only = at.get('/v5/account/transaction-log', { type: 'SETTLEMENT' }).result.list;
		expect(only).toHaveLength(1);
		expect(only[0]).toMatchObject({ side: 'Buy', size: '0.010' });
	});
});
