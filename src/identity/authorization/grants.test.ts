/**
 * Checks which of the authorization server's tokens are valid in calls, and that a revocation takes effect at once.
 */

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NO_CAPS } from '../../../test/support/agents.ts';
import { databasePerTest } from '../../../test/support/database-per-test.ts';
import { type OwnAuthorization, ownAuthorization } from '../../../test/support/own-authorization.ts';
import { testVault } from '../../../test/support/test-vault.ts';
import { parseDecimal } from '../../domain/decimal.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Vault } from '../../ports/vault.ts';
import { systemClock } from '../../runtime/clock.ts';
import { createSqliteDatabase } from '../../store/sqlite/sqlite-database.ts';
import { createTokenStore } from '../../store/tokens.ts';

const TOKEN = 'access-token-of-forty-three-characters-as-usual';
const TERMS = { name: 'night watch', scopes: ['arb:read', 'arb:trade'], caps: NO_CAPS } as const;

const databases = databasePerTest();
/**
 * Milliseconds by which a test sets the service's clock ahead of the machine's clock, which the authorization server
 * reads.
 */
let aheadMs = 0;
let vault: Vault;
let beforeSeal: (() => Promise<void>) | undefined;
let fixture: OwnAuthorization;
const clock: Clock = {
	...systemClock,
	now: () => Date.now() + aheadMs,
	monotonic: () => performance.now() + aheadMs,
};

beforeEach(async () => {
	aheadMs = 0;
	beforeSeal = undefined;
	const real = testVault();
	vault = {
		...real,
		async seal(plaintext, binding) {
			await beforeSeal?.();
			return real.seal(plaintext, binding);
		},
	};
	const users = createTokenStore(createSqliteDatabase(databases.now()));
	for (const name of ['ann', 'bob'])
		await users.ensureUser({ userId: `user_${name}`, name, createdAt: Date.now() });
	fixture = await ownAuthorization(databases.now(), { clock, vault });
});
afterEach(async () => {
	await fixture[Symbol.asyncDispose]();
});

const nowS = () => Math.floor(Date.now() / 1_000);

/** Stores an application's access token with its grant, as the server does. */
async function putAccess(change: Readonly<Record<string, unknown>> = {}): Promise<void> {
	const common = { accountId: 'user_ann', clientId: 'dashboard', iat: nowS(), exp: nowS() + 900 };
	await fixture.put('Grant', 'grant-1', { ...common, kind: 'Grant', jti: 'grant-1' });
	await fixture.put('AccessToken', TOKEN, {
		...common,
		kind: 'AccessToken',
		jti: TOKEN,
		grantId: 'grant-1',
		aud: `${fixture.issuer}/jsonrpc/`,
		scope: 'arb:read openid',
		...change,
	});
}

const createAgent = async (scopes: readonly ('arb:read' | 'arb:trade')[] = TERMS.scopes) => {
	const { agent, key = '' } = await fixture.agents.create('user_ann', {
		...TERMS,
		scopes,
		publicKeys: undefined,
		requiresDpop: false,
	});
	return { id: agent.agentId, key };
};

async function takeToken(
	client: { readonly id: string; readonly key: string },
	scope = 'arb:read arb:trade',
) {
	const response = await fixture.post('/oauth/token', client, { grant_type: 'client_credentials', scope });
	const body = (await response.json()) as { readonly access_token: string; readonly error?: string };
	if (response.status !== 200) throw new Error(`HTTP ${response.status} ${JSON.stringify(body)}`);
	return body.access_token;
}

describe("an application's token", () => {
	test('identifies its user, with our scopes of the grant', async () => {
		await putAccess();
		expect(await fixture.tokens.verify(TOKEN)).toMatchObject({
			caller: {
				userId: 'user_ann',
				tokenId: expect.stringMatching(/^grant_[0-9a-f]{16}$/),
				scopes: new Set(['arb:read']),
				agent: undefined,
			},
			boundTo: undefined,
		});
	});

	test('with a key is bound to it', async () => {
		await putAccess({ jkt: 'thumbprint' });
		expect(await fixture.tokens.verify(TOKEN)).toMatchObject({ boundTo: 'thumbprint' });
	});

	test('without scopes permits nothing', async () => {
		await putAccess({ scope: undefined });
		expect((await fixture.tokens.verify(TOKEN))?.caller.scopes).toEqual(new Set());
	});

	test.each<[string, Readonly<Record<string, unknown>>]>([
		['another resource', { aud: 'https://other.example/' }],
		['a list of resources', { aud: ['https://other.example/'] }],
		['no resource', { aud: undefined }],
		['a future time', { iat: nowS() + 60 }],
		['no grant', { grantId: undefined }],
		['an unknown grant', { grantId: 'grant-2' }],
		["another user's grant", { accountId: 'user_bob' }],
		['no user', { accountId: undefined }],
		['another kind', { kind: 'RefreshToken' }],
	])('with %s is refused', async (_what, change) => {
		await putAccess(change);
		expect(await fixture.tokens.verify(TOKEN)).toBeUndefined();
	});

	test('expires, even when it is kept in memory', async () => {
		await putAccess();
		expect(await fixture.tokens.verify(TOKEN)).toBeDefined();
		aheadMs = 899_000;
		expect(await fixture.tokens.verify(TOKEN)).toBeDefined();
		aheadMs = 901_000;
		expect(await fixture.tokens.verify(TOKEN)).toBeUndefined();
	});

	test('ends at once with its grant, which only its user can end', async () => {
		await putAccess();
		expect(await fixture.tokens.verify(TOKEN)).toBeDefined();
		const [application] = await fixture.server.consents.list('user_ann');
		const id = application?.applicationId ?? '';
		expect(await fixture.server.consents.list('user_bob')).toEqual([]);
		expect(await fixture.server.consents.revoke('user_bob', id)).toBe(false);
		expect(await fixture.tokens.verify(TOKEN)).toBeDefined();
		expect(await fixture.server.consents.revoke('user_ann', id)).toBe(true);
		expect(await fixture.tokens.verify(TOKEN)).toBeUndefined();
		expect(await fixture.server.consents.revoke('user_ann', id)).toBe(false);
	});

	test('is refused if it was made while its grant ended', async () => {
		await putAccess();
		const [application] = await fixture.server.consents.list('user_ann');
		await fixture.server.consents.revoke('user_ann', application?.applicationId ?? '');
		const { accountId, clientId } = { accountId: 'user_ann', clientId: 'dashboard' };
		await fixture.put('AccessToken', TOKEN, {
			kind: 'AccessToken',
			jti: TOKEN,
			accountId,
			clientId,
			grantId: 'grant-1',
			iat: nowS(),
			aud: `${fixture.issuer}/jsonrpc/`,
			scope: 'arb:read',
		});
		expect(await fixture.tokens.verify(TOKEN)).toBeUndefined();
	});

	test('is not cached by a lookup that was in progress when its grant ended', async () => {
		await putAccess();
		const [application] = await fixture.server.consents.list('user_ann');
		const underWay = fixture.tokens.verify(TOKEN);
		const ending = fixture.server.consents.revoke('user_ann', application?.applicationId ?? '');
		await Promise.all([underWay, ending]);
		expect(await fixture.tokens.verify(TOKEN)).toBeUndefined();
	});

	test('is refused if its row names another application or kind of token', async () => {
		const { id } = await createAgent();
		await putAccess();
		databases
			.now()
			.prepare(
				"UPDATE oauth_record SET model = 'ClientCredentials', client_id = ? WHERE model = 'AccessToken'",
			)
			.run(id);
		expect(await fixture.tokens.verify(TOKEN)).toBeUndefined();
	});
});

describe("an agent's token", () => {
	test('identifies its owner and the agent with its caps', async () => {
		const client = await createAgent();
		expect(await fixture.tokens.verify(await takeToken(client))).toMatchObject({
			caller: {
				userId: 'user_ann',
				tokenId: expect.stringMatching(/^at_[0-9a-f]{16}$/),
				scopes: new Set(['arb:read', 'arb:trade']),
				agent: { agentId: client.id, caps: NO_CAPS },
			},
		});
	});

	test('has the requested scopes, and never more than the agent’s', async () => {
		const client = await createAgent(['arb:read']);
		expect((await fixture.tokens.verify(await takeToken(client, 'arb:read')))?.caller.scopes).toEqual(
			new Set(['arb:read']),
		);
		await expect(takeToken(client, 'arb:trade')).rejects.toThrow('invalid_scope');
		const wide = await takeToken(client, 'arb:read arb:trade agents:manage');
		expect((await fixture.tokens.verify(wide))?.caller.scopes).toEqual(new Set(['arb:read']));
	});

	test('follows every change of scopes and caps at once, even when it is kept in memory', async () => {
		const client = await createAgent();
		const token = await takeToken(client);
		await fixture.tokens.verify(token);
		const caps = { ...NO_CAPS, amountMax: parseDecimal('5') };
		await fixture.agents.update('user_ann', client.id, { ...TERMS, scopes: ['arb:read'], caps });
		expect((await fixture.tokens.verify(token))?.caller).toMatchObject({
			scopes: new Set(['arb:read']),
			agent: { caps },
		});
	});

	test('ends at once when the agent stops, and no other is issued', async () => {
		const [client, other] = [await createAgent(), await createAgent()];
		const [token, of] = [await takeToken(client), await takeToken(other)];
		await Promise.all([fixture.tokens.verify(token), fixture.tokens.verify(of)]);
		await fixture.agents.stop('user_ann', client.id);
		expect(await fixture.tokens.verify(token)).toBeUndefined();
		expect(await fixture.tokens.verify(of)).toBeDefined();
		await expect(takeToken(client)).rejects.toThrow('invalid_client');
	});

	test('is not cached by a lookup that was in progress when the agent stopped', async () => {
		const client = await createAgent();
		const token = await takeToken(client);
		const underWay = fixture.tokens.verify(token);
		await Promise.all([underWay, fixture.agents.stop('user_ann', client.id)]);
		expect(await fixture.tokens.verify(token)).toBeUndefined();
	});

	test('ends at once with the key that requested it', async () => {
		const client = await createAgent();
		const token = await takeToken(client);
		await fixture.tokens.verify(token);
		const { key } = await fixture.agents.rotateKey('user_ann', client.id);
		expect(await fixture.tokens.verify(token)).toBeUndefined();
		await expect(takeToken(client)).rejects.toThrow('invalid_client');
		expect(await fixture.tokens.verify(await takeToken({ id: client.id, key }))).toBeDefined();
	});

	test('is refused if the key changed while it was being issued', async () => {
		const client = await createAgent();
		const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
		// When the vault seals, the server has compared the key and is about to store the token.
		beforeSeal = () => {
			reached.resolve();
			return released.promise;
		};
		const taking = takeToken(client);
		await reached.promise;
		const { key } = await fixture.agents.rotateKey('user_ann', client.id);
		beforeSeal = undefined;
		released.resolve();
		expect(await fixture.tokens.verify(await taking)).toBeUndefined();
		expect(await fixture.tokens.verify(await takeToken({ id: client.id, key }))).toBeDefined();
	});

	test('can be revoked by the agent itself, at once', async () => {
		const client = await createAgent();
		const token = await takeToken(client);
		await fixture.tokens.verify(token);
		const response = await fixture.post('/oauth/revoke', client, { token });
		expect(response.status).toBe(200);
		expect(await fixture.tokens.verify(token)).toBeUndefined();
	});

	test("cannot be revoked or inspected with another's key", async () => {
		const [client, other] = [await createAgent(), await createAgent()];
		const token = await takeToken(client);
		await fixture.post('/oauth/revoke', other, { token });
		expect(await fixture.tokens.verify(token)).toBeDefined();
		const asked = await fixture.post('/oauth/introspect', other, { token });
		expect(await asked.json()).toEqual({ active: false });
	});

	test('reveals nothing about the key that requested it', async () => {
		const client = await createAgent();
		const token = await takeToken(client);
		const { keyHash } = (await fixture.agents.findActive(client.id)) ?? {};
		const asked = await (await fixture.post('/oauth/introspect', client, { token })).text();
		expect(JSON.parse(asked)).toMatchObject({ active: true, client_id: client.id });
		expect(asked).not.toContain(keyHash);
		expect(asked).not.toContain(client.key);
	});
});
