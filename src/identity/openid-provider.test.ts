/**
 * Tests OpenID providers that forge tokens, cut responses short or are down. The test server can send any response.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
	base64url,
	type CryptoKey,
	exportJWK,
	exportSPKI,
	generateKeyPair,
	type JWTPayload,
	SignJWT,
} from 'jose';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendJson } from '../../test/support/chain-node.ts';
import type { Clock } from '../ports/clock.ts';
import { systemClock } from '../runtime/clock.ts';
import { systemRandom } from '../runtime/random.ts';
import { createVirtualClock, loopTurns } from '../runtime/virtual-clock.ts';
import { createLoginStore } from '../store/logins.ts';
import { openDatabase } from '../store/sqlite/database.ts';
import { createSqliteDatabase } from '../store/sqlite/sqlite-database.ts';
import { createOpenidLogin, type OpenidLogin } from './openid-login.ts';
import { type OpenidSettings, PROVIDER_TIME_LIMIT_MS } from './openid-provider.ts';

const BROWSER = 'browser-0123456789abcdef';
const REDIRECT_URI = 'https://carry.example/auth/callback/company';
const CLIENT_SECRET = 'client-secret-of-at-least-thirty-two-signs';

type Answer = (response: ServerResponse) => void;
type Routes = { discovery?: Answer; token?: Answer; keys?: Answer };

let keys: { readonly publicKey: CryptoKey; readonly privateKey: CryptoKey };
let folder = '';
let database: ReturnType<typeof openDatabase>;
let server: Server;
let issuer = '';
let routes: Routes = {};
let asked: string[] = [];

beforeAll(async () => {
	keys = await generateKeyPair('RS256', { extractable: true });
});

beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), 'carrywire-forged-'));
	database = openDatabase(folder);
	routes = {};
	asked = [];
	await listen(0);
});

afterEach(async () => {
	await stop();
	database.close();
	rmSync(folder, { recursive: true, force: true });
});

async function listen(port: number): Promise<void> {
	server = createServer((request, response) => {
		const path = request.url ?? '';
		asked.push(path);
		const answer = {
			'/.well-known/openid-configuration': routes.discovery ?? json(metadata()),
			'/token': routes.token,
			'/keys': routes.keys ?? ((to: ServerResponse) => void publicKeys().then((set) => sendJson(to, set))),
		}[path];
		if (answer === undefined) response.writeHead(404).end();
		else answer(response);
	});
	await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
	issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function stop(): Promise<void> {
	server.closeAllConnections();
	return new Promise((resolve) => server.close(() => resolve()));
}

const json =
	(body: unknown): Answer =>
	(response) =>
		sendJson(response, body);

const metadata = (change: object = {}) => ({
	issuer,
	authorization_endpoint: `${issuer}/authorize`,
	token_endpoint: `${issuer}/token`,
	jwks_uri: `${issuer}/keys`,
	authorization_response_iss_parameter_supported: true,
	// A careless provider lists these algorithms; only the configured ones count.
	id_token_signing_alg_values_supported: ['RS256', 'ES256', 'HS256', 'none'],
	...change,
});

const publicKeys = async () => ({
	keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'k1', alg: 'RS256' }],
});

function loginAt(change: Partial<OpenidSettings> = {}, clock: Clock = systemClock): OpenidLogin {
	return createOpenidLogin({
		settings: {
			id: 'company',
			name: 'Company',
			issuer,
			clientId: 'carrywire',
			clientSecret: CLIENT_SECRET,
			clientAuthentication: 'basic',
			scopes: ['openid'],
			algorithms: ['RS256', 'ES256'],
			subjectClaim: 'sub',
			walletClaim: undefined,
			...change,
		},
		clock,
		random: systemRandom,
		pendingLogins: createLoginStore(createSqliteDatabase(database)).pendingLogins,
		seal: {
			seal: (text) => base64url.encode(text),
			open: (sealed) => new TextDecoder().decode(base64url.decode(sealed)),
		},
	});
}

/** Starts a login and returns a callback with a code, and the nonce that the ID token must contain. */
async function visited(login: OpenidLogin) {
	const { url } = await login.begin({ redirectUri: REDIRECT_URI, browser: BROWSER });
	const { state = '', nonce = '' } = Object.fromEntries(new URL(url).searchParams);
	const back = new URLSearchParams({ code: 'code', state, iss: issuer });
	return { nonce, answer: { callbackUrl: `${REDIRECT_URI}?${back}`, browser: BROWSER } };
}

type Forgery = {
	readonly claims?: (good: JWTPayload) => JWTPayload;
	readonly sign?: (claims: JWTPayload) => Promise<string>;
};

const signWith =
	(alg: string, key: Parameters<SignJWT['sign']>[0], kid = 'k1') =>
	(claims: JWTPayload) =>
		new SignJWT(claims).setProtectedHeader({ alg, kid }).sign(key);

/** Makes the provider complete one login with a forged ID token. */
async function finishWith({ claims = (good) => good, sign = signWith('RS256', keys.privateKey) }: Forgery) {
	const login = loginAt();
	const { nonce, answer } = await visited(login);
	const now = Math.floor(Date.now() / 1_000);
	const good = { iss: issuer, aud: 'carrywire', sub: 'ann', nonce, iat: now, exp: now + 300 };
	const idToken = await sign(claims(good));
	routes.token = json({ access_token: 'at', token_type: 'Bearer', id_token: idToken });
	return login.finish(answer);
}

const refusal = (reason: string) => ({ code: 'LOGIN_REFUSED', facts: { reason } });

describe('OpenID Connect Core 3.1.3.7: an ID token', () => {
	test('proves an identity if every check passes', async () => {
		expect(await finishWith({})).toEqual({
			issuer,
			subject: 'ann',
			wallet: undefined,
			provider: 'company',
		});
	});

	test.each<[string, string, (good: JWTPayload) => JWTPayload]>([
		['of another issuer', 'unexpected JWT "iss"', (good) => ({ ...good, iss: 'https://evil.example' })],
		['without an issuer', '"iss" (issuer) claim missing', ({ iss: _, ...rest }) => rest],
		['for another client', 'unexpected JWT "aud"', (good) => ({ ...good, aud: 'another' })],
		[
			'for several clients, without azp',
			'additional untrusted audiences',
			(good) => ({ ...good, aud: ['carrywire', 'another'] }),
		],
		[
			'for several clients, on behalf of another',
			'"azp"',
			(good) => ({ ...good, aud: ['carrywire', 'x'], azp: 'x' }),
		],
		['without an audience', '"aud" (audience) claim missing', ({ aud: _, ...rest }) => rest],
		[
			'with the nonce of another login',
			'unexpected ID Token "nonce"',
			(good) => ({ ...good, nonce: 'f'.repeat(64) }),
		],
		['without a nonce', '"nonce" (nonce) claim missing', ({ nonce: _, ...rest }) => rest],
		['that has expired', '"exp"', (good) => ({ ...good, exp: Number(good.iat) - 3_600 })],
		['without an expiry', '"exp" (expiration time) claim missing', ({ exp: _, ...rest }) => rest],
		['without a time of issue', '"iat" (issued at) claim missing', ({ iat: _, ...rest }) => rest],
		['that is not valid yet', '"nbf"', (good) => ({ ...good, nbf: Number(good.iat) + 3_600 })],
	])('%s is refused', async (_case, sentence, claims) => {
		await expect(finishWith({ claims })).rejects.toMatchObject({
			...refusal('answer'),
			message: expect.stringContaining(sentence),
		});
	});

	test.each<[string, unknown]>([
		['empty', ''],
		['too long', 'x'.repeat(256)],
		['two lines', 'ann\nben'],
		['a name with a homoglyph', 'аnn'],
	])('is refused if its subject is %s', async (_case, sub) => {
		await expect(finishWith({ claims: (good) => ({ ...good, sub: sub as string }) })).rejects.toMatchObject({
			code: 'LOGIN_REFUSED',
		});
	});

	const shared = (key: string) => async () => signWith('HS256', new TextEncoder().encode(key));
	test.each<[string, string, () => Promise<(claims: JWTPayload) => Promise<string>>]>([
		[
			'by another key under the same id',
			'signature verification failed',
			async () => signWith('RS256', (await generateKeyPair('RS256')).privateKey),
		],
		['by a key with another id', 'no applicable keys', async () => signWith('RS256', keys.privateKey, 'k2')],
		['by the client secret (HS256)', 'unsupported JWS algorithm', shared(CLIENT_SECRET)],
		[
			'by the public key as a symmetric one (HS256)',
			'unsupported JWS algorithm',
			async () => shared(await exportSPKI(keys.publicKey))(),
		],
		[
			'by no key (alg none)',
			'unsupported JWS "alg"',
			async () => async (claims) =>
				`${base64url.encode('{"alg":"none"}')}.${base64url.encode(JSON.stringify(claims))}.`,
		],
		[
			'by a key of another type',
			'no applicable keys',
			async () => signWith('ES256', (await generateKeyPair('ES256')).privateKey),
		],
	])('signed %s is refused', async (_case, sentence, sign) => {
		await expect(finishWith({ sign: await sign() })).rejects.toMatchObject({
			...refusal('answer'),
			message: expect.stringContaining(sentence),
		});
	});

	test('is refused if its claims were changed after signing', async () => {
		const sign = async (claims: JWTPayload) => {
			const [head, , signature] = (await signWith('RS256', keys.privateKey)(claims)).split('.');
			return `${head}.${base64url.encode(JSON.stringify({ ...claims, sub: 'mallory' }))}.${signature}`;
		};
		await expect(finishWith({ sign })).rejects.toMatchObject(refusal('answer'));
	});

	test('is refused if it is missing', async () => {
		const login = loginAt();
		const { answer } = await visited(login);
		routes.token = json({ access_token: 'at', token_type: 'Bearer' });
		await expect(login.finish(answer)).rejects.toMatchObject(refusal('answer'));
	});
});

describe('an unavailable provider', () => {
	test('is reported, and works as soon as it is back', async () => {
		const port = Number(new URL(issuer).port);
		await stop();
		const login = loginAt();
		await expect(login.begin({ redirectUri: REDIRECT_URI, browser: BROWSER })).rejects.toMatchObject({
			code: 'LOGIN_UNAVAILABLE',
			retryable: true,
			message: 'The identity provider Company could not be reached (ECONNREFUSED). Try again.',
		});
		await listen(port);
		await expect(visited(login)).resolves.toBeDefined();
	});

	test('gets one request for its document, also from simultaneous logins, and another after an hour', async () => {
		let later = 0;
		const login = loginAt({}, { ...systemClock, now: () => systemClock.now() + later });
		await Promise.all([visited(login), visited(login)]);
		await visited(login);
		expect(asked).toHaveLength(1);
		later = 3_600_000;
		await visited(login);
		expect(asked).toHaveLength(2);
	});

	test.each<[string, () => Answer]>([
		['is of another issuer', () => json(metadata({ issuer: 'https://evil.example' }))],
		['differs from the issuer by a slash', () => json(metadata({ issuer: `${issuer}/` }))],
		['sends the browser over http', () => json(metadata({ authorization_endpoint: 'http://evil.example/' }))],
		[
			'sends the browser to a script',
			() => json(metadata({ authorization_endpoint: 'javascript:alert(1)' })),
		],
		['names no authorization endpoint', () => json(metadata({ authorization_endpoint: undefined }))],
		['is HTML', () => (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')],
		[
			'is not JSON',
			() => (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{'),
		],
		['redirects', () => (response) => response.writeHead(302, { location: `${issuer}/other` }).end()],
		['is an error', () => (response) => response.writeHead(503).end()],
		['is endless', () => (response) => response.end('x'.repeat(1_100_000))],
	])('is not used if its document %s', async (_case, discovery) => {
		routes.discovery = discovery();
		await expect(loginAt().begin({ redirectUri: REDIRECT_URI, browser: BROWSER })).rejects.toMatchObject({
			code: 'LOGIN_UNAVAILABLE',
		});
	});

	test.each<[string, string, Routes]>([
		[
			'an error at the token endpoint',
			'LOGIN_UNAVAILABLE',
			{ token: (response) => response.writeHead(500).end('oops') },
		],
		['HTML at the token endpoint', 'LOGIN_UNAVAILABLE', { token: (response) => response.end('<html>') }],
		['a hang-up at the token endpoint', 'LOGIN_UNAVAILABLE', { token: (response) => response.destroy() }],
		[
			'a redirect at the token endpoint',
			'LOGIN_UNAVAILABLE',
			{ token: (response) => response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end() },
		],
		[
			'a refusal of the code',
			'LOGIN_REFUSED',
			{
				token: (response) =>
					sendJson(Object.assign(response, { statusCode: 400 }), { error: 'invalid_grant' }),
			},
		],
		[
			'garbage for an ID token',
			'LOGIN_UNAVAILABLE',
			{ token: json({ access_token: 'a', token_type: 'Bearer', id_token: 'x.y.z' }) },
		],
	])('%s: %s', async (_case, code, over) => {
		const login = loginAt();
		const { answer } = await visited(login);
		routes = { ...over };
		const error = await login.finish(answer).catch((thrown: unknown) => thrown);
		expect(error).toMatchObject({ code });
		expect(error).not.toHaveProperty('cause');
		expect(String(error)).not.toContain('http');
	});

	test('makes the ID token unusable if it does not serve its keys', async () => {
		routes.keys = (response) => response.writeHead(500).end();
		await expect(finishWith({})).rejects.toMatchObject({ code: 'LOGIN_UNAVAILABLE' });
	});

	test('is never called at a token endpoint on another machine without TLS', async () => {
		routes.discovery = json(metadata({ token_endpoint: 'http://192.0.2.1/token' }));
		const login = loginAt();
		const { answer } = await visited(login);
		await expect(login.finish(answer)).rejects.toThrow(
			'The identity provider Company must be called over https. Try again.',
		);
	});

	test('ends a silent request at the time limit', async () => {
		const clock = createVirtualClock(systemClock.now(), loopTurns);
		const arrived = new Promise<void>((resolve) => {
			routes.discovery = () => resolve();
		});
		const begun = loginAt({}, clock)
			.begin({ redirectUri: REDIRECT_URI, browser: BROWSER })
			.catch((thrown: unknown) => thrown);
		await arrived;
		await clock.advance(clock.now() + PROVIDER_TIME_LIMIT_MS);
		expect(await begun).toMatchObject({
			code: 'LOGIN_UNAVAILABLE',
			message: `The identity provider Company did not answer within 5.0 s. Try again.`,
		});
	});
});
