/** Tests Bybit's token endpoints and the API key obtained with a token, through the real server. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { formBrowser } from '../../test/support/form-browser.ts';
import type { ApiKey } from '../core/api-keys.ts';
import { CLIENT, openVenue, PASSWORD, type VenueFixture } from '../core/venue-fixture.ts';
import { createBybitFrontEnd } from './front-end.ts';
import { hmacHex } from './signing.ts';

const BACK = CLIENT.redirectUris[0];
const VERIFIER = 'v'.repeat(43);
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');
const DAY = 86_400_000;

let venue: VenueFixture;
beforeEach(async () => {
	venue = await openVenue('bybit', createBybitFrontEnd);
});
afterEach(() => venue.close());

// biome-ignore lint/suspicious/noExplicitAny: the tests read fields of bodies
type Body = any;

async function codeOf(more: Readonly<Record<string, string>> = {}): Promise<string> {
	const browser = formBrowser(venue.origin);
	const { clientId } = CLIENT;
	const asked = { client_id: clientId, response_type: 'code', redirect_uri: BACK, scope: 'openapi' };
	await browser.open(`/en/oauth?${new URLSearchParams({ ...asked, state: 's', ...more })}`);
	await browser.press('enter', { name: 'ann', password: PASSWORD });
	const { leftFor } = await browser.press('allow');
	return leftFor?.searchParams.get('code') ?? '';
}

async function post(path: string, form: Readonly<Record<string, string>>): Promise<Body> {
	const response = await fetch(`${venue.origin}${path}`, { method: 'POST', body: new URLSearchParams(form) });
	expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
	return response.json();
}

const SECRETS = { client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret };

const redeem = (form: Readonly<Record<string, string>>): Promise<Body> =>
	post('/oauth/v1/public/access_token', { ...SECRETS, ...form });
const refresh = (token: string): Promise<Body> =>
	post('/oauth/v1/public/refresh_token', { ...SECRETS, refresh_token: token });
const revoke = (token: string): Promise<Body> => post('/oauth/v1/public/revoke_token', { ...SECRETS, token });

async function tokens(): Promise<Body> {
	return redeem({ code: await codeOf() });
}

async function openApi(authorization: string): Promise<Body> {
	const path = '/oauth/v1/resource/restrict/openapi';
	const response = await fetch(`${venue.origin}${path}`, { headers: { authorization } });
	return response.json();
}

type Keys = Pick<ApiKey, 'key' | 'secret'>;

async function keys(): Promise<Keys> {
	const { access_token } = await tokens();
	const { result } = await openApi(`Bearer ${access_token}`);
	return { key: result.api_key, secret: result.api_secret };
}

async function signedGet(path: string, { key, secret }: Keys): Promise<Body> {
	const now = String(venue.now());
	const headers = {
		'x-bapi-api-key': key,
		'x-bapi-timestamp': now,
		'x-bapi-recv-window': '5000',
		'x-bapi-sign': hmacHex(secret, `${now}${key}5000`),
	};
	const response = await fetch(`${venue.origin}${path}`, { headers });
	return { status: response.status, ...((await response.json()) as object) };
}

const information = (by: Keys): Promise<Body> => signedGet('/v5/user/query-api', by);

describe('the redirect', () => {
	it('carries the documented members', async () => {
		const browser = formBrowser(venue.origin);
		const asked = { client_id: CLIENT.clientId, response_type: 'code', redirect_uri: BACK };
		await browser.open(`/oauth?${new URLSearchParams({ ...asked, scope: 'openapi', state: '1234abc' })}`);
		await browser.press('enter', { name: 'ann', password: PASSWORD });
		const { leftFor } = await browser.press('allow');
		const { code, ...rest } = Object.fromEntries(leftFor?.searchParams ?? []);
		expect(code).toHaveLength(43);
		expect(rest).toEqual({ response_type: 'code', scope: 'openapi', state: '1234abc' });
	});
});

describe('a code', () => {
	it('is exchanged for tokens in the documented body', async () => {
		expect(await tokens()).toEqual({
			access_token: expect.stringMatching(/^[\w-]{43}$/),
			refresh_token: expect.stringMatching(/^[\w-]{43}$/),
			token_type: 'bearer',
			expires_in: 86_400,
			refresh_token_expires_in: 2_592_000,
		});
	});

	it('used twice ends the tokens and the key of its first use', async () => {
		const code = await codeOf();
		const { access_token, refresh_token } = await redeem({ code });
		const { result } = await openApi(`Bearer ${access_token}`);
		const made = { key: result.api_key, secret: result.api_secret };
		expect((await information(made)).retCode).toBe(0);
		expect(await redeem({ code })).toMatchObject({ retCode: 10001, result: {}, time: venue.now() });
		expect((await openApi(`Bearer ${access_token}`)).ret_code).toBe(10001);
		expect((await refresh(refresh_token)).retCode).toBe(10004);
		expect((await information(made)).retCode).toBe(10003);
	});

	it('used twice with a wrong secret ends nothing', async () => {
		const code = await codeOf();
		const { access_token } = await redeem({ code });
		expect((await redeem({ code, client_secret: 'x'.repeat(20) })).retCode).toBe(10003);
		expect((await openApi(`Bearer ${access_token}`)).ret_code).toBe(0);
	});

	it('is valid for a minute', async () => {
		const [late, early] = [await codeOf(), await codeOf()];
		venue.pass(59_999);
		expect((await redeem({ code: early })).access_token).toBeDefined();
		venue.pass(1);
		expect(await redeem({ code: late })).toMatchObject({
			retCode: 10001,
			retMsg: expect.stringContaining('expired'),
		});
	});

	it('is refused to any other application', async () => {
		const other = { ...CLIENT, clientId: 'app-2', clientSecret: 'another-secret-of-app-2' };
		venue.exchange.oauth.clients.register(other);
		const code = await codeOf();
		const form = { code, client_id: other.clientId, client_secret: other.clientSecret };
		expect((await redeem(form)).retCode).toBe(10001);
		expect((await redeem({ code })).access_token).toBeDefined();
	});

	it.each([
		['a wrong secret', { client_secret: 'wrong-secret-0123456' }, 10003],
		['an unknown application', { client_id: 'nobody' }, 10003],
		['no secret', { client_secret: '' }, 10001],
		['another redirect URI', { redirect_uri: CLIENT.redirectUris[1] }, 10001],
		['a verifier without a challenge', { code_verifier: VERIFIER }, 10001],
	])('is not exchanged with %s, and stays valid', async (_name, changes, retCode) => {
		const code = await codeOf();
		const refused = await redeem({ code, ...changes });
		expect([refused.retCode, refused.access_token]).toEqual([retCode, undefined]);
		expect((await redeem({ code, redirect_uri: BACK })).access_token).toBeDefined();
	});

	it('with a challenge needs its verifier', async () => {
		const code = await codeOf({ code_challenge: CHALLENGE, code_challenge_method: 'S256' });
		const wrong = { retCode: 10001, retMsg: 'code_verify_err' };
		expect(await redeem({ code })).toMatchObject(wrong);
		expect(await redeem({ code, code_verifier: 'w'.repeat(43) })).toMatchObject(wrong);
		expect((await redeem({ code, code_verifier: VERIFIER })).access_token).toBeDefined();
	});

	it('survives a kill and a restart, and so does the record of its use', async () => {
		const [unused, used] = [await codeOf(), await codeOf()];
		const { access_token } = await redeem({ code: used });
		venue = await venue.restart();
		expect((await redeem({ code: unused })).access_token).toBeDefined();
		expect((await openApi(`Bearer ${access_token}`)).ret_code).toBe(0);
		expect((await redeem({ code: used })).retCode).toBe(10001);
		expect((await openApi(`Bearer ${access_token}`)).ret_code).toBe(10001);
	});

	it('is requested by a form with each parameter once', async () => {
		const path = `${venue.origin}/oauth/v1/public/access_token`;
		const json = await fetch(path, { method: 'POST', body: JSON.stringify({ ...SECRETS, code: 'x' }) });
		expect(await json.json()).toMatchObject({ retCode: 10001 });
		const twice = new URLSearchParams([...Object.entries(SECRETS), ['code', 'a'], ['code', 'b']]);
		expect(await (await fetch(path, { method: 'POST', body: twice })).json()).toMatchObject({
			retCode: 10001,
			retMsg: expect.stringContaining('more than once'),
		});
	});
});

describe('tokens', () => {
	it('are replaced by a refresh, which ends the former ones', async () => {
		const first = await tokens();
		const second = await refresh(first.refresh_token);
		expect(second).toMatchObject({ token_type: 'bearer', expires_in: 86_400 });
		expect((await openApi(`Bearer ${first.access_token}`)).ret_code).toBe(10001);
		expect((await openApi(`Bearer ${second.access_token}`)).ret_code).toBe(0);
	});

	it('all end when a refresh token is used twice; the key stays', async () => {
		const first = await tokens();
		const second = await refresh(first.refresh_token);
		const { result } = await openApi(`Bearer ${second.access_token}`);
		expect((await refresh(first.refresh_token)).retCode).toBe(10004);
		expect((await openApi(`Bearer ${second.access_token}`)).ret_code).toBe(10001);
		expect((await refresh(second.refresh_token)).retCode).toBe(10004);
		expect((await information({ key: result.api_key, secret: result.api_secret })).retCode).toBe(0);
	});

	it('expire: the access token after a day with 33004, the refresh token after thirty', async () => {
		const { access_token, refresh_token } = await tokens();
		venue.pass(DAY - 1);
		expect((await openApi(`Bearer ${access_token}`)).ret_code).toBe(0);
		venue.pass(1);
		expect(await openApi(`Bearer ${access_token}`)).toMatchObject({ ret_code: 33004, result: {} });
		const next = await refresh(refresh_token);
		venue.pass(30 * DAY);
		expect((await refresh(next.refresh_token)).retCode).toBe(10004);
	});

	it('are revoked: an access token alone, a refresh token with all tokens of its consent', async () => {
		const first = await tokens();
		expect((await revoke(first.access_token)).retCode).toBe(0);
		expect((await openApi(`Bearer ${first.access_token}`)).ret_code).toBe(10001);
		const second = await refresh(first.refresh_token);
		expect((await revoke(second.refresh_token)).retCode).toBe(0);
		expect((await openApi(`Bearer ${second.access_token}`)).ret_code).toBe(10001);
		expect((await revoke('no token at all')).retCode).toBe(0);
	});

	it('and codes expired for a day are deleted', async () => {
		await tokens();
		const rows = (table: string): number => {
			const database = new DatabaseSync(join(venue.dataDir, 'simulator-bybit.db'), { readOnly: true });
			const { count } = database.prepare(`SELECT count(*) AS count FROM ${table}`).get() ?? {};
			database.close();
			return Number(count);
		};
		venue.pass(40 * DAY);
		await tokens();
		expect(['browser_sessions', 'oauth_codes', 'oauth_tokens'].map(rows)).toEqual([1, 1, 2]);
	});

	it('are not revoked by another application', async () => {
		const other = { ...CLIENT, clientId: 'app-2', clientSecret: 'another-secret-of-app-2' };
		venue.exchange.oauth.clients.register(other);
		const { access_token } = await tokens();
		const as = { client_id: other.clientId, client_secret: other.clientSecret };
		await post('/oauth/v1/public/revoke_token', { ...as, token: access_token });
		expect((await openApi(`Bearer ${access_token}`)).ret_code).toBe(0);
	});

	it.each(['', 'Bearer', 'Bearer no-such-token', 'Basic abc'])(
		'the header "%s" gives no access',
		async (header) => {
			expect(await openApi(header)).toMatchObject({ ret_code: 10001, result: {} });
		},
	);

	it('a refresh token does not work as an access token', async () => {
		const { refresh_token, access_token } = await tokens();
		expect((await openApi(`Bearer ${refresh_token}`)).ret_code).toBe(10001);
		expect((await refresh(access_token)).retCode).toBe(10004);
	});
});

describe('the key', () => {
	it('may trade but not withdraw, is named after the application, and is bound to it', async () => {
		expect((await information(await keys())).result).toMatchObject({
			note: CLIENT.name,
			type: 2,
			readOnly: 0,
			userID: venue.exchange.accounts.named('ann').uid,
			permissions: { ContractTrade: ['Order', 'Position'], Wallet: [] },
		});
	});

	it('is created once per consent, and again for another consent or after its end', async () => {
		const { access_token } = await tokens();
		const first = await openApi(`Bearer ${access_token}`);
		expect(await openApi(`bearer ${access_token}`)).toEqual(first);
		expect((await keys()).key).not.toBe(first.result.api_key);
		const { id } = venue.exchange.accounts.named('ann');
		venue.exchange.keys.revoke(id, first.result.api_key);
		expect((await openApi(`Bearer ${access_token}`)).result.api_key).not.toBe(first.result.api_key);
	});

	it('is not created if the account has fifty', async () => {
		const { id } = venue.exchange.accounts.named('ann');
		const application = { clientId: 'app-1', name: 'app', grantId: 'g' };
		for (let count = venue.exchange.keys.ofAccount(id).length; count < 50; count += 1) {
			venue.exchange.keys.makeFor(id, application, undefined);
		}
		const { access_token } = await tokens();
		expect(await openApi(`Bearer ${access_token}`)).toMatchObject({
			ret_code: 10001,
			ret_msg: expect.stringContaining('limit 50'),
		});
	});

	it.each([
		['revoked', 'revoke', 10003],
		['expired', 'expire', 33004],
	] as const)('that is %s is refused, even after a kill and a restart', async (_name, how, retCode) => {
		const by = await keys();
		venue.exchange.keys[how](venue.exchange.accounts.named('ann').id, by.key);
		expect(await information(by)).toMatchObject({ status: 401, retCode, result: {} });
		venue = await venue.restart();
		expect(await information(by)).toMatchObject({ status: 401, retCode });
	});

	it.each(['revoke', 'expire'] as const)('ended by %s ends its private stream', async (how) => {
		const by = await keys();
		const stays = venue.exchange.accounts.ensure({ name: 'ann' }).key;
		const [ending, staying] = [await privateStream(by), await privateStream(stays)];
		venue.exchange.keys[how](venue.exchange.accounts.named('ann').id, by.key);
		expect(await ending.closed).toBe(1008);
		expect(staying.socket.readyState).toBe(WebSocket.OPEN);
		const again = await privateStream(by);
		expect(again.isAccepted).toBe(false);
		for (const { socket, closed } of [staying, again]) {
			socket.close();
			await closed;
		}
	});
});

async function privateStream({ key, secret }: Keys) {
	const socket = new WebSocket(`${venue.origin.replace('http', 'ws')}/v5/private`);
	const closed = new Promise<number>((resolve) => socket.once('close', resolve));
	await new Promise((resolve) => socket.once('open', resolve));
	const expires = venue.now() + 1_000;
	const answered = new Promise<Body>((resolve) =>
		socket.once('message', (data) => resolve(JSON.parse(String(data)))),
	);
	socket.send(
		JSON.stringify({ op: 'auth', args: [key, expires, hmacHex(secret, `GET/realtime${expires}`)] }),
	);
	return { socket, closed, isAccepted: (await answered).success as boolean };
}
