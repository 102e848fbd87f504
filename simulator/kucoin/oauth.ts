/**
 * Serves KuCoin's Fast API for brokers: the authorization page, tokens, and the API key obtained with a token.
 *
 * Sources: the page "Broker Fast API Service" (docs-new/rest/broker/api-broker/fast-api) and the announcement of
 * 2024-07-21, both read 2026-11. They document `www.kucoin.com/oauth` with `scope=OAUTH_CREATE_API`. They document
 * `GET www.kucoin.com/_oauth/access-token` with `grant_type`, `code`, `redirect_uri` and `client_id`, and `POST
 * www.kucoin.com/_oauth/refresh-token` with `grant_type` (written there as `authorization_code`), `refresh_token` and
 * `scope`. Both return a flat response with a list of scopes and lifetimes of 1 h and 3 days. After a refresh, only
 * the new access token is valid. `POST www.kucoin.com/_oauth/resource/ucenter/outer/api-key/add` takes a bearer token
 * and no parameters. Keys may never withdraw. The page asks for a redirect URI that is not percent-encoded; either
 * form is accepted here.
 *
 * The documentation is silent on some points, for which we made the following choices. The client secret, which is
 * issued and named but is in no parameter table, is sent as the parameter `client_secret`. The same parameters may be
 * sent as a posted form, so that neither code nor secret appears in a URL. Error redirects follow RFC 6749. The codes
 * of refusals, the revocation endpoint and PKCE are also ours, and a code is valid for 60 s. Here, two keys of one
 * application may have the same name; KuCoin lists "repeated apiName" as an error without saying how the name is
 * built. The newer `/_oauth/resource/cyber-truck-vault/v2/…` is not served.
 */
import { type AuthorizeDialect, serveAuthorize } from '../core/authorize-page.ts';
import { bearerToken, readForm, requiredField } from '../core/bearer.ts';
import { TooManyKeysError } from '../core/key-book.ts';
import { serveKeys } from '../core/keys-page.ts';
import type { Lifetimes, Tokens } from '../core/oauth.ts';
import { type OAuthReason, OAuthRefusal } from '../core/oauth-refusal.ts';
import type { Exchange, FrontEndRequest, FrontEndResponse } from '../core/types.ts';

const LIFETIMES: Lifetimes = { accessMs: 3_600_000, refreshMs: 3 * 86_400_000 };

const KEYS_PATH = '/account/api';

const DIALECT: AuthorizeDialect = {
	style: { title: 'Simulated KuCoin', cookie: 'simulated-kucoin' },
	scope: 'OAUTH_CREATE_API',
	may: [
		'read balances, orders, positions and payments of the account (General)',
		'trade USDT futures: place and cancel orders, set leverage and margin mode (Futures)',
	],
	mayNot: ['withdraw or transfer anything', 'change the account or make further keys'],
	keysPath: KEYS_PATH,
	callback: {},
};

type Page = (exchange: Exchange, request: FrontEndRequest) => FrontEndResponse;

const PAGES: ReadonlyMap<string, Page> = new Map([
	['/oauth', (exchange, request) => serveAuthorize(exchange, DIALECT, request)],
	[KEYS_PATH, (exchange, request) => serveKeys(exchange, DIALECT.style, request)],
]);

type Endpoint = (exchange: Exchange, request: FrontEndRequest) => unknown;

const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
	'GET /_oauth/access-token': redeem,
	'POST /_oauth/access-token': redeem,
	'POST /_oauth/refresh-token': refresh,
	'POST /_oauth/revoke-token': revoke,
	'POST /_oauth/resource/ucenter/outer/api-key/add': addKey,
};

/** True if `path` belongs to the OAuth API. All other paths belong to the trading API. */
export function isOAuthPath(path: string): boolean {
	return PAGES.has(path) || path.startsWith('/_oauth/');
}

/** Responds to a page, token or resource request; undefined for any other path. */
export function serveOAuth(exchange: Exchange, request: FrontEndRequest): FrontEndResponse | undefined {
	const page = PAGES.get(request.path);
	if (page !== undefined) return page(exchange, request);
	const endpoint = ENDPOINTS[`${request.method} ${request.path}`];
	if (endpoint === undefined) return undefined;
	try {
		return json(200, endpoint(exchange, request));
	} catch (error) {
		const refusal = error instanceof TooManyKeysError ? new OAuthRefusal('keys', error.message) : error;
		if (!(refusal instanceof OAuthRefusal)) throw error;
		const status = UNAUTHORIZED.has(refusal.reason) ? 401 : 400;
		const body = { success: false, code: String(status), msg: refusal.message, retry: false, data: null };
		return json(status, body);
	}
}

/**
 * Reasons that concern the caller's credentials, for which the response is 401. All other reasons concern the
 * request, and the response is 400. The number is both the HTTP status and `code`.
 */
const UNAUTHORIZED: ReadonlySet<OAuthReason> = new Set(['client', 'accessToken', 'accessTokenExpired']);

function json(status: number, body: unknown): FrontEndResponse {
	const headers = { 'content-type': 'application/json;charset=UTF-8', 'cache-control': 'no-store' };
	return { status, headers, body: JSON.stringify(body) };
}

function clientOf(exchange: Exchange, form: ReadonlyMap<string, string>): string {
	const id = requiredField(form, 'client_id');
	return exchange.oauth.clients.authenticate(id, requiredField(form, 'client_secret')).clientId;
}

function checkGrantType(form: ReadonlyMap<string, string>, ...allowed: readonly string[]): void {
	const given = requiredField(form, 'grant_type');
	if (!allowed.includes(given)) {
		throw new OAuthRefusal('request', `The grant_type must be ${allowed.join(' or ')}.`);
	}
}

function redeem(exchange: Exchange, request: FrontEndRequest): unknown {
	const form = readForm(request);
	const clientId = clientOf(exchange, form);
	checkGrantType(form, 'authorization_code');
	const given = {
		code: requiredField(form, 'code'),
		redirectUri: requiredField(form, 'redirect_uri'),
		verifier: form.get('code_verifier'),
	};
	return tokenBody(exchange.oauth.grants.redeem(clientId, given, LIFETIMES));
}

function refresh(exchange: Exchange, request: FrontEndRequest): unknown {
	const form = readForm(request);
	const clientId = clientOf(exchange, form);
	checkGrantType(form, 'refresh_token', 'authorization_code');
	const scope = form.get('scope');
	if (scope !== undefined && scope !== DIALECT.scope) {
		throw new OAuthRefusal('request', `The scope must be ${DIALECT.scope}.`);
	}
	const token = requiredField(form, 'refresh_token');
	return tokenBody(exchange.oauth.grants.refresh(clientId, token, LIFETIMES));
}

function revoke(exchange: Exchange, request: FrontEndRequest): unknown {
	const form = readForm(request);
	exchange.oauth.grants.revoke(clientOf(exchange, form), requiredField(form, 'token'));
	return success(null);
}

function tokenBody({ accessToken, refreshToken, scope }: Tokens): unknown {
	return {
		access_token: accessToken,
		token_type: 'bearer',
		expires_in: LIFETIMES.accessMs / 1_000,
		refresh_token: refreshToken,
		scope: [scope],
	};
}

/** Creates a key. Like KuCoin's endpoint, every call creates a new one. */
function addKey(exchange: Exchange, request: FrontEndRequest): unknown {
	const { accountId, clientId, grantId } = exchange.oauth.grants.allowedBy(bearerToken(request));
	const { keys, clients } = exchange.oauth;
	const name = clients.find(clientId)?.name ?? clientId;
	const { key, secret, passphrase } = keys.makeFor(accountId, { clientId, name, grantId }, undefined);
	return success({
		apiName: name,
		apiKey: key,
		secret,
		passphrase,
		brokerId: clientId,
		authGroup: 'API_COMMON,API_FUTURES',
		ipWhiteList: '',
	});
}

/** Builds the envelope of KuCoin's website, whose success code is 200. The trading API has 200000. */
function success(data: unknown): unknown {
	return { success: true, code: '200', msg: 'success', retry: false, data };
}
