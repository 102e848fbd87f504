/**
 * Serves Bybit's OAuth for API brokers: the authorization page, tokens, and the API key obtained with a token.
 *
 * The main source is the page "Application Process" (docs/v5/broker/api-broker/guidance, as of 2026-05). It documents
 * the URL of the authorization page with `scope=openapi` and the parameters of the redirect that follows. It
 * documents `POST api2.bybit.com/oauth/v1/public/access_token` as a form with `client_id`, `client_secret` and
 * `code`, and its flat response with lifetimes of 86400 s and 2592000 s. It says that a code is short-lived and can
 * be used once. It documents `GET api2.bybit.com/oauth/v1/resource/restrict/openapi` with its response. The rest is
 * from the OAuth module in Bybit's own `skills` repository (read 2026-11): the second URL `/oauth`, PKCE with S256,
 * `refresh_token` with its parameters, and the codes 10001, 10003, 10004 and 33004. The module also shows that
 * refusals have `retCode` at the token endpoints and `ret_code` at the resource endpoints.
 *
 * We chose what the documentation does not say. Error redirects are as in RFC 6749, refusals have HTTP 200, a refresh
 * needs `client_secret`, and there is a revocation endpoint. A refresh invalidates the old tokens, and a code is
 * valid for 60 s. Tokens are opaque; Bybit's are JWTs. A second key request with a token of the same consent returns
 * the same key. The simulator differs from Bybit on purpose in two points. For an unregistered redirect URI, Bybit
 * redirects to the first registered one; the simulator refuses. Bybit redirects with 301, which browsers may cache;
 * the simulator uses 303.
 */

import { keyStatus } from '../core/api-keys.ts';
import { type AuthorizeDialect, serveAuthorize } from '../core/authorize-page.ts';
import { bearerToken, readForm, requiredField } from '../core/bearer.ts';
import { TooManyKeysError } from '../core/key-book.ts';
import { serveKeys } from '../core/keys-page.ts';
import type { Lifetimes, Tokens } from '../core/oauth.ts';
import { type OAuthReason, OAuthRefusal } from '../core/oauth-refusal.ts';
import type { Exchange, FrontEndRequest, FrontEndResponse } from '../core/types.ts';

const LIFETIMES: Lifetimes = { accessMs: 86_400_000, refreshMs: 2_592_000_000 };

const KEYS_PATH = '/app/user/api-management';

const DIALECT: AuthorizeDialect = {
	style: { title: 'Simulated Bybit', cookie: 'simulated-bybit' },
	scope: 'openapi',
	may: [
		'read balances, orders, positions and payments of the account',
		'trade USDT perpetuals: place and cancel orders, set leverage and margin mode',
	],
	mayNot: ['withdraw or transfer anything', 'change the account or make further keys'],
	keysPath: KEYS_PATH,
	callback: { response_type: 'code', scope: 'openapi' },
};

type Page = (exchange: Exchange, request: FrontEndRequest) => FrontEndResponse;

const PAGES: ReadonlyMap<string, Page> = new Map([
	['/en/oauth', (exchange, request) => serveAuthorize(exchange, DIALECT, request)],
	['/oauth', (exchange, request) => serveAuthorize(exchange, DIALECT, request)],
	[KEYS_PATH, (exchange, request) => serveKeys(exchange, DIALECT.style, request)],
]);

type Endpoint = (exchange: Exchange, request: FrontEndRequest) => unknown;

const TOKEN_ENDPOINTS: Readonly<Record<string, Endpoint>> = {
	'POST /oauth/v1/public/access_token': redeem,
	'POST /oauth/v1/public/refresh_token': refresh,
	'POST /oauth/v1/public/revoke_token': revoke,
};

const RESOURCES: Readonly<Record<string, Endpoint>> = {
	'GET /oauth/v1/resource/restrict/openapi': openApi,
};

/** True if `path` belongs to the OAuth API. All other paths belong to the trading API. */
export function isOAuthPath(path: string): boolean {
	return PAGES.has(path) || path.startsWith('/oauth/v1/');
}

/** Responds to a page, token or resource request; undefined for any other path. */
export function serveOAuth(exchange: Exchange, request: FrontEndRequest): FrontEndResponse | undefined {
	const page = PAGES.get(request.path);
	if (page !== undefined) return page(exchange, request);
	const endpoint = `${request.method} ${request.path}`;
	const token = TOKEN_ENDPOINTS[endpoint];
	if (token !== undefined) {
		return answer(exchange, request, token, (code, message) => ({
			retCode: code,
			retMsg: message,
			result: {},
			retExtInfo: {},
			time: exchange.now(),
		}));
	}
	const resource = RESOURCES[endpoint];
	if (resource === undefined) return undefined;
	return answer(exchange, request, resource, (code, message) => ({
		ret_code: code,
		ret_msg: message,
		result: {},
	}));
}

/**
 * `retCode` for each refusal. The messages are the core's, except the one in `MESSAGES`, which Bybit is known to use.
 */
const CODES: Readonly<Record<OAuthReason, number>> = {
	client: 10003,
	request: 10001,
	code: 10001,
	codeUsed: 10001,
	codeExpired: 10001,
	redirectUri: 10001,
	verifier: 10001,
	refreshToken: 10004,
	refreshTokenExpired: 10004,
	accessToken: 10001,
	accessTokenExpired: 33004,
	keys: 10001,
};

const MESSAGES: Readonly<Partial<Record<OAuthReason, string>>> = { verifier: 'code_verify_err' };

function answer(
	exchange: Exchange,
	request: FrontEndRequest,
	endpoint: Endpoint,
	refusalBody: (code: number, message: string) => unknown,
): FrontEndResponse {
	try {
		return json(endpoint(exchange, request));
	} catch (error) {
		const refusal = error instanceof TooManyKeysError ? new OAuthRefusal('keys', error.message) : error;
		if (!(refusal instanceof OAuthRefusal)) throw error;
		return json(refusalBody(CODES[refusal.reason], MESSAGES[refusal.reason] ?? refusal.message));
	}
}

function json(body: unknown): FrontEndResponse {
	const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
	return { status: 200, headers, body: JSON.stringify(body) };
}

function clientOf(exchange: Exchange, form: ReadonlyMap<string, string>): string {
	const id = requiredField(form, 'client_id');
	return exchange.oauth.clients.authenticate(id, requiredField(form, 'client_secret')).clientId;
}

/** Exchanges a code for tokens. The request need not contain the redirect URI, but if it does, the URI must match. */
function redeem(exchange: Exchange, request: FrontEndRequest): unknown {
	const form = readForm(request);
	const clientId = clientOf(exchange, form);
	const given = {
		code: requiredField(form, 'code'),
		redirectUri: form.get('redirect_uri'),
		verifier: form.get('code_verifier'),
	};
	return tokenBody(exchange.oauth.grants.redeem(clientId, given, LIFETIMES));
}

function refresh(exchange: Exchange, request: FrontEndRequest): unknown {
	const form = readForm(request);
	const clientId = clientOf(exchange, form);
	const token = requiredField(form, 'refresh_token');
	return tokenBody(exchange.oauth.grants.refresh(clientId, token, LIFETIMES));
}

function revoke(exchange: Exchange, request: FrontEndRequest): unknown {
	const form = readForm(request);
	exchange.oauth.grants.revoke(clientOf(exchange, form), requiredField(form, 'token'));
	return { retCode: 0, retMsg: 'OK', result: {}, retExtInfo: {}, time: exchange.now() };
}

function tokenBody({ accessToken, refreshToken }: Tokens): unknown {
	return {
		access_token: accessToken,
		refresh_token: refreshToken,
		token_type: 'bearer',
		expires_in: LIFETIMES.accessMs / 1_000,
		refresh_token_expires_in: LIFETIMES.refreshMs / 1_000,
	};
}

/**
 * Returns the API key that belongs to the token's consent. The first request creates it; later requests return the
 * same key while it is valid, because a GET should be repeatable.
 */
function openApi(exchange: Exchange, request: FrontEndRequest): unknown {
	const { accountId, clientId, grantId } = exchange.oauth.grants.allowedBy(bearerToken(request));
	const { keys, clients } = exchange.oauth;
	const now = exchange.now();
	const present = keys
		.ofAccount(accountId)
		.find((key) => key.application?.grantId === grantId && keyStatus(key, now) === 'active');
	const name = clients.find(clientId)?.name ?? clientId;
	const { key, secret } = present ?? keys.makeFor(accountId, { clientId, name, grantId }, undefined);
	return { ret_code: 0, ret_msg: 'success', result: { api_key: key, api_secret: secret } };
}
