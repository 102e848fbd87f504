/** Tests which access tokens the API accepts, and which forgeries and look-alikes it refuses. */
import { generateKeyPairSync } from 'node:crypto';
import { exportJWK, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordBinding } from '../../src/identity/authorization/records.ts';
import { hashSecret } from '../../src/identity/secrets.ts';
import { type Fixture, openFixture } from './fixture.ts';
import { type OAuthWalk, oauthWalk, SCOPE_ASKED, tokensOf } from './oauth-walk.ts';
import { copyToken, logIn, makeAgent, manage, type Person } from './people.ts';
import { bearer, call, expectTaken, expectUnauthorized, givesNothing, read } from './refusals.ts';

const MINUTE_MS = 60_000;

let fixture: Fixture;
let walk: OAuthWalk;
let ann: Person;

beforeAll(async () => {
	fixture = await openFixture();
	walk = await oauthWalk(fixture);
	ann = await logIn(fixture, 'ann');
});
afterAll(() => fixture[Symbol.asyncDispose]());

/** Changes the sealed payload of an issued token, which only the server's own vault key can seal. */
async function rewriteRecord(token: string, change: Readonly<Record<string, unknown>>): Promise<void> {
	const idHash = hashSecret(token);
	const row = fixture.database
		.prepare('SELECT model, user_id, sealed FROM oauth_record WHERE id_hash = ?')
		.get(idHash);
	const binding = recordBinding({
		model: String(row?.model),
		idHash,
		userId: row?.user_id === null ? null : String(row?.user_id),
	});
	const payload = JSON.parse((await fixture.vault.open(String(row?.sealed), binding)).toString('utf8'));
	const sealed = await fixture.vault.seal(JSON.stringify({ ...payload, ...change }), binding);
	fixture.database.prepare('UPDATE oauth_record SET sealed = ? WHERE id_hash = ?').run(sealed, idHash);
}

describe('RFC 9068 4 and RFC 8707 3 a token for another resource', () => {
	test.each([
		['elsewhere', () => 'https://other.example/jsonrpc/'],
		['no trailing slash', () => fixture.resource.slice(0, -1)],
		['none', () => undefined],
		['a list that includes our resource', () => [fixture.resource, 'https://other.example/']],
	])('%s', async (_what, aud) => {
		const ofAgent = await tokensOf(await walk.agentToken(await makeAgent(ann), { scope: SCOPE_ASKED }));
		const tokens = [(await walk.connect(ann.browser)).access, ofAgent.access];
		for (const token of tokens) {
			await rewriteRecord(token, { aud: aud() });
			await expectUnauthorized(read(fixture, token));
		}
	});

	test('accepts a rewritten token for our resource, so the rewriting is not the cause of the refusals', async () => {
		const { access } = await walk.connect(ann.browser);
		await rewriteRecord(access, { aud: fixture.resource });
		await expectTaken(read(fixture, access));
	});
});

describe('RFC 7519 4.1.4 an expired token', () => {
	test('expires an application token after 15 minutes, even one that was verified before', async () => {
		const [used, unused] = [await walk.connect(ann.browser), await walk.connect(ann.browser)];
		await expectTaken(read(fixture, used.access));
		fixture.passTime(15 * MINUTE_MS - 2_000);
		await expectTaken(read(fixture, used.access));
		fixture.passTime(3_000);
		await expectUnauthorized(read(fixture, used.access));
		await expectUnauthorized(read(fixture, unused.access));
	});

	test('expires an agent token after an hour, and a copied token at its stated expiry', async () => {
		const ofAgent = await tokensOf(await walk.agentToken(await makeAgent(ann), { scope: SCOPE_ASKED }));
		const agents = ofAgent.access;
		const copied = await copyToken(ann);
		fixture.passTime(59 * MINUTE_MS);
		await expectTaken(read(fixture, agents));
		await expectTaken(read(fixture, copied.token));
		fixture.passTime(2 * MINUTE_MS);
		await expectUnauthorized(read(fixture, agents));
		await expectUnauthorized(read(fixture, copied.token));
	});

	test('does not revive a token when the clock is set back', async () => {
		const { access } = await walk.connect(ann.browser);
		await rewriteRecord(access, { exp: Math.floor(Date.now() / 1_000) + 86_400 });
		fixture.passTime(16 * MINUTE_MS);
		await expectUnauthorized(read(fixture, access));
	});
});

describe('RFC 7519 4.1.6 a token that is not valid yet', () => {
	test('refuses a token until its iat is reached', async () => {
		const { access } = await walk.connect(ann.browser);
		await rewriteRecord(access, { iat: Math.floor(Date.now() / 1_000) + 60 });
		await expectUnauthorized(read(fixture, access));
		fixture.passTime(61_000);
		await expectTaken(read(fixture, access));
	});
});

describe('OpenID Connect Core 2 and RFC 9068 4 an id_token in place of an access token', () => {
	test('refuses the id_token of the same answer', async () => {
		const { access, idToken = '' } = await walk.connect(ann.browser, 'notebook', {
			scope: 'openid arb:read arb:trade',
		});
		expect(idToken.split('.')).toHaveLength(3);
		await expectTaken(read(fixture, access));
		await expectUnauthorized(read(fixture, idToken));
		await expectUnauthorized(
			call(fixture, 'account_exchange_pair', {}, { authorization: `DPoP ${idToken}` }),
		);
	});
});

describe('RFC 8725 3.1 alg none and key confusion', () => {
	const claims = (): JWTPayload => ({
		iss: fixture.publicUrl,
		sub: ann.userId,
		aud: fixture.resource,
		client_id: 'notebook',
		scope: 'arb:read arb:trade',
		jti: 'forged',
		iat: Math.floor(Date.now() / 1_000),
		exp: Math.floor(Date.now() / 1_000) + 600,
	});
	const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

	test('refuses an unsigned JWT, however its alg "none" is spelled', async () => {
		for (const alg of ['none', 'None', 'NONE', 'nOnE', ''])
			for (const typ of ['at+jwt', 'JWT'])
				await expectUnauthorized(read(fixture, `${encoded({ alg, typ })}.${encoded(claims())}.`));
	});

	test('refuses a JWT signed with HS256 and the published key', async () => {
		const { keys } = (await (await fixture.fetch(`${fixture.url}/oauth/keys`)).json()) as { keys: object[] };
		expect(keys.length).toBeGreaterThan(0);
		for (const key of keys)
			for (const secret of [JSON.stringify(key), JSON.stringify({ keys })]) {
				const forged = await new SignJWT(claims())
					.setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
					.sign(Buffer.from(secret));
				await expectUnauthorized(read(fixture, forged));
			}
	});

	test('refuses a JWT signed by a key in its own header', async () => {
		const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
		const forged = await new SignJWT(claims())
			.setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', jwk: await exportJWK(publicKey) })
			.sign(privateKey);
		await expectUnauthorized(read(fixture, forged));
	});

	test('publishes no private key material', async () => {
		const { keys } = (await (await fixture.fetch(`${fixture.url}/oauth/keys`)).json()) as {
			keys: Record<string, unknown>[];
		};
		for (const key of keys) {
			expect(key).toMatchObject({ kty: 'EC', alg: 'ES256', use: 'sig' });
			for (const member of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k']) expect(key).not.toHaveProperty(member);
		}
	});
});

describe('OpenID Connect Core 3.1.2.2 a forged id_token as a hint', () => {
	async function answered(hint: string): Promise<string | null | undefined> {
		const { path } = await walk.begin('notebook', {
			scope: 'openid arb:read arb:trade',
			prompt: 'none',
			id_token_hint: hint,
		});
		const page = await ann.browser.open(path);
		expect(page.leftFor?.searchParams.get('iss')).toBe(fixture.publicUrl);
		return page.leftFor?.searchParams.get('error');
	}

	test('accepts a valid hint without granting more, and refuses a hint from another issuer', async () => {
		const { idToken = '' } = await walk.connect(ann.browser, 'notebook', {
			scope: 'openid arb:read arb:trade',
		});
		expect(await answered(idToken)).toBe('login_required');
		const [head = '', claims = '', signature = ''] = idToken.split('.');
		const { keys } = (await (await fixture.fetch(`${fixture.url}/oauth/keys`)).json()) as { keys: object[] };
		const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
		const payload = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as JWTPayload;
		const kid = (JSON.parse(Buffer.from(head, 'base64url').toString('utf8')) as { kid: string }).kid;
		await givesNothing(fixture, async () => {
			for (const forged of [
				`${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`,
				`${head}.${claims}.`,
				`${head}.${Buffer.from(JSON.stringify({ ...payload, sub: 'user_x' })).toString('base64url')}.${signature}`,
				await new SignJWT(payload)
					.setProtectedHeader({ alg: 'HS256', kid })
					.sign(Buffer.from(JSON.stringify(keys[0]))),
				await new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey),
				'not.a.token',
			])
				expect(await answered(forged)).toBe('invalid_request');
		});
	});
});

describe('RFC 7009 2 a copied token that its user revokes', () => {
	test('ends only the revoked or rotated token, at once, even if it was verified a moment ago', async () => {
		const [revoked, rotated, kept] = [await copyToken(ann), await copyToken(ann), await copyToken(ann)];
		for (const { token } of [revoked, rotated, kept]) await expectTaken(read(fixture, token));
		await manage(ann, 'revoke_token', { token_id: revoked.tokenId });
		const { token: renewed } = await manage<{ readonly token: string }>(ann, 'rotate_token', {
			token_id: rotated.tokenId,
		});
		await expectUnauthorized(read(fixture, revoked.token));
		await expectUnauthorized(read(fixture, rotated.token));
		await expectTaken(read(fixture, kept.token));
		await expectTaken(read(fixture, renewed));
	});
});

describe('RFC 6750 2.2 and 2.3 and RFC 9700 4.3.2 a token outside the Authorization header', () => {
	const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'account_exchange_pair', params: {} });
	const send = (path: string, headers: Readonly<Record<string, string>>, content: string) =>
		fixture.fetch(`${fixture.url}${path}`, { method: 'POST', headers, body: content });

	test.each(['access_token', 'token', 'bearer', 'authorization'])(
		'refuses a token in the query as %s',
		async (name) => {
			const { token } = await copyToken(ann);
			const answer = await send(`/jsonrpc/?${name}=${token}`, { 'content-type': 'application/json' }, body);
			expect(answer.status).toBe(401);
			expect(answer.headers.get('www-authenticate')).not.toContain('error=');
		},
	);

	test('refuses a token in a form', async () => {
		const { token } = await copyToken(ann);
		const form = new URLSearchParams({ access_token: token, request: body }).toString();
		const answer = await send('/jsonrpc/', { 'content-type': 'application/x-www-form-urlencoded' }, form);
		expect(answer.status).toBe(415);
	});

	test('refuses a token in the JSON, as a member of the request or of its params', async () => {
		const { token } = await copyToken(ann);
		for (const [more, inside] of [
			[{ access_token: token }, {}],
			[{}, { access_token: token }],
		]) {
			const written = JSON.stringify({ ...JSON.parse(body), ...more, params: inside });
			expect((await send('/jsonrpc/', { 'content-type': 'application/json' }, written)).status).toBe(401);
		}
	});

	test('refuses a token in a cookie or as a user name', async () => {
		const { token } = await copyToken(ann);
		const headers = { 'content-type': 'application/json' };
		for (const more of [
			{ cookie: `access_token=${token}; cw_session=${token}` },
			{ authorization: `Basic ${Buffer.from(`${token}:`).toString('base64')}` },
			{ 'x-access-token': token },
			{ authorization: token },
			{ authorization: `Bearer ${token}, Bearer ${token}` },
			{ authorization: `Bearer ${token} ${token}` },
		] as const)
			expect((await send('/jsonrpc/', { ...headers, ...more }, body)).status).toBe(401);
	});

	test('does not accept a browser login as a token', async () => {
		const headers = { 'content-type': 'application/json', cookie: ann.browser.cookies('/') };
		expect((await send('/jsonrpc/', headers, body)).status).toBe(401);
	});
});

describe('RFC 6750 3.1 a token with too small a scope, or none', () => {
	test('refuses a copied token without the scope', async () => {
		const { token } = await copyToken(ann, ['arb:read']);
		await expectTaken(read(fixture, token));
		const { status, code, headers } = await call(fixture, 'halt_trading', {}, bearer(token));
		expect([status, code]).toEqual([403, 'FORBIDDEN']);
		expect(headers.get('www-authenticate')).toContain('error="insufficient_scope", scope="arb:trade"');
	});

	test.each([
		['no scope', { scope: '' }],
		['an unknown scope', { scope: 'admin' }],
		['misspelled scopes', { scope: 'ARB:READ arb:read:all' }],
	])('gives no token to an application that requests %s', async (_what, change) => {
		const journey = await walk.begin('rival', change);
		const back = await givesNothing(fixture, () => walk.consent(ann.browser, journey));
		expect([back.searchParams.get('error'), back.searchParams.get('code')]).toEqual(['access_denied', null]);
	});

	test('refuses every call with a token whose scopes the user withheld', async () => {
		const { access } = await walk.connect(ann.browser, 'terminal', { scope: 'openid arb:read' }, []);
		const { status, code } = await read(fixture, access);
		expect([status, code]).toEqual([403, 'FORBIDDEN']);
	});
});

describe('RFC 6750 5.2 guessed and malformed tokens', () => {
	test.each([
		['empty', 'Bearer '],
		['unknown', `Bearer cw_${'u'.repeat(43)}`],
		['its hash', () => `Bearer ${hashSecret('x')}`],
		['a name of a JavaScript built-in', 'Bearer __proto__'],
		['very long', `Bearer ${'a'.repeat(8_000)}`],
		['another scheme', 'Digest abc'],
	])('%s', async (_what, given) => {
		const authorization = typeof given === 'string' ? given : given();
		await expectUnauthorized(call(fixture, 'account_exchange_pair', {}, { authorization }));
	});

	test('does not accept the stored hash as the token', async () => {
		const { token } = await copyToken(ann);
		const { access } = await walk.connect(ann.browser);
		for (const secret of [token, access]) await expectUnauthorized(read(fixture, hashSecret(secret)));
	});

	test('refuses a token with one letter changed', async () => {
		const { token } = await copyToken(ann);
		const last = token.at(-1) === 'A' ? 'B' : 'A';
		for (const guess of [
			token.slice(0, -1),
			`${token}A`,
			`${token.slice(0, -1)}${last}`,
			token.toUpperCase(),
		])
			await expectUnauthorized(read(fixture, guess));
		await expectTaken(read(fixture, token));
	});
});
