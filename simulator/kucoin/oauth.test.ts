/** Tests KuCoin's token endpoints and the API key obtained with a token, through the real server. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { formBrowser } from '../../test/support/form-browser.ts';
import type { ApiKey } from '../core/api-keys.ts';
import { CLIENT, openVenue, PASSWORD, type VenueFixture } from '../core/venue-fixture.ts';
import { createKucoinFrontEnd } from './front-end.ts';
import { sign } from './signing.ts';

const BACK = CLIENT.redirectUris[0];
const HOUR = 3_600_000;

let venue: VenueFixture;
beforeEach(async () => {
	venue = await openVenue('kucoin', createKucoinFrontEnd);
});
afterEach(() => venue.close());

// biome-ignore lint/suspicious/noExplicitAny: the tests read fields of bodies
type Body = any;
type Answer = { readonly status: number; readonly body: Body };

async function answer(path: string, init: RequestInit = {}): Promise<Answer> {
	const response = await fetch(`${venue.origin}${path}`, init);
	return { status: response.status, body: await response.json() };
}

async function codeOf(): Promise<string> {
	const browser = formBrowser(venue.origin);
	// The documentation asks for a redirect URI that is not percent-encoded.
	const query = `response_type=code&client_id=${CLIENT.clientId}&redirect_uri=${BACK}&scope=OAUTH_CREATE_API&state=s`;
	await browser.open(`/oauth?${query}`);
	await browser.press('enter', { name: 'ann', password: PASSWORD });
	const { leftFor } = await browser.press('allow');
	expect([...(leftFor?.searchParams.keys() ?? [])]).toEqual(['code', 'state']);
	return leftFor?.searchParams.get('code') ?? '';
}

const SECRETS = { client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret };
type Form = Readonly<Record<string, string>>;

function post(path: string, form: Form): Promise<Answer> {
	return answer(path, { method: 'POST', body: new URLSearchParams(form) });
}

function formFor(code: string): Form {
	return { ...SECRETS, grant_type: 'authorization_code', code, redirect_uri: BACK };
}

const redeem = (code: string, changes: Form = {}): Promise<Answer> =>
	post('/_oauth/access-token', { ...formFor(code), ...changes });

const refresh = (token: string, changes: Form = {}): Promise<Answer> =>
	post('/_oauth/refresh-token', {
		...SECRETS,
		grant_type: 'refresh_token',
		refresh_token: token,
		scope: 'OAUTH_CREATE_API',
		...changes,
	});

async function tokens(): Promise<Body> {
	return (await redeem(await codeOf())).body;
}

function addKey(token: string): Promise<Answer> {
	const headers = { authorization: `bearer ${token}` };
	return answer('/_oauth/resource/ucenter/outer/api-key/add', { method: 'POST', headers });
}

const refusedWith = (status: number, msg: unknown = expect.any(String)): unknown => ({
	status,
	body: { success: false, code: String(status), msg, retry: false, data: null },
});

type Keys = Pick<ApiKey, 'key' | 'secret' | 'passphrase'>;

async function keys(): Promise<Keys> {
	const { data } = (await addKey((await tokens()).access_token)).body;
	return { key: data.apiKey, secret: data.secret, passphrase: data.passphrase };
}

function signed(method: string, path: string, { key, secret, passphrase }: Keys): Promise<Answer> {
	const now = String(venue.now());
	return answer(path, {
		method,
		headers: {
			'kc-api-key': key,
			'kc-api-timestamp': now,
			'kc-api-sign': sign(secret, `${now}${method}${path}`),
			'kc-api-passphrase': sign(secret, passphrase),
			'kc-api-key-version': '2',
		},
	});
}

const information = (by: Keys): Promise<Answer> => signed('GET', '/api/v1/user/api-key', by);

describe('a code', () => {
	it.each(['GET', 'POST'] as const)(
		'is exchanged by %s for tokens in the documented body',
		async (method) => {
			const form = new URLSearchParams(formFor(await codeOf()));
			const given = await (method === 'GET'
				? answer(`/_oauth/access-token?${form}`)
				: answer('/_oauth/access-token', { method, body: form }));
			expect(given).toEqual({
				status: 200,
				body: {
					access_token: expect.stringMatching(/^[\w-]{43}$/),
					token_type: 'bearer',
					expires_in: 3_600,
					refresh_token: expect.stringMatching(/^[\w-]{43}$/),
					scope: ['OAUTH_CREATE_API'],
				},
			});
		},
	);

	it('used twice ends the tokens and the key of its first use', async () => {
		const code = await codeOf();
		const { access_token, refresh_token } = (await redeem(code)).body;
		const { data } = (await addKey(access_token)).body;
		const made = { key: data.apiKey, secret: data.secret, passphrase: data.passphrase };
		expect((await information(made)).status).toBe(200);
		expect(await redeem(code)).toEqual(refusedWith(400));
		expect(await addKey(access_token)).toEqual(refusedWith(401));
		expect(await refresh(refresh_token)).toEqual(refusedWith(400));
		expect((await information(made)).body.code).toBe('400003');
	});

	it('is valid for a minute', async () => {
		const code = await codeOf();
		venue.pass(60_000);
		expect(await redeem(code)).toEqual(refusedWith(400, expect.stringContaining('expired')));
	});

	it.each([
		['a wrong secret', { client_secret: 'wrong-secret-0123456' }, 401],
		['another application', { client_id: 'nobody' }, 401],
		['another redirect URI', { redirect_uri: CLIENT.redirectUris[1] }, 400],
		['no redirect URI', { redirect_uri: '' }, 400],
		['another grant', { grant_type: 'password' }, 400],
		['a verifier without a challenge', { code_verifier: 'v'.repeat(43) }, 400],
	])('is not exchanged with %s, and stays valid', async (_name, changes, status) => {
		const code = await codeOf();
		expect(await redeem(code, changes)).toEqual(refusedWith(status));
		expect((await redeem(code)).body.access_token).toBeDefined();
	});
});

describe('tokens', () => {
	it.each(['refresh_token', 'authorization_code'])('are replaced with grant_type %s', async (grant_type) => {
		const first = await tokens();
		const second = await refresh(first.refresh_token, { grant_type });
		expect(second).toMatchObject({ status: 200, body: { expires_in: 3_600, scope: ['OAUTH_CREATE_API'] } });
		expect(await addKey(first.access_token)).toEqual(refusedWith(401));
		expect((await addKey(second.body.access_token)).status).toBe(200);
		expect(await refresh(first.refresh_token)).toEqual(refusedWith(400));
		expect(await addKey(second.body.access_token)).toEqual(refusedWith(401));
	});

	it('expire: the access token after an hour, the refresh token after three days', async () => {
		const { access_token, refresh_token } = await tokens();
		venue.pass(HOUR - 1);
		expect((await addKey(access_token)).status).toBe(200);
		venue.pass(1);
		expect(await addKey(access_token)).toEqual(refusedWith(401, expect.stringContaining('expired')));
		const next = (await refresh(refresh_token)).body;
		venue.pass(72 * HOUR);
		expect(await refresh(next.refresh_token)).toEqual(refusedWith(400, expect.stringContaining('expired')));
	});

	it('are revoked', async () => {
		const { access_token } = await tokens();
		const revoked = await post('/_oauth/revoke-token', { ...SECRETS, token: access_token });
		expect(revoked).toMatchObject({ status: 200, body: { success: true, code: '200' } });
		expect(await addKey(access_token)).toEqual(refusedWith(401));
	});

	it('are not given for another scope', async () => {
		const { refresh_token } = await tokens();
		expect(await refresh(refresh_token, { scope: 'OAUTH_ALL' })).toEqual(refusedWith(400));
		expect((await refresh(refresh_token)).status).toBe(200);
	});
});

describe('the key', () => {
	it('comes in the documented body, and each call makes a new one', async () => {
		const { access_token } = await tokens();
		const first = await addKey(access_token);
		expect(first).toEqual({
			status: 200,
			body: {
				success: true,
				code: '200',
				msg: 'success',
				retry: false,
				data: {
					apiName: CLIENT.name,
					apiKey: expect.stringMatching(/^[0-9a-f]{24}$/),
					secret: expect.any(String),
					passphrase: expect.any(String),
					brokerId: CLIENT.clientId,
					authGroup: 'API_COMMON,API_FUTURES',
					ipWhiteList: '',
				},
			},
		});
		expect((await addKey(access_token)).body.data.apiKey).not.toBe(first.body.data.apiKey);
	});

	it('states its permissions', async () => {
		const by = await keys();
		expect(await information(by)).toEqual({
			status: 200,
			body: {
				code: '200000',
				data: {
					remark: CLIENT.name,
					apiKey: by.key,
					apiVersion: 3,
					permission: 'General,Futures',
					ipWhitelist: '',
					createdAt: venue.now(),
					uid: venue.exchange.accounts.named('ann').uid,
					isMaster: true,
				},
			},
		});
	});

	it.each([
		['reads only', { canTrade: false }, 'General'],
		['can withdraw', { canWithdraw: true }, 'General,Futures,Transfer'],
	])('with permission %s states it', async (_name, rights, permission) => {
		const { key } = venue.exchange.accounts.ensure({ name: 'ann', ...rights });
		expect((await information(key)).body.data).toMatchObject({ permission, remark: 'ann' });
	});

	it.each(['revoke', 'expire'] as const)(
		'ended by %s no longer exists, even after a kill and a restart',
		async (how) => {
			const by = await keys();
			venue.exchange.keys[how](venue.exchange.accounts.named('ann').id, by.key);
			const gone = { status: 401, body: { code: '400003', msg: 'KC-API-KEY not exists' } };
			expect(await information(by)).toEqual(gone);
			expect(await signed('POST', '/api/v1/bullet-private', by)).toEqual(gone);
			venue = await venue.restart();
			expect(await information(by)).toEqual(gone);
		},
	);

	it('revoked ends its private stream, and its tokens receive nothing private', async () => {
		const by = await keys();
		const bullet = (await signed('POST', '/api/v1/bullet-private', by)).body.data.token;
		const stream = await open(bullet);
		const open_ = await open((await answer('/api/v1/bullet-public', { method: 'POST' })).body.data.token);
		venue.exchange.keys.revoke(venue.exchange.accounts.named('ann').id, by.key);
		expect(await stream.closed).toBe(1008);
		expect(open_.socket.readyState).toBe(WebSocket.OPEN);
		const late = await open(bullet);
		late.socket.send(JSON.stringify({ id: 1, type: 'subscribe', topic: '/contractMarket/tradeOrders' }));
		expect(await late.next()).toMatchObject({ type: 'error', code: 403 });
		for (const { socket, closed } of [open_, late]) {
			socket.close();
			await closed;
		}
	});
});

/** Opens a stream and waits for its welcome message. */
async function open(token: string) {
	const socket = new WebSocket(`${venue.origin.replace('http', 'ws')}/?token=${token}`);
	const closed = new Promise<number>((resolve) => socket.once('close', resolve));
	const next = (): Promise<Body> =>
		new Promise((resolve) => socket.once('message', (data) => resolve(JSON.parse(String(data)))));
	expect(await next()).toMatchObject({ type: 'welcome' });
	return { socket, closed, next };
}
