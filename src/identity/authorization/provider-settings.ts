/**
 * Builds the configuration of `oidc-provider`: features, lifetimes, and the scopes that each type of client can
 * request.
 */

import type { JWK } from 'jose';
import { type Configuration, errors, interactionPolicy } from 'oidc-provider';
import type { Clock } from '../../ports/clock.ts';
import { SCOPES } from '../scopes.ts';
import { type Application, applicationMetadata, commandLineMetadata, tokenExtra } from './clients.ts';
import { type AuthorizationPages, ROUTES } from './pages-and-paths.ts';
import { SIGNING_ALGORITHM } from './signing-keys.ts';
import { terminalSteps } from './terminal-steps.ts';
import { REFUSAL_TEXT } from './text.ts';

/** Lifetimes of tokens, codes and sessions, seconds. */
export const LIFETIMES_S = {
	accessToken: 900,
	agentToken: 3_600,
	refreshToken: 14 * 86_400,
	authorizationCode: 60,
	deviceCode: 600,
	interaction: 600,
	session: 12 * 3_600,
	idToken: 3_600,
} as const;

/** Grant types that an application may use if its client id is the URL of its metadata document. */
const DOCUMENT_GRANTS: ReadonlySet<string> = new Set(['authorization_code', 'refresh_token']);

/** Maximum validity of an agent's assertion, seconds. */
const ASSERTION_S_MAX = 3_600;
/** Maximum time by which an assertion's `iat` may be ahead of our clock, seconds. */
const CLOCK_SKEW_S = 60;

/** The authorization server's keys, applications and callbacks. */
export type ProviderParts = {
	/** URL of the protected resource, the only audience for tokens (RFC 8707). */
	readonly resource: string;
	/** Further URLs of the same resource. A token requested for one of them is issued for `resource`. */
	readonly otherAddresses?: readonly string[];
	readonly keys: readonly JWK[];
	readonly cookieKeys: readonly Buffer[];
	readonly isHttps: boolean;
	readonly applications: readonly Application[];
	/** True if a client id may be the URL of a metadata document. */
	readonly clientDocuments: boolean;
	/** @param address the caller's address; empty for this service itself */
	readonly mayFetchDocument: (address: string) => boolean;
	readonly fetch: typeof fetch;
	readonly pages: AuthorizationPages;
	readonly userExists: (userId: string) => Promise<boolean>;
	/** Returns the agent's current scopes; undefined for a stopped or unknown agent. */
	readonly agentScopes: (agentId: string) => Promise<readonly string[] | undefined>;
	readonly adapter: NonNullable<Configuration['adapter']>;
	readonly clock: Clock;
};

/** Builds the configuration for `oidc-provider`. Every feature that is not listed here stays off. */
export function providerSettings(parts: ProviderParts): Configuration {
	const { pages, isHttps } = parts;
	const cookie = { httpOnly: true, sameSite: 'lax', secure: isHttps, signed: true } as const;
	return {
		adapter: parts.adapter,
		clients: [...parts.applications.map(applicationMetadata), commandLineMetadata()],
		clientDefaults: { id_token_signed_response_alg: SIGNING_ALGORITHM },
		jwks: { keys: [...parts.keys] },
		routes: { ...ROUTES },
		// Our own scopes belong to the resource. If they were listed here, the server would request consent for them
		// again each time.
		scopes: ['openid'],
		claims: { openid: ['sub'] },
		subjectTypes: ['public'],
		responseTypes: ['code'],
		clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'],
		enabledJWA: {
			idTokenSigningAlgValues: [SIGNING_ALGORITHM],
			clientAuthSigningAlgValues: ['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519', 'RS256', 'PS256'],
			dPoPSigningAlgValues: ['ES256', 'ES384', 'EdDSA', 'Ed25519', 'RS256', 'PS256'],
		},
		async assertJwtClientAuthClaimsAndHeader(ctx, claims) {
			checkAssertionAudience(claims, ctx.oidc.clientJwtAuthExpectedAudience());
			checkAssertionTimes(claims, parts.clock);
		},
		pkce: { required: () => true },
		clientBasedCORS: () => false,
		cookies: {
			keys: [...parts.cookieKeys],
			names: cookieNames(isHttps),
			long: cookie,
			short: cookie,
		},
		ttl: LIFETIMES,
		rotateRefreshToken: true,
		issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
		expiresWithSession: async () => false,
		extraTokenClaims: async (_ctx, token) => tokenExtra(token),
		allowOmittingSingleRegisteredRedirectUri: false,
		acceptQueryParamAccessTokens: false,
		fetch: parts.fetch as NonNullable<Configuration['fetch']>,
		findAccount: async (_ctx, userId) =>
			(await parts.userExists(userId))
				? { accountId: userId, claims: async () => ({ sub: userId }) }
				: undefined,
		interactions: {
			url: async (_ctx, { uid }) => `/interaction/${uid}`,
			policy: interactions(),
		},
		renderError: async (ctx, { error, error_description }) => {
			ctx.type = 'html';
			ctx.body = pages.failure(error, error_description);
		},
		features: features(parts),
	};
}

const LIFETIMES: Configuration['ttl'] = {
	AccessToken: LIFETIMES_S.accessToken,
	ClientCredentials: LIFETIMES_S.agentToken,
	AuthorizationCode: LIFETIMES_S.authorizationCode,
	DeviceCode: LIFETIMES_S.deviceCode,
	IdToken: LIFETIMES_S.idToken,
	Interaction: LIFETIMES_S.interaction,
	RefreshToken: LIFETIMES_S.refreshToken,
	Grant: LIFETIMES_S.refreshToken,
	// A session without a user serves only to log in, so it lasts no longer than a login step.
	Session: (_ctx, session) =>
		session.accountId === undefined ? LIFETIMES_S.interaction : LIFETIMES_S.session,
};

type Features = NonNullable<Configuration['features']>;

function features(parts: ProviderParts): Features {
	return {
		devInteractions: { enabled: false },
		userinfo: { enabled: false },
		rpInitiatedLogout: { enabled: false },
		clientCredentials: { enabled: true },
		dPoP: { enabled: true },
		// A client cannot inspect or revoke another client's token (RFC 7009, 2.1; RFC 7662, 2.2).
		introspection: { enabled: true, allowedPolicy: isOwnToken },
		revocation: { enabled: true, allowedPolicy: isOwnToken },
		clientIdMetadataDocument: {
			enabled: parts.clientDocuments,
			ack: 'draft-02',
			allowFetch: (ctx) => parts.mayFetchDocument(ctx?.ip ?? ''),
			// Without this rule, anybody with a web server could pose as our command line and send users device
			// codes.
			allowClient: (_ctx, { grantTypes = [] }) => grantTypes.every((grant) => DOCUMENT_GRANTS.has(grant)),
		},
		deviceFlow: { enabled: true, ...terminalSteps(parts.pages) },
		resourceIndicators: resourceIndicators(parts),
	};
}

/** Issues every token for our single resource, whichever of its URLs the request names. */
function resourceIndicators(parts: ProviderParts): Features['resourceIndicators'] {
	const { resource, otherAddresses = [] } = parts;
	return {
		enabled: true,
		defaultResource: () => resource,
		useGrantedResource: () => true,
		async getResourceServerInfo(ctx, asked, client) {
			if (asked !== resource && !otherAddresses.includes(asked))
				throw new errors.InvalidTarget(REFUSAL_TEXT.resource(resource));
			const isAgent = client.grantTypeAllowed('client_credentials');
			const offered = isAgent ? ((await parts.agentScopes(client.clientId)) ?? []) : SCOPES;
			if (isAgent) requireSome(ctx.oidc.params?.scope, offered);
			return {
				scope: offered.join(' '),
				audience: resource,
				accessTokenFormat: 'opaque',
				accessTokenTTL: isAgent ? LIFETIMES_S.agentToken : LIFETIMES_S.accessToken,
			};
		},
	};
}

/**
 * Names the cookies. Over https, prefixes make browsers enforce cookie rules (RFC 6265bis, 4.1.3). Only the session
 * cookie has the path `/`, which `__Host-` requires.
 */
function cookieNames(isHttps: boolean) {
	const [host, secure] = isHttps ? ['__Host-', '__Secure-'] : ['', ''];
	return {
		session: `${host}cw_oauth`,
		interaction: `${secure}cw_oauth_step`,
		resume: `${secure}cw_oauth_resume`,
	};
}

/**
 * Refuses an assertion that names another audience besides us, because that audience could replay it here
 * (draft-ietf-oauth-rfc7523bis, section 4; read 2026-11-23). The library accepts such an assertion.
 */
function checkAssertionAudience({ aud }: Readonly<Record<string, unknown>>, own: ReadonlySet<string>): void {
	if ([aud].flat().every((one) => typeof one === 'string' && own.has(one))) return;
	throw new errors.InvalidClientAuth(REFUSAL_TEXT.assertionAudience);
}

/**
 * Limits the expiry of an agent's assertion, and refuses an assertion that was issued in the future. The server
 * remembers each assertion until it expires, so that each assertion works once (RFC 7523, section 3, points 4, 6 and
 * 7).
 */
function checkAssertionTimes({ exp, iat }: Readonly<Record<string, unknown>>, clock: Clock): void {
	const nowS = Math.floor(clock.now() / 1_000);
	if (typeof exp !== 'number' || exp > nowS + ASSERTION_S_MAX)
		throw new errors.InvalidClientAuth(REFUSAL_TEXT.assertionEnd(ASSERTION_S_MAX));
	if (iat !== undefined && (typeof iat !== 'number' || iat > nowS + CLOCK_SKEW_S))
		throw new errors.InvalidClientAuth(REFUSAL_TEXT.assertionFuture);
}

/**
 * Refuses a token that would have no scope. If only some scopes are granted, the response lists them (RFC 6749, 3.3).
 */
function requireSome(asked: unknown, offered: readonly string[]): void {
	const scope = typeof asked === 'string' ? asked : '';
	if (scope.split(' ').some((one) => offered.includes(one))) return;
	throw new errors.InvalidScope(REFUSAL_TEXT.agentScopes(offered), scope);
}

/**
 * Requires a login step for each request. The server's own cookie reaches every port on the host and outlives its
 * user's login. Our page therefore identifies the user again for each request. It knows the origin
 * (`identity/pages/browser-sessions.ts`) and whether the login is still valid.
 */
function interactions() {
	const { Check, base } = interactionPolicy;
	const policy = base();
	policy
		.get('login')
		?.checks.add(
			new Check('browser_not_asked', REFUSAL_TEXT.loginUnknown, 'login_required', (ctx) =>
				ctx.oidc.result?.login === undefined ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
			),
		);
	return policy;
}

async function isOwnToken(
	_ctx: unknown,
	client: { readonly clientId: string },
	token: { readonly clientId?: string | undefined },
): Promise<boolean> {
	return token.clientId === client.clientId;
}
