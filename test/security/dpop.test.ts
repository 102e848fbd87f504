/** Tests that a key-bound token is valid only with a fresh proof by that key, made for this call and used once. */
import { createHash, createHmac, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { exportJWK, type JWK } from 'jose';
import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openStream } from '../rpc/stream-client.ts';
import { send } from '../rpc/test-server.ts';
import { type Fixture, openFixture } from './fixture.ts';
import { type OAuthWalk, oauthWalk, SCOPE_ASKED, tokensOf } from './oauth-walk.ts';
import { copyToken, logIn, type MadeAgent, makeAgent, manage, type Person } from './people.ts';
import { bearer, call, expectOAuthError, expectTaken, expectUnauthorized, givesNothing } from './refusals.ts';

const SCOPE = { scope: SCOPE_ASKED };

type Key = { readonly privateKey: KeyObject; readonly jwk: JWK };

let fixture: Fixture;
let walk: OAuthWalk;
let ann: Person;
let agent: MadeAgent;
/** Key to which the agent's token is bound. */
let own: Key;
/** Another key, to which no token of the agent is bound. */
let other: Key;
/** Access token bound to the agent's own key. */
let token: string;

beforeAll(async () => {
	fixture = await openFixture();
	walk = await oauthWalk(fixture);
	ann = await logIn(fixture, 'ann');
	agent = await makeAgent(ann, { requires_dpop: true });
	[own, other] = [await newKey(), await newKey()];
	// The service refuses proofs from before it started, because it does not know which of them were used. The clock
	// therefore moves past the start.
	fixture.passTime(2_000);
	token = (await tokensOf(await askFor(await proof({ url: tokenUrl(), ath: null })))).access;
});
afterAll(() => fixture[Symbol.asyncDispose]());
beforeEach(() => fixture.passTime(1_000));

async function newKey(): Promise<Key> {
	const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	return { privateKey, jwk: await exportJWK(publicKey) };
}

const tokenUrl = () => `${fixture.publicUrl}/oauth/token`;

type Change = {
	readonly key?: Key;
	/** Key for the header, in place of the signing key's own; undefined omits it. */
	readonly jwk?: JWK | undefined;
	readonly header?: Readonly<Record<string, unknown>>;
	readonly url?: string;
	readonly method?: string;
	/** Value of the `ath` claim. The default is the token's hash; null omits the claim. */
	readonly ath?: string | null;
	readonly jti?: string;
	readonly iat?: number;
	readonly claims?: Readonly<Record<string, unknown>>;
};

/**
 * Builds a proof for one call with the token, valid except for the change. Libraries do not build invalid proofs, so
 * this function does.
 */
async function proof(change: Change = {}): Promise<string> {
	const { key = own, url = fixture.resource, method = 'POST', jti = randomUUID() } = change;
	const { iat = Math.floor(Date.now() / 1_000) } = change;
	const ath = change.ath === undefined ? hashOf(token) : change.ath;
	const jwk = 'jwk' in change ? change.jwk : key.jwk;
	const head = encoded({ alg: 'ES256', typ: 'dpop+jwt', jwk, ...change.header });
	const claims = encoded({
		htm: method,
		htu: url,
		jti,
		iat,
		...(ath === null ? {} : { ath }),
		...change.claims,
	});
	const signature = sign('sha256', Buffer.from(`${head}.${claims}`), {
		key: key.privateKey,
		dsaEncoding: 'ieee-p1363',
	});
	return `${head}.${claims}.${signature.toString('base64url')}`;
}

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');

/** Requests a token as the agent. */
function askFor(dpop: string | undefined, made = agent): Promise<Response> {
	return fixture.fetch(tokenUrl(), {
		method: 'POST',
		headers: {
			'content-type': 'application/x-www-form-urlencoded',
			authorization: `Basic ${Buffer.from(`${made.agentId}:${made.key}`).toString('base64')}`,
			...(dpop === undefined ? {} : { dpop }),
		},
		body: new URLSearchParams({ grant_type: 'client_credentials', ...SCOPE }).toString(),
	});
}

const withProof = (dpop: string, scheme = 'DPoP', sent = token) =>
	call(fixture, 'account_exchange_pair', {}, { authorization: `${scheme} ${sent}`, dpop });

test('RFC 9449 7.1 accepts a valid proof, the control case for each refusal below', async () => {
	await expectTaken(withProof(await proof()));
	const keys = await oauth.generateKeyPair('ES256');
	const DPoP = oauth.DPoP({}, keys);
	const client = { client_id: agent.agentId };
	const { access } = await tokensOf(
		await oauth.clientCredentialsGrantRequest(walk.as, client, oauth.ClientSecretBasic(agent.key), SCOPE, {
			...walk.http,
			DPoP,
		}),
	);
	const answer = await oauth.protectedResourceRequest(
		access,
		'POST',
		new URL(fixture.resource),
		new Headers({ 'content-type': 'application/json' }),
		JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'account_exchange_pair', params: {} }),
		{ ...walk.http, DPoP },
	);
	expect(await answer.json()).toEqual({ jsonrpc: '2.0', id: 1, result: [] });
});

describe('RFC 9449 7.1 a bound token without its proof', () => {
	test('is refused as DPoP without a proof', async () => {
		await expectUnauthorized(
			call(fixture, 'account_exchange_pair', {}, { authorization: `DPoP ${token}` }),
			'invalid_dpop_proof',
		);
	});

	test('is refused as Bearer, without a proof and with one', async () => {
		await expectUnauthorized(call(fixture, 'account_exchange_pair', {}, bearer(token)), 'invalid_dpop_proof');
		await expectUnauthorized(withProof(await proof(), 'Bearer'), 'invalid_dpop_proof');
	});

	test('the challenge names the scheme and the signing algorithms', async () => {
		const { headers } = await call(fixture, 'account_exchange_pair', {}, { authorization: `DPoP ${token}` });
		expect(headers.get('www-authenticate')).toMatch(/^DPoP .*algs="ES256 ES384 EdDSA Ed25519 RS256 PS256"/);
	});
});

describe('RFC 9449 7.2 an unbound token as DPoP', () => {
	test('a copied token is refused as DPoP and accepted as Bearer', async () => {
		const copied = (await copyToken(ann)).token;
		await expectUnauthorized(
			withProof(await proof({ ath: hashOf(copied) }), 'DPoP', copied),
			'invalid_dpop_proof',
		);
		await expectTaken(call(fixture, 'account_exchange_pair', {}, bearer(copied)));
	});

	test('an unbound access token is refused as DPoP too', async () => {
		const { access } = await walk.connect(ann.browser);
		await expectUnauthorized(
			withProof(await proof({ ath: hashOf(access) }), 'DPoP', access),
			'invalid_dpop_proof',
		);
	});
});

describe('RFC 9449 4.3 a proof for another call', () => {
	test.each<[string, () => Change]>([
		['htu of another path', () => ({ url: `${fixture.publicUrl}/jsonrpc` })],
		['htu of the token endpoint', () => ({ url: tokenUrl() })],
		['htu of another host', () => ({ url: 'https://other.example/jsonrpc/' })],
		['htu of another scheme', () => ({ url: fixture.resource.replace('http:', 'https:') })],
		['htu of another port', () => ({ url: 'http://127.0.0.1:1/jsonrpc/' })],
		['htu that is not a URL', () => ({ url: '/jsonrpc/' })],
		['no htu', () => ({ claims: { htu: undefined } })],
		['htm of another method', () => ({ method: 'GET' })],
		['htm in lower case', () => ({ method: 'post' })],
		['no htm', () => ({ claims: { htm: undefined } })],
		['ath of another token', () => ({ ath: hashOf('another') })],
		['ath in hexadecimal', () => ({ ath: createHash('sha256').update(token).digest('hex') })],
		['no ath', () => ({ ath: null })],
		['the unhashed token as ath', () => ({ ath: hashOf(hashOf(token)) })],
		['another key', () => ({ key: other })],
		['another key, with the agent’s own in the header', () => ({ key: other, jwk: own.jwk })],
		['stale iat', () => ({ iat: Math.floor(Date.now() / 1_000) - 61 })],
		['iat in the future', () => ({ iat: Math.floor(Date.now() / 1_000) + 62 })],
		['iat before the start of the service', () => ({ iat: 1 })],
		['no iat', () => ({ claims: { iat: undefined } })],
		['iat as a string', () => ({ claims: { iat: String(Math.floor(Date.now() / 1_000)) } })],
		['no jti', () => ({ claims: { jti: undefined } })],
		['empty jti', () => ({ jti: '' })],
		['overlong jti', () => ({ jti: 'j'.repeat(257) })],
		['jti that is a number', () => ({ claims: { jti: 7 } })],
		['exp in the past', () => ({ claims: { exp: Math.floor(Date.now() / 1_000) - 10 } })],
		['another typ', () => ({ header: { typ: 'JWT' } })],
		['no typ', () => ({ header: { typ: undefined } })],
		['no key', () => ({ jwk: undefined })],
		['a key set by URL', () => ({ jwk: undefined, header: { jku: 'http://127.0.0.1:1/keys' } })],
		['an unknown critical header', () => ({ header: { crit: ['strange'], strange: true } })],
	])('%s', async (_what, change) => {
		await expectUnauthorized(withProof(await proof(change())), 'invalid_dpop_proof');
	});

	test('refuses a proof that contains the private key', async () => {
		const jwk = await exportJWK(own.privateKey);
		expect(jwk.d).toBeDefined();
		await expectUnauthorized(withProof(await proof({ jwk })), 'invalid_dpop_proof');
	});

	test('refuses a symmetric key and an unsigned proof', async () => {
		const secret = Buffer.alloc(32, 7);
		const iat = Math.floor(Date.now() / 1_000);
		const claims = { htm: 'POST', htu: fixture.resource, jti: randomUUID(), iat, ath: hashOf(token) };
		const jwk = { kty: 'oct', k: secret.toString('base64url') };
		const text = `${encoded({ alg: 'HS256', typ: 'dpop+jwt', jwk })}.${encoded(claims)}`;
		const mac = createHmac('sha256', secret).update(text).digest('base64url');
		await expectUnauthorized(withProof(`${text}.${mac}`), 'invalid_dpop_proof');
		const unsigned = `${encoded({ alg: 'none', typ: 'dpop+jwt', jwk: own.jwk })}.${encoded(claims)}.`;
		await expectUnauthorized(withProof(unsigned), 'invalid_dpop_proof');
	});

	test('refuses a changed signature', async () => {
		const [head = '', claims = '', signature = ''] = (await proof()).split('.');
		const changed = Buffer.from(claims, 'base64url').toString('utf8').replace('"POST"', '"GET"');
		for (const made of [
			`${head}.${Buffer.from(changed).toString('base64url')}.${signature}`,
			`${head}.${claims}.${signature.slice(2)}`,
			`${head}.${claims}.`,
			'x.y.z',
			`${head}.${claims}.${'A'.repeat(9_000)}`,
		])
			await expectUnauthorized(withProof(made), 'invalid_dpop_proof');
	});
});

describe('RFC 9449 11.1 a replayed proof', () => {
	test('is refused at once and until the proof has expired', async () => {
		const made = await proof();
		await expectTaken(withProof(made));
		await expectUnauthorized(withProof(made), 'invalid_dpop_proof');
		fixture.passTime(59_000);
		await expectUnauthorized(withProof(made), 'invalid_dpop_proof');
		fixture.passTime(62_000);
		await expectUnauthorized(withProof(made), 'invalid_dpop_proof');
	});

	test('is refused for its whole lifetime, even with a future iat', async () => {
		const made = await proof({ iat: Math.floor(Date.now() / 1_000) + 59 });
		await expectTaken(withProof(made));
		for (const ms of [30_000, 30_000, 30_000, 28_000]) {
			fixture.passTime(ms);
			await expectUnauthorized(withProof(made), 'invalid_dpop_proof');
		}
	});

	test('accepts one of eight parallel uses', async () => {
		const made = await proof();
		const answers = await Promise.all(Array.from({ length: 8 }, () => withProof(made)));
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
	});

	test('accepts the same id under another key as a different proof', async () => {
		const jti = randomUUID();
		const bound = await tokensOf(await askFor(await proof({ key: other, url: tokenUrl(), ath: null })));
		await expectTaken(withProof(await proof({ jti })));
		const second = await proof({ jti, key: other, ath: hashOf(bound.access) });
		await expectTaken(withProof(second, 'DPoP', bound.access));
	});
});

describe('RFC 9449 4.3 step 1 two DPoP headers', () => {
	test.each(['two valid proofs', 'one proof twice', 'a valid proof first', 'a valid proof last'])(
		'%s',
		async (what) => {
			const [first, second] = [await proof(), await proof()];
			const pairs = {
				'two valid proofs': [first, second],
				'one proof twice': [first, first],
				'a valid proof first': [first, 'x'],
				'a valid proof last': ['x', second],
			};
			const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'account_exchange_pair', params: {} });
			const { status } = await send(fixture.url, {
				headers: {
					'content-type': 'application/json',
					authorization: `DPoP ${token}`,
					dpop: pairs[what as keyof typeof pairs] as unknown as string,
				},
				body,
			});
			expect(status).toBe(401);
		},
	);
});

describe('RFC 9449 5 proofs at the token endpoint', () => {
	test('gives no token without a proof to an agent that requires DPoP', async () => {
		await givesNothing(fixture, async () => expectOAuthError(askFor(undefined), 400, 'invalid_grant'));
	});

	test.each<[string, () => Change]>([
		['for another address', () => ({ url: fixture.resource, ath: null })],
		['of another method', () => ({ url: tokenUrl(), method: 'GET', ath: null })],
		['that is stale', () => ({ url: tokenUrl(), ath: null, iat: Math.floor(Date.now() / 1_000) - 3_600 })],
		['with another key in the header', () => ({ url: tokenUrl(), ath: null, jwk: other.jwk })],
		['without an id', () => ({ url: tokenUrl(), ath: null, claims: { jti: undefined } })],
	])('refuses a proof %s', async (_what, change) => {
		const made = await proof(change());
		await givesNothing(fixture, async () => expectOAuthError(askFor(made), 400, 'invalid_dpop_proof'));
	});

	test('accepts a proof once, also in parallel', async () => {
		const made = await proof({ url: tokenUrl(), ath: null });
		const answers = await Promise.all(Array.from({ length: 6 }, () => askFor(made)));
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
		await givesNothing(fixture, async () => expectOAuthError(askFor(made), 400, 'invalid_grant'));
	});

	test('a bound refresh token of a public client needs its key', async () => {
		const journey = await walk.begin('notebook');
		const back = await walk.consent(ann.browser, journey);
		const DPoP = oauth.DPoP({}, await oauth.generateKeyPair('ES256'));
		const { refresh } = await tokensOf(await walk.redeem(journey, back, DPoP));
		await givesNothing(fixture, async () =>
			expectOAuthError(walk.refresh(journey, refresh), 400, 'invalid_grant'),
		);
		const stranger = oauth.DPoP({}, await oauth.generateKeyPair('ES256'));
		const withKey = (handle: oauth.DPoPHandle) =>
			oauth.refreshTokenGrantRequest(walk.as, journey.client, oauth.None(), refresh, {
				...walk.http,
				DPoP: handle,
			});
		await givesNothing(fixture, async () => expectOAuthError(withKey(stranger), 400, 'invalid_grant'));
		await tokensOf(await withKey(DPoP));
	});
});

describe('RFC 9449 4.3 the proof of a WebSocket', () => {
	const forUpgrade = (change: Change = {}) => proof({ method: 'GET', ...change });
	const opened = (dpop: string | undefined, scheme = 'DPoP') =>
		openStream(fixture.url, {
			headers: { authorization: `${scheme} ${token}`, ...(dpop === undefined ? {} : { dpop }) },
		});

	test('is made for the upgrade, and covers all calls over the connection', async () => {
		await using stream = await opened(await forUpgrade());
		expect((await stream.call('account_exchange_pair')).result).toEqual([]);
		expect(await stream.subscribe('portfolio')).toMatchObject({ channel: 'portfolio' });
	});

	test.each<[string, () => Promise<string | undefined>]>([
		['a missing proof', async () => undefined],
		['a proof for a POST', () => proof()],
		['a proof for another address', () => forUpgrade({ url: `${fixture.publicUrl}/mcp` })],
		['a proof of another key', () => forUpgrade({ key: other })],
		['a proof for another token', () => forUpgrade({ ath: hashOf('another') })],
	])('%s is refused before the connection opens', async (_what, made) => {
		await expect(opened(await made())).rejects.toThrow('Unexpected server response: 401');
	});

	test('a used proof is refused, and so is a bound token as Bearer', async () => {
		const made = await forUpgrade();
		await using stream = await opened(made);
		await expect(opened(made)).rejects.toThrow('401');
		await expect(opened(await forUpgrade(), 'Bearer')).rejects.toThrow('401');
		expect((await stream.call('account_exchange_pair')).error).toBeUndefined();
	});

	test('may be sent in authenticate, because a browser cannot set the header', async () => {
		await using stream = await openStream(fixture.url);
		const said = async (dpop: string | undefined) =>
			stream.call('authenticate', { token, ...(dpop === undefined ? {} : { dpop_proof: dpop }) });
		for (const dpop of [undefined, await proof(), await forUpgrade({ key: other })])
			expect((await said(dpop)).error).toMatchObject({ code: 401 });
		expect((await stream.call('account_exchange_pair')).error).toMatchObject({ code: 401 });
		const made = await forUpgrade();
		expect((await said(made)).result).toMatchObject({ agent_id: agent.agentId });
		expect((await stream.call('account_exchange_pair')).result).toEqual([]);
		expect((await said(made)).error).toMatchObject({ code: 401 });
	});

	test('ends with its agent: private subscriptions end, and later calls are refused', async () => {
		const stopped = await makeAgent(ann, { requires_dpop: true });
		const asked = await askFor(await proof({ url: tokenUrl(), ath: null }), stopped);
		const { access } = await tokensOf(asked);
		await using stream = await openStream(fixture.url, {
			headers: { authorization: `DPoP ${access}`, dpop: await forUpgrade({ ath: hashOf(access) }) },
		});
		await stream.subscribe('portfolio');
		await manage(ann, 'stop_agent', { agent_id: stopped.agentId });
		fixture.passTime(2_000);
		await stream.until(() => stream.notified.some(({ type }) => type === 'end'));
		expect(stream.notified.at(-1)).toMatchObject({ type: 'end', result: { code: 'UNAUTHORIZED' } });
		expect((await stream.call('account_exchange_pair')).error).toMatchObject({ code: 401 });
	});
});

describe('RFC 9449 4.3 the proof of an MCP tool call', () => {
	const called = (dpop: string) =>
		fixture.fetch(`${fixture.publicUrl}/mcp`, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				accept: 'application/json, text/event-stream',
				authorization: `DPoP ${token}`,
				dpop,
			},
			body: JSON.stringify({
				jsonrpc: '2.0',
				id: 1,
				method: 'tools/call',
				params: { name: 'account_exchange_pair', arguments: {} },
			}),
		});

	test('is valid only for the address of the MCP endpoint', async () => {
		expect((await called(await proof({ url: `${fixture.publicUrl}/mcp` }))).status).toBe(200);
		const refused = await called(await proof());
		expect(refused.status).toBe(401);
		expect(refused.headers.get('www-authenticate')).toContain('error="invalid_dpop_proof"');
	});
});
