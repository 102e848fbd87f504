/**
 * Serves OKX's v5 API for the simulated exchange: USDT-margined perpetuals in an account in futures mode with net
 * positions.
 *
 * The server passes in requests and sockets. This module finds the endpoint, checks key, permission and limits, and
 * wraps each response in the envelope `{code, msg, data}`. For a request with several orders, `code` is 0 if all were
 * accepted, 1 if none was and 2 if some were. Each row has its own `sCode`.
 */
import { callerOf } from '../core/caller.ts';
import {
	type Exchange,
	ExchangeRefusal,
	type FrontEnd,
	type FrontEndRequest,
	type FrontEndResponse,
} from '../core/types.ts';
import { ACCOUNT_ROUTES } from './account-routes.ts';
import { bookDeltaSymbol } from './book-feed.ts';
import { DEAD_MAN_ROUTES } from './dead-man.ts';
import { OkxRefusal, toOkxRefusal, tooManyRequests } from './errors.ts';
import { createRequestLimiter, OKX_LIMITS, type OkxLimits, type RequestLimiter } from './limits.ts';
import { createPublicFeeds } from './market-feeds.ts';
import { MARKET_ROUTES } from './market-routes.ts';
import { ORDER_QUERIES, ORDER_ROUTES, orderCount } from './order-routes.ts';
import { readParams, text } from './params.ts';
import { type ChannelCounts, connectPrivateStream } from './private-stream.ts';
import { connectPublicStream } from './public-stream.ts';
import type { OrderRow, PrivateRoute } from './routes.ts';
import { authenticate } from './signing.ts';
import { TRANSFER_ROUTES } from './transfer-routes.ts';

const PRIVATE_ROUTES: Readonly<Record<string, PrivateRoute>> = {
	...ACCOUNT_ROUTES,
	...ORDER_QUERIES,
	...DEAD_MAN_ROUTES,
	...TRANSFER_ROUTES,
};

const HOSTS = ['www.okx.com', 'openapi.okx.com', 'aws.okx.com', 'ws.okx.com', 'wsaws.okx.com'];
const PUBLIC_STREAM = '/ws/v5/public';
const PRIVATE_STREAM = '/ws/v5/private';
/**
 * Stream for candles and algorithmic orders, which are not simulated. Connections stay open, but every channel is
 * unknown.
 */
const BUSINESS_STREAM = '/ws/v5/business';

const JSON_HEADERS = { 'content-type': 'application/json' } as const;
const MICROSECONDS_PER_MS = 1_000;
const SINGLE_PATHS: Readonly<Record<string, string>> = {
	'/api/v5/trade/batch-orders': '/api/v5/trade/order',
	'/api/v5/trade/cancel-batch-orders': '/api/v5/trade/cancel-order',
};

/**
 * Operation classes in the fault plan, by pattern of `METHOD path`. A request that matches no pattern belongs to the
 * class `market`.
 */
const OPERATIONS: readonly (readonly [RegExp, string])[] = [
	[/^POST \/api\/v5\/trade\/(order|batch-orders)$/, 'order.create'],
	[/^POST \/api\/v5\/trade\/cancel-all-after$/, 'deadMan'],
	[/^POST \/api\/v5\/trade\/cancel-/, 'order.cancel'],
	[/^GET \/api\/v5\/trade\/(order|orders-pending|orders-history.*|fills.*)$/, 'order.query'],
	[
		/^(GET|POST) \/api\/v5\/account\/(positions|leverage-info|set-leverage|set-position-mode|max-size)$/,
		'position',
	],
	[/^GET \/api\/v5\/public\/funding-rate/, 'funding'],
	[/^POST \/api\/v5\/asset\/transfer$/, 'transfer'],
	[/^(GET|POST) \/api\/v5\/(account|asset|users)\//, 'account'],
];

/**
 * Creates OKX's front end. `isTest` means demo trading, whose keys are valid only in requests with the demo header.
 */
export function createOkxFrontEnd(
	exchange: Exchange,
	limits: OkxLimits = OKX_LIMITS,
	isTest = false,
): FrontEnd {
	const limiter = createRequestLimiter(limits);
	const feeds = createPublicFeeds(exchange);
	const counts: ChannelCounts = new Map();
	return {
		name: 'okx',
		hosts: HOSTS,
		handle: (request) => handle(exchange, limiter, request, isTest),
		connect(socket) {
			if (socket.path === PRIVATE_STREAM) connectPrivateStream(exchange, counts, socket);
			else if (socket.path === PUBLIC_STREAM) connectPublicStream(exchange, feeds, socket);
			else if (socket.path === BUSINESS_STREAM) connectPublicStream(exchange, () => undefined, socket);
			else socket.close(1008);
		},
		operation: classify,
		rateLimitResponse: () => refused(tooManyRequests()),
		isPrivateStream: (path) => path === PRIVATE_STREAM,
		bookDeltaSymbol,
	};
}

function classify(request: FrontEndRequest): { operation: string; symbol?: string } {
	const endpoint = `${request.method} ${request.path}`;
	const isFundingBill =
		/^GET \/api\/v5\/account\/bills/.test(endpoint) && /(?:^|&)type=8(?:&|$)/.test(request.query);
	const operation = isFundingBill
		? 'funding'
		: (OPERATIONS.find(([pattern]) => pattern.test(endpoint))?.[1] ?? 'market');
	const symbol = symbolOf(request);
	return symbol === undefined ? { operation } : { operation, symbol };
}

function symbolOf(request: FrontEndRequest): string | undefined {
	if (request.method === 'GET') return text(Object.fromEntries(new URLSearchParams(request.query)), 'instId');
	return orderCount(request).instId;
}

function handle(
	exchange: Exchange,
	limiter: RequestLimiter,
	request: FrontEndRequest,
	isTest: boolean,
): FrontEndResponse {
	try {
		return answer(exchange, limiter, request, isTest);
	} catch (error) {
		if (error instanceof OkxRefusal) return refused(error);
		if (error instanceof ExchangeRefusal) return refused(toOkxRefusal(error));
		// The client gets no details about an unexpected failure; they go to the simulator's log.
		console.error(error);
		return refused(new OkxRefusal('50026', 'System error. Try again later', 500));
	}
}

function answer(
	exchange: Exchange,
	limiter: RequestLimiter,
	request: FrontEndRequest,
	isTest: boolean,
): FrontEndResponse {
	const endpoint = `${request.method} ${request.path}`;
	const now = exchange.now();
	const open = routeOf(MARKET_ROUTES, endpoint);
	if (open !== undefined) {
		const params = readParams(request);
		if (!limiter.take(callerOf(request), endpoint, text(params, 'instId'), 1, now)) throw tooManyRequests();
		return success(open(exchange, params));
	}
	const orders = routeOf(ORDER_ROUTES, endpoint);
	const closed = routeOf(PRIVATE_ROUTES, endpoint);
	if (orders === undefined && closed === undefined) throw new OkxRefusal('50404', 'Not Found', 404);
	const key = authenticate(exchange, request, isTest);
	if (closed !== undefined) {
		const params = readParams(request);
		// OKX counts "Cancel All After" calls for each tag separately.
		const counted = text(params, 'instId') ?? text(params, 'tag');
		if (!limiter.take(key.accountId, endpoint, counted, 1, now)) throw tooManyRequests();
		return success(closed(exchange, params, key));
	}
	takeOrderPlaces(limiter, request, key.accountId, now);
	return orderAnswer(orders?.(exchange, request, key) ?? [], now, exchange.now());
}

function routeOf<Route>(routes: Readonly<Record<string, Route>>, endpoint: string): Route | undefined {
	return Object.hasOwn(routes, endpoint) ? routes[endpoint] : undefined;
}

/**
 * Counts a request against the order limits. A batch with one order counts as a single order (page "Rate Limits",
 * Trading-related APIs, read 2026-11).
 */
function takeOrderPlaces(
	limiter: RequestLimiter,
	request: FrontEndRequest,
	accountId: string,
	now: number,
): void {
	const { instId, count } = orderCount(request);
	const path = count === 1 ? (SINGLE_PATHS[request.path] ?? request.path) : request.path;
	if (!limiter.take(accountId, `${request.method} ${path}`, instId, count, now)) throw tooManyRequests();
	const isPlacing = !request.path.includes('cancel');
	if (isPlacing && !limiter.takeOrders(accountId, count, now))
		throw new OkxRefusal('50061', "You've reached the maximum order rate limit for this account.");
}

function success(data: readonly unknown[]): FrontEndResponse {
	return { status: 200, headers: JSON_HEADERS, body: JSON.stringify({ code: '0', data, msg: '' }) };
}

function orderAnswer(rows: readonly OrderRow[], inTime: number, outTime: number): FrontEndResponse {
	const taken = rows.filter(({ sCode }) => sCode === '0').length;
	const [code, msg] =
		taken === rows.length
			? ['0', '']
			: taken === 0
				? ['1', 'All operations failed']
				: ['2', 'Bulk operation partially succeeded.'];
	const stamps = {
		inTime: String(inTime * MICROSECONDS_PER_MS),
		outTime: String(outTime * MICROSECONDS_PER_MS),
	};
	return { status: 200, headers: JSON_HEADERS, body: JSON.stringify({ code, data: rows, msg, ...stamps }) };
}

function refused({ code, message, status }: OkxRefusal): FrontEndResponse {
	return { status, headers: JSON_HEADERS, body: JSON.stringify({ code, data: [], msg: message }) };
}
