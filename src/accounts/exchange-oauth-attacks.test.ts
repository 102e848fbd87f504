/**
 * Tests attacks on the callback and malformed responses from an exchange; each test cites the document that describes
 * the attack. The service sends nothing to the exchange before the state is verified, and no error contains a secret.
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

/** Checks that `work` is refused with a CarrywireError that contains no secret, and resolves to that error. */
async function refusal(work: Promise<unknown>): Promise<CarrywireError> {
	const error = await work.then(
		() => undefined,
		(thrown: unknown) => thrown,
	);
	if (!(error instanceof CarrywireError)) throw new Error('No error was thrown.', { cause: error });
	const shown = inspect(error, { depth: 10 });
	for (const secret of [
		...Object.values(PLAYED),
		CLIENT.clientSecret,
		encodeURIComponent(CLIENT.clientSecret),
	])
		expect(shown).not.toContain(secret);
	return error;
}

describe('RFC 9700, section 4.7: a callback that this browser did not start', () => {
	test.each([
		['without a state', new URLSearchParams({ code })],
		['with an empty state', new URLSearchParams({ code, state: '' })],
		['with a state that was never issued', new URLSearchParams({ code, state: 'f'.repeat(64) })],
	])('refuses a callback %s and sends nothing', async (_what, query) => {
		const connection = openOAuthConnection(server.port);
		await connection.begin('bybit');
		expect(await refusal(connection.finish('bybit', query))).toMatchObject({ code: 'EXCHANGE_OAUTH_STATE' });
		expect(server.requests).toEqual([]);
	});

	test.each([
		['another browser', { browser: 'hash-of-another-cookie' }],
		['another user', { userId: 'user_2' }],
	])('refuses a state of %s and uses it up', async (_what, by) => {
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

	test('refuses a callback with two states (RFC 6749, section 3.1)', async () => {
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

	test('accepts a state once, when two callbacks come together or one after another', async () => {
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

	test('drops the oldest pending connection of a user above the limit', async () => {
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
	test('never sends the code of one exchange to another', async () => {
		const connection = openOAuthConnection(server.port);
		const state = stateOf(await connection.begin('bybit'));
		expect(await refusal(connection.finish('kucoin', { code, state }))).toMatchObject({
			code: 'EXCHANGE_OAUTH_STATE',
		});
		expect(server.requests).toEqual([]);
	});

	test('refuses an account of another OKX site before sending its code', async () => {
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
		[
			'access_denied',
			'EXCHANGE_OAUTH_REFUSED',
			'You declined the connection at Bybit. Nothing was connected.',
		],
		['server_error', 'EXCHANGE_OAUTH_FAILED', 'the error server_error'],
		['temporarily_unavailable', 'EXCHANGE_OAUTH_FAILED', 'the error temporarily_unavailable'],
		['invalid_scope', 'EXCHANGE_OAUTH_REFUSED', 'the error invalid_scope'],
		['<script>', 'EXCHANGE_OAUTH_REFUSED', 'back with an error.'],
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

	test('ignores an error without the state and uses nothing up', async () => {
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
		['an overlong code', [['code', 'x'.repeat(4_097)]]],
	])('refuses a callback with %s', async (_what, codes) => {
		const connection = openOAuthConnection(server.port);
		const state = stateOf(await connection.begin('bybit'));
		const query = new URLSearchParams([...codes, ['state', state]] as [string, string][]);
		expect(await refusal(connection.finish('bybit', query))).toMatchObject({ code: 'EXCHANGE_OAUTH_FAILED' });
		expect(server.requests).toEqual([]);
	});
});

describe('bad answers of an exchange to the code', () => {
	const TOKEN = 'POST /oauth/v1/public/access_token';
	const echo = `${code} ${CLIENT.clientSecret} ${PLAYED.accessToken}`;

	const unusable: readonly (readonly [string, Player, string])[] = [
		['HTTP 500', () => ({ status: 500, body: { error: echo } }), 'HTTP 500'],
		['HTTP 429', () => ({ status: 429, body: { error: echo } }), 'HTTP 429'],
		[
			'a redirect',
			() => ({ status: 307, headers: { location: 'https://evil.example/take' }, body: {} }),
			'a redirect (HTTP 307), which this service does not follow',
		],
		['an HTML page', () => ({ type: 'text/html', body: `<p>${echo}</p>` }), 'content type'],
		['garbage', () => ({ body: `{"access_token": ${echo}` }), 'a body that is not a JSON object'],
		['a list', () => ({ body: [PLAYED.accessToken] }), 'a body that is not a JSON object'],
		[
			'too much',
			() => ({ body: { access_token: 'x'.repeat(ANSWER_BYTES_MAX) } }),
			`more than ${ANSWER_BYTES_MAX} bytes`,
		],
		['no token', () => ({ body: { hello: echo } }), 'the answer has no token'],
		['a token that is not a string', () => ({ body: { access_token: 7 } }), 'the answer has no token'],
		[
			'a token of the wrong type',
			() => ({ body: { access_token: PLAYED.accessToken, token_type: 'mac' } }),
			'the token is not a bearer token',
		],
		['a connection that ends', (_request, response) => void response.destroy(), 'the connection broke'],
	];

	test.each(unusable)(
		'treats %s as no usable answer: nothing is connected and the user may retry',
		async (_what, player, was) => {
			server.play(TOKEN, player);
			const connection = openOAuthConnection(server.port);
			const refused = await refusal(connection.connect('bybit'));
			expect(refused).toMatchObject({ code: 'EXCHANGE_OAUTH_FAILED', retryable: true });
			expect(refused.message).toContain('Bybit gave no usable answer to the request for a token: ');
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
	] satisfies [string, Player][])('gives up on %s at the time limit', async (_what, player) => {
		server.play(TOKEN, player);
		const connection = openOAuthConnection(server.port);
		const arrived = server.nextRequest();
		const refused = refusal(connection.connect('bybit'));
		await arrived;
		await connection.clock.advance(Number.POSITIVE_INFINITY);
		expect((await refused).message).toContain(`no answer within ${ANSWER_MS_MAX} ms`);
		expect(connection.clock.waiting()).toBe(0);
	});

	test('nobody is there', async () => {
		await server[Symbol.asyncDispose]();
		const refused = await refusal(openOAuthConnection(server.port).connect('bybit'));
		expect(refused.message).toContain('the connection broke (ECONNREFUSED)');
		server = await startExchangeOAuthServer();
	});

	test.each([
		[
			{ error: 'invalid_grant', error_description: echo },
			'with invalid_grant: the code or token is invalid or has expired',
		],
		[
			{ error: 'invalid_client' },
			'with invalid_client: the exchange does not recognize the OAuth client of this service',
		],
		[{ retCode: 10_001, retMsg: echo }, 'refused the request for a token with 10001.'],
		[{ error: echo }, 'Bybit refused the request for a token. Start'],
		[{ error: { nested: echo } }, 'Bybit refused the request for a token. Start'],
	])('reports the refusal %j in our own sentence (RFC 6749, section 5.2)', async (body, words) => {
		server.play(TOKEN, () => ({ status: 400, body }));
		const refused = await refusal(openOAuthConnection(server.port).connect('bybit'));
		expect(refused).toMatchObject({ code: 'EXCHANGE_OAUTH_REFUSED', retryable: false });
		expect(refused.message).toContain(words);
	});

	test('recognises a refusal with HTTP 200, as Bybit sends it', async () => {
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
	])('connects nothing when %s returns half a key', async (venue, route, body) => {
		server.play(route, () => ({ body }));
		const connection = openOAuthConnection(server.port);
		const refused = await refusal(connection.connect(venue));
		expect(refused).toMatchObject({ code: 'EXCHANGE_OAUTH_FAILED' });
		expect(connection.connected).toEqual([]);
	});
});

describe('pending connections in the database', () => {
	test('contain neither the state nor the verifier nor the label', async () => {
		const rows: PendingConnection[] = [];
		const { oauth } = openOAuthConnection(undefined, { pending: keepingIn(rows) });
		const { url } = await oauth.begin({ userId: 'u', browser: 'b', venue: 'bybit', label: 'my own account' });
		expect(rows.length).toBe(1);
		const kept = JSON.stringify(rows);
		expect(kept).not.toContain(stateOf(new URL(url)));
		expect(kept).not.toContain('my own account');
	});

	test('are worthless when swapped with each other', async () => {
		const rows: PendingConnection[] = [];
		const connection = openOAuthConnection(server.port, { pending: keepingIn(rows) });
		const own = stateOf(await connection.begin('bybit'));
		await connection.begin('bybit', { userId: 'user_2' });
		const [first, second] = rows;
		if (first === undefined || second === undefined)
			throw new Error('Invariant broken: two connections are pending.');
		rows[0] = { ...first, payload: second.payload };
		expect(await refusal(connection.finish('bybit', { code, state: own }))).toMatchObject({
			code: 'EXCHANGE_OAUTH_STATE',
		});
		expect(server.requests).toEqual([]);
	});

	test('refuse another connection when the table is full', async () => {
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
