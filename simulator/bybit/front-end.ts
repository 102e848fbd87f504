/**
 * Serves Bybit's V5 API for the simulated exchange: linear USDT perpetuals in a unified account.
 *
 * The server passes in requests and sockets. This module finds the endpoint, checks limits, key and permission in the
 * same order as Bybit, and wraps each response in the envelope `{retCode, retMsg, result, retExtInfo, time}`.
 */
import type { ApiKey } from '../core/api-keys.ts';
import { callerOf } from '../core/caller.ts';
import {
	type Exchange,
	ExchangeRefusal,
	type FrontEnd,
	type FrontEndRequest,
	type FrontEndResponse,
	type FrontEndSocket,
} from '../core/types.ts';
import { ACCOUNT_ROUTES } from './account-routes.ts';
import { bookDeltaSymbol } from './book-feed.ts';
import { DEAD_MAN_ROUTES } from './dead-man.ts';
import {
	addressLimited,
	BybitRefusal,
	rateLimited,
	routeNotFound,
	serverError,
	toBybitRefusal,
} from './errors.ts';
import {
	BYBIT_LIMITS,
	createRequestLimiter,
	type LimitVerdict,
	limitHeaders,
	limitOf,
	type RequestLimiter,
	type RequestLimits,
} from './limits.ts';
import { MARKET_ROUTES } from './market-routes.ts';
import { isOAuthPath, serveOAuth } from './oauth.ts';
import { ORDER_ROUTES } from './order-routes.ts';
import { type Params, readParams, text } from './params.ts';
import { connectPrivateStream } from './private-stream.ts';
import { connectPublicStream, createPublicFeeds } from './public-stream.ts';
import type { PrivateRoute, PublicRoute, RouteAnswer } from './routes.ts';
import { authenticate } from './signing.ts';
import { TRANSFER_ENDPOINTS, TRANSFER_ROUTES } from './transfer-routes.ts';

const PRIVATE_ROUTES: Readonly<Record<string, PrivateRoute>> = {
	...ORDER_ROUTES,
	...ACCOUNT_ROUTES,
	...DEAD_MAN_ROUTES,
	...TRANSFER_ROUTES,
};

/** Operation class of each `METHOD path` in the fault plan. Any other request belongs to the class `market`. */
const OPERATIONS: Readonly<Record<string, string>> = {
	'POST /v5/order/create': 'order.create',
	'POST /v5/order/cancel': 'order.cancel',
	'POST /v5/order/cancel-all': 'order.cancel',
	'POST /v5/order/disconnected-cancel-all': 'deadMan',
	'GET /v5/account/query-dcp-info': 'deadMan',
	'GET /v5/order/realtime': 'order.query',
	'GET /v5/order/history': 'order.query',
	'GET /v5/execution/list': 'order.query',
	'GET /v5/position/list': 'position',
	'POST /v5/position/set-leverage': 'position',
	'POST /v5/position/switch-mode': 'position',
	'GET /v5/user/query-api': 'account',
	'GET /v5/account/info': 'account',
	'GET /v5/account/wallet-balance': 'account',
	'GET /v5/account/withdrawal': 'account',
	'GET /v5/account/fee-rate': 'account',
	'GET /v5/account/transaction-log': 'account',
	'POST /v5/account/set-margin-mode': 'account',
	'GET /v5/asset/coin/query-info': 'account',
	'POST /v5/asset/transfer/inter-transfer': 'transfer',
	'GET /v5/asset/transfer/query-inter-transfer-list': 'account',
	'GET /v5/asset/transfer/query-account-coins-balance': 'account',
	'GET /v5/asset/deposit/query-record': 'account',
	'GET /v5/asset/withdraw/query-record': 'account',
	'GET /v5/market/funding/history': 'funding',
};

const PUBLIC_STREAM = '/v5/public/linear';
const PRIVATE_STREAM = '/v5/private';

const HOSTS = [
	'api.bybit.com',
	'api.bytick.com',
	'stream.bybit.com',
	'stream.bytick.com',
	'www.bybit.com',
	'api2.bybit.com',
] as const;

/** Creates Bybit's front end for `exchange`. `limits` are its request limits, by default the documented ones. */
export function createBybitFrontEnd(exchange: Exchange, limits: RequestLimits = BYBIT_LIMITS): FrontEnd {
	const limiter = createRequestLimiter(limits);
	const feeds = createPublicFeeds(exchange);
	return {
		name: 'bybit',
		hosts: HOSTS,
		handle: (request) => handle(exchange, limiter, request),
		connect(socket: FrontEndSocket): void {
			if (socket.path === PUBLIC_STREAM) connectPublicStream(feeds, socket);
			else if (socket.path === PRIVATE_STREAM) connectPrivateStream(exchange, socket);
			else socket.close(1008);
		},
		operation: (request) => classify(request),
		isPrivateStream: (path) => path === PRIVATE_STREAM,
		bookDeltaSymbol,
		banResponse: () => refuse(addressLimited(), exchange.now(), undefined),
		rateLimitResponse(request): FrontEndResponse {
			const endpoint = `${request.method} ${request.path}`;
			const { limit, windowMs } = limitOf(limits, endpoint);
			const now = exchange.now();
			const verdict = { allowed: false, limit, remaining: 0, resetAt: now + windowMs };
			return refuse(rateLimited(), now, verdict);
		},
	};
}

function classify(request: FrontEndRequest): { operation: string; symbol?: string } {
	if (isOAuthPath(request.path)) return { operation: 'oauth' };
	const endpoint = `${request.method} ${request.path}`;
	let params: Params = {};
	try {
		params = readParams(request);
	} catch (error) {
		// A body that cannot be parsed names no symbol. The endpoint's handler refuses the request later.
		if (!(error instanceof BybitRefusal)) throw error;
	}
	const isFunding = endpoint === 'GET /v5/execution/list' && params.execType === 'Funding';
	const operation = isFunding ? 'funding' : (OPERATIONS[endpoint] ?? 'market');
	return typeof params.symbol === 'string' ? { operation, symbol: params.symbol } : { operation };
}

function handle(exchange: Exchange, limiter: RequestLimiter, request: FrontEndRequest): FrontEndResponse {
	let verdict: LimitVerdict | undefined;
	try {
		const now = exchange.now();
		if (!limiter.address(callerOf(request), now)) throw addressLimited();
		const access = serveOAuth(exchange, request);
		if (access !== undefined) return access;
		const endpoint = `${request.method} ${request.path}`;
		const open = MARKET_ROUTES[endpoint];
		if (open !== undefined) return answer(exchange, runPublic(exchange, open, request), undefined);
		const route = PRIVATE_ROUTES[endpoint];
		if (route === undefined) throw routeNotFound(request.path);
		const key = authenticate(request, (text) => exchange.apiKey(text), now);
		verdict = limiter.endpoint(key.accountId, endpoint, now);
		if (!verdict.allowed) throw rateLimited();
		return answer(exchange, runPrivate(exchange, route, request, key), verdict);
	} catch (error) {
		// The client gets no details about an unexpected failure; they go to the simulator's log.
		if (!(error instanceof BybitRefusal)) console.error(error);
		const refusal = error instanceof BybitRefusal ? error : serverError();
		return refuse(refusal, exchange.now(), verdict);
	}
}

function runPublic(exchange: Exchange, route: PublicRoute, request: FrontEndRequest): RouteAnswer {
	const params = readParams(request);
	return inBybitWords(exchange, params, () => route(exchange, params));
}

function runPrivate(
	exchange: Exchange,
	route: PrivateRoute,
	request: FrontEndRequest,
	key: ApiKey,
): RouteAnswer {
	const isTransfer = TRANSFER_ENDPOINTS.has(`${request.method} ${request.path}`);
	const may = isTransfer ? key.canTransfer : key.canTrade;
	if (request.method === 'POST' && !may) {
		throw new BybitRefusal(10005, 'Permission denied, please check your API key permissions.');
	}
	const params = readParams(request);
	return inBybitWords(exchange, params, () => route(exchange, params, key));
}

function inBybitWords(exchange: Exchange, params: Params, run: () => RouteAnswer): RouteAnswer {
	try {
		return run();
	} catch (error) {
		if (!(error instanceof ExchangeRefusal)) throw error;
		const symbol = text(params, 'symbol');
		throw toBybitRefusal(error, symbol === undefined ? undefined : exchange.instrument(symbol));
	}
}

function answer(exchange: Exchange, done: RouteAnswer, verdict: LimitVerdict | undefined): FrontEndResponse {
	const now = exchange.now();
	return envelope(200, { retCode: 0, retMsg: done.retMsg ?? 'OK', result: done.result }, now, verdict);
}

function refuse(refusal: BybitRefusal, now: number, verdict: LimitVerdict | undefined): FrontEndResponse {
	const { retCode, message, result, httpStatus } = refusal;
	return envelope(httpStatus, { retCode, retMsg: message, result }, now, verdict);
}

function envelope(
	status: number,
	body: Readonly<Record<string, unknown>>,
	now: number,
	verdict: LimitVerdict | undefined,
): FrontEndResponse {
	return {
		status,
		headers: {
			'content-type': 'application/json; charset=utf-8',
			timenow: String(now),
			...(verdict === undefined ? {} : limitHeaders(verdict)),
		},
		body: JSON.stringify({ ...body, retExtInfo: {}, time: now }),
	};
}
