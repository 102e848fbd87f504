/**
 * Serves KuCoin futures (classic account) as a front end of the simulated exchange, with its REST and WebSocket
 * protocols.
 */
import { randomBytes } from 'node:crypto';
import { type ApiKey, keyStatus } from '../core/api-keys.ts';
import {
	type Exchange,
	ExchangeRefusal,
	type FrontEnd,
	type FrontEndRequest,
	type FrontEndResponse,
} from '../core/types.ts';
import { ACCOUNT_ROUTES } from './account-routes.ts';
import { KucoinRefusal, toKucoinRefusal } from './errors.ts';
import {
	ADDRESS_BLOCK_SECONDS,
	createWeightLimiter,
	KUCOIN_LIMITS,
	type KucoinLimits,
	limitHeaders,
} from './limits.ts';
import { MARKET_ROUTES } from './market-routes.ts';
import { writeJson } from './numbers.ts';
import { isOAuthPath, serveOAuth } from './oauth.ts';
import { ORDER_ROUTES } from './order-routes.ts';
import { readParams, text } from './params.ts';
import { matchRoute } from './routes.ts';
import { authenticate } from './signing.ts';
import { connectStream, type StreamOwner } from './stream.ts';
import { TRANSFER_ROUTES } from './transfer-routes.ts';

const PRIVATE_ROUTES = { ...ACCOUNT_ROUTES, ...ORDER_ROUTES, ...TRANSFER_ROUTES };
const SUCCESS = '200000';
const SETTLED_RATES = '/api/v1/contract/funding-rates';
const JSON_HEADERS = { 'content-type': 'application/json;charset=UTF-8' } as const;
const STREAM_ENDPOINT = 'wss://ws-api-futures.kucoin.com/';
const HOSTS = [
	'api.kucoin.com',
	'api-futures.kucoin.com',
	'ws-api-futures.kucoin.com',
	'ws-api-spot.kucoin.com',
	'wsapi-push.kucoin.com',
	'x-push-futures.kucoin.com',
	'openapi-v2.kucoin.com',
	'www.kucoin.com',
];
/** Maximum number of stream tokens kept; the oldest are dropped first. KuCoin's own tokens last a day. */
const TOKENS_MAX = 10_000;

/**
 * Operation classes in the fault plan, by pattern of `METHOD path`. A request that matches no pattern belongs to the
 * class `market`.
 */
const OPERATIONS: readonly (readonly [RegExp, string])[] = [
	[/^POST \/api\/v1\/orders$/, 'order.create'],
	[/^DELETE \/api\/v[13]\/orders/, 'order.cancel'],
	[/^GET \/api\/v1\/(orders|fills|recentFills|recentDoneOrders)/, 'order.query'],
	[/^(GET|POST) \/api\/v[12]\/(positions?|getCrossUserLeverage|changeCrossUserLeverage)/, 'position'],
	[/^GET \/api\/v1\/(funding-history|contract\/funding-rates|funding-rate\/)/, 'funding'],
	[/^POST \/api\/v3\/accounts\/universal-transfer$/, 'transfer'],
	[/^GET \/api\/v1\/(deposits|withdrawals)$/, 'account'],
	[
		/^(GET|POST) \/api\/(v1\/(account-overview|transaction-history|trade-fees|accounts|hf\/|bullet-private|user\/api-key)|ua\/v1\/account)/,
		'account',
	],
];

export function createKucoinFrontEnd(exchange: Exchange, limits: KucoinLimits = KUCOIN_LIMITS): FrontEnd {
	const takeWeight = createWeightLimiter(limits);
	const tokens = new Map<string, StreamOwner>();

	function handle(request: FrontEndRequest): FrontEndResponse {
		try {
			return answer(request);
		} catch (error) {
			if (error instanceof ExchangeRefusal) return refused(toKucoinRefusal(error));
			if (error instanceof KucoinRefusal) return refused(error);
			console.error(error);
			return refused(new KucoinRefusal('500000', 'Internal Server Error', 500));
		}
	}

	function answer(request: FrontEndRequest): FrontEndResponse {
		const access = serveOAuth(exchange, request);
		if (access !== undefined) return access;
		const bullet = /^\/api\/v[12]\/bullet-(public|private)$/.exec(request.path);
		if (bullet !== null && request.method === 'POST')
			return success(bulletBody(bullet[1] === 'private' ? authenticate(exchange, request) : undefined));
		const open = matchRoute(MARKET_ROUTES, request.method, request.path);
		if (open !== undefined) {
			const data = open.route(exchange, readParams(request), open.path);
			return request.path === SETTLED_RATES ? settledRates(data) : success(data);
		}
		const closed = matchRoute(PRIVATE_ROUTES, request.method, request.path);
		if (closed === undefined) throw new KucoinRefusal('404000', 'URL Not Found', 404);
		const key = authenticate(exchange, request);
		const state = takeWeight(key.key, `${request.method} ${request.path}`, exchange.now());
		if (!state.allowed)
			return {
				...rateLimited(limits, state.resetMs),
				headers: { ...JSON_HEADERS, ...limitHeaders(limits, state) },
			};
		const response = success(closed.route(exchange, readParams(request), closed.path, key));
		return { ...response, headers: { ...JSON_HEADERS, ...limitHeaders(limits, state) } };
	}

	/** Issues a stream token. A private token is bound to the key. */
	function bulletBody(key: ApiKey | undefined) {
		const token = randomBytes(48).toString('base64url');
		if (key !== undefined) {
			tokens.set(token, { accountId: key.accountId, key: key.key });
			const oldest = tokens.keys().next();
			if (tokens.size > TOKENS_MAX && !oldest.done) tokens.delete(oldest.value);
		}
		return {
			token,
			instanceServers: [
				{
					endpoint: STREAM_ENDPOINT,
					encrypt: true,
					protocol: 'websocket',
					pingInterval: 18_000,
					pingTimeout: 10_000,
				},
			],
		};
	}

	/** Returns the owner of a token. A token expires with its key. */
	function ownerOf(token: string): StreamOwner | undefined {
		const owner = tokens.get(token);
		const key = owner === undefined ? undefined : exchange.apiKey(owner.key);
		return key !== undefined && keyStatus(key, exchange.now()) === 'active' ? owner : undefined;
	}

	return {
		name: 'kucoin',
		hosts: HOSTS,
		handle,
		connect: (socket) => connectStream(exchange, ownerOf, socket),
		operation: (request) => operationOf(request),
		rateLimitResponse: () => rateLimited(limits, limits.windowMs),
		banResponse: addressBlocked,
		isPrivateStream: (_path, query) => tokens.has(new URLSearchParams(query).get('token') ?? ''),
		bookDeltaSymbol: (frame) =>
			frame.includes('"change":') ? /"\/contractMarket\/level2:([^"]+)"/.exec(frame)?.[1] : undefined,
	};
}

function success(data: unknown): FrontEndResponse {
	return { status: 200, headers: JSON_HEADERS, body: writeJson({ code: SUCCESS, data }) };
}

/** Builds the response with settled funding rates. Its envelope has more fields than that of any other response. */
function settledRates(data: unknown): FrontEndResponse {
	const envelope = { success: true, code: SUCCESS, msg: 'success', retry: false, data };
	return { status: 200, headers: JSON_HEADERS, body: writeJson(envelope) };
}

function refused(refusal: KucoinRefusal): FrontEndResponse {
	return {
		status: refusal.status,
		headers: JSON_HEADERS,
		body: JSON.stringify({ code: refusal.code, msg: refusal.message }),
	};
}

function rateLimited(limits: KucoinLimits, resetMs: number): FrontEndResponse {
	const headers = { ...JSON_HEADERS, ...limitHeaders(limits, { allowed: false, remaining: 0, resetMs }) };
	return {
		status: 429,
		headers,
		body: JSON.stringify({
			code: '429000',
			msg: 'Too many requests in a short period of time, please retry later',
		}),
	};
}

/**
 * Returns the response that Cloudflare, the proxy in front of KuCoin, sends to a blocked address. Clients other than
 * browsers get one line that is not JSON.
 */
function addressBlocked(): FrontEndResponse {
	return {
		status: 429,
		headers: { 'content-type': 'text/plain; charset=UTF-8', 'retry-after': String(ADDRESS_BLOCK_SECONDS) },
		body: 'error code: 1015',
	};
}

function operationOf(request: FrontEndRequest): { readonly operation: string; readonly symbol?: string } {
	if (isOAuthPath(request.path)) return { operation: 'oauth' };
	const endpoint = `${request.method} ${request.path}`;
	const operation = OPERATIONS.find(([pattern]) => pattern.test(endpoint))?.[1] ?? 'market';
	const symbol = symbolOf(request);
	return symbol === undefined ? { operation } : { operation, symbol };
}

function symbolOf(request: FrontEndRequest): string | undefined {
	try {
		return text(readParams(request), 'symbol');
	} catch {
		return undefined;
	}
}
