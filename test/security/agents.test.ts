/** Tests how an agent authenticates, which tokens it gets, and how it loses them. */
import { createHmac, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { exportJWK } from 'jose';
import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fixture, openFixture } from './fixture.ts';
import { type OAuthWalk, oauthWalk, SCOPE_ASKED, tokensOf } from './oauth-walk.ts';
import { copyToken, logIn, type MadeAgent, makeAgent, manage, type Person, pageToken } from './people.ts';
import {
	bearer,
	call,
	expectOAuthError,
	expectTaken,
	expectUnauthorized,
	givesNothing,
	read,
} from './refusals.ts';

const SCOPE = { scope: SCOPE_ASKED };

let fixture: Fixture;
let walk: OAuthWalk;
let ann: Person;

beforeAll(async () => {
	fixture = await openFixture();
	walk = await oauthWalk(fixture);
	ann = await logIn(fixture, 'ann');
});
afterAll(() => fixture[Symbol.asyncDispose]());

const tokenOf = async (agent: MadeAgent, scope = SCOPE_ASKED) =>
	(await tokensOf(await walk.agentToken(agent, { scope }))).access;

describe('RFC 7523 3 and RFC 9700 2.5 assertions of private_key_jwt', () => {
	let agent: MadeAgent;
	let keys: { readonly privateKey: KeyObject; readonly publicKey: KeyObject };
	let other: MadeAgent;

	beforeAll(async () => {
		keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
		agent = await makeAgent(ann, { public_keys: [await exportJWK(keys.publicKey)] });
		const strangers = generateKeyPairSync('ec', { namedCurve: 'P-256' });
		other = await makeAgent(ann, {
			public_keys: [await exportJWK(strangers.publicKey)],
		});
	});

	type Change = {
		readonly header?: Readonly<Record<string, unknown>>;
		readonly claims?: Readonly<Record<string, unknown>>;
		readonly signedBy?: (text: string) => string;
	};

	const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
	const ecdsa = (key: KeyObject) => (text: string) =>
		sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
	const now = () => Math.floor(Date.now() / 1_000);

	/** Builds an assertion without a library. The assertion is valid except for the given change. */
	function assertion({ header, claims, signedBy = ecdsa(keys.privateKey) }: Change = {}): string {
		const text = `${encoded({ alg: 'ES256', typ: 'JWT', ...header })}.${encoded({
			iss: agent.agentId,
			sub: agent.agentId,
			aud: fixture.publicUrl,
			jti: randomUUID(),
			iat: now(),
			exp: now() + 60,
			...claims,
		})}`;
		return `${text}.${signedBy(text)}`;
	}

	function ask(proof: string, fields: Readonly<Record<string, string>> = {}): Promise<Response> {
		return fixture.fetch(walk.as.token_endpoint ?? '', {
			method: 'POST',
			headers: { 'content-type': 'application/x-www-form-urlencoded' },
			body: new URLSearchParams({
				grant_type: 'client_credentials',
				client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
				client_assertion: proof,
				...SCOPE,
				...fields,
			}).toString(),
		});
	}

	test('accepts a valid assertion, built by the test or by a library', async () => {
		await expectTaken(read(fixture, (await tokensOf(await ask(assertion()))).access));
		for (const aud of [
			walk.as.token_endpoint,
			[fixture.publicUrl],
			[fixture.publicUrl, walk.as.token_endpoint],
		])
			await expectTaken(read(fixture, (await tokensOf(await ask(assertion({ claims: { aud } })))).access));
		const key = await crypto.subtle.importKey(
			'pkcs8',
			keys.privateKey.export({ format: 'der', type: 'pkcs8' }),
			{ name: 'ECDSA', namedCurve: 'P-256' },
			true,
			['sign'],
		);
		const client = { client_id: agent.agentId };
		await tokensOf(
			await oauth.clientCredentialsGrantRequest(walk.as, client, oauth.PrivateKeyJwt(key), SCOPE, walk.http),
		);
	});

	test('refuses an HMAC signature made with the public key, in every encoding of the key', async () => {
		const jwk = await exportJWK(keys.publicKey);
		const pem = keys.publicKey.export({ format: 'pem', type: 'spki' }).toString();
		for (const secret of [
			pem,
			pem.trim(),
			JSON.stringify(jwk),
			JSON.stringify({ keys: [jwk] }),
			agent.agentId,
			'',
		])
			for (const alg of ['HS256', 'HS384', 'HS512']) {
				const hash = alg.replace('HS', 'sha');
				const signedBy = (text: string) => createHmac(hash, secret).update(text).digest('base64url');
				await givesNothing(fixture, async () =>
					expectOAuthError(ask(assertion({ header: { alg }, signedBy })), 401, 'invalid_client'),
				);
			}
	});

	test('refuses an unsigned one, however its alg "none" is spelled', async () => {
		for (const alg of ['none', 'None', 'NONE', ''])
			await givesNothing(fixture, async () =>
				expectOAuthError(ask(assertion({ header: { alg }, signedBy: () => '' })), 401, 'invalid_client'),
			);
	});

	test.each<[string, () => Change]>([
		['for another audience', () => ({ claims: { aud: 'https://other.example' } })],
		['for the resource', () => ({ claims: { aud: fixture.resource } })],
		['for nobody', () => ({ claims: { aud: undefined } })],
		['for us and for another', () => ({ claims: { aud: [fixture.publicUrl, 'https://other.example'] } })],
		['for us and for the resource', () => ({ claims: { aud: [fixture.publicUrl, fixture.resource] } })],
		['expired', () => ({ claims: { exp: now() - 60 } })],
		['with an expiry a day ahead', () => ({ claims: { exp: now() + 86_400 } })],
		['without an expiry', () => ({ claims: { exp: undefined } })],
		['not valid yet', () => ({ claims: { nbf: now() + 600 } })],
		['issued in the future', () => ({ claims: { iat: now() + 600, exp: now() + 660 } })],
		['without an id', () => ({ claims: { jti: undefined } })],
		['issued by another', () => ({ claims: { iss: other.agentId } })],
		['about another', () => ({ claims: { sub: other.agentId } })],
		['of another agent, by this one’s key', () => ({ claims: { iss: other.agentId, sub: other.agentId } })],
		['of an unknown agent', () => ({ claims: { iss: 'agent_x', sub: 'agent_x' } })],
		[
			'signed by a key in its own header',
			() => {
				const forged = generateKeyPairSync('ec', { namedCurve: 'P-256' });
				const jwk = forged.publicKey.export({ format: 'jwk' });
				return { header: { jwk }, signedBy: ecdsa(forged.privateKey) };
			},
		],
		[
			'that names its key by URL',
			() => {
				const forged = generateKeyPairSync('ec', { namedCurve: 'P-256' });
				return { header: { jku: 'http://127.0.0.1:1/keys', kid: 'x' }, signedBy: ecdsa(forged.privateKey) };
			},
		],
		['with a changed signature', () => ({ signedBy: () => Buffer.alloc(64, 1).toString('base64url') })],
		['with a signature of zeros', () => ({ signedBy: () => Buffer.alloc(64).toString('base64url') })],
	])('%s', async (_what, change) => {
		await givesNothing(fixture, async () =>
			expectOAuthError(ask(assertion(change())), 401, 'invalid_client'),
		);
	});

	test('refuses a replay, one after another and in parallel', async () => {
		const once = assertion();
		await tokensOf(await ask(once));
		await givesNothing(fixture, async () => expectOAuthError(ask(once), 401, 'invalid_client'));
		const many = assertion();
		const answers = await Promise.all(Array.from({ length: 8 }, () => ask(many)));
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
	});

	test('gives no secret to an agent that has its own keys', async () => {
		for (const secret of ['', 'null', agent.agentId])
			await givesNothing(fixture, async () => {
				const answer = await walk.agentToken({ ...agent, key: secret === '' ? 'x' : secret }, SCOPE);
				await expectOAuthError(answer, 401, 'invalid_client');
			});
	});

	test('refuses an assertion from an agent with a secret key, and never accepts a private key', async () => {
		const keyed = await makeAgent(ann);
		const claims = { iss: keyed.agentId, sub: keyed.agentId };
		await givesNothing(fixture, async () =>
			expectOAuthError(ask(assertion({ claims })), 401, 'invalid_client'),
		);
		const jwk = keys.privateKey.export({ format: 'jwk' });
		fixture.traffic.note(String(jwk.d), 'a private key');
		const page = bearer(await pageToken(ann, 'manage'));
		const params = { name: 'leaky', scopes: ['arb:read'], caps: {}, public_keys: [jwk] };
		const answer = await givesNothing(fixture, () => call(fixture, 'create_agent', params, page));
		expect(answer.code).toBe('INVALID_PARAMS');
		expect(answer.text).toContain('Treat that key as leaked');
		expect(answer.text).not.toContain(jwk.d);
	});
});

describe('RFC 6749 2.3.1 the key of an agent', () => {
	test('accepts only the right key, by Basic', async () => {
		const [agent, neighbour] = [await makeAgent(ann), await makeAgent(ann)];
		const { hash } = fixture.database
			.prepare('SELECT key_hash AS hash FROM agent WHERE agent_id = ?')
			.get(agent.agentId) as { readonly hash: string };
		await givesNothing(fixture, async () => {
			for (const key of [
				neighbour.key,
				hash,
				`${agent.key}x`,
				agent.key.slice(0, -1),
				agent.key.toUpperCase(),
			])
				await expectOAuthError(walk.agentToken({ ...agent, key }, SCOPE), 401, 'invalid_client');
			await expectOAuthError(
				walk.agentToken({ agentId: neighbour.agentId, key: agent.key }, SCOPE),
				401,
				'invalid_client',
			);
			await expectOAuthError(
				oauth.clientCredentialsGrantRequest(
					walk.as,
					{ client_id: agent.agentId },
					oauth.None(),
					SCOPE,
					walk.http,
				),
				401,
				'invalid_client',
			);
		});
		fixture.passTime(3_600_000);
		await tokenOf(agent);
	});

	test('gives no client_credentials token to a public client, a person or an application', async () => {
		const { token } = await copyToken(ann);
		await givesNothing(fixture, async () => {
			for (const clientId of ['notebook', 'carrywire-cli'])
				await expectOAuthError(
					oauth.clientCredentialsGrantRequest(
						walk.as,
						{ client_id: clientId },
						oauth.None(),
						SCOPE,
						walk.http,
					),
					400,
					'invalid_request',
				);
			await expectOAuthError(
				walk.agentToken({ agentId: ann.userId, key: token }, SCOPE),
				401,
				'invalid_client',
			);
		});
	});

	test('gives an agent no token through a grant for people', async () => {
		const agent = await makeAgent(ann);
		const { path } = await walk.begin('notebook', { client_id: agent.agentId });
		const page = await givesNothing(fixture, () => ann.browser.open(path));
		expect([page.status, page.leftFor]).toEqual([400, undefined]);
		await expectOAuthError(
			oauth.deviceAuthorizationRequest(
				walk.as,
				{ client_id: agent.agentId },
				oauth.ClientSecretBasic(agent.key),
				SCOPE,
				walk.http,
			),
			400,
			'invalid_request',
		);
	});
});

describe('RFC 6749 3.3 an agent that requests more than its scopes', () => {
	test('gets its own scopes, named in the answer, and may do no more', async () => {
		const agent = await makeAgent(ann, { scopes: ['arb:read'] });
		const { access, scope } = await tokensOf(await walk.agentToken(agent, SCOPE));
		expect(scope).toBe('arb:read');
		await expectTaken(read(fixture, access));
		const traded = await call(fixture, 'halt_trading', {}, bearer(access));
		expect([traded.status, traded.code]).toEqual([403, 'FORBIDDEN']);
	});

	test.each([['a scope that it lacks'], ['no scope'], ['scopes for people only'], ['unknown scopes']])(
		'gets no token when it requests %s',
		async (what) => {
			const agent = await makeAgent(ann, { scopes: ['arb:read'] });
			const scope = {
				'a scope that it lacks': 'arb:trade',
				'no scope': '',
				'scopes for people only': 'exchange:connect agents:manage',
				'unknown scopes': 'admin openid',
			}[what] as string;
			await givesNothing(fixture, async () =>
				expectOAuthError(walk.agentToken(agent, scope === '' ? {} : { scope }), 400, 'invalid_scope'),
			);
		},
	);

	test('cannot be created with scopes for people only', async () => {
		for (const scope of ['exchange:connect', 'agents:manage']) {
			const page = bearer(await pageToken(ann, 'manage'));
			const params = { name: 'much', scopes: [scope], caps: {} };
			const { code } = await givesNothing(fixture, () => call(fixture, 'create_agent', params, page));
			expect(code).toBe('INVALID_PARAMS');
		}
	});

	test('loses a scope at once, in existing tokens too, when its owner removes it', async () => {
		const agent = await makeAgent(ann);
		const token = await tokenOf(agent);
		expect((await call(fixture, 'resume_trading', {}, bearer(token))).code).toBe('AGENT_NOT_ALLOWED');
		const params = { agent_id: agent.agentId, name: 'agent', scopes: ['arb:read'], caps: {} };
		await manage(ann, 'update_agent', params);
		expect((await call(fixture, 'resume_trading', {}, bearer(token))).code).toBe('FORBIDDEN');
		await expectTaken(read(fixture, token));
	});
});

describe('RFC 8707 2 an agent’s token for another resource', () => {
	test('is refused', async () => {
		const agent = await makeAgent(ann);
		for (const resource of ['https://other.example/', fixture.resource.slice(0, -1)])
			await givesNothing(fixture, async () =>
				expectOAuthError(walk.agentToken(agent, { ...SCOPE, resource }), 400, 'invalid_target'),
			);
		await tokensOf(await walk.agentToken(agent, { ...SCOPE, resource: fixture.resource }));
	});
});

describe('docs/security.md a stopped agent', () => {
	test('loses its tokens and its key at once and permanently', async () => {
		const [agent, neighbour] = [await makeAgent(ann), await makeAgent(ann)];
		const [token, others] = [await tokenOf(agent), await tokenOf(neighbour)];
		await expectTaken(read(fixture, token));
		await manage(ann, 'stop_agent', { agent_id: agent.agentId });
		await expectUnauthorized(read(fixture, token));
		await givesNothing(fixture, async () =>
			expectOAuthError(walk.agentToken(agent, SCOPE), 401, 'invalid_client'),
		);
		await expectTaken(read(fixture, others));
		const { token: owners } = await copyToken(ann);
		const again = await call(fixture, 'rotate_agent_key', { agent_id: agent.agentId }, bearer(owners));
		expect(again.code).toBe('AGENT_STOPPED');
	});

	test('loses them when it is stopped by JSON-RPC too', async () => {
		const agent = await makeAgent(ann);
		const token = await tokenOf(agent);
		const { token: owners } = await copyToken(ann);
		await expectTaken(call(fixture, 'stop_agent', { agent_id: agent.agentId }, bearer(owners)));
		await expectUnauthorized(read(fixture, token));
		await expectOAuthError(walk.agentToken(agent, SCOPE), 401, 'invalid_client');
	});

	test('gets no valid token from a request at the moment of the stop', async () => {
		const agent = await makeAgent(ann);
		const { token: owners } = await copyToken(ann);
		const asked = Array.from({ length: 8 }, () => walk.agentToken(agent, SCOPE));
		const [, ...answers] = await Promise.all([
			call(fixture, 'stop_agent', { agent_id: agent.agentId }, bearer(owners)),
			...asked,
		]);
		for (const answer of answers)
			if (answer.status === 200) await expectUnauthorized(read(fixture, (await tokensOf(answer)).access));
			else await expectOAuthError(answer, 401, 'invalid_client');
	});
});

describe('docs/security.md a rotated key', () => {
	test('ends the old key and all its tokens, and accepts the new key', async () => {
		const agent = await makeAgent(ann);
		const tokens = [await tokenOf(agent), await tokenOf(agent)];
		for (const token of tokens) await expectTaken(read(fixture, token));
		const { agent_key: key } = await manage<{ readonly agent_key: string }>(ann, 'rotate_agent_key', {
			agent_id: agent.agentId,
		});
		for (const token of tokens) await expectUnauthorized(read(fixture, token));
		await givesNothing(fixture, async () =>
			expectOAuthError(walk.agentToken(agent, SCOPE), 401, 'invalid_client'),
		);
		await expectTaken(read(fixture, await tokenOf({ ...agent, key })));
	});
});

describe('RFC 7009 2.1 and RFC 7662 2.2 an agent’s own tokens', () => {
	test('hides them from another agent of the same owner, which cannot revoke them', async () => {
		const [agent, neighbour] = [await makeAgent(ann), await makeAgent(ann)];
		const token = await tokenOf(agent);
		const as = (who: MadeAgent) =>
			[walk.as, { client_id: who.agentId }, oauth.ClientSecretBasic(who.key), token, walk.http] as const;
		expect(await (await oauth.introspectionRequest(...as(neighbour))).json()).toEqual({ active: false });
		expect((await oauth.revocationRequest(...as(neighbour))).status).toBe(200);
		await expectTaken(read(fixture, token));
		expect(await (await oauth.introspectionRequest(...as(agent))).json()).toMatchObject({ active: true });
		await oauth.revocationRequest(...as(agent));
		await expectUnauthorized(read(fixture, token));
	});
});
