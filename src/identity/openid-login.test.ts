/** Tests login at a real OpenID provider, and responses that arrive in the wrong browser, twice, late or changed. */

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
	CLIENT_SECRET,
	type OpenidProvider,
	type Person,
	REDIRECT_URI,
	startOpenidProvider,
} from '../../test/support/openid-provider.ts';
import type { Clock } from '../ports/clock.ts';
import type { LoginStore } from '../ports/login-store.ts';
import { systemClock } from '../runtime/clock.ts';
import { systemRandom } from '../runtime/random.ts';
import { createLoginStore } from '../store/logins.ts';
import { openDatabase } from '../store/sqlite/database.ts';
import { createSqliteDatabase } from '../store/sqlite/sqlite-database.ts';
import { createOpenidLogin, OPENID_LOGIN_LIFETIME_MS, type OpenidLogin, type Seal } from './openid-login.ts';
import type { OpenidSettings } from './openid-provider.ts';

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const ANN: Person = { accountId: 'ann' };
const BROWSER = 'browser-0123456789abcdef';
const OTHER_BROWSER = 'another-browser-0123456';

let provider: OpenidProvider;
let folder = '';
let database: ReturnType<typeof openDatabase>;
let store: LoginStore;
let later = 0;
const clock: Clock = { ...systemClock, now: () => systemClock.now() + later };

beforeAll(async () => {
	provider = await startOpenidProvider();
});
afterAll(() => provider.close());

beforeEach(() => {
	later = 0;
	folder = mkdtempSync(join(tmpdir(), 'carrywire-openid-'));
	database = openDatabase(folder);
	store = createLoginStore(createSqliteDatabase(database));
});

afterEach(() => {
	database.close();
	rmSync(folder, { recursive: true, force: true });
});

/** Creates a seal that encrypts with AES-256-GCM under a new key. */
function freshSeal(): Seal {
	const key = randomBytes(32);
	return {
		seal(text) {
			const nonce = randomBytes(12);
			const cipher = createCipheriv('aes-256-gcm', key, nonce);
			const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
			return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
		},
		open(sealed) {
			const bytes = Buffer.from(sealed, 'base64url');
			const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
			decipher.setAuthTag(bytes.subarray(12, 28));
			return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8');
		},
	};
}

function loginAt(change: Partial<OpenidSettings> = {}, seal = freshSeal()): OpenidLogin {
	const settings: OpenidSettings = {
		id: 'company',
		name: 'Company',
		issuer: provider.issuer,
		clientId: 'public',
		clientSecret: undefined,
		clientAuthentication: 'basic',
		scopes: ['openid'],
		algorithms: ['RS256'],
		subjectClaim: 'sub',
		walletClaim: undefined,
		...change,
	};
	return createOpenidLogin({
		settings,
		clock,
		random: systemRandom,
		pendingLogins: store.pendingLogins,
		seal,
	});
}

/** Starts a login, visits the provider, and returns the callback URL. */
async function visited(login: OpenidLogin, person: Person = ANN, browser = BROWSER): Promise<string> {
	return provider.visit((await login.begin({ redirectUri: REDIRECT_URI, browser })).url, person);
}

const refusal = (reason: string) => ({ code: 'LOGIN_REFUSED', retryable: false, facts: { reason } });

function changed(url: string, change: (parameters: URLSearchParams) => void): string {
	const at = new URL(url);
	change(at.searchParams);
	return at.href;
}

describe('a login', () => {
	test.each([
		['public', undefined, 'basic'],
		['basic', CLIENT_SECRET, 'basic'],
		['post', CLIENT_SECRET, 'post'],
	] as const)(
		'OpenID Connect Core 3.1: identifies the user as a %s client',
		async (clientId, clientSecret, clientAuthentication) => {
			const login = loginAt({ clientId, clientSecret, clientAuthentication });
			expect(await login.finish({ callbackUrl: await visited(login), browser: BROWSER })).toEqual({
				issuer: provider.issuer,
				subject: 'ann',
				wallet: undefined,
				provider: 'company',
			});
		},
	);

	test('RFC 9700 2.1: the request carries PKCE by S256, a state and a nonce, and no secret', async () => {
		const login = loginAt({ clientId: 'basic', clientSecret: CLIENT_SECRET });
		const { url, pending } = await login.begin({ redirectUri: REDIRECT_URI, browser: BROWSER });
		const query = new URL(url).searchParams;
		expect(Object.fromEntries(query)).toEqual({
			client_id: 'basic',
			response_type: 'code',
			scope: 'openid',
			redirect_uri: REDIRECT_URI,
			code_challenge_method: 'S256',
			code_challenge: expect.stringMatching(/^[\w-]{43}$/),
			state: expect.stringMatching(/^[0-9a-f]{64}$/),
			nonce: expect.stringMatching(/^[0-9a-f]{64}$/),
		});
		expect(pending.expiresAt).toBeGreaterThan(clock.now());
		const again = new URL((await login.begin({ redirectUri: REDIRECT_URI, browser: BROWSER })).url)
			.searchParams;
		for (const drawn of ['state', 'nonce', 'code_challenge'])
			expect(again.get(drawn)).not.toBe(query.get(drawn));
	});

	test('stores neither state, nonce, browser nor verifier in the clear', async () => {
		const login = loginAt();
		const { url } = await login.begin({ redirectUri: REDIRECT_URI, browser: BROWSER });
		const query = new URL(url).searchParams;
		const rows = JSON.stringify(database.prepare('SELECT * FROM login_waiting').all());
		expect(rows).toContain('"kind":"openid"');
		for (const secret of [query.get('state'), query.get('nonce'), BROWSER, 'verifier', REDIRECT_URI])
			expect(rows).not.toContain(secret);
	});

	test('reads a wallet from a subject eip155:1:0x… of Sign-In with Ethereum providers', async () => {
		const login = loginAt();
		const subject = `eip155:1:${ADDRESS}`;
		const callbackUrl = await visited(login, { accountId: subject });
		expect(await login.finish({ callbackUrl, browser: BROWSER })).toMatchObject({ subject, wallet: ADDRESS });
	});

	test('reads the wallet from a configured claim', async () => {
		const login = loginAt({ walletClaim: 'wallet' });
		const callbackUrl = await visited(login, { accountId: 'ben', wallet: ADDRESS.toLowerCase() });
		expect(await login.finish({ callbackUrl, browser: BROWSER })).toMatchObject({
			subject: 'ben',
			wallet: ADDRESS,
		});
	});

	test('reads the subject from a configured claim, and refuses a login without it', async () => {
		const login = loginAt({ subjectClaim: 'wallet' });
		const named = await visited(login, { accountId: 'cleo', wallet: ADDRESS });
		expect(await login.finish({ callbackUrl: named, browser: BROWSER })).toMatchObject({ subject: ADDRESS });
		const unnamed = await visited(login, { accountId: 'dora' });
		await expect(login.finish({ callbackUrl: unnamed, browser: BROWSER })).rejects.toMatchObject(
			refusal('subject'),
		);
	});

	test('reads only the query of the callback, because a proxy may have changed the rest', async () => {
		const login = loginAt();
		const callbackUrl = `http://inside:8080/other${new URL(await visited(login)).search}#fragment`;
		await expect(login.finish({ callbackUrl, browser: BROWSER })).resolves.toBeDefined();
	});

	test('RFC 6749 4.1.2.1: reports that the user declined, and ends the login', async () => {
		const login = loginAt();
		const callbackUrl = await visited(login, 'declines');
		await expect(login.finish({ callbackUrl, browser: BROWSER })).rejects.toMatchObject(refusal('denied'));
		await expect(login.finish({ callbackUrl, browser: BROWSER })).rejects.toMatchObject(refusal('state'));
	});

	test('blames the service for a wrong client secret and does not show it', async () => {
		const login = loginAt({ clientId: 'basic', clientSecret: 'wrong-secret' });
		const callbackUrl = await visited(login);
		const error = await login.finish({ callbackUrl, browser: BROWSER }).catch((thrown: unknown) => thrown);
		expect(error).toMatchObject({
			code: 'LOGIN_UNAVAILABLE',
			message:
				'The identity provider Company refused this service (HTTP 401), not the user. The operator must check the settings of this provider.',
		});
		expect(error).not.toHaveProperty('cause');
	});

	test('refuses an unconfigured algorithm even with a valid signature', async () => {
		const login = loginAt({ algorithms: ['ES256'] });
		await expect(login.finish({ callbackUrl: await visited(login), browser: BROWSER })).rejects.toMatchObject(
			refusal('answer'),
		);
	});
});

describe('an answer', () => {
	test('RFC 9700 4.7: works once', async () => {
		const login = loginAt();
		const callbackUrl = await visited(login);
		await login.finish({ callbackUrl, browser: BROWSER });
		await expect(login.finish({ callbackUrl, browser: BROWSER })).rejects.toMatchObject(refusal('state'));
	});

	test('lets in one of two simultaneous logins', async () => {
		const login = loginAt();
		const callbackUrl = await visited(login);
		const finish = () => login.finish({ callbackUrl, browser: BROWSER });
		const outcomes = await Promise.allSettled([finish(), finish()]);
		expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
	});

	test('RFC 9700 4.7: is refused in another browser (login CSRF)', async () => {
		const login = loginAt();
		const callbackUrl = await visited(login);
		await expect(login.finish({ callbackUrl, browser: OTHER_BROWSER })).rejects.toMatchObject(
			refusal('state'),
		);
		await expect(login.finish({ callbackUrl, browser: '' })).rejects.toMatchObject(refusal('browser'));
		await expect(login.finish({ callbackUrl, browser: BROWSER })).resolves.toBeDefined();
	});

	test('RFC 9700 4.5: is refused by PKCE with the code of another login', async () => {
		const login = loginAt();
		const stolen = new URL(await visited(login, ANN, OTHER_BROWSER)).searchParams.get('code') ?? '';
		const callbackUrl = changed(await visited(login, { accountId: 'mallory' }), (query) =>
			query.set('code', stolen),
		);
		await expect(login.finish({ callbackUrl, browser: BROWSER })).rejects.toMatchObject({
			...refusal('answer'),
			message: 'The identity provider Company did not accept the authorization code. Start again.',
		});
	});

	test.each<[string, string, (query: URLSearchParams) => void]>([
		['another state', 'state', (query) => query.set('state', 'f'.repeat(64))],
		['no state', 'state', (query) => query.delete('state')],
		['two states', 'state', (query) => query.append('state', query.get('state') ?? '')],
		[
			'the issuer of another (RFC 9207, mix-up)',
			'answer',
			(query) => query.set('iss', 'https://evil.example'),
		],
		['no issuer, although the provider supports it (RFC 9207)', 'answer', (query) => query.delete('iss')],
		['two codes', 'answer', (query) => query.append('code', 'x')],
		['no code', 'answer', (query) => query.delete('code')],
		['another code', 'answer', (query) => query.set('code', 'x')],
		['an ID token beside the code', 'answer', (query) => query.set('id_token', 'x')],
		['a JARM response', 'answer', (query) => query.set('response', 'x')],
		['an error of unknown name', 'answer', (query) => query.set('error', '<script>')],
	])('with %s is refused', async (_case, reason, change) => {
		const login = loginAt();
		const callbackUrl = changed(await visited(login), change);
		const error = await login.finish({ callbackUrl, browser: BROWSER }).catch((thrown: unknown) => thrown);
		expect(error).toMatchObject(refusal(reason));
		expect(String(error)).not.toContain('script');
	});

	test('can be retried if it reports that the provider is down', async () => {
		const login = loginAt();
		const callbackUrl = changed(await visited(login), (query) => {
			query.delete('code');
			query.set('error', 'temporarily_unavailable');
		});
		await expect(login.finish({ callbackUrl, browser: BROWSER })).rejects.toMatchObject({
			code: 'LOGIN_UNAVAILABLE',
			retryable: true,
		});
	});

	test('is refused if it is too long or has no query', async () => {
		const login = loginAt();
		await expect(
			login.finish({ callbackUrl: `${REDIRECT_URI}?state=${'x'.repeat(9_000)}`, browser: BROWSER }),
		).rejects.toMatchObject(refusal('answer'));
		await expect(login.finish({ callbackUrl: REDIRECT_URI, browser: BROWSER })).rejects.toMatchObject(
			refusal('state'),
		);
	});

	test('is refused after ten minutes', async () => {
		const login = loginAt();
		const callbackUrl = await visited(login);
		later = OPENID_LOGIN_LIFETIME_MS;
		await expect(login.finish({ callbackUrl, browser: BROWSER })).rejects.toMatchObject(refusal('state'));
	});

	test('RFC 9700 4.4: is unknown at another configured provider, and still works at its own', async () => {
		const seal = freshSeal();
		const login = loginAt({}, seal);
		const callbackUrl = await visited(login);
		await expect(
			loginAt({ id: 'other' }, seal).finish({ callbackUrl, browser: BROWSER }),
		).rejects.toMatchObject(refusal('state'));
		await expect(login.finish({ callbackUrl, browser: BROWSER })).resolves.toBeDefined();
	});

	test('requires a new login if its sealed part cannot be decrypted', async () => {
		const callbackUrl = await visited(loginAt());
		await expect(loginAt().finish({ callbackUrl, browser: BROWSER })).rejects.toMatchObject({
			...refusal('state'),
			message: 'The key that encrypted this login no longer exists. Start again.',
		});
	});
});
