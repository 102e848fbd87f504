/**
 * Checks that the authorization server accepts our client metadata, which it validates only on the client's first
 * use.
 */
import { generateKeyPairSync } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import Provider, { type ClientMetadata } from 'oidc-provider';
import { expect, test } from 'vitest';
import { NO_CAPS } from '../../../test/support/agents.ts';
import type { StoredAgent } from '../../ports/agent-store.ts';
import { systemClock } from '../../runtime/clock.ts';
import { authorizationViews } from '../pages/authorization-views.ts';
import {
	type Application,
	agentKeyMarkOf,
	agentMetadata,
	applicationMetadata,
	commandLineMetadata,
	DEVICE_GRANT,
	tokenExtra,
} from './clients.ts';
import { providerSettings } from './provider-settings.ts';
import { createRecords } from './records.ts';

const ISSUER = 'https://carry.example';
const AGENT: StoredAgent = {
	agentId: 'agent_3f9a1c5b7d2e4f6081a3c5e7',
	userId: 'user_ann',
	name: 'night watch',
	scopes: ['arb:read'],
	caps: NO_CAPS,
	keyHash: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
	publicKeys: null,
	requiresDpop: false,
	createdAt: 0,
	keyChangedAt: 0,
	lastUsedAt: null,
	stoppedAt: null,
};

/** Loads the client into a server with the service's settings. @throws Error that names the refused field */
async function read(metadata: ClientMetadata, applications: readonly Application[] = []) {
	const { privateKey } = await generateKeyPair('ES256', { extractable: true });
	const provider = new Provider(
		ISSUER,
		providerSettings({
			resource: `${ISSUER}/jsonrpc/`,
			keys: [{ ...(await exportJWK(privateKey)), kid: 'a', alg: 'ES256', use: 'sig' }],
			cookieKeys: [Buffer.alloc(32, 1)],
			isHttps: true,
			applications,
			clientDocuments: false,
			mayFetchDocument: () => false,
			fetch,
			pages: authorizationViews('simulated', false),
			userExists: async () => true,
			agentScopes: async () => AGENT.scopes,
			clock: systemClock,
			adapter: (model: string) => ({
				...createRecords(model, {} as never),
				find: async (id: string) => (model === 'Client' && id === metadata.client_id ? metadata : undefined),
			}),
		}),
	);
	const client = await provider.Client.find(String(metadata.client_id));
	if (client === undefined) throw new Error('There is no such client.');
	return client;
}

test.each<Application>([
	{
		clientId: 'dashboard',
		name: 'Dashboard',
		kind: 'web',
		redirectUris: ['https://a.example/b?c=d', 'http://127.0.0.9:7/back'],
	},
	{ clientId: 'dashboard', name: 'Dashboard', kind: 'web', redirectUris: ['http://localhost:3000/'] },
	{
		clientId: 'desk',
		name: 'Trading app',
		kind: 'native',
		redirectUris: ['http://127.0.0.1/back', 'http://[::1]/', 'http://localhost/'],
	},
	{
		clientId: 'desk',
		name: 'Trading app',
		kind: 'native',
		redirectUris: ['com.example.desk:/back', 'https://a.example/b'],
	},
])('an application of the settings: $redirectUris', async (application) => {
	const client = await read(applicationMetadata(application), [application]);
	expect(client).toMatchObject({
		clientId: application.clientId,
		clientName: application.name,
		applicationType: application.kind,
		redirectUris: application.redirectUris,
		tokenEndpointAuthMethod: 'none',
	});
	expect(client.grantTypeAllowed('authorization_code')).toBe(true);
	expect(client.grantTypeAllowed('refresh_token')).toBe(true);
	expect(client.grantTypeAllowed('client_credentials')).toBe(false);
	expect(client.grantTypeAllowed(DEVICE_GRANT)).toBe(false);
});

test('leaves only the loopback port of a native application free', async () => {
	const application: Application = {
		clientId: 'desk',
		name: 'Trading app',
		kind: 'native',
		redirectUris: ['http://127.0.0.1/back'],
	};
	const client = await read(applicationMetadata(application), [application]);
	expect(client.redirectUriAllowed('http://127.0.0.1:50123/back')).toBe(true);
	for (const uri of ['http://127.0.0.1:50123/other', 'http://localhost:50123/back', 'https://127.0.0.1/back'])
		expect(client.redirectUriAllowed(uri), uri).toBe(false);
});

test('registers the command line with device codes and without a redirect', async () => {
	const client = await read(commandLineMetadata());
	expect(client).toMatchObject({ redirectUris: [], responseTypes: [], tokenEndpointAuthMethod: 'none' });
	expect(client.grantTypeAllowed(DEVICE_GRANT)).toBe(true);
	expect(client.grantTypeAllowed('authorization_code')).toBe(false);
});

test('registers an agent with the hash of its key as the secret, only for its own token', async () => {
	const client = await read(agentMetadata(AGENT));
	expect(client).toMatchObject({
		clientId: AGENT.agentId,
		clientName: 'night watch',
		clientSecret: AGENT.keyHash,
		tokenEndpointAuthMethod: 'client_secret_basic',
		dpopBoundAccessTokens: false,
		responseTypes: [],
		redirectUris: [],
	});
	expect(client.grantTypeAllowed('client_credentials')).toBe(true);
	for (const grant of ['authorization_code', 'refresh_token', DEVICE_GRANT])
		expect(client.grantTypeAllowed(grant), grant).toBe(false);
});

test('registers an agent with a key pair without a secret, and with bound tokens', async () => {
	const { publicKey } = generateKeyPairSync('ed25519');
	const keys = [publicKey.export({ format: 'jwk' }) as Record<string, unknown>];
	const client = await read(agentMetadata({ ...AGENT, keyHash: null, publicKeys: keys, requiresDpop: true }));
	expect(client).toMatchObject({
		tokenEndpointAuthMethod: 'private_key_jwt',
		dpopBoundAccessTokens: true,
		jwks: { keys },
	});
	expect(client.clientSecret).toBeUndefined();
});

test('adds the mark of the key only to the token of an agent', () => {
	const client = { clientSecret: String(AGENT.keyHash) };
	const extra = tokenExtra({ kind: 'ClientCredentials', client });
	expect(agentKeyMarkOf(extra)).toMatch(/^[0-9a-f]{64}$/);
	expect(agentKeyMarkOf(extra)).not.toBe(AGENT.keyHash);
	expect(
		agentKeyMarkOf(tokenExtra({ kind: 'ClientCredentials', client: { clientSecret: 'other' } })),
	).not.toBe(agentKeyMarkOf(extra));
	expect(tokenExtra({ kind: 'ClientCredentials', client: {} })).toBeUndefined();
	expect(tokenExtra({ kind: 'AccessToken', client })).toBeUndefined();
	expect(agentKeyMarkOf(undefined)).toBeUndefined();
	expect(agentKeyMarkOf({ agent_key_mark: 7 })).toBeUndefined();
});
