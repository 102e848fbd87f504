/** Tests an application that a stranger's own metadata document describes. */
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';
import { expect, test } from 'vitest';
import { DEVICE_GRANT } from '../../src/identity/authorization/clients.ts';
import { shownName } from '../../src/identity/authorization/consents.ts';
import { providerSettings } from '../../src/identity/authorization/provider-settings.ts';
import { createRecords } from '../../src/identity/authorization/records.ts';
import { authorizationViews } from '../../src/identity/pages/authorization-views.ts';
import { systemClock } from '../../src/runtime/clock.ts';

const ISSUER = 'https://carry.example';
const DOCUMENT = 'https://stranger.example/app';

/** Returns the application that a server with the service's settings reads from the document. */
async function described(members: object) {
	const { privateKey } = await generateKeyPair('ES256', { extractable: true });
	const provider = new Provider(
		ISSUER,
		providerSettings({
			resource: `${ISSUER}/jsonrpc/`,
			keys: [{ ...(await exportJWK(privateKey)), kid: 'a', alg: 'ES256', use: 'sig' }],
			cookieKeys: [Buffer.alloc(32, 1)],
			isHttps: true,
			applications: [],
			clientDocuments: true,
			mayFetchDocument: () => true,
			fetch: async () =>
				Response.json({ client_id: DOCUMENT, token_endpoint_auth_method: 'none', ...members }),
			pages: authorizationViews('simulated', false),
			userExists: async () => true,
			agentScopes: async () => undefined,
			clock: systemClock,
			adapter: (model: string) => ({ ...createRecords(model, {} as never), find: async () => undefined }),
		}),
	);
	return provider.Client.find(DOCUMENT);
}

const WALKS = { redirect_uris: ['https://stranger.example/back'], response_types: ['code'] };

test('an application from a document may request authorization in the user’s browser', async () => {
	await expect(described(WALKS)).resolves.toMatchObject({ clientId: DOCUMENT });
	const kept = { ...WALKS, grant_types: ['authorization_code', 'refresh_token'] };
	await expect(described(kept)).resolves.toMatchObject({ clientId: DOCUMENT });
});

test('an application from a document may use neither the device grant nor the grant for agents', async () => {
	for (const grant of [DEVICE_GRANT, 'client_credentials'])
		await expect(
			described({
				...WALKS,
				client_name: 'Carrywire command line',
				grant_types: ['authorization_code', grant],
			}),
		).rejects.toMatchObject({ message: 'invalid_client' });
});

test('an application name can neither reverse nor displace the text beside it', () => {
	expect(shownName('Web\u202etxet')).toBe('Web txet');
	expect(shownName('Web\n\n\u200b\u2066 App')).toBe('Web App');
	expect(shownName('𝕎'.repeat(5_000))).toBe('𝕎'.repeat(64));
	for (const nothing of [undefined, '', ' \u200f\t']) expect(shownName(nothing)).toBeUndefined();
});
