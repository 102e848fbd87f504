/**
 * Serves Binance USD-M futures as a front end of the simulated exchange: REST, market streams and the account stream.
 * It checks the request weight first. For a signed request it then checks key, timestamp, signature, permission and
 * order count. The endpoint's handler checks the rest.
 */
import type { ApiKey } from '../core/api-keys.ts';
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
import { BinanceRefusal, badKey, serverError, toBinanceRefusal } from './errors.ts';
import {
	BINANCE_LIMITS,
	type BinanceLimits,
	banned,
	createLimiter,
	FIRST_BAN_MS,
	tooManyRequests,
} from './limits.ts';
import { createListenKeys } from './listen-keys.ts';
import { MARKET_ROUTES } from './market-routes.ts';
import { createStreams } from './market-streams.ts';
import { ORDER_ROUTES } from './order-routes.ts';
import { type Params, readParams, text } from './params.ts';
import type { SignedRoute } from './routes.ts';
import { authenticate, keyOf } from './signing.ts';
import { connectStream, readPath } from './stream-connection.ts';
import { TRANSFER_ROUTES } from './transfer-routes.ts';

const SIGNED_ROUTES: Readonly<Record<string, SignedRoute>> = {
	...ORDER_ROUTES,
	...ACCOUNT_ROUTES,
	...DEAD_MAN_ROUTES,
	...TRANSFER_ROUTES,
};
const LISTEN_KEY = '/fapi/v1/listenKey';
const NEW_ORDER = 'POST /fapi/v1/order';

const HOSTS = [
	'fapi.binance.com',
	'fstream.binance.com',
	'ws-fapi.binance.com',
	'api.binance.com',
	'www.binance.com',
	'accounts.binance.com',
	'www.binanceapis.com',
];

/**
 * Operation classes in the fault plan, by pattern of `METHOD path`. A request that matches no pattern belongs to the
 * class `market`.
 */
const OPERATIONS: readonly (readonly [RegExp, string])[] = [
	[/^POST \/fapi\/v1\/order$/, 'order.create'],
	[/^POST \/fapi\/v1\/countdownCancelAll$/, 'deadMan'],
	[/^DELETE \/fapi\/v1\/(?:order|allOpenOrders)$/, 'order.cancel'],
	[/^GET \/fapi\/v1\/(?:order|openOrders?|openAlgoOrders|allOrders|userTrades|forceOrders)$/, 'order.query'],
	[
		/\/(?:positionRisk|leverage|leverageBracket|marginType|symbolConfig|positionSide\/dual|adlQuantile)$/,
		'position',
	],
	[/^POST \/sapi\/v1\/asset\/transfer$/, 'transfer'],
	[/^GET \/sapi\/v1\/(?:asset\/transfer|capital\/(?:deposit\/hisrec|withdraw\/history))$/, 'account'],
	[/^GET \/fapi\/v1\/(?:fundingRate|fundingInfo)$/, 'funding'],
	[/^GET \/(?:sapi\/v1\/system\/status|api\/v3\/(?:ping|time))$/, 'market'],
	[
		/\/(?:account|balance|income|commissionRate|accountConfig|multiAssetsMargin|feeBurn|listenKey)$/,
		'account',
	],
	[/^GET \/(?:sapi\/v1\/account\/apiRestrictions|fapi\/v1\/apiTradingStatus)$/, 'account'],
];

/** Creates Binance's front end for `exchange`. `limits` are its request limits, by default the documented ones. */
export function createBinanceFrontEnd(exchange: Exchange, limits: BinanceLimits = BINANCE_LIMITS): FrontEnd {
	const limiter = createLimiter(limits);
	const listenKeys = createListenKeys();
	const parts = { exchange, streams: createStreams(exchange), listenKeys };

	function handle(request: FrontEndRequest): FrontEndResponse {
		let headers: Readonly<Record<string, string>> = {};
		try {
			const params = readParams(request);
			const endpoint = `${request.method} ${request.path}`;
			headers = limiter.request(callerOf(request), endpoint, params, exchange.now());
			const body = answer(request, endpoint, params, (counted) => {
				headers = { ...headers, ...counted };
			});
			return response(200, body, headers);
		} catch (error) {
			// The client gets no details about an unexpected failure; they go to the simulator's log.
			if (!(error instanceof BinanceRefusal)) console.error(error);
			const refusal = error instanceof BinanceRefusal ? error : serverError();
			const { code, message, status } = refusal;
			return response(status, { code, msg: message }, { ...headers, ...refusal.headers });
		}
	}

	function answer(
		request: FrontEndRequest,
		endpoint: string,
		params: Params,
		count: (headers: Readonly<Record<string, string>>) => void,
	): unknown {
		const open = MARKET_ROUTES[endpoint];
		if (open !== undefined) return inBinanceWords(params, () => open(exchange, params));
		if (request.path === LISTEN_KEY) return listenKeyAnswer(request);
		const signed = SIGNED_ROUTES[endpoint];
		if (signed === undefined)
			throw new BinanceRefusal(-5000, `Path ${request.path}, Method ${request.method} is invalid`, 404);
		const key = authenticate(exchange, request, params);
		if (signed.trades && !key.canTrade) throw badKey();
		if (endpoint === NEW_ORDER) count(limiter.order(key.accountId, exchange.now()));
		return inBinanceWords(params, () => signed.run(exchange, params, key));
	}

	/** Handles listen key requests, which need only the API key (security type USER_STREAM). */
	function listenKeyAnswer(request: FrontEndRequest): unknown {
		const key: ApiKey = keyOf(exchange, request);
		const now = exchange.now();
		if (request.method === 'POST') return { listenKey: listenKeys.open(key, now) };
		if (request.method === 'PUT') return { listenKey: listenKeys.prolong(key, now) };
		if (request.method === 'DELETE') {
			listenKeys.close(key);
			return {};
		}
		throw new BinanceRefusal(-5000, `Path ${request.path}, Method ${request.method} is invalid`, 404);
	}

	function inBinanceWords(params: Params, run: () => unknown): unknown {
		try {
			return run();
		} catch (error) {
			if (!(error instanceof ExchangeRefusal)) throw error;
			const symbol = text(params, 'symbol');
			throw toBinanceRefusal(error, symbol === undefined ? undefined : exchange.instrument(symbol));
		}
	}

	return {
		name: 'binance',
		hosts: HOSTS,
		handle,
		connect: (socket) => connectStream(parts, socket),
		operation: operationOf,
		rateLimitResponse: () => told(tooManyRequests(limits, exchange.now())),
		banResponse: (ms = FIRST_BAN_MS) => told(banned(exchange.now() + ms, exchange.now())),
		isPrivateStream: (path, query) =>
			readPath(path, query)?.names.some((name) => listenKeys.owner(name, exchange.now()) !== undefined) ??
			false,
		bookDeltaSymbol,
	};
}

/** Builds the response for a refusal, with Binance's own code and message. */
function told({ status, code, message, headers }: BinanceRefusal): FrontEndResponse {
	return response(status, { code, msg: message }, headers);
}

function response(
	status: number,
	body: unknown,
	headers: Readonly<Record<string, string>>,
): FrontEndResponse {
	return {
		status,
		headers: { 'content-type': 'application/json', ...headers },
		body: JSON.stringify(body),
	};
}

function operationOf(request: FrontEndRequest): { readonly operation: string; readonly symbol?: string } {
	const endpoint = `${request.method} ${request.path}`;
	const operation = OPERATIONS.find(([pattern]) => pattern.test(endpoint))?.[1] ?? 'market';
	const symbol = text(readParams(request), 'symbol');
	return symbol === undefined ? { operation } : { operation, symbol };
}
