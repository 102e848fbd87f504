/**
 * Runs a real OpenID provider on loopback (the library oidc-provider), and logs users in at the provider without
 * showing a page.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import { type InteractionResults, Provider } from 'oidc-provider';

export const REDIRECT_URI = 'http://127.0.0.1:9/auth/callback/company';
export const CLIENT_SECRET = 'client-secret-of-at-least-thirty-two-signs';

/** The user's action at the provider: log in to an account, or decline. */
export type Person = { readonly accountId: string; readonly wallet?: string } | 'declines';

export type OpenidProvider = {
	readonly issuer: string;
	/**
	 * Follows the service's redirect to the provider. Returns the URL that the provider redirects the user back to.
	 */
	readonly visit: (url: string, person: Person) => Promise<string>;
	readonly close: () => Promise<void>;
};

/**
 * Starts the provider. It requires PKCE. Its clients `public`, `basic` and `post` are named after the way they
 * authenticate.
 */
export async function startOpenidProvider(): Promise<OpenidProvider> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const people = new Map<string, string | undefined>();
	let person: Person = 'declines';
	const provider = await createProvider(issuer, people);
	const callback = provider.callback();

	async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { prompt, params, grantId, session } = await provider.interactionDetails(request, response);
		const finish = (result: InteractionResults) => provider.interactionFinished(request, response, result);
		if (person === 'declines') return finish({ error: 'access_denied' });
		if (prompt.name === 'login') {
			people.set(person.accountId, person.wallet);
			return finish({ login: { accountId: person.accountId } });
		}
		const grant =
			(grantId === undefined ? undefined : await provider.Grant.find(grantId)) ??
			new provider.Grant({
				clientId: String(params.client_id),
				...(session === undefined ? {} : { accountId: session.accountId }),
			});
		grant.addOIDCScope('openid');
		return finish({ consent: { grantId: await grant.save() } });
	}

	server.on('request', (request, response) => {
		if (!request.url?.startsWith('/interaction/')) return void callback(request, response);
		interact(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
	});

	return {
		issuer,
		async visit(url, who) {
			person = who;
			return followUntil(url, REDIRECT_URI);
		},
		close() {
			server.closeAllConnections();
			return new Promise((resolve) => server.close(() => resolve()));
		},
	};
}

async function createProvider(issuer: string, people: ReadonlyMap<string, string | undefined>) {
	const { privateKey } = await generateKeyPair('RS256', { extractable: true });
	const client = { redirect_uris: [REDIRECT_URI], response_types: ['code' as const] };
	return new Provider(issuer, {
		clients: [
			{ ...client, client_id: 'public', token_endpoint_auth_method: 'none' },
			{ ...client, client_id: 'basic', client_secret: CLIENT_SECRET },
			{
				...client,
				client_id: 'post',
				client_secret: CLIENT_SECRET,
				token_endpoint_auth_method: 'client_secret_post',
			},
		],
		jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }] },
		cookies: { keys: ['key of the cookies'] },
		conformIdTokenClaims: false,
		claims: { openid: ['sub', 'wallet'] },
		findAccount: (_context, accountId) => ({
			accountId,
			claims: () => ({ sub: accountId, wallet: people.get(accountId) }),
		}),
		ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
		pkce: { required: () => true },
		features: { devInteractions: { enabled: false } },
		interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
	});
}

const REDIRECTS_MAX = 10;

/** Follows redirects, keeping cookies, until the URL begins with `end`. A login needs no other browser features. */
async function followUntil(url: string, end: string): Promise<string> {
	const cookies = new Map<string, string>();
	let at = url;
	for (let hop = 0; hop < REDIRECTS_MAX; hop += 1) {
		const response = await fetch(at, {
			redirect: 'manual',
			headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
		});
		for (const line of response.headers.getSetCookie()) {
			const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
			cookies.set(name, value);
		}
		const location = response.headers.get('location');
		if (location === null) throw new Error(`No redirect from ${at}: ${await response.text()}`);
		at = new URL(location, at).href;
		if (at.startsWith(end)) return at;
	}
	throw new Error(`More than ${REDIRECTS_MAX} redirects, last to ${at}.`);
}
