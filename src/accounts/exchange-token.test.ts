/** Tests client authentication at an exchange (RFC 6749, section 2.3.1), token lifetimes and revocation. */

import { describe, expect, test } from 'vitest';
import type { ExchangeRequest } from '../ports/exchange-oauth.ts';
import { EXCHANGE_OAUTH_TABLE } from '../venues/modules.ts';
import { exchangeCode, queryText, revokeTokens } from './exchange-token.ts';

const { binance } = EXCHANGE_OAUTH_TABLE;
if (binance?.result !== 'creates_key') throw new Error('Invariant broken: Binance has a row for OAuth.');
/** Binance's table row, with a token lifetime of one hour if the response does not give one. */
const EXCHANGE = { ...binance, accessTokenMs: { value: 3_600_000, verified: 'documented' } } as const;
const client = { clientId: 'id:1', clientSecret: 'a b&c' };

async function requestOf(
	clientAuthentication: 'basic' | 'post' | 'none',
	answer: Readonly<Record<string, unknown>> = {},
) {
	const row = {
		...EXCHANGE,
		clientAuthentication: { value: clientAuthentication, verified: 'documented' },
	} as const;
	const asked: ExchangeRequest[] = [];
	const token = await exchangeCode(
		async (request) => {
			asked.push(request);
			return { status: 200, members: { access_token: 't', ...answer } };
		},
		{ venue: 'binance', row, client },
		{ code: 'c', redirectUri: 'https://here.example/back', verifier: 'v' },
	);
	const [request] = asked;
	return { token, headers: request?.headers, form: Object.fromEntries(new URLSearchParams(request?.body)) };
}

const GRANT = {
	grant_type: 'authorization_code',
	code: 'c',
	redirect_uri: 'https://here.example/back',
	code_verifier: 'v',
};

test('sends id and secret as parameters', async () => {
	const { headers, form } = await requestOf('post');
	expect(form).toEqual({ ...GRANT, client_id: 'id:1', client_secret: 'a b&c' });
	expect(headers).not.toHaveProperty('authorization');
});

test('encodes id and secret separately in the Authorization header', async () => {
	const { headers, form } = await requestOf('basic');
	expect(form).toEqual(GRANT);
	expect(headers?.authorization).toBe(`Basic ${Buffer.from('id%3A1:a%20b%26c').toString('base64')}`);
});

test('sends only the id without a secret', async () => {
	const { headers, form } = await requestOf('none');
	expect(form).toEqual({ ...GRANT, client_id: 'id:1' });
	expect(headers).not.toHaveProperty('authorization');
});

test.each([
	[{ expires_in: 60 }, 60_000],
	[{ expires_in: '60' }, 60_000],
	[{}, 3_600_000],
	[{ expires_in: -1 }, 3_600_000],
	[{ expires_in: 1e300 }, 3_600_000],
	[{ expires_in: 'soon' }, 3_600_000],
])('takes the lifetime of the token from %j, else from the table', async (answer, accessMs) => {
	expect((await requestOf('post', answer)).token.accessMs).toBe(accessMs);
});

test('encodes a query except for a literal redirect URI', () => {
	const parameters = { redirect_uri: 'https://a.example/b', state: 'a&b=c d' };
	expect(queryText(parameters, 'encoded')).toBe(
		'redirect_uri=https%3A%2F%2Fa.example%2Fb&state=a%26b%3Dc%20d',
	);
	expect(queryText(parameters, 'literal')).toBe('redirect_uri=https://a.example/b&state=a%26b%3Dc%20d');
});

describe('revoking tokens', () => {
	const tokens = { accessToken: 'access', refreshToken: 'refresh' };

	async function ended(sends: readonly ('bearer' | 'parameters')[], status = 200) {
		const revoke = { value: { url: 'https://here.example/revoke', sends }, verified: 'documented' } as const;
		const asked: ExchangeRequest[] = [];
		await revokeTokens(
			async (request) => {
				asked.push(request);
				return { status, members: {} };
			},
			{ venue: 'binance', row: { ...EXCHANGE, revoke }, client },
			tokens,
		);
		return asked.map(({ headers, body }) => ({
			authorization: headers?.authorization,
			form: Object.fromEntries(new URLSearchParams(body)),
		}));
	}

	const CLIENT_FORM = { client_id: 'id:1', client_secret: 'a b&c' };

	test('names both tokens, the refresh token first (RFC 7009, section 2.1)', async () => {
		expect(await ended(['parameters'])).toEqual([
			{ authorization: undefined, form: { token: 'refresh', ...CLIENT_FORM } },
			{ authorization: undefined, form: { token: 'access', ...CLIENT_FORM } },
		]);
	});

	test('authenticates by the access token if the exchange requires it', async () => {
		expect(await ended(['bearer'])).toEqual([{ authorization: 'Bearer access', form: {} }]);
		expect(await ended(['bearer', 'parameters'])).toEqual([
			{ authorization: 'Bearer access', form: { token: 'access', ...CLIENT_FORM } },
		]);
	});

	test('reports the refusal of the exchange', async () => {
		await expect(ended(['bearer'], 403)).rejects.toMatchObject({ code: 'EXCHANGE_OAUTH_REFUSED' });
	});
});
