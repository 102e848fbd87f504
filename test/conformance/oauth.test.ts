/**
 * Tests the OAuth flow to an API key: authorization page, code, tokens, key, and a library call with the key.
 *
 * An independent OAuth client (oauth4webapi) calls Bybit's token endpoints, which differ from RFC 6749 only in
 * refusals. The client cannot call KuCoin's endpoints, because their response gives the scope as a list, while RFC
 * 6749 defines it as a string.
 */
import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formBrowser } from '../support/form-browser.ts';
import { rawStream } from './bybit-client.ts';
import {
	CcxtError,
	type CcxtHandle,
	type CcxtProcess,
	type Simulator,
	type SimulatorAccount,
	startCcxt,
	startSimulator,
} from './harness.ts';
import { kucoinStream } from './kucoin-client.ts';

/** Time until the first scheduled settlement, long enough that none falls within a test. */
const SETTLE_IN_SECONDS = 3_600;
const BACK = 'http://127.0.0.1:45999/connected';
const PASSWORD = 'a good password';
const APPLICATION = {
	clientId: 'conformance',
	clientSecret: 'secret-of-the-conformance-tests',
	name: 'Conformance',
	redirectUris: [BACK],
};

// biome-ignore lint/suspicious/noExplicitAny: the tests inspect the bodies
type Body = any;

let ccxt: CcxtProcess;
beforeAll(() => {
	ccxt = startCcxt();
});
afterAll(() => ccxt[Symbol.asyncDispose]());

async function start(exchange: 'bybit' | 'kucoin'): Promise<Simulator> {
	const simulator = await startSimulator({ exchange, settleInSeconds: SETTLE_IN_SECONDS });
	await simulator.admin('POST', '/oauth-clients', APPLICATION);
	await simulator.createAccount('ann', { password: PASSWORD, deposit: '5000' });
	return simulator;
}

/** Logs in as ann, submits the page and returns the redirect target. */
async function answered(simulator: Simulator, authorize: URL, action: 'allow' | 'refuse'): Promise<URL> {
	const browser = formBrowser(`http://127.0.0.1:${simulator.port}`);
	await browser.open(`${authorize.pathname}${authorize.search}`);
	await browser.press('enter', { name: 'ann', password: PASSWORD });
	const { leftFor } = await browser.press(action);
	if (leftFor === undefined) throw new Error('The browser was sent nowhere.');
	return leftFor;
}

/** Sends a request for the real host to the simulator, with the same path. */
function atSimulator(simulator: Simulator): (url: string, init: object) => Promise<Response> {
	return (input, init) => {
		const { hostname, pathname, search } = new URL(input);
		const port = simulator.hosts[hostname];
		if (port === undefined) throw new Error(`The simulator does not speak for ${hostname}.`);
		return fetch(`http://127.0.0.1:${port}${pathname}${search}`, init);
	};
}

async function failure(call: Promise<unknown>): Promise<{ class: unknown; body: Body }> {
	const error: unknown = await call.then(
		() => undefined,
		(thrown: unknown) => thrown,
	);
	expect(error).toBeInstanceOf(CcxtError);
	return { class: (error as CcxtError).classes[0], body: (error as CcxtError).body };
}

/** Asserts that the key can trade until the account's owner revokes it. */
async function proveKey(
	simulator: Simulator,
	handle: CcxtHandle,
	key: string,
	stream: Promise<unknown>,
): Promise<void> {
	const balance = await handle.call('fetchBalance');
	expect(balance.USDT.total).toBe(5_000);
	expect(await handle.call('fetchPositions')).toEqual([]);
	await simulator.admin('POST', `/accounts/ann/keys/${key}/revoke`);
	await stream;
}

describe('Bybit', () => {
	let simulator: Simulator;
	beforeAll(async () => {
		simulator = await start('bybit');
	});
	afterAll(() => simulator[Symbol.asyncDispose]());

	const SERVER: oauth.AuthorizationServer = {
		issuer: 'https://www.bybit.com',
		authorization_endpoint: 'https://www.bybit.com/en/oauth',
		token_endpoint: 'https://api2.bybit.com/oauth/v1/public/access_token',
	};
	const client: oauth.Client = { client_id: APPLICATION.clientId };
	const secret = oauth.ClientSecretPost(APPLICATION.clientSecret);
	const RESOURCE = new URL('https://api2.bybit.com/oauth/v1/resource/restrict/openapi');

	function authorizeUrl(state: string, more: Readonly<Record<string, string>> = {}): URL {
		const url = new URL(SERVER.authorization_endpoint ?? '');
		const query = { client_id: APPLICATION.clientId, response_type: 'code', redirect_uri: BACK };
		url.search = String(new URLSearchParams({ ...query, scope: 'openapi', state, ...more }));
		return url;
	}

	async function consented(verifier?: string): Promise<URLSearchParams> {
		const state = oauth.generateRandomState();
		const challenge = verifier && {
			code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
			code_challenge_method: 'S256',
		};
		const url = authorizeUrl(state, challenge || {});
		return oauth.validateAuthResponse(SERVER, client, await answered(simulator, url, 'allow'), state);
	}

	function tokenRequest(
		params: URLSearchParams,
		verifier: string | typeof oauth.nopkce = oauth.nopkce,
		options: { readonly redirectUri?: string; readonly clientAuth?: oauth.ClientAuth } = {},
	): Promise<Response> {
		const { redirectUri = BACK, clientAuth = secret } = options;
		return oauth.authorizationCodeGrantRequest(SERVER, client, clientAuth, params, redirectUri, verifier, {
			[oauth.customFetch]: atSimulator(simulator),
		});
	}

	async function tokens(params: URLSearchParams, verifier?: string): Promise<oauth.TokenEndpointResponse> {
		const response = await tokenRequest(params, verifier);
		return oauth.processAuthorizationCodeResponse(SERVER, client, response);
	}

	async function openApi(accessToken: string): Promise<Body> {
		const response = await oauth.protectedResourceRequest(
			accessToken,
			'GET',
			RESOURCE,
			undefined,
			undefined,
			{ [oauth.customFetch]: atSimulator(simulator) },
		);
		return response.json();
	}

	const open = (keys: Body, pro = false): Promise<CcxtHandle> =>
		ccxt.open({
			exchange: 'bybit',
			pro,
			config: {
				apiKey: keys.api_key,
				secret: keys.api_secret,
				enableRateLimit: false,
				options: { fetchMarkets: { types: ['linear'] } },
			},
			hosts: simulator.hosts,
		});

	it.each(['with', 'without'])('gives a key that trades, %s PKCE, until it is revoked', async (how) => {
		const verifier = how === 'with' ? oauth.generateRandomCodeVerifier() : undefined;
		const given = await tokens(await consented(verifier), verifier);
		expect(given).toMatchObject({ token_type: 'bearer', expires_in: 86_400 });
		const { ret_code, result } = await openApi(given.access_token);
		expect(ret_code).toBe(0);
		const handle = await open(result);
		const info = await handle.call('privateGetV5UserQueryApi');
		expect(info.result).toMatchObject({ note: 'Conformance', readOnly: 0, permissions: { Wallet: [] } });
		const account = { key: result.api_key, secret: result.api_secret } as SimulatorAccount;
		const stream = await rawStream(simulator.port, '/v5/private', account);
		await proveKey(simulator, handle, result.api_key, stream.closed);
		expect(await failure(handle.call('fetchBalance'))).toMatchObject({
			class: 'AuthenticationError',
			body: { retCode: 10003 },
		});
	});

	it('refuses an expired key with 33004', async () => {
		const { result } = await openApi((await tokens(await consented())).access_token);
		const handle = await open(result);
		await handle.call('fetchBalance');
		await simulator.admin('POST', `/accounts/ann/keys/${result.api_key}/expire`);
		expect(await failure(handle.call('fetchBalance'))).toMatchObject({
			class: 'AuthenticationError',
			body: { retCode: 33004 },
		});
	});

	it('tells the application that the user refused', async () => {
		const state = oauth.generateRandomState();
		const url = await answered(simulator, authorizeUrl(state), 'refuse');
		expect(() => oauth.validateAuthResponse(SERVER, client, url, state)).toThrow(
			expect.objectContaining({ error: 'access_denied' }),
		);
	});

	it('never redirects to an unregistered redirect URI', async () => {
		const browser = formBrowser(`http://127.0.0.1:${simulator.port}`);
		const { pathname, search } = authorizeUrl('s', { redirect_uri: 'http://127.0.0.1:45999/evil' });
		const page = await browser.open(`${pathname}${search}`);
		expect([page.status, page.leftFor]).toEqual([400, undefined]);
	});

	it('issues no code for a form without the session’s token', async () => {
		const browser = formBrowser(`http://127.0.0.1:${simulator.port}`);
		const { pathname, search } = authorizeUrl('s');
		await browser.open(`${pathname}${search}`);
		await browser.press('enter', { name: 'ann', password: PASSWORD });
		const page = await browser.post({ action: 'allow', token: 'x'.repeat(43) });
		expect([page.status, page.leftFor]).toEqual([403, undefined]);
	});

	it('rejects a reused code and revokes its tokens', async () => {
		const params = await consented();
		const { access_token } = await tokens(params);
		expect((await openApi(access_token)).ret_code).toBe(0);
		expect(await (await tokenRequest(params)).json()).toMatchObject({ retCode: 10001 });
		expect((await openApi(access_token)).ret_code).toBe(10001);
	});

	it('issues nothing for a wrong secret, redirect URI or verifier', async () => {
		const verifier = oauth.generateRandomCodeVerifier();
		const params = await consented(verifier);
		const body = async (response: Promise<Response>): Promise<Body> => (await response).json();
		const clientAuth = oauth.ClientSecretPost('another-secret-0123456789');
		expect((await body(tokenRequest(params, verifier, { clientAuth }))).retCode).toBe(10003);
		const redirectUri = `${BACK}/`;
		expect((await body(tokenRequest(params, verifier, { redirectUri }))).retCode).toBe(10001);
		const other = oauth.generateRandomCodeVerifier();
		expect((await body(tokenRequest(params, other))).retMsg).toBe('code_verify_err');
		expect((await tokens(params, verifier)).access_token).toBeDefined();
	});

	it('refreshes at a separate endpoint and ends the former access token', async () => {
		const first = await tokens(await consented());
		const refresh = async (token = ''): Promise<Body> => {
			const server = { ...SERVER, token_endpoint: 'https://api2.bybit.com/oauth/v1/public/refresh_token' };
			const response = await oauth.refreshTokenGrantRequest(server, client, secret, token, {
				[oauth.customFetch]: atSimulator(simulator),
			});
			return oauth.processRefreshTokenResponse(server, client, response);
		};
		const second = await refresh(first.refresh_token);
		expect((await openApi(first.access_token)).ret_code).toBe(10001);
		expect((await openApi(second.access_token)).ret_code).toBe(0);
		await expect(refresh(first.refresh_token)).rejects.toThrow();
	});
});

describe('KuCoin', () => {
	let simulator: Simulator;
	beforeAll(async () => {
		simulator = await start('kucoin');
	});
	afterAll(() => simulator[Symbol.asyncDispose]());

	const HOST = 'https://www.kucoin.com';
	const SECRETS = { client_id: APPLICATION.clientId, client_secret: APPLICATION.clientSecret };

	function authorizeUrl(more: Readonly<Record<string, string>> = {}): URL {
		const query = { response_type: 'code', client_id: APPLICATION.clientId, redirect_uri: BACK };
		const params = new URLSearchParams({ ...query, scope: 'OAUTH_CREATE_API', state: 's-1', ...more });
		return new URL(`${HOST}/oauth?${params}`);
	}

	async function code(): Promise<string> {
		const { searchParams } = await answered(simulator, authorizeUrl(), 'allow');
		expect(searchParams.get('state')).toBe('s-1');
		return searchParams.get('code') ?? '';
	}

	async function ask(path: string, init: RequestInit): Promise<{ status: number; body: Body }> {
		const response = await atSimulator(simulator)(`${HOST}${path}`, init);
		return { status: response.status, body: await response.json() };
	}

	const redeem = (given: string, changes: Readonly<Record<string, string>> = {}) =>
		ask('/_oauth/access-token', {
			method: 'POST',
			body: new URLSearchParams({
				...SECRETS,
				grant_type: 'authorization_code',
				code: given,
				redirect_uri: BACK,
				...changes,
			}),
		});

	const addKey = (accessToken: string) =>
		ask('/_oauth/resource/ucenter/outer/api-key/add', {
			method: 'POST',
			headers: { authorization: `bearer ${accessToken}` },
		});

	const open = (data: Body): Promise<CcxtHandle> =>
		ccxt.open({
			exchange: 'kucoinfutures',
			pro: false,
			config: {
				apiKey: data.apiKey,
				secret: data.secret,
				password: data.passphrase,
				enableRateLimit: false,
				options: { uta: false },
			},
			hosts: simulator.hosts,
		});

	it('gives a key that trades, until it is revoked', async () => {
		const { body } = await redeem(await code());
		expect(body).toMatchObject({ token_type: 'bearer', expires_in: 3_600, scope: ['OAUTH_CREATE_API'] });
		const { data } = (await addKey(body.access_token)).body;
		const handle = await open(data);
		const info = await handle.call('privateGetUserApiKey');
		expect(info.data).toMatchObject({ remark: 'Conformance', permission: 'General,Futures' });
		const keys = { key: data.apiKey, secret: data.secret, passphrase: data.passphrase } as SimulatorAccount;
		const stream = await kucoinStream(simulator.port, keys);
		await proveKey(simulator, handle, data.apiKey, stream.closed);
		expect(await failure(handle.call('fetchBalance'))).toMatchObject({
			class: 'AuthenticationError',
			body: { code: '400003' },
		});
	});

	it('refuses an expired key', async () => {
		const { data } = (await addKey((await redeem(await code())).body.access_token)).body;
		const handle = await open(data);
		await handle.call('fetchBalance');
		await simulator.admin('POST', `/accounts/ann/keys/${data.apiKey}/expire`);
		expect(await failure(handle.call('fetchBalance'))).toMatchObject({
			class: 'AuthenticationError',
			body: { code: '400003' },
		});
	});

	it('tells the application that the user refused', async () => {
		const { searchParams } = await answered(simulator, authorizeUrl(), 'refuse');
		expect(Object.fromEntries(searchParams)).toEqual({ error: 'access_denied', state: 's-1' });
	});

	it('never redirects to an unregistered redirect URI', async () => {
		const browser = formBrowser(`http://127.0.0.1:${simulator.port}`);
		const { pathname, search } = authorizeUrl({ redirect_uri: 'http://127.0.0.1:45999/evil' });
		const page = await browser.open(`${pathname}${search}`);
		expect([page.status, page.leftFor]).toEqual([400, undefined]);
	});

	it('issues no code for a form without the session’s token', async () => {
		const browser = formBrowser(`http://127.0.0.1:${simulator.port}`);
		const { pathname, search } = authorizeUrl();
		await browser.open(`${pathname}${search}`);
		await browser.press('enter', { name: 'ann', password: PASSWORD });
		const page = await browser.post({ action: 'allow', token: 'x'.repeat(43) });
		expect([page.status, page.leftFor]).toEqual([403, undefined]);
	});

	it('rejects a reused code and revokes its tokens', async () => {
		const given = await code();
		const { access_token } = (await redeem(given)).body;
		expect((await addKey(access_token)).status).toBe(200);
		expect(await redeem(given)).toMatchObject({ status: 400, body: { success: false } });
		expect(await addKey(access_token)).toMatchObject({ status: 401, body: { success: false } });
	});

	it('issues nothing for a wrong secret or redirect URI', async () => {
		const given = await code();
		const wrong = { client_secret: 'another-secret-0123456789' };
		expect((await redeem(given, wrong)).status).toBe(401);
		expect((await redeem(given, { redirect_uri: `${BACK}/` })).status).toBe(400);
		expect((await redeem(given)).status).toBe(200);
	});

	it('ends the former access token with a refresh', async () => {
		const first = (await redeem(await code())).body;
		const form = { ...SECRETS, grant_type: 'refresh_token', refresh_token: first.refresh_token };
		const second = await ask('/_oauth/refresh-token', { method: 'POST', body: new URLSearchParams(form) });
		expect((await addKey(first.access_token)).status).toBe(401);
		expect((await addKey(second.body.access_token)).status).toBe(200);
	});
});
