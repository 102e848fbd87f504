/**
 * A certified OAuth server (`oidc-provider`) on the paths of Coinbase's: PKCE required, refresh tokens that count once,
 * revocation. A person is a function that walks its pages.
 */
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type JWK } from 'oidc-provider';

export type AuthorizationServer = AsyncDisposable & {
	readonly port: number;
	readonly provider: Provider;
	/** `POST /oauth2/token` of all that was asked beside the pages, in order; a test may empty it. */
	readonly asked: string[];
	/** While set, the token endpoint answers 503. */
	outage: boolean;
	/** Logs in and allows, or refuses; answers where the browser is sent back to. */
	visit(page: URL, decision: 'allow' | 'refuse'): Promise<URL>;
};

export async function startAuthorizationServer(client: {
	readonly clientId: string;
	readonly clientSecret: string;
	readonly redirectUri: string;
	readonly scopes: readonly string[];
}): Promise<AuthorizationServer> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const origin = `http://127.0.0.1:${port}`;
	const provider = new Provider(origin, {
		clients: [
			{
				client_id: client.clientId,
				client_secret: client.clientSecret,
				redirect_uris: [client.redirectUri],
				grant_types: ['authorization_code', 'refresh_token'],
				response_types: ['code'],
				token_endpoint_auth_method: 'client_secret_post',
				id_token_signed_response_alg: 'ES256',
			},
		],
		scopes: [...client.scopes],
		routes: { authorization: '/oauth2/auth', token: '/oauth2/token', revocation: '/oauth2/revoke' },
		features: {
			devInteractions: { enabled: false },
			revocation: { enabled: true, allowedPolicy: () => true },
		},
		jwks: {
			keys: [generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }) as JWK],
		},
		pkce: { required: () => true },
		rotateRefreshToken: true,
		issueRefreshToken: () => true,
		ttl: {
			AccessToken: 3_600,
			RefreshToken: 86_400,
			AuthorizationCode: 60,
			Interaction: 600,
			Session: 600,
			Grant: 86_400,
		},
		cookies: { keys: ['a key of the test'] },
		interactions: { url: (_context, { uid }) => `/login/${uid}` },
		async loadExistingGrant({ oidc }) {
			const grant = new provider.Grant({
				clientId: oidc.client?.clientId ?? '',
				accountId: oidc.session?.accountId ?? '',
			});
			grant.addOIDCScope(client.scopes.join(' '));
			await grant.save();
			return grant;
		},
		findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
	});
	const asked: string[] = [];
	const state = { outage: false };
	const answer = provider.callback();
	server.on('request', (request, response) => {
		const { pathname, searchParams } = new URL(request.url ?? '/', origin);
		if (pathname.startsWith('/login/')) {
			const isRefused = searchParams.get('decision') === 'refuse';
			void provider.interactionFinished(
				request,
				response,
				isRefused ? { error: 'access_denied' } : { login: { accountId: 'ann' } },
			);
			return;
		}
		if (request.method === 'POST') asked.push(`POST ${pathname}`);
		if (state.outage && pathname === '/oauth2/token') response.writeHead(503).end();
		else void answer(request, response);
	});
	return {
		port,
		provider,
		asked,
		get outage() {
			return state.outage;
		},
		set outage(isOut) {
			state.outage = isOut;
		},
		visit: (page, decision) => walk(page, decision, origin),
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

const STEPS_MAX = 6;

/** Follows redirects with the cookies of one browser until it leaves the server. */
async function walk(page: URL, decision: 'allow' | 'refuse', origin: string): Promise<URL> {
	const cookies = new Map<string, string>();
	let at = page;
	for (let step = 0; step < STEPS_MAX && at.origin === origin; step += 1) {
		if (at.pathname.startsWith('/login/')) at.searchParams.set('decision', decision);
		const response = await fetch(at, {
			redirect: 'manual',
			headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
		});
		for (const line of response.headers.getSetCookie()) {
			const [pair = ''] = line.split(';');
			const cut = pair.indexOf('=');
			cookies.set(pair.slice(0, cut), pair.slice(cut + 1));
		}
		const location = response.headers.get('location');
		if (location === null)
			throw new Error(`${at.pathname}: HTTP ${response.status} ${await response.text()}`);
		at = new URL(location, at);
	}
	return at;
}
