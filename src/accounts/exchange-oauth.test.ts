/** Connects an account through each exchange's OAuth page, against local servers that implement its endpoints. */
import { createHash, createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
	type ExchangeOAuthServer,
	PLAYED,
	startExchangeOAuthServer,
} from '../../test/support/exchange-oauth-server.ts';
import {
	BASE_URL,
	CLIENT,
	openOAuthConnection,
	STARTED_AT,
	stateOf,
	USER,
} from '../../test/support/oauth-connection.ts';
import { CarrywireError } from '../domain/carrywire-error.ts';
import { PENDING_MS_MAX } from './exchange-oauth.ts';

let server: ExchangeOAuthServer;

beforeEach(async () => {
	server = await startExchangeOAuthServer();
});
afterEach(() => server[Symbol.asyncDispose]());

const KEY_VENUES = ['bybit', 'kucoin', 'okx', 'binance'] as const;
const routes = () => server.requests.map(({ route }) => route);
const formOf = (index: number) => Object.fromEntries(new URLSearchParams(server.requests[index]?.body ?? ''));

describe('the authorization page', () => {
	test.each([
		['bybit', 'https://www.bybit.com/en/oauth', 'openapi'],
		['kucoin', 'https://www.kucoin.com/oauth', 'OAUTH_CREATE_API'],
		['okx', 'https://www.okx.com/account/oauth/authorize', 'fast_api'],
		[
			'binance',
			'https://accounts.binance.com/en/oauth/authorize',
			'user:openId,account:status,create:apikey',
		],
	])('gets the client of %s, its scopes and the exact redirect URI', async (venue, page, scope) => {
		const url = await openOAuthConnection(undefined).begin(venue);
		expect(url.origin + url.pathname).toBe(page);
		expect(Object.fromEntries(url.searchParams)).toMatchObject({
			response_type: 'code',
			client_id: CLIENT.clientId,
			redirect_uri: `${BASE_URL}/connections/callback/${venue}`,
			scope,
			state: expect.stringMatching(/^[0-9a-f]{64}$/),
		});
	});

	test('gets the redirect URI unencoded at KuCoin and percent-encoded elsewhere', async () => {
		const { begin } = openOAuthConnection(undefined);
		expect((await begin('kucoin')).search).toContain(
			'&redirect_uri=https://carry.example/app/connections/callback/kucoin&',
		);
		expect((await begin('bybit')).search).toContain(
			'&redirect_uri=https%3A%2F%2Fcarry.example%2Fapp%2Fconnections%2Fcallback%2Fbybit&',
		);
	});

	test('gets access_type offline at OKX', async () => {
		const url = await openOAuthConnection(undefined).begin('okx');
		expect(url.searchParams.get('access_type')).toBe('offline');
	});

	test('gets a new state each time', async () => {
		const { begin } = openOAuthConnection(undefined);
		const states = [await begin('bybit'), await begin('bybit'), await begin('kucoin')].map(stateOf);
		expect(new Set(states).size).toBe(3);
	});
});

describe('turning a code into an account', () => {
	test.each(KEY_VENUES)('%s: connects once, with the key that the exchange created', async (venue) => {
		const connection = openOAuthConnection(server.port);
		expect(await connection.connect(venue)).toEqual({ label: 'main' });
		const passphrase =
			venue === 'kucoin' ? PLAYED.passphrase : venue === 'okx' ? expect.any(String) : undefined;
		expect(connection.connected).toEqual([
			{
				userId: USER,
				venue,
				label: 'main',
				kind: 'oauth',
				credentials: {
					apiKey: PLAYED.apiKey,
					secret: PLAYED.secret,
					...(passphrase === undefined ? {} : { passphrase }),
				},
				keyExpiresAt: null,
			},
		]);
	});

	test('bybit: code and client as a form, with the verifier of the challenge (RFC 7636, 4.1 to 4.6)', async () => {
		const connection = openOAuthConnection(server.port);
		const page = await connection.begin('bybit');
		await connection.finish('bybit', { code: PLAYED.code, state: stateOf(page) });
		expect(routes()).toEqual([
			'POST /oauth/v1/public/access_token',
			'GET /oauth/v1/resource/restrict/openapi',
		]);
		const { code_verifier: verifier, ...form } = formOf(0);
		expect(form).toEqual({
			code: PLAYED.code,
			client_id: CLIENT.clientId,
			client_secret: CLIENT.clientSecret,
		});
		expect(verifier).toMatch(/^[A-Za-z0-9._~-]{43,128}$/);
		expect(page.searchParams.get('code_challenge_method')).toBe('S256');
		expect(page.searchParams.get('code_challenge')).toBe(
			createHash('sha256')
				.update(verifier ?? '')
				.digest('base64url'),
		);
		expect(server.requests[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded');
		expect(server.requests[1]?.headers.authorization).toBe(`Bearer ${PLAYED.accessToken}`);
	});

	test('kucoin: everything in the query, then a post without a body', async () => {
		await openOAuthConnection(server.port).connect('kucoin');
		expect(routes()).toEqual(['GET /_oauth/access-token', 'POST /_oauth/resource/ucenter/outer/api-key/add']);
		expect(Object.fromEntries(server.requests[0]?.query ?? [])).toEqual({
			grant_type: 'authorization_code',
			code: PLAYED.code,
			redirect_uri: `${BASE_URL}/connections/callback/kucoin`,
			client_id: CLIENT.clientId,
			client_secret: CLIENT.clientSecret,
		});
		expect(server.requests[1]).toMatchObject({
			body: '',
			headers: { authorization: `bearer ${PLAYED.accessToken}` },
		});
	});

	test('okx: JSON without a redirect URI, then a key that trades and cannot withdraw', async () => {
		const connection = openOAuthConnection(server.port);
		await connection.connect('okx');
		expect(routes()).toEqual(['POST /v5/users/oauth/token', 'POST /api/v5/users/oauth/apikey']);
		expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({
			grant_type: 'authorization_code',
			code: PLAYED.code,
			client_id: CLIENT.clientId,
			client_secret: CLIENT.clientSecret,
		});
		const asked = JSON.parse(server.requests[1]?.body ?? '');
		expect(asked).toMatchObject({ label: 'Carrywire', perm: 'trade', bindApp: true });
		// Binance requires a passphrase of 8 to 32 characters that uses all four character classes.
		expect(asked.passphrase).toMatch(/^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)(?=.*[^A-Za-z0-9]).{8,32}$/);
		expect(connection.connected[0]?.credentials).toMatchObject({ passphrase: asked.passphrase });
	});

	test('okx: deletes an older key that blocks creation and requests the key again', async () => {
		let isThere = true;
		server.play('POST /api/v5/users/oauth/delete-apikey', () => {
			isThere = false;
			return { body: { code: '0', data: [{ result: true }] } };
		});
		server.play('POST /api/v5/users/oauth/apikey', ({ body }) =>
			isThere
				? { body: { code: '50116', msg: 'exists', data: [] } }
				: { body: { code: '0', data: [{ ...JSON.parse(body), apiKey: 'k-2', secretKey: 's-2' }] } },
		);
		const connection = openOAuthConnection(server.port);
		await connection.connect('okx');
		expect(routes().slice(1)).toEqual([
			'POST /api/v5/users/oauth/apikey',
			'POST /api/v5/users/oauth/delete-apikey',
			'POST /api/v5/users/oauth/apikey',
		]);
		expect(connection.connected[0]?.credentials).toMatchObject({ apiKey: 'k-2', secret: 's-2' });
	});

	test('binance: requests futures only, for the trusted addresses, and revokes the token', async () => {
		await openOAuthConnection(server.port).connect('binance');
		expect(routes()).toEqual([
			'POST /oauth/token',
			'POST /oauth-api/v1/api-key/create',
			'POST /oauth-api/v1/revoke-token',
		]);
		expect(formOf(0)).toEqual({
			grant_type: 'authorization_code',
			code: PLAYED.code,
			redirect_uri: `${BASE_URL}/connections/callback/binance`,
			client_id: CLIENT.clientId,
			client_secret: CLIENT.clientSecret,
		});
		expect(formOf(1)).toMatchObject({
			apiName: 'Carrywire',
			enableTrade: 'false',
			enableFutureTrade: 'true',
			status: '2',
			ipAddress: '192.0.2.1,192.0.2.2',
		});
		expect(server.requests[2]?.headers.authorization).toBe(`Bearer ${PLAYED.accessToken}`);
	});

	test('binance: rejects a key that was encrypted for another recipient', async () => {
		const sealed = Buffer.alloc(256, 7).toString('base64');
		server.play('POST /oauth-api/v1/api-key/create', () => ({
			body: { code: '000000', data: { apiKey: sealed, secretKey: sealed }, success: true },
		}));
		const connection = openOAuthConnection(server.port);
		await expect(connection.connect('binance')).rejects.toMatchObject({ code: 'EXCHANGE_OAUTH_FAILED' });
		expect(connection.connected).toEqual([]);
	});
});

describe('offers', () => {
	test('OAuth at an exchange that supports it and has a client; elsewhere a key', async () => {
		const { oauth, begin } = openOAuthConnection(undefined, {
			clients: { bybit: CLIENT, binance: CLIENT, hyperliquid: CLIENT, nowhere: CLIENT },
		});
		const venues = ['bybit', 'kucoin', 'binance', 'hyperliquid', 'nowhere', 'toString', '__proto__'];
		expect(venues.filter((venue) => oauth.offers(venue))).toEqual(['bybit']);
		for (const venue of venues.slice(1))
			await expect(begin(venue)).rejects.toMatchObject({ code: 'EXCHANGE_OAUTH_NOT_OFFERED' });
	});

	test.each(['', 'x'.repeat(65)])('refuses a label shorter than 1 or longer than 64', async (label) => {
		const { oauth } = openOAuthConnection(undefined);
		await expect(oauth.begin({ userId: USER, browser: 'b', venue: 'bybit', label })).rejects.toMatchObject({
			code: 'INVALID_PARAMS',
			field: 'label',
		});
	});
});

describe('keys of a refused account', () => {
	const refused = async (): Promise<never> => {
		throw new CarrywireError('RISK_LIMIT', 'The key can withdraw; it must not.', { facts: { check: 'key' } });
	};

	test('okx: deletes the key by the token and keeps the error', async () => {
		const connection = openOAuthConnection(server.port, { complete: refused });
		await expect(connection.connect('okx')).rejects.toMatchObject({
			code: 'RISK_LIMIT',
			message: 'The key can withdraw; it must not. The API key that OKX had created was deleted.',
			facts: { check: 'key' },
		});
		expect(routes().at(-1)).toBe('POST /api/v5/users/oauth/delete-apikey');
	});

	test('bybit: the key signs its own deletion', async () => {
		const connection = openOAuthConnection(server.port, { complete: refused });
		await expect(connection.connect('bybit')).rejects.toThrow('had created was deleted');
		const { route, headers, body } = server.requests.at(-1) ?? {};
		expect(route).toBe('POST /v5/user/delete-api');
		expect(headers?.['x-bapi-sign']).toBe(
			createHmac('sha256', PLAYED.secret).update(`${STARTED_AT}${PLAYED.apiKey}5000${body}`).digest('hex'),
		);
		expect(headers).toMatchObject({
			'x-bapi-api-key': PLAYED.apiKey,
			'x-bapi-timestamp': String(STARTED_AT),
		});
	});

	test('bybit: names a key that may not delete itself by the end of its id', async () => {
		server.play('POST /v5/user/delete-api', () => ({
			body: { retCode: 10005, retMsg: 'Permission denied' },
		}));
		const connection = openOAuthConnection(server.port, { complete: refused });
		await expect(connection.connect('bybit')).rejects.toThrow('Delete the key whose id ends in 89ab there');
	});

	test.each([
		['kucoin', 'Delete the key “arbitrage-bot” there'],
		['binance', 'Delete the key “Carrywire” there'],
	])('%s: cannot delete the key, so the error names it', async (venue, words) => {
		const connection = openOAuthConnection(server.port, { complete: refused });
		await expect(connection.connect(venue)).rejects.toThrow(words);
	});

	test('deletes the key after an error of this service', async () => {
		const connection = openOAuthConnection(server.port, {
			complete: async () => {
				throw new TypeError('no such thing');
			},
		});
		await expect(connection.connect('okx')).rejects.toMatchObject({
			code: 'EXCHANGE_OAUTH_FAILED',
			message:
				'The service could not check and store the account. The API key that OKX had created was deleted.',
		});
	});

	test('deletes a key whose answer was lost if the token can, else asks the user to check', async () => {
		server.play('POST /api/v5/users/oauth/apikey', () => ({ status: 502, body: 'bad gateway' }));
		server.play('GET /oauth/v1/resource/restrict/openapi', () => ({ status: 502, body: 'bad gateway' }));
		const connection = openOAuthConnection(server.port);
		await expect(connection.connect('okx')).rejects.toThrow('had created was deleted');
		await expect(connection.connect('bybit')).rejects.toThrow('Bybit may still have created an API key');
		expect(connection.connected).toEqual([]);
	});

	test.each([
		['bybit', 'GET /oauth/v1/resource/restrict/openapi', { ret_code: 20_039, ret_msg: 'x' }, '20039'],
		[
			'kucoin',
			'POST /_oauth/resource/ucenter/outer/api-key/add',
			{ success: false, code: '40503', msg: 'x', data: null },
			'40503',
		],
		['okx', 'POST /api/v5/users/oauth/apikey', { code: '50118', msg: 'x', data: [] }, '50118'],
		['binance', 'POST /oauth-api/v1/api-key/create', { code: '330006', success: false }, '330006'],
	])(
		'reports the code but not the text when %s refuses to create the key',
		async (venue, route, body, code) => {
			server.play(route, () => ({ body }));
			const connection = openOAuthConnection(server.port);
			await expect(connection.connect(venue)).rejects.toMatchObject({
				code: 'EXCHANGE_OAUTH_REFUSED',
				message: expect.stringContaining(`refused the request for an API key with ${code}.`),
				facts: { exchangeCode: code },
			});
			expect(connection.connected).toEqual([]);
		},
	);
});

test('drops a pending connection after ten minutes', async () => {
	const connection = openOAuthConnection(server.port);
	const state = stateOf(await connection.begin('bybit'));
	const late = stateOf(await connection.begin('bybit'));
	connection.clock.leap(STARTED_AT + PENDING_MS_MAX - 1);
	await connection.finish('bybit', { code: PLAYED.code, state });
	connection.clock.leap(STARTED_AT + PENDING_MS_MAX);
	await expect(connection.finish('bybit', { code: PLAYED.code, state: late })).rejects.toMatchObject({
		code: 'EXCHANGE_OAUTH_STATE',
	});
});
