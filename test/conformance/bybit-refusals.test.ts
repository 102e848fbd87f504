/** Makes invalid calls through unmodified ccxt, and checks ccxt's error class and Bybit's own code for each. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawClient } from './bybit-client.ts';
import { type BybitSetup, expectRefusal, startBybit } from './bybit-setup.ts';
import { UNIFIED } from './bybit-truth.ts';
import { CcxtError, type CcxtHandle } from './harness.ts';

let setup: BybitSetup;
let rest: CcxtHandle;
let last: number;

beforeAll(async () => {
	setup = await startBybit();
	rest = await setup.open(setup.account);
	await rest.call('loadMarkets');
	last = (await rest.call('fetchTicker', UNIFIED)).last;
});

afterAll(() => setup?.close());

describe('authentication', () => {
	it('wrong secret: 10004', async () => {
		const wrong = await setup.open({ key: setup.account.key, secret: 'wrong' });
		await expectRefusal(wrong.call('privateGetV5AccountInfo'), 'AuthenticationError', 10004);
		const body = { category: 'linear', symbol: 'BTCUSDT', side: 'Buy', orderType: 'Market', qty: '0.01' };
		await expectRefusal(wrong.call('privatePostV5OrderCreate', body), 'AuthenticationError', 10004);
	});

	it('unknown key: 10003', async () => {
		const unknown = await setup.open({ key: 'nobody', secret: 'x' });
		await expectRefusal(unknown.call('privateGetV5AccountInfo'), 'AuthenticationError', 10003);
	});

	it('stale and future timestamps: 10002', async () => {
		for (const offset of [-60_000, 60_000]) {
			const { get } = rawClient(setup.simulator.port, setup.account, () => Date.now() + offset);
			expect((await get('/v5/account/info')).body).toMatchObject({ retCode: 10002 });
		}
		const config = { options: { recvWindow: 1, adjustForTimeDifference: false } };
		const hasty = await setup.open(setup.account, { config });
		await setup.simulator.admin('POST', '/faults', {
			operation: 'account',
			action: { kind: 'delay', at: 'before', ms: 50 },
		});
		await expectRefusal(hasty.call('privateGetV5AccountInfo'), 'InvalidNonce', 10002);
	});

	it('read-only key: 10005', async () => {
		const reader = await setup.simulator.createAccount('reader', { canTrade: false });
		const reading = await setup.open(reader);
		await reading.call('loadMarkets');
		expect((await reading.call('fetchBalance')).USDT.total).toBeGreaterThan(0);
		const order = reading.call('createOrder', UNIFIED, 'market', 'buy', 0.01);
		await expectRefusal(order, 'PermissionDenied', 10005);
	});
});

describe('orders', () => {
	const create = (...args: readonly unknown[]): Promise<unknown> =>
		rest.call('createOrder', UNIFIED, ...args);

	it('unknown symbol: 10001', async () => {
		const body = { category: 'linear', symbol: 'NOPEUSDT', side: 'Buy', orderType: 'Market', qty: '1' };
		await expectRefusal(rest.call('privatePostV5OrderCreate', body), 'BadRequest', 10001);
		const query = { category: 'linear', symbol: 'NOPEUSDT' };
		await expectRefusal(rest.call('publicGetV5MarketTickers', query), 'BadSymbol', 10001);
	});

	it('value below the minimum: 110094', async () => {
		const doge = 'DOGE/USDT:USDT';
		const { limits } = (await rest.read('markets'))[doge];
		const order = rest.call('createOrder', doge, 'market', 'buy', limits.amount.min);
		await expectRefusal(order, 'InvalidOrder', 110094);
	});

	it('duplicate client order id: 110072', async () => {
		const own = { clientOrderId: 'twice' };
		await create('limit', 'buy', 0.01, Math.round(last * 0.97), own);
		await expectRefusal(create('limit', 'buy', 0.01, Math.round(last * 0.97), own), 'InvalidOrder', 110072);
		await rest.call('cancelOrder', null, UNIFIED, { orderLinkId: 'twice' });
		await expectRefusal(create('market', 'buy', 0.01, null, own), 'InvalidOrder', 110072);
	});

	it('reduce-only without a position: 110017', async () => {
		await expectRefusal(create('market', 'sell', 0.01, null, { reduceOnly: true }), 'InvalidOrder', 110017);
	});

	it('order above the balance: 110007', async () => {
		const poor = await setup.open(await setup.simulator.createAccount('poor', { deposit: '10' }));
		await poor.call('loadMarkets');
		const order = poor.call('createOrder', UNIFIED, 'market', 'buy', 0.01);
		await expectRefusal(order, 'InsufficientFunds', 110007);
	});

	it('price outside the band: 110003', async () => {
		await expectRefusal(create('limit', 'buy', 0.01, Math.round(last * 1.5)), 'InvalidOrder', 110003);
	});

	it('cancel of an unknown order: 110001; a query for the same order finds nothing', async () => {
		await expectRefusal(rest.call('cancelOrder', 'nothing', UNIFIED), 'OrderNotFound', 110001);
		const query = rest.call('fetchOrder', 'nothing', UNIFIED, { acknowledged: true });
		await expect(query).rejects.toMatchObject({ classes: expect.arrayContaining(['OrderNotFound']) });
	});
});

describe('reads', () => {
	it('window longer than seven days: 10001', async () => {
		const now = Date.now();
		const far = { category: 'linear', startTime: now - 8 * 86_400_000, endTime: now };
		await expectRefusal(rest.call('privateGetV5ExecutionList', far), 'BadRequest', 10001);
		const start = { category: 'linear', symbol: 'BTCUSDT', startTime: now - 86_400_000 };
		await expectRefusal(rest.call('publicGetV5MarketFundingHistory', start), 'BadRequest', 10001);
	});

	it('unknown path: 10017', async () => {
		await expectRefusal(rest.call('publicGetV5MarketInsurance'), 'BadRequest', 10017);
	});
});

describe('limits', () => {
	it('more than ten orders in a second: 10006 with the headers, and the first ten are accepted', async () => {
		const busy = await setup.simulator.createAccount('busy');
		const hasty = await setup.open(busy);
		await hasty.call('loadMarkets');
		await hasty.call('createOrder', UNIFIED, 'market', 'buy', 0.001);
		const orders = Array.from({ length: 15 }, () =>
			hasty.call('createOrder', UNIFIED, 'market', 'buy', 0.001).then(
				() => 'taken',
				(error: unknown) => error,
			),
		);
		const outcomes = await Promise.all(orders);
		const refused = outcomes.filter((outcome) => outcome instanceof CcxtError);
		expect(outcomes.filter((outcome) => outcome === 'taken').length).toBeLessThanOrEqual(10);
		expect(refused.length).toBeGreaterThanOrEqual(5);
		for (const { classes, body } of refused) {
			expect(classes[0]).toBe('RateLimitExceeded');
			expect(body).toMatchObject({ retCode: 10006 });
		}
		const headers = await hasty.read('last_response_headers');
		expect(headers).toHaveProperty('X-Bapi-Limit', '10');
	});
});
