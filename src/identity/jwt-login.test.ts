/**
 * Tests an external issuer's tokens by the rules of RFC 8725. A server on loopback holds the keys; jose signs the
 * tokens.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
	base64url,
	CompactEncrypt,
	type CryptoKey,
	exportJWK,
	exportSPKI,
	generateKeyPair,
	type JWTHeaderParameters,
	type JWTPayload,
	SignJWT,
} from 'jose';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendJson } from '../../test/support/chain-node.ts';
import { createVirtualClock, loopTurns, type VirtualClock } from '../runtime/virtual-clock.ts';
import { createLoginStore } from '../store/logins.ts';
import { openDatabase } from '../store/sqlite/database.ts';
import { createSqliteDatabase } from '../store/sqlite/sqlite-database.ts';
import { createJwtLogin, type JwtLogin, type JwtSettings } from './jwt-login.ts';
import { PROVIDER_TIME_LIMIT_MS } from './openid-provider.ts';

const BROWSER = 'browser-0123456789abcdef';
const NOW = 1_795_161_600;
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
type Key = Parameters<SignJWT['sign']>[0];
type Pair = { readonly publicKey: CryptoKey; readonly privateKey: CryptoKey };

let pairs: Readonly<Record<'ES256' | 'RS256' | 'EdDSA', Pair>>;
let folder = '';
let database: ReturnType<typeof openDatabase>;
let clock: VirtualClock;
let server: Server;
let serveKeys: (response: ServerResponse) => void = () => {};
let asked = 0;
let url = '';

beforeAll(async () => {
	const pair = (alg: string) => generateKeyPair(alg, { extractable: true });
	pairs = { ES256: await pair('ES256'), RS256: await pair('RS256'), EdDSA: await pair('EdDSA') };
});

beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), 'carrywire-jwt-'));
	database = openDatabase(folder);
	clock = createVirtualClock(NOW * 1_000, loopTurns);
	const keys = await Promise.all(
		Object.entries(pairs).map(async ([alg, { publicKey }]) => ({
			...(await exportJWK(publicKey)),
			kid: alg,
			alg,
		})),
	);
	serveKeys = (response) => sendJson(response, { keys });
	asked = 0;
	server = createServer((_request, response) => {
		asked += 1;
		serveKeys(response);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`;
});

afterEach(async () => {
	server.closeAllConnections();
	await new Promise((resolve) => server.close(resolve));
	database.close();
	rmSync(folder, { recursive: true, force: true });
});

function loginAt(change: Partial<JwtSettings> = {}): JwtLogin {
	return createJwtLogin({
		settings: {
			id: 'embedded',
			name: 'Embedded wallets',
			issuer: 'privy.io',
			jwksUrl: url,
			audiences: ['app-1', 'app-2'],
			algorithms: ['ES256', 'RS256', 'EdDSA'],
			typ: undefined,
			maxAgeMs: 600_000,
			subjectClaim: 'sub',
			walletClaim: undefined,
			...change,
		},
		clock,
		spentTokens: createLoginStore(createSqliteDatabase(database)).spentTokens,
	});
}

const GOOD: JWTPayload = { iss: 'privy.io', aud: 'app-1', sub: 'did:privy:ann', iat: NOW, exp: NOW + 3_600 };

async function tokenOf(claims: JWTPayload = GOOD, header: Partial<JWTHeaderParameters> = {}, key?: Key) {
	const alg = header.alg ?? 'ES256';
	return new SignJWT(claims)
		.setProtectedHeader({ alg, kid: alg, typ: 'JWT', ...header })
		.sign(key ?? pairs[alg as keyof typeof pairs].privateKey);
}

const refusal = (reason: string) => ({ code: 'LOGIN_REFUSED', retryable: false, facts: { reason } });
const finish = async (token: string | Promise<string>, change: Partial<JwtSettings> = {}) =>
	loginAt(change).finish({ token: await token, browser: BROWSER });

describe('a token', () => {
	test.each(['ES256', 'RS256', 'EdDSA'])('signed by %s proves an identity', async (alg) => {
		expect(await finish(tokenOf(GOOD, { alg }))).toEqual({
			issuer: 'privy.io',
			subject: 'did:privy:ann',
			wallet: undefined,
			provider: 'embedded',
		});
	});

	test('is accepted for one of our audiences beside others', async () => {
		await expect(finish(tokenOf({ ...GOOD, aud: ['x', 'app-2'] }))).resolves.toBeDefined();
	});

	test('names the user and the wallet in the configured claims', async () => {
		const claims = { ...GOOD, email: 'ann@example.org', wallets: [{ address: ADDRESS.toLowerCase() }] };
		expect(await finish(tokenOf(claims), { subjectClaim: 'email', walletClaim: 'wallets' })).toMatchObject({
			subject: 'ann@example.org',
			wallet: ADDRESS,
		});
	});

	test('makes one request for the keys of the issuer', async () => {
		const login = loginAt();
		for (const jti of ['1', '2', '3'])
			await login.finish({ token: await tokenOf({ ...GOOD, jti }), browser: BROWSER });
		expect(asked).toBe(1);
	});

	test('is refused without a browser', async () => {
		await expect(loginAt().finish({ token: await tokenOf(), browser: '' })).rejects.toMatchObject(
			refusal('browser'),
		);
	});
});

describe('a token works once', () => {
	test('and its replay is refused, by the same and by another login', async () => {
		const token = await tokenOf();
		await finish(token);
		await expect(finish(token)).rejects.toMatchObject(refusal('replayed'));
	});

	test('and lets in one of two simultaneous logins', async () => {
		const token = await tokenOf();
		const outcomes = await Promise.allSettled([finish(token), finish(token)]);
		expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
	});

	test('and the other form of its ECDSA signature is the same token', async () => {
		const token = await tokenOf();
		await finish(token);
		const ORDER_OF_P256 = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
		const [head, body, signature = ''] = token.split('.');
		const bytes = Buffer.from(base64url.decode(signature));
		const s = ORDER_OF_P256 - BigInt(`0x${bytes.subarray(32).toString('hex')}`);
		const other = Buffer.concat([
			bytes.subarray(0, 32),
			Buffer.from(s.toString(16).padStart(64, '0'), 'hex'),
		]);
		await expect(finish(`${head}.${body}.${base64url.encode(other)}`)).rejects.toMatchObject(
			refusal('replayed'),
		);
	});

	test('and only its hash is stored, until its times invalidate it', async () => {
		const token = await tokenOf({ ...GOOD, exp: NOW + 300 });
		await finish(token);
		const rows = () => JSON.stringify(database.prepare('SELECT * FROM login_spent_token').all());
		expect(rows()).not.toContain(token.slice(0, 20));
		clock.leap((NOW + 329) * 1_000);
		await finish(tokenOf({ ...GOOD, iat: NOW + 329 }));
		await expect(finish(token)).rejects.toMatchObject(refusal('replayed'));
		clock.leap((NOW + 331) * 1_000);
		await finish(tokenOf({ ...GOOD, iat: NOW + 331 }));
		expect(JSON.parse(rows())).toHaveLength(2);
		await expect(finish(token)).rejects.toMatchObject(refusal('time'));
	});

	test('and a refused token is not used up', async () => {
		const token = await tokenOf({ ...GOOD, nbf: NOW + 60 });
		await expect(finish(token)).rejects.toMatchObject(refusal('time'));
		clock.leap((NOW + 60) * 1_000);
		await expect(finish(token)).resolves.toBeDefined();
	});
});

describe('RFC 8725: claims', () => {
	test.each<[string, string, JWTPayload]>([
		['issuer', 'of another issuer (3.8)', { ...GOOD, iss: 'evil.example' }],
		['issuer', 'of an issuer with the same beginning', { ...GOOD, iss: 'privy.io.evil.example' }],
		['issuer', 'without an issuer', without('iss')],
		['audience', 'for another audience (3.9)', { ...GOOD, aud: 'app-3' }],
		['audience', 'for several other audiences', { ...GOOD, aud: ['app-3', 'app-4'] }],
		['audience', 'without an audience', without('aud')],
		['time', 'that has expired', { ...GOOD, exp: NOW - 31 }],
		['time', 'that never expires', without('exp')],
		['time', 'issued in the future', { ...GOOD, iat: NOW + 31 }],
		['time', 'issued too long ago, although it has not expired', { ...GOOD, iat: NOW - 631 }],
		['time', 'without a time of issue', without('iat')],
		['time', 'not valid yet', { ...GOOD, nbf: NOW + 31 }],
		['time', 'with a string as its expiry', { ...GOOD, exp: String(NOW + 60) as unknown as number }],
		['subject', 'without a subject', without('sub')],
		['subject', 'with an empty subject', { ...GOOD, sub: '' }],
		['subject', 'with a control character in its subject', { ...GOOD, sub: 'ann\u0000' }],
		['subject', 'with a number as its subject', { ...GOOD, sub: 7 as unknown as string }],
	])('%s: refuses a token %s', async (reason, _case, claims) => {
		await expect(finish(tokenOf(claims))).rejects.toMatchObject(refusal(reason));
	});

	test.each<[string, JWTPayload]>([
		['expired half a minute ago', { ...GOOD, exp: NOW - 29 }],
		['issued half a minute from now', { ...GOOD, iat: NOW + 30 }],
		['as old as it may be', { ...GOOD, iat: NOW - 630 }],
	])('accepts clocks that differ by half a minute: %s', async (_case, claims) => {
		await expect(finish(tokenOf(claims))).resolves.toBeDefined();
	});

	test('3.11: refuses another type of token of the same issuer if the type is configured', async () => {
		await expect(finish(tokenOf(GOOD, { typ: 'at+jwt' }), { typ: 'id+jwt' })).rejects.toMatchObject(
			refusal('token'),
		);
		await expect(finish(tokenOf(GOOD, { typ: 'id+jwt' }), { typ: 'id+jwt' })).resolves.toBeDefined();
	});
});

describe('RFC 8725: algorithms and keys', () => {
	const secretOf = async (pair: Pair) => new TextEncoder().encode(await exportSPKI(pair.publicKey));

	test.each<[string, () => Promise<string>]>([
		['3.1 by no key (alg none)', async () => unsigned({ alg: 'none' })],
		['3.1 by no key, in mixed case', async () => unsigned({ alg: 'nOnE' })],
		[
			'3.1 by HS256 with the public key as the secret',
			async () => tokenOf(GOOD, { alg: 'HS256', kid: 'RS256' }, await secretOf(pairs.RS256)),
		],
		[
			'3.1 by an algorithm that is not configured',
			async () => tokenOf(GOOD, { alg: 'PS256', kid: 'RS256' }, (await generateKeyPair('PS256')).privateKey),
		],
		[
			'3.1 by a key of the issuer under another algorithm',
			async () => tokenOf(GOOD, { alg: 'RS256', kid: 'ES256' }),
		],
		[
			'3.2 by an unknown key',
			async () => tokenOf(GOOD, { kid: 'new' }, (await generateKeyPair('ES256')).privateKey),
		],
		[
			'3.2 by another key under an id of the issuer',
			async () => tokenOf(GOOD, {}, (await generateKeyPair('ES256')).privateKey),
		],
		[
			'3.10 by a key in its own header (jwk)',
			async () => {
				const own = await generateKeyPair('ES256', { extractable: true });
				return tokenOf(GOOD, { jwk: await exportJWK(own.publicKey) }, own.privateKey);
			},
		],
		[
			'3.10 by a key that it points to (jku)',
			async () =>
				tokenOf(GOOD, { jku: 'https://evil.example/jwks' }, (await generateKeyPair('ES256')).privateKey),
		],
		[
			'with an unknown critical extension (RFC 7515 4.1.11)',
			async () =>
				`${base64url.encode(JSON.stringify({ alg: 'ES256', kid: 'ES256', crit: ['x'], x: 1 }))}.${(await tokenOf()).split('.').slice(1).join('.')}`,
		],
		[
			'with another body',
			async () => {
				const [head, , signature] = (await tokenOf()).split('.');
				return `${head}.${base64url.encode(JSON.stringify({ ...GOOD, sub: 'mallory' }))}.${signature}`;
			},
		],
		['without its signature', async () => (await tokenOf()).replace(/[^.]*$/, '')],
		['and truncated', async () => (await tokenOf()).slice(0, -3)],
		['with a padded signature', async () => `${await tokenOf()}==`],
		['with a space', async () => `${await tokenOf()} `],
		[
			'and encrypted',
			async () =>
				new CompactEncrypt(new TextEncoder().encode(await tokenOf()))
					.setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM' })
					.encrypt((await generateKeyPair('ECDH-ES')).publicKey),
		],
		['that is not a token', async () => 'a.b.c'],
		['that is empty', async () => ''],
		['that is too long', async () => tokenOf({ ...GOOD, more: 'x'.repeat(16_384) })],
	])('refuses a token signed %s', async (_case, token) => {
		await expect(finish(token())).rejects.toMatchObject(refusal('token'));
	});

	test('3.1: refuses an unconfigured algorithm, even signed by a key of the issuer', async () => {
		const token = await tokenOf(GOOD, { alg: 'RS256' });
		await expect(finish(token, { algorithms: ['ES256'] })).rejects.toMatchObject(refusal('token'));
		await expect(finish(token, { algorithms: ['ES256', 'RS256'] })).resolves.toBeDefined();
	});

	test('ignores a symmetric key in the key set of the issuer', async () => {
		const secret = new TextEncoder().encode('s'.repeat(32));
		serveKeys = (response) =>
			sendJson(response, { keys: [{ kty: 'oct', kid: 'HS256', alg: 'HS256', k: base64url.encode(secret) }] });
		await expect(finish(tokenOf(GOOD, { alg: 'HS256' }, secret))).rejects.toMatchObject(refusal('token'));
	});

	test('repeats neither claims nor token in a refusal', async () => {
		const token = await tokenOf({ ...GOOD, aud: 'app-3' });
		const error = await finish(token).catch((thrown: unknown) => thrown);
		expect(error).not.toHaveProperty('cause');
		for (const part of ['app-3', 'did:privy:ann', ...token.split('.')])
			expect(JSON.stringify(error) + String(error)).not.toContain(part);
	});
});

describe('the keys of the issuer', () => {
	test.each<[string, (response: ServerResponse) => void]>([
		['an error', (response) => response.writeHead(500).end()],
		['HTML', (response) => response.end('<html>')],
		['an invalid key set', (response) => sendJson(response, { keys: 'none' })],
		['a hang-up', (response) => response.destroy()],
		['a redirect', (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
		['an endless answer', (response) => response.end('x'.repeat(1_100_000))],
	])('%s: the login is unavailable, and the token still works later', async (_case, serve) => {
		const good = serveKeys;
		serveKeys = serve;
		const login = loginAt();
		const token = await tokenOf();
		await expect(login.finish({ token, browser: BROWSER })).rejects.toMatchObject({
			code: 'LOGIN_UNAVAILABLE',
			retryable: true,
		});
		serveKeys = good;
		await expect(login.finish({ token, browser: BROWSER })).resolves.toBeDefined();
	});

	test('end a silent request at the time limit', async () => {
		const arrived = new Promise<void>((resolve) => {
			serveKeys = () => resolve();
		});
		const finished = finish(tokenOf()).catch((thrown: unknown) => thrown);
		await arrived;
		await clock.advance(clock.now() + PROVIDER_TIME_LIMIT_MS);
		expect(await finished).toMatchObject({
			code: 'LOGIN_UNAVAILABLE',
			message: `The key server of Embedded wallets did not answer within 5.0 s. Try again.`,
		});
	});

	test('are never requested from another machine without TLS', async () => {
		await expect(finish(tokenOf(), { jwksUrl: 'http://192.0.2.1/jwks' })).rejects.toThrow(
			'The key server of Embedded wallets must be called over https. Try again.',
		);
	});
});

function without(claim: string): JWTPayload {
	return Object.fromEntries(Object.entries(GOOD).filter(([name]) => name !== claim));
}

async function unsigned(header: object): Promise<string> {
	return `${base64url.encode(JSON.stringify(header))}.${base64url.encode(JSON.stringify(GOOD))}.`;
}
