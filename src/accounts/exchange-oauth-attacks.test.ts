/**
 * What others may send to the callback, and what an exchange may answer: named by the document that describes it. Nothing
 * may leave for the exchange before the state has proven the way back, and no secret may stand in an error.
 */
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
	type ExchangeOAuthServer,
	PLAYED,
	type Player,
	startExchangeOAuthServer,
} from '../../test/support/exchange-oauth-server.ts';
import { CLIENT, openOAuthConnection, stateOf } from '../../test/support/oauth-connection.ts';
import { CarrywireError } from '../domain/carrywire-error.ts';
import type { OAuthPendingStore, PendingConnection } from '../ports/oauth-pending-store.ts';
import { ANSWER_BYTES_MAX, ANSWER_MS_MAX } from './ask-exchange.ts';
import { PENDING_PER_USER_MAX } from './exchange-oauth.ts';

let server: ExchangeOAuthServer;

beforeEach(async () => {
	server = await startExchangeOAuthServer();
});
afterEach(() => server[Symbol.asyncDispose]());

const { code } = PLAYED;

/** Resolves to the refusal, which must be ours, of the closed table, and without a secret. */
async function refusal(work: Promise<unknown>): Promise<CarrywireError> {
	const error = await work.then(
		() => undefined,
		(thrown: unknown) => thrown,
	);
	if (!(error instanceof CarrywireError)) throw new Error('Nothing was refused.', { cause: error });
	const shown = inspect(error, { depth: 10 });
	for (const secret of [
		...Object.values(PLAYED),
		CLIENT.clientSecret,
		encodeURIComponent(CLIENT.clientSecret),
	])
		expect(shown).not.toContain(secret);
	return error;
}

describe('RFC 9700, section 4.7: a callback that no page of this browser began', () => {
	test.each([
		['without a state', new URLSearchParams({ code })],
		['with an empty state', new URLSearchParams({ code, state: '' })],
		['with a state that was never issued', new URLSearchParams({ code, state: 'f'.repeat(64) })],
	])('%s is refused, and nothing is sent', async (_what, query) => {
		const connection = openOAuthConnection(server.port);
		await connection.begin('bybit');
		expect(await refusal(connection.finish('bybit', query))).toMatchObject({ code: 'EXCHANGE_OAUTH_STATE' });
		expect(server.requests).toEqual([]);
	});

	test.each([
		['another browser', { browser: 'hash-of-another-cookie' }],
		['another user', { userId: 'user_2' }],
	])('a state of %s is refused, and is used up', async (_what, by) => {
		const connection = openOAuthConnection(server.port);
		const state = stateOf(await connection.begin('bybit'));
		expect(await refusal(connection.finish('bybit', { code, state }, by))).toMatchObject({
			code: 'EXCHANGE_OAUTH_STATE',
		});
		expect(await refusal(connection.finish('bybit', { code, state }))).toMatchObject({
			code: 'EXCHANGE_OAUTH_STATE',
		});
		expect(server.requests).toEqual([]);
		expect(connection.connected).toEqual([]);
	});

	test('a state that comes twice in one callback is refused (RFC 6749, section 3.1)', async () => {
		const connection = openOAuthConnection(server.port);
		const state = stateOf(await connection.begin('bybit'));
		const query = new URLSearchParams([
			['code', code],
			['state', state],
			['state', state],
		]);
		expect(await refusal(connection.finish('bybit', query))).toMatchObject({ code: 'EXCHANGE_OAUTH_STATE' });
		expect(server.requests).toEqual([]);
	});

	test('of two returns with one state, at once or one after the other, one counts', async () => {
		const connection = openOAuthConnection(server.port);
		const state = stateOf(await connection.begin('bybit'));
		const both = await Promise.allSettled([
			connection.finish('bybit', { code, state }),
			connection.finish('bybit', { code, state }),
		]);
		expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
		await refusal(connection.finish('bybit', { code, state }));
		expect(connection.connected.length).toBe(1);
		expect(server.requests.filter(({ route }) => route.endsWith('access_token')).length).toBe(1);
	});

	test('a user has a few on the way; the oldest makes room', async () => {
		const connection = openOAuthConnection(server.port);
		const states: string[] = [];
		for (let index = 0; index <= PENDING_PER_USER_MAX; index += 1) {
			states.push(stateOf(await connection.begin('bybit')));
			connection.clock.leap(connection.clock.now() + 1);
		}
		await refusal(connection.finish('bybit', { code, state: states[0] ?? '' }));
		await connection.finish('bybit', { code, state: states[1] ?? '' });
	});
});

describe('RFC 9700, section 4.4: mix-up', () => {
	test('the code of one exchange is never sent to another', async () => {
		const connection = openOAuthConnection(server.port);
		const state = stateOf(await connection.begin('bybit'));
		expect(await refusal(connection.finish('kucoin', { code, state }))).toMatchObject({
			code: 'EXCHANGE_OAUTH_STATE',
		});
		expect(server.requests).toEqual([]);
	});

	test('an account of another site of OKX is refused before its code is sent anywhere', async () => {
		const connection = openOAuthConnection(server.port);
		const back = { code, state: stateOf(await connection.begin('okx')), domain: 'https://evil.example' };
		expect(await refusal(connection.finish('okx', back))).toMatchObject({ code: 'EXCHANGE_OAUTH_REFUSED' });
		expect(server.requests).toEqual([]);
		const state = stateOf(await connection.begin('okx'));
		await connection.finish('okx', { code, state, domain: 'https://www.okx.com' });
		expect(connection.connected.length).toBe(1);
	});
});

describe('RFC 6749, section 4.1.2.1: the exchange sends the browser back with an error', () => {
	test.each([
		['access_denied', 'EXCHANGE_OAUTH_REFUSED', 'was refused on the page of Bybit: nothing was connected.'],
		['server_error', 'EXCHANGE_OAUTH_FAILED', 'the error server_error'],
		['temporarily_unavailable', 'EXCHANGE_OAUTH_FAILED', 'the error temporarily_unavailable'],
		['invalid_scope', 'EXCHANGE_OAUTH_REFUSED', 'the error invalid_scope'],
		['<script>', 'EXCHANGE_OAUTH_REFUSED', 'back with an error:'],
	])('%s', async (error, expected, words) => {
		const connection = openOAuthConnection(server.port);
		const state = stateOf(await connection.begin('bybit'));
		const query = { error, error_description: 'pay here: http://evil.example', state };
		const refused = await refusal(connection.finish('bybit', query));
		expect(refused.code).toBe(expected);
		expect(refused.message).toContain(words);
		expect(refused.message).not.toMatch(/evil|script/);
		expect(server.requests).toEqual([]);
	});

	test('an error without the state tells nothing and uses nothing up', async () => {
		const connection = openOAuthConnection(server.port);
		const state = stateOf(await connection.begin('bybit'));
		expect(await refusal(connection.finish('bybit', { error: 'access_denied' }))).toMatchObject({
			code: 'EXCHANGE_OAUTH_STATE',
		});
		await connection.finish('bybit', { code, state });
	});

	test.each([
		['no code', []],
		['an empty code', [['code', '']]],
		[
			'two codes',
			[
				['code', code],
				['code', 'another'],
			],
		],
		['a code without end', [['code', 'x'.repeat(4_097)]]],
	])('%s', async (_what, codes) => {
		const connection = openOAuthConnection(server.port);
		const state = stateOf(await connection.begin('bybit'));
		const query = new URLSearchParams([...codes, ['state', state]] as [string, string][]);
		expect(await refusal(connection.finish('bybit', query))).toMatchObject({ code: 'EXCHANGE_OAUTH_FAILED' });
		expect(server.requests).toEqual([]);
	});
});

describe('what an exchange may answer to the code', () => {
	const TOKEN = 'POST /oauth/v1/public/access_token';
	const echo = `${code} ${CLIENT.clientSecret} ${PLAYED.accessToken}`;

	const unusable: readonly (readonly [string, Player, string])[] = [
		['HTTP 500', () => ({ status: 500, body: { error: echo } }), 'HTTP 500'],
		['HTTP 429', () => ({ status: 429, body: { error: echo } }), 'HTTP 429'],
		[
			'a redirect',
			() => ({ status: 307, headers: { location: 'https://evil.example/take' }, body: {} }),
			'a redirect (HTTP 307), which is not followed',
		],
		['a page', () => ({ type: 'text/html', body: `<p>${echo}</p>` }), 'content type'],
		['garbage', () => ({ body: `{"access_token": ${echo}` }), 'a body that is no JSON object'],
		['a list', () => ({ body: [PLAYED.accessToken] }), 'a body that is no JSON object'],
		[
			'too much',
			() => ({ body: { access_token: 'x'.repeat(ANSWER_BYTES_MAX) } }),
			`more than ${ANSWER_BYTES_MAX} bytes`,
		],
		['no token', () => ({ body: { hello: echo } }), 'an answer without a token'],
		['a token that is no text', () => ({ body: { access_token: 7 } }), 'an answer without a token'],
		[
			'a token of another type',
			() => ({ body: { access_token: PLAYED.accessToken, token_type: 'mac' } }),
			'another type than bearer',
		],
		['a connection that ends', (_request, response) => void response.destroy(), 'a broken connection'],
	];

	test.each(unusable)(
		'%s: no usable answer, nothing is connected, and it may be tried again',
		async (_what, player, was) => {
			server.play(TOKEN, player);
			const connection = openOAuthConnection(server.port);
			const refused = await refusal(connection.connect('bybit'));
			expect(refused).toMatchObject({ code: 'EXCHANGE_OAUTH_FAILED', retryable: true });
			expect(refused.message).toContain('Bybit gave no usable answer to the request for a token: was ');
			expect(refused.message).toContain(was);
			expect(connection.connected).toEqual([]);
			expect(server.requests.length).toBe(1);
		},
	);

	test.each([
		['nothing at all', () => undefined],
		[
			'a body that never ends',
			(_request, response) => {
				response.writeHead(200, { 'content-type': 'application/json' });
				response.write('{"access_token": "');
			},
		],
	] satisfies [string, Player][])('%s: given up after its time', async (_what, player) => {
		server.play(TOKEN, player);
		const connection = openOAuthConnection(server.port);
		const arrived = server.nextRequest();
		const refused = refusal(connection.connect('bybit'));
		await arrived;
		await connection.clock.advance(Number.POSITIVE_INFINITY);
		expect((await refused).message).toContain(`was none within ${ANSWER_MS_MAX} ms`);
		expect(connection.clock.waiting()).toBe(0);
	});

	test('nobody is there', async () => {
		await server[Symbol.asyncDispose]();
		const refused = await refusal(openOAuthConnection(server.port).connect('bybit'));
		expect(refused.message).toContain('was a broken connection (ECONNREFUSED)');
		server = await startExchangeOAuthServer();
	});

	test.each([
		[
			{ error: 'invalid_grant', error_description: echo },
			'with invalid_grant: the code or token is invalid or has expired',
		],
		[
			{ error: 'invalid_client' },
			'with invalid_client: the exchange does not know the OAuth client of this service',
		],
		[{ retCode: 10_001, retMsg: echo }, 'refused the request for a token with 10001.'],
		[{ error: echo }, 'Bybit refused the request for a token. Start'],
		[{ error: { nested: echo } }, 'Bybit refused the request for a token. Start'],
	])('RFC 6749, section 5.2: %j is a refusal in our words', async (body, words) => {
		server.play(TOKEN, () => ({ status: 400, body }));
		const refused = await refusal(openOAuthConnection(server.port).connect('bybit'));
		expect(refused).toMatchObject({ code: 'EXCHANGE_OAUTH_REFUSED', retryable: false });
		expect(refused.message).toContain(words);
	});

	test('a refusal that comes with HTTP 200, as Bybit writes it', async () => {
		server.play(TOKEN, () => ({ body: { retCode: 10_003, retMsg: 'x', result: {} } }));
		expect(await refusal(openOAuthConnection(server.port).connect('bybit'))).toMatchObject({
			code: 'EXCHANGE_OAUTH_REFUSED',
			facts: { exchangeCode: '10003' },
		});
	});

	test.each([
		['bybit', 'GET /oauth/v1/resource/restrict/openapi', { ret_code: 0, result: { api_key: PLAYED.apiKey } }],
		[
			'kucoin',
			'POST /_oauth/resource/ucenter/outer/api-key/add',
			{ success: true, data: { apiKey: PLAYED.apiKey, secret: PLAYED.secret } },
		],
		['okx', 'POST /api/v5/users/oauth/apikey', { code: '0', data: [] }],
		['binance', 'POST /oauth-api/v1/api-key/create', { success: true, data: null }],
	])('%s answers half a key: nothing is connected', async (venue, route, body) => {
		server.play(route, () => ({ body }));
		const connection = openOAuthConnection(server.port);
		const refused = await refusal(connection.connect(venue));
		expect(refused).toMatchObject({ code: 'EXCHANGE_OAUTH_FAILED' });
		expect(connection.connected).toEqual([]);
	});
});

describe('what waits in the database', () => {
	test('holds neither the state nor the verifier, nor the label', async () => {
		const rows: PendingConnection[] = [];
		const { oauth } = openOAuthConnection(undefined, { pending: keepingIn(rows) });
		const { url } = await oauth.begin({ userId: 'u', browser: 'b', venue: 'bybit', label: 'my own account' });
		expect(rows.length).toBe(1);
		const kept = JSON.stringify(rows);
		expect(kept).not.toContain(stateOf(new URL(url)));
		expect(kept).not.toContain('my own account');
	});

	test('is worth nothing in the place of another', async () => {
		const rows: PendingConnection[] = [];
		const connection = openOAuthConnection(server.port, { pending: keepingIn(rows) });
		const own = stateOf(await connection.begin('bybit'));
		await connection.begin('bybit', { userId: 'user_2' });
		const [first, second] = rows;
		if (first === undefined || second === undefined) throw new Error('Two were begun.');
		rows[0] = { ...first, payload: second.payload };
		expect(await refusal(connection.finish('bybit', { code, state: own }))).toMatchObject({
			code: 'EXCHANGE_OAUTH_STATE',
		});
		expect(server.requests).toEqual([]);
	});

	test('is full: nobody else begins', async () => {
		const connection = openOAuthConnection(undefined, {
			pending: { put: async () => false, take: async () => undefined },
		});
		expect(await refusal(connection.begin('bybit'))).toMatchObject({ code: 'RATE_LIMITED', retryable: true });
	});
});

function keepingIn(rows: PendingConnection[]): OAuthPendingStore {
	return {
		put: async (pending) => rows.push(pending) > 0,
		take: async (stateHash) => rows.find((row) => row.stateHash === stateHash),
	};
}
