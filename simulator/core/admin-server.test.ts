import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AdminServer, startAdminServer } from './admin-server.ts';
import { type ExchangeFixture, openFixture } from './exchange-fixture.ts';
import { createFaultPlan } from './fault-plan.ts';
import { frontEndFixture } from './front-end-fixture.ts';
import { createVenueServer, type VenueServer } from './venue-server.ts';

let fixture: ExchangeFixture;
let venue: VenueServer;
let admin: AdminServer;
let errors: unknown[];

beforeEach(async () => {
	fixture = openFixture();
	errors = [];
	const { exchange } = fixture;
	const faults = createFaultPlan();
	const { frontEnd, withOrderFault, withLag } = frontEndFixture();
	const onError = (error: unknown) => errors.push(error);
	venue = createVenueServer({ frontEnd, faults, withOrderFault, withLag, port: 0, onError });
	await venue.up();
	const startedAt = exchange.now();
	const setClockAhead = (aheadMs: number): void => {
		fixture.clock.now = startedAt + aheadMs;
	};
	const { hosts } = frontEnd;
	const askedHosts = () => [];
	const context = { exchange, venue, faults, seed: 7, startedAt, hosts, askedHosts, setClockAhead };
	admin = await startAdminServer(context, 0, onError);
});
afterEach(async () => {
	await admin.close();
	await venue.close();
	fixture.close();
	expect(errors).toEqual([]);
});

type Answer = { readonly status: number; readonly body: Record<string, unknown> };

async function call(method: string, path: string, body?: unknown, token = admin.token): Promise<Answer> {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const response = await fetch(`http://127.0.0.1:${admin.port}${path}`, {
		method,
		headers: { authorization: `Bearer ${token}` },
		...(text === undefined ? {} : { body: text }),
	});
	return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe('the token', () => {
	test.each(['', 'wrong', 'x'.repeat(48)])('"%s" gives no access', async (token) => {
		expect(await call('POST', '/accounts', { name: 'ann' }, token)).toMatchObject({ status: 401 });
		expect(fixture.exchange.accounts.list()).toEqual([]);
	});
});

describe('applications', () => {
	const APPLICATION = {
		clientId: 'app-1',
		clientSecret: 'secret-of-sixteen',
		name: 'App',
		redirectUris: ['http://127.0.0.1:1/back'],
	};

	test('are registered once per id, and listed without their secrets', async () => {
		const { clientSecret, ...shown } = APPLICATION;
		const createdAt = fixture.clock.now;
		const first = await call('POST', '/oauth-clients', APPLICATION);
		expect(first).toEqual({ status: 200, body: { ...shown, createdAt, isNew: true } });
		fixture.clock.now += 5;
		const changed = {
			...APPLICATION,
			clientSecret: 'another-secret-of-it',
			redirectUris: ['https://a.test/'],
		};
		expect(await call('POST', '/oauth-clients', changed)).toMatchObject({
			body: { createdAt, isNew: false, redirectUris: ['https://a.test/'] },
		});
		const { body } = await call('GET', '/oauth-clients');
		expect(body).toEqual({ clients: [{ ...shown, redirectUris: ['https://a.test/'], createdAt }] });
		const { clients } = fixture.exchange.oauth;
		expect(() => clients.authenticate('app-1', clientSecret)).toThrow('secret is wrong');
		expect(clients.authenticate('app-1', 'another-secret-of-it').name).toBe('App');
	});

	test.each([
		['a short secret', { clientSecret: 'too-short' }],
		['a secret with a space', { clientSecret: 'a secret of sixteen' }],
		['an id with a space', { clientId: 'app 1' }],
		['a name with a line end', { name: 'a\nb' }],
		['no redirect URI', { redirectUris: [] }],
		['a relative redirect URI', { redirectUris: ['/back'] }],
		['a redirect URI of another scheme', { redirectUris: ['javascript:alert(1)'] }],
		['a redirect URI with a fragment', { redirectUris: ['https://a.test/#x'] }],
		['a redirect URI with a user', { redirectUris: ['https://me@a.test/'] }],
		['a redirect URI that is none', { redirectUris: [7] }],
		['more redirect URIs than 20', { redirectUris: Array(21).fill('https://a.test/') }],
		['another member', { scopes: [] }],
	])('are not registered with %s', async (_name, change) => {
		const refused = await call('POST', '/oauth-clients', { ...APPLICATION, ...change });
		expect(refused).toMatchObject({ status: 400, body: { error: expect.any(String) } });
		expect((await call('GET', '/oauth-clients')).body).toEqual({ clients: [] });
	});
});

test('the status shows the running parts', async () => {
	fixture.clock.now += 5_000;
	expect(await call('GET', '/status')).toMatchObject({
		status: 200,
		body: {
			exchange: 'bybit',
			uptimeMs: 5_000,
			seed: 7,
			historySource: null,
			instruments: 2,
			hosts: ['api.example.test'],
			askedHosts: [],
			up: true,
			nextSettlements: [{ symbol: 'AAAUSDT' }, { symbol: 'BBBUSDT' }],
		},
	});
});

test('the clock is set ahead, only by a number of milliseconds', async () => {
	const before = fixture.exchange.now();
	expect((await call('POST', '/clock', { aheadMs: 9_000 })).body).toEqual({
		aheadMs: 9_000,
		now: before + 9_000,
	});
	expect((await call('POST', '/clock', { aheadMs: -600_001 })).status).toBe(400);
});

describe('accounts', () => {
	test('hold positions by side while that is set', async () => {
		const { body } = await call('POST', '/accounts', { name: 'ann' });
		const id = String(body.id);
		expect(fixture.exchange.notes.isHedged(id)).toBe(false);
		expect((await call('POST', '/accounts/ann/position-mode', { hedge: true })).body).toEqual({
			hedge: true,
		});
		expect(fixture.exchange.notes.isHedged(id)).toBe(true);
		await call('POST', '/accounts/ann/position-mode', { hedge: false });
		expect(fixture.exchange.notes.isHedged(id)).toBe(false);
		expect((await call('POST', '/accounts/nobody/position-mode', { hedge: true })).status).toBe(400);
	});

	test('have a kind known to their exchange, or the default', async () => {
		const id = String((await call('POST', '/accounts', { name: 'ann' })).body.id);
		expect((await call('POST', '/accounts/ann/kind', { kind: 'ODD' })).status).toBe(400);
		expect(fixture.exchange.notes.kind(id)).toBeUndefined();
		expect((await call('POST', '/accounts/ann/kind', {})).body).toEqual({ kind: null });
	});

	test('receive nothing on their streams while they are muted', async () => {
		const { body } = await call('POST', '/accounts', { name: 'ann', deposit: '10' });
		const heard: string[] = [];
		fixture.exchange.onAccount(String(body.id), (event) => heard.push(event.kind));
		const deposit = () => call('POST', '/accounts/ann/deposit', { amount: '1' });
		await deposit();
		expect(heard).toEqual(['balance']);
		expect((await call('POST', '/accounts/ann/stream', { silent: true })).body).toEqual({ silent: true });
		await deposit();
		expect(heard).toEqual(['balance']);
		await call('POST', '/accounts/ann/stream', { silent: false });
		await deposit();
		expect(heard).toEqual(['balance', 'balance']);
		expect((await call('POST', '/accounts/nobody/stream', { silent: true })).status).toBe(400);
		expect((await call('POST', '/accounts/ann/stream', {})).status).toBe(400);
	});

	test('are made once per name, with a key and a deposit', async () => {
		const made = await call('POST', '/accounts', { name: 'ann', deposit: '500.5' });
		expect(made).toMatchObject({
			status: 200,
			body: {
				name: 'ann',
				isNew: true,
				canTrade: true,
				canWithdraw: false,
				balance: { walletBalance: '500.5' },
			},
		});
		const again = await call('POST', '/accounts', { name: 'ann', deposit: '500.5' });
		expect(again.body).toEqual({ ...made.body, isNew: false });
	});

	test('adopt the keys they are given', async () => {
		const keys = { key: 'k-1', secret: 's-1', passphrase: 'p-1', canTrade: false, canWithdraw: true };
		expect(await call('POST', '/accounts', { name: 'ann', ...keys })).toMatchObject({ body: keys });
		expect(fixture.exchange.apiKey('k-1')).toMatchObject(keys);
		expect(await call('POST', '/accounts', { name: 'bob', key: 'k-1' })).toMatchObject({ status: 400 });
		expect(await call('GET', '/accounts')).toMatchObject({
			body: { accounts: [{ name: 'ann', keys: [{ key: 'k-1' }], positions: [], openOrders: 0 }] },
		});
		const listed = JSON.stringify((await call('GET', '/accounts')).body);
		expect(listed).not.toContain('s-1');
	});

	test('take a password that is never shown again', async () => {
		const made = await call('POST', '/accounts', { name: 'ann', password: 'a good password' });
		expect(made.status).toBe(200);
		const { logins } = fixture.exchange.oauth;
		expect(logins.logIn('ann', 'a good password')).toBe(made.body.id);
		await call('POST', '/accounts', { name: 'ann', password: 'another password' });
		expect(() => logins.logIn('ann', 'a good password')).toThrow('wrong');
		expect(logins.logIn('ann', 'another password')).toBe(made.body.id);
		const shown = JSON.stringify([made.body, (await call('GET', '/accounts')).body]);
		expect(shown).not.toMatch(/good password|scrypt/);
		const short = await call('POST', '/accounts', { name: 'bob', password: 'short' });
		expect(short).toMatchObject({ status: 400, body: { error: expect.stringContaining('8 to 128') } });
	});

	test('have their keys revoked and expired', async () => {
		await call('POST', '/accounts', { name: 'ann', key: 'k/1' });
		await call('POST', '/accounts', { name: 'ann', key: 'k-2' });
		const at = fixture.clock.now;
		const revoked = await call('POST', '/accounts/ann/keys/k%2F1/revoke');
		expect(revoked).toMatchObject({ status: 200, body: { key: 'k/1', status: 'revoked', expiresAt: null } });
		const expired = await call('POST', '/accounts/ann/keys/k-2/expire');
		expect(expired).toMatchObject({ status: 200, body: { key: 'k-2', status: 'expired', expiresAt: at } });
		expect(await call('GET', '/accounts')).toMatchObject({
			body: { accounts: [{ keys: [{ status: 'revoked' }, { status: 'expired' }] }] },
		});
		expect(await call('POST', '/accounts', { name: 'ann', key: 'k/1' })).toMatchObject({
			body: { key: 'k/1', status: 'revoked' },
		});
		await call('POST', '/accounts', { name: 'bob', key: 'k-3' });
		expect(await call('POST', '/accounts/ann/keys/k-3/revoke')).toMatchObject({
			status: 400,
			body: { error: expect.stringContaining('no key "k-3"') },
		});
		expect(await call('POST', '/accounts/ann/keys/k-2/end')).toMatchObject({ status: 404 });
	});

	test('pay their fees in the exchange’s own coin', async () => {
		await call('POST', '/accounts', { name: 'ann', deposit: '100' });
		expect(await call('POST', '/accounts/ann/fee-asset', { on: true, deposit: '3' })).toMatchObject({
			body: { on: true, holding: { asset: 'MNT', amount: '3', price: '2' } },
		});
		expect(await call('POST', '/accounts/ann/fee-asset', { on: false })).toMatchObject({
			body: { on: false, holding: { amount: '3' } },
		});
		expect(await call('POST', '/accounts/ann/fee-asset', {})).toMatchObject({ status: 400 });
		expect(await call('POST', '/accounts/ann/fee-asset', { on: true, deposit: -1 })).toMatchObject({
			status: 400,
		});
	});

	test('are deleveraged', async () => {
		await call('POST', '/accounts', { name: 'ann' });
		await call('POST', '/accounts/ann/trade', { symbol: 'AAAUSDT', side: 'buy', quantity: '2' });
		const path = '/accounts/ann/deleverage';
		expect(await call('POST', path, { symbol: 'AAAUSDT', quantity: '0.5' })).toMatchObject({
			body: { position: { quantity: '1.5' } },
		});
		expect(await call('POST', path, { symbol: 'AAAUSDT', quantity: '1.6' })).toMatchObject({
			status: 400,
			body: { error: expect.stringContaining('at most 1.5') },
		});
		expect(await call('POST', path, { symbol: 'NONE' })).toMatchObject({ status: 400 });
		expect(await call('POST', path, { symbol: 'AAAUSDT' })).toMatchObject({ body: { position: null } });
	});

	test('receive and pay out money', async () => {
		await call('POST', '/accounts', { name: 'ann', deposit: '100' });
		expect(await call('POST', '/accounts/ann/deposit', { amount: '20.25' })).toMatchObject({
			body: { balance: { walletBalance: '120.25' } },
		});
		expect(await call('POST', '/accounts/ann/withdraw', { amount: 0.25 })).toMatchObject({
			body: { balance: { walletBalance: '120' } },
		});
		expect(await call('POST', '/accounts/ann/withdraw', { amount: '120.00000001' })).toMatchObject({
			status: 400,
			body: { error: expect.stringContaining('limit 120 USDT') },
		});
	});

	test('receive a deposit and send a withdrawal after a time', async () => {
		await call('POST', '/accounts', { name: 'ann', deposit: '1000' });
		const deposit = { kind: 'deposit', amount: '250.5', arrivesInMs: 60_000, wallet: 'main', txId: 'tx-1' };
		expect(await call('POST', '/accounts/ann/moves', deposit)).toMatchObject({
			body: { kind: 'deposit', amount: '250.5', wallet: 'main', txId: 'tx-1', status: 'pending' },
		});
		const withdrawal = { kind: 'withdrawal', amount: '100', fee: '1', arrivesInMs: 120_000 };
		const { id } = (await call('POST', '/accounts/ann/moves', withdrawal)).body;
		expect((await call('GET', '/accounts/ann/wallet')).body).toMatchObject({ main: '0', futures: '899' });
		fixture.clock.now += 60_000;
		expect((await call('GET', '/accounts/ann/wallet')).body).toMatchObject({ main: '250.5', futures: '899' });
		expect(await call('DELETE', `/accounts/ann/moves/${id}`)).toMatchObject({ body: { status: 'canceled' } });
		expect(await call('DELETE', `/accounts/ann/moves/${id}`)).toMatchObject({ status: 400 });
		expect((await call('GET', '/accounts/ann/moves')).body).toMatchObject({
			moves: [{ status: 'canceled' }, { status: 'done' }],
		});
	});

	test('hold positions with a rank in the queue for deleveraging', async () => {
		await call('POST', '/accounts', { name: 'ann' });
		await call('POST', '/accounts/ann/trade', { symbol: 'AAAUSDT', side: 'buy', quantity: '1' });
		const adl = (body: unknown) => call('POST', '/accounts/ann/adl', body);
		expect(await adl({ symbol: 'AAAUSDT', rank: 4 })).toMatchObject({ body: { rank: 4 } });
		expect(await adl({ symbol: 'AAAUSDT' })).toMatchObject({ body: { rank: 1 } });
		expect(await adl({ symbol: 'BBBUSDT', rank: 2 })).toMatchObject({ body: { rank: null } });
		expect(await adl({ symbol: 'AAAUSDT', rank: 6 })).toMatchObject({ status: 400 });
		expect(await adl({ symbol: 'NONE', rank: 1 })).toMatchObject({ status: 400 });
	});

	test('trade manually', async () => {
		await call('POST', '/accounts', { name: 'ann', deposit: '1000' });
		expect(
			await call('POST', '/accounts/ann/trade', { symbol: 'AAAUSDT', side: 'sell', quantity: '2' }),
		).toMatchObject({ status: 200, body: { status: 'filled', filledQuantity: '2', filledValue: '199.98' } });
		expect(
			await call('POST', '/accounts/ann/trade', { symbol: 'AAAUSDT', side: 'sell', quantity: '500' }),
		).toMatchObject({ status: 200, body: { status: 'partiallyFilledCanceled', endReason: 'noLiquidity' } });
	});
});

describe('faults', () => {
	test('are added, counted and removed', async () => {
		const added = await call('POST', '/faults', { operation: 'market', action: { kind: 'rateLimit' } });
		expect(added).toMatchObject({ status: 200, body: { id: '1', operation: 'market' } });
		const port = await venue.up();
		expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(429);
		expect(await call('GET', '/faults')).toMatchObject({
			body: { faults: [{ id: '1', matched: 1, hits: 1 }] },
		});
		expect(await call('DELETE', '/faults/1')).toMatchObject({ body: { removed: 1 } });
		expect(await call('DELETE', '/faults/1')).toMatchObject({ status: 400 });
		expect(await call('DELETE', '/faults')).toMatchObject({ body: { removed: 0 } });
	});

	test('are pending for increments of streams', async () => {
		expect(
			await call('POST', '/streams', { action: 'skipDelta', symbol: 'AAAUSDT', count: 3 }),
		).toMatchObject({
			body: { waiting: 3 },
		});
		expect(await call('POST', '/streams', { action: 'disconnect', scope: 'private' })).toMatchObject({
			body: { disconnected: 0 },
		});
	});
});

test('settling now pays the holders', async () => {
	const me = fixture.account('ann');
	await call('POST', '/accounts/ann/trade', { symbol: 'AAAUSDT', side: 'sell', quantity: '2' });
	expect(await call('POST', '/settle', { symbol: 'AAAUSDT' })).toMatchObject({
		body: { settlements: [{ symbol: 'AAAUSDT', rate: '0.00005', mark: '100' }] },
	});
	expect(await call('POST', '/settle')).toMatchObject({
		body: { settlements: [{ symbol: 'AAAUSDT' }, { symbol: 'BBBUSDT' }] },
	});
	expect(fixture.exchange.fundingPayments(me, { limit: 9 })).toHaveLength(2);
});

test('the venue goes down and comes up', async () => {
	const port = await venue.up();
	expect((await call('POST', '/down')).body).toEqual({ up: false });
	await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
	expect((await call('POST', '/up')).body).toEqual({ port, up: true });
});

describe('invalid calls', () => {
	test.each([
		['GET', '/nowhere', undefined, 404],
		['PUT', '/accounts', undefined, 404],
		['POST', '/accounts', '{"name":', 400],
		['POST', '/accounts', undefined, 400],
		['POST', '/accounts', [], 400],
		['POST', '/accounts', {}, 400],
		['POST', '/accounts', { name: 'no spaces' }, 400],
		['POST', '/accounts', { name: 'x', deposit: '-1' }, 400],
		['POST', '/accounts', { name: 'x', deposit: '1e-9' }, 400],
		['POST', '/accounts', { name: 'x', secret: 's' }, 400],
		['POST', '/accounts', { name: 'x', key: 'a b' }, 400],
		['POST', '/accounts', { name: 'x', canTrade: 'yes' }, 400],
		['POST', '/accounts', { name: 'x', colour: 'red' }, 400],
		['POST', '/accounts/ann/deposit', { amount: '0' }, 400],
		['POST', '/accounts/ann/deposit', { amount: 'much' }, 400],
		['POST', '/accounts/ann/deposit', {}, 400],
		['POST', '/accounts/bob/deposit', { amount: '1' }, 400],
		['POST', '/accounts/%zz/deposit', { amount: '1' }, 400],
		['POST', '/accounts/ann/trade', { symbol: 'ZZZ', side: 'buy', quantity: '1' }, 400],
		['POST', '/accounts/ann/trade', { symbol: 'AAAUSDT', side: 'up', quantity: '1' }, 400],
		['POST', '/accounts/ann/trade', { symbol: 'AAAUSDT', side: 'buy', quantity: '0.0001' }, 400],
		['POST', '/faults', { operation: 'any' }, 400],
		['POST', '/streams', { action: 'explode' }, 400],
		['POST', '/streams', { action: 'skipDelta' }, 400],
		['POST', '/streams', { action: 'skipDelta', symbol: 'ZZZ' }, 400],
		['POST', '/streams', { action: 'repeatDelta', symbol: 'AAAUSDT', scope: 'all' }, 400],
		['POST', '/streams', { action: 'disconnect', symbol: 'AAAUSDT' }, 400],
		['POST', '/settle', { symbol: 'ZZZ' }, 400],
	])('%s %s %j is answered with a sentence', async (method, path, body, status) => {
		fixture.account('ann');
		const answer = await call(method, path, body);
		expect(answer).toEqual({
			status,
			body: expect.objectContaining({ error: expect.stringMatching(/^.+\.$/) }),
		});
	});
});

describe('announcements', () => {
	test('service, planned maintenance, transfers and listings follow the latest call', async () => {
		const { announcements } = fixture.exchange;
		const [instrument] = fixture.exchange.instruments();
		const symbol = instrument?.symbol ?? '';
		await call('POST', '/service', { trading: 'closed', title: 'Upgrade' });
		expect(announcements.service()).toMatchObject({ state: 'closed', title: 'Upgrade' });
		await call('POST', '/service', { trading: 'open' });
		expect(announcements.service().state).toBe('open');
		const planned = await call('POST', '/maintenance', { title: 'Next', from: 1, until: 2 });
		expect(announcements.maintenance()).toEqual([planned.body]);
		expect((await call('DELETE', '/maintenance')).body).toEqual({ removed: 1 });
		await call('POST', '/transfers', { currency: 'USDT', deposit: false });
		await call('POST', '/transfers', { currency: 'USDT', withdrawal: false });
		expect(announcements.transfers('USDT')).toEqual({ deposit: false, withdrawal: false });
		await call('POST', '/listing', { symbol, delistingAt: 5, paused: true });
		expect([announcements.delistingAt(symbol), announcements.isPaused(symbol)]).toEqual([5, true]);
		const back = await call('POST', '/listing', { symbol, delistingAt: 0, paused: false });
		expect(back.body).toEqual({ symbol, delistingAt: 0, paused: false });
	});

	test('planned maintenance is bounded', async () => {
		const plan = { title: 'Next', from: 1, until: 2 };
		for (let count = 0; count < 20; count += 1) await call('POST', '/maintenance', plan);
		expect(await call('POST', '/maintenance', plan)).toMatchObject({
			status: 400,
			body: { error: 'There is too much planned maintenance, limit 20.' },
		});
	});

	test.each([
		['/service', { trading: 'shut' }],
		['/service', {}],
		['/maintenance', { title: 'Next', from: 2, until: 1 }],
		['/transfers', { currency: 'NOSUCH', deposit: true }],
		['/listing', { symbol: 'NOSUCH', paused: true }],
		['/listing', { symbol: 'BTCUSDT', delistingAt: -1 }],
	])('%s refuses %j with a sentence', async (path, body) => {
		expect(await call('POST', path, body)).toMatchObject({
			status: 400,
			body: { error: expect.stringMatching(/\.$/) },
		});
	});
});

describe('the insurance fund', () => {
	test('is shown and set', async () => {
		expect(await call('GET', '/insurance')).toMatchObject({ body: { balance: '1000000', entries: [] } });
		expect(await call('POST', '/insurance', { balance: '12.5' })).toMatchObject({
			body: { balance: '12.5', entries: [{ kind: 'set', amount: '-999987.5', balance: '12.5' }] },
		});
		expect(await call('POST', '/insurance', { balance: '-1' })).toMatchObject({ status: 400 });
		expect(await call('GET', '/status')).toMatchObject({ body: { insuranceFund: '12.5' } });
	});
});

describe('price shocks', () => {
	test('are applied, listed, and refused with a sentence', async () => {
		const wish = { coin: 'AAAUSDT', factor: '0.9', halfLifeMs: 60_000 };
		expect(await call('POST', '/shocks', wish)).toMatchObject({
			body: { coin: 'AAAUSDT', factor: 0.9, halfLifeMs: 60_000 },
		});
		expect(await call('POST', '/shocks', { coin: 'AAAUSDT', factor: 1.1 })).toMatchObject({
			body: { halfLifeMs: null },
		});
		expect(await call('GET', '/shocks')).toMatchObject({
			body: { shocks: [{ factor: 0.9 }, { factor: 1.1 }] },
		});
		for (const [wrong, sentence] of [
			[{ coin: 'NONE', factor: 2 }, 'lists nothing of the coin'],
			[{ coin: 'AAAUSDT', factor: 0 }, 'limit 0.1 to 10'],
			[{ coin: 'AAAUSDT' }, 'factor is missing'],
			[{ coin: 'AAAUSDT', factor: 2, halfLifeMs: 0 }, 'halfLifeMs must be'],
		] as const) {
			expect(await call('POST', '/shocks', wrong)).toMatchObject({
				status: 400,
				body: { error: expect.stringContaining(sentence) },
			});
		}
	});
});
