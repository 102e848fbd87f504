/** Tokens that trade by themselves, against a certified OAuth server: kept, renewed before they end, given back. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
	type AuthorizationServer,
	startAuthorizationServer,
} from '../../test/support/authorization-server.ts';
import {
	BASE_URL,
	BROWSER,
	CLIENT,
	openOAuthConnection,
	STARTED_AT,
	USER,
} from '../../test/support/oauth-connection.ts';
import { createVirtualClock, type VirtualClock } from '../../test/support/virtual-clock.ts';
import { CarrywireError } from '../domain/carrywire-error.ts';
import type { BearerTokenStore } from '../ports/bearer-token-store.ts';
import type { BearerCredentials, ConnectAccount } from '../ports/connect-account.ts';
import type { Reach } from './ask-exchange.ts';
import { type BearerTokens, createBearerTokens, REFRESH_BEFORE_END_MS } from './bearer-tokens.ts';
import { EXCHANGE_OAUTH_TABLE, type ExchangeOAuthTable } from './exchange-oauth-table.ts';

const SCOPES = ['wallet:accounts:read', 'wallet:buys:create'];
const HOUR_MS = 3_600_000;
const ACCOUNT = 'acct_1';
const { coinbase } = EXCHANGE_OAUTH_TABLE;
if (coinbase?.result !== 'bearer') throw new Error('Coinbase has a token that trades.');
/** As Coinbase's, on a server that keeps to the RFCs: a space between scopes, and an end of tokens by RFC 7009 alone. */
const table: ExchangeOAuthTable = {
	coinbase: {
		...coinbase,
		scopes: { value: SCOPES, verified: 'documented' },
		scopeSeparator: { value: ' ', verified: 'documented' },
		revoke: {
			value: { url: 'https://login.coinbase.com/oauth2/revoke', sends: ['parameters'] },
			verified: 'documented',
		},
	},
};
const clients = { coinbase: CLIENT };

let server: AuthorizationServer;
let reach: Reach;

beforeAll(async () => {
	server = await startAuthorizationServer({
		...CLIENT,
		redirectUri: `${BASE_URL}/connections/callback/coinbase`,
		scopes: SCOPES,
	});
	reach = (_venue, url) => new URL(`http://127.0.0.1:${server.port}${url.pathname}${url.search}`);
});
beforeEach(() => {
	server.asked.length = 0;
});
afterAll(() => server[Symbol.asyncDispose]());

type Kept = Parameters<ConnectAccount<BearerCredentials>>[0];

/** Connects an account of Coinbase; answers what there is to keep. */
async function connect(
	completeBearer?: ConnectAccount<BearerCredentials>,
	decision: 'allow' | 'refuse' = 'allow',
): Promise<Kept> {
	const kept: Kept[] = [];
	const connection = openOAuthConnection(undefined, {
		table,
		clients,
		reach,
		completeBearer: completeBearer ?? (async (request) => kept.push(request)),
	});
	const back = await server.visit(await connection.begin('coinbase'), decision);
	expect(back.origin + back.pathname).toBe(`${BASE_URL}/connections/callback/coinbase`);
	await connection.finish('coinbase', back.searchParams);
	const [request] = kept;
	if (request === undefined) throw new Error('Nothing was kept.');
	return request;
}

/** Keeps the credentials of one account, and has them renewed on a clock that starts when they were granted. */
async function keep(failing: { replace?: boolean } = {}): Promise<{
	readonly tokens: BearerTokens;
	readonly clock: VirtualClock;
	readonly credentials: () => BearerCredentials;
}> {
	let credentials = (await connect()).credentials;
	const clock = createVirtualClock(STARTED_AT);
	const store: BearerTokenStore = {
		read: async (accountId) => (accountId === ACCOUNT ? { venue: 'coinbase', credentials } : undefined),
		async replace(_accountId, next) {
			if (failing.replace === true) throw new Error('The disk is full.');
			credentials = next;
		},
	};
	return {
		tokens: createBearerTokens({ table, clients, reach, store, clock }),
		clock,
		credentials: () => credentials,
	};
}

const refreshes = () => server.asked.filter((route) => route === 'POST /oauth2/token').length - 1;
const isValid = async (accessToken: string) =>
	(await server.provider.AccessToken.find(accessToken)) !== undefined;

describe('an account that is connected with a token', () => {
	test('keeps the token with its refresh token and both ends', async () => {
		const { credentials, ...request } = await connect();
		expect(request).toEqual({
			userId: USER,
			venue: 'coinbase',
			label: 'main',
			kind: 'oauth',
			keyExpiresAt: STARTED_AT + 548 * 24 * HOUR_MS,
		});
		expect(credentials.accessEndsAt).toBe(STARTED_AT + HOUR_MS);
		expect(await isValid(credentials.accessToken)).toBe(true);
		expect(await server.provider.RefreshToken.find(credentials.refreshToken ?? '')).toBeDefined();
	});

	test('a person who refuses connects nothing', async () => {
		await expect(connect(undefined, 'refuse')).rejects.toMatchObject({ code: 'EXCHANGE_OAUTH_REFUSED' });
		expect(server.asked).toEqual([]);
	});

	test('a code without the verifier of its page is worth nothing (RFC 7636, section 4.6)', async () => {
		const begun = openOAuthConnection(undefined, { table, clients, reach, completeBearer: async () => {} });
		const stolen = await server.visit(await begun.begin('coinbase'), 'allow');
		const own = await server.visit(await begun.begin('coinbase'), 'allow');
		const query = { code: stolen.searchParams.get('code') ?? '', state: own.searchParams.get('state') ?? '' };
		await expect(
			begun.oauth.finish({
				venue: 'coinbase',
				query: new URLSearchParams(query),
				userId: USER,
				browser: BROWSER,
			}),
		).rejects.toMatchObject({
			code: 'EXCHANGE_OAUTH_REFUSED',
			facts: { exchange_code: 'invalid_grant' },
		});
	});

	test('one that is not kept is given back', async () => {
		let granted = '';
		const refused = connect(async ({ credentials }) => {
			granted = credentials.accessToken;
			throw new CarrywireError('RISK_LIMIT', 'Not this account.');
		});
		await expect(refused).rejects.toMatchObject({
			code: 'RISK_LIMIT',
			message: 'Not this account. What Coinbase had granted was given back.',
		});
		expect(granted).not.toBe('');
		expect(await isValid(granted)).toBe(false);
	});
});

describe('the token of an account', () => {
	test('is the same until its last minutes, and then a new one with a new refresh token', async () => {
		const { tokens, clock, credentials } = await keep();
		const first = credentials();
		clock.leap(STARTED_AT + HOUR_MS - REFRESH_BEFORE_END_MS - 1);
		expect(await tokens.accessToken(ACCOUNT)).toBe(first.accessToken);
		expect(refreshes()).toBe(0);
		clock.leap(STARTED_AT + HOUR_MS - REFRESH_BEFORE_END_MS);
		const second = await tokens.accessToken(ACCOUNT);
		expect(second).not.toBe(first.accessToken);
		expect(await isValid(second)).toBe(true);
		expect(credentials()).toMatchObject({ accessToken: second, accessEndsAt: clock.now() + HOUR_MS });
		expect(credentials().refreshToken).not.toBe(first.refreshToken);
		clock.leap(clock.now() + HOUR_MS);
		expect(await isValid(await tokens.accessToken(ACCOUNT))).toBe(true);
		expect(refreshes()).toBe(2);
	});

	test('is renewed once, however many ask at once: a refresh token that comes twice would end it all', async () => {
		const { tokens, clock } = await keep();
		clock.leap(STARTED_AT + HOUR_MS);
		const handed = await Promise.all(Array.from({ length: 8 }, () => tokens.accessToken(ACCOUNT)));
		expect(new Set(handed).size).toBe(1);
		expect(refreshes()).toBe(1);
		expect(await isValid(handed[0] ?? '')).toBe(true);
	});

	test('is the old one while the exchange is silent, for as long as that holds', async () => {
		const { tokens, clock, credentials } = await keep();
		const { accessToken } = credentials();
		server.outage = true;
		clock.leap(STARTED_AT + HOUR_MS - 1);
		expect(await tokens.accessToken(ACCOUNT)).toBe(accessToken);
		clock.leap(STARTED_AT + HOUR_MS);
		await expect(tokens.accessToken(ACCOUNT)).rejects.toMatchObject({ code: 'EXCHANGE_OAUTH_FAILED' });
		server.outage = false;
		expect(await isValid(await tokens.accessToken(ACCOUNT))).toBe(true);
	});

	test('a connection that was ended at the exchange is said so', async () => {
		const { tokens, clock, credentials } = await keep();
		const refresh = await server.provider.RefreshToken.find(credentials().refreshToken ?? '');
		await refresh?.destroy();
		clock.leap(STARTED_AT + HOUR_MS);
		await expect(tokens.accessToken(ACCOUNT)).rejects.toMatchObject({
			code: 'EXCHANGE_OAUTH_REFUSED',
			facts: { exchange_code: 'invalid_grant' },
		});
	});

	test('a new token that could not be kept is handed to nobody', async () => {
		const failing = { replace: true };
		const { tokens, clock } = await keep(failing);
		clock.leap(STARTED_AT + HOUR_MS);
		await expect(tokens.accessToken(ACCOUNT)).rejects.toThrow('The disk is full.');
	});

	test('of an account that is not there', async () => {
		const { tokens } = await keep();
		await expect(tokens.accessToken('acct_2')).rejects.toMatchObject({ code: 'EXCHANGE_NOT_CONNECTED' });
	});

	test('ends at the exchange when the account is disconnected, and so does its refresh token', async () => {
		const { tokens, credentials } = await keep();
		const { accessToken, refreshToken } = credentials();
		await tokens.revoke(ACCOUNT);
		expect(await isValid(accessToken)).toBe(false);
		expect(await server.provider.RefreshToken.find(refreshToken ?? '')).toBeUndefined();
	});
});
