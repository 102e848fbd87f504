/**
 * Enforces Binance's limits (page "General Info", and `rateLimits` in the exchange information, read 2026-11). Each
 * address has a limit on request weight per minute. Each account has limits on orders per ten seconds and per minute.
 * All windows are fixed, aligned with the clock. Binance bans an address that continues after a 429, at first for two
 * minutes. It does not document how many such requests lead to a ban, so we chose `refusedMax`.
 */
import { type Caller, perCaller } from '../core/caller.ts';
import { BinanceRefusal } from './errors.ts';
import { type Params, text, whole } from './params.ts';

export type BinanceLimits = {
	readonly weightPerMinute: number;
	readonly ordersPerTenSeconds: number;
	readonly ordersPerMinute: number;
	/** Number of requests above the weight limit that are refused in a minute before the address is banned. */
	readonly refusedMax: number;
};

export const BINANCE_LIMITS: BinanceLimits = {
	weightPerMinute: 2_400,
	ordersPerTenSeconds: 300,
	ordersPerMinute: 1_200,
	refusedMax: 100,
};

const MINUTE_MS = 60_000;
const TEN_SECONDS_MS = 10_000;
export const FIRST_BAN_MS = 120_000;

type Weight = number | ((params: Params) => number);

const bySymbol =
	(one: number, all: number): Weight =>
	(params) =>
		text(params, 'symbol') === undefined ? all : one;

const depthWeight: Weight = (params) => {
	const limit = whole(params, 'limit') ?? 500;
	if (limit <= 50) return 2;
	if (limit <= 100) return 5;
	return limit <= 500 ? 10 : 20;
};

/**
 * Weights by `METHOD path`, from each endpoint's page; any other endpoint weighs 1. Orders have no weight but count
 * towards the order limits.
 */
const WEIGHTS: Readonly<Record<string, Weight>> = {
	'GET /fapi/v1/depth': depthWeight,
	'GET /fapi/v1/trades': 5,
	'GET /fapi/v1/aggTrades': 20,
	'GET /fapi/v1/premiumIndex': bySymbol(1, 10),
	'GET /fapi/v1/ticker/24hr': bySymbol(1, 40),
	'GET /fapi/v1/ticker/price': bySymbol(1, 2),
	'GET /fapi/v2/ticker/price': bySymbol(1, 2),
	'GET /fapi/v1/ticker/bookTicker': bySymbol(2, 5),
	'POST /fapi/v1/order': 0,
	'GET /fapi/v1/openOrders': bySymbol(1, 40),
	'GET /fapi/v1/openAlgoOrders': bySymbol(1, 40),
	'POST /fapi/v1/countdownCancelAll': 10,
	'GET /fapi/v1/allOrders': 5,
	'GET /fapi/v1/userTrades': 5,
	'GET /fapi/v1/forceOrders': bySymbol(20, 50),
	'GET /fapi/v1/income': 30,
	'GET /fapi/v1/commissionRate': 20,
	'GET /fapi/v1/positionSide/dual': 30,
	'GET /fapi/v1/multiAssetsMargin': 30,
	'GET /fapi/v1/accountConfig': 5,
	'GET /fapi/v1/symbolConfig': 5,
	'GET /fapi/v2/account': 5,
	'GET /fapi/v3/account': 5,
	'GET /fapi/v2/balance': 5,
	'GET /fapi/v3/balance': 5,
	'GET /fapi/v2/positionRisk': 5,
	'GET /fapi/v3/positionRisk': 5,
	'GET /fapi/v1/adlQuantile': 5,
};

export function weightOf(endpoint: string, params: Params): number {
	const weight = WEIGHTS[endpoint] ?? 1;
	return typeof weight === 'number' ? weight : weight(params);
}

type Counted = { readonly window: number; used: number };

export type Limiter = {
	/**
	 * Counts one request from the caller's address and returns the response headers. @throws BinanceRefusal -1003,
	 * with HTTP 429 above the weight limit or 418 during a ban
	 */
	request(caller: Caller, endpoint: string, params: Params, now: number): Readonly<Record<string, string>>;
	/**
	 * Counts one new order and returns the response headers. @throws BinanceRefusal -1015 with HTTP 429 above an
	 * order limit
	 */
	order(accountId: string, now: number): Readonly<Record<string, string>>;
};

export function createLimiter(limits: BinanceLimits): Limiter {
	const addresses = perCaller(() => createAddressCount(limits));
	const orders = new Map<string, { short: Counted; long: Counted }>();

	return {
		request: (caller, endpoint, params, now) => addresses(caller)(endpoint, params, now),
		order(accountId, now) {
			const short = counted(orders.get(accountId)?.short, Math.floor(now / TEN_SECONDS_MS));
			const long = counted(orders.get(accountId)?.long, Math.floor(now / MINUTE_MS));
			orders.set(accountId, { short, long });
			if (short.used >= limits.ordersPerTenSeconds)
				throw tooManyOrders(limits.ordersPerTenSeconds, 'TEN_SECONDS', TEN_SECONDS_MS, now);
			if (long.used >= limits.ordersPerMinute)
				throw tooManyOrders(limits.ordersPerMinute, 'MINUTE', MINUTE_MS, now);
			short.used += 1;
			long.used += 1;
			return {
				'x-mbx-order-count-10s': String(short.used),
				'x-mbx-order-count-1m': String(long.used),
			};
		},
	};
}

/** Creates the request counter for one address; see `Limiter.request`. */
function createAddressCount(limits: BinanceLimits) {
	let address: Counted = { window: 0, used: 0 };
	let refused = 0;
	let bannedUntil = 0;
	return (endpoint: string, params: Params, now: number): Readonly<Record<string, string>> => {
		if (now < bannedUntil) throw banned(bannedUntil, now);
		const window = Math.floor(now / MINUTE_MS);
		if (address.window !== window) {
			address = { window, used: 0 };
			refused = 0;
		}
		address.used += weightOf(endpoint, params);
		const headers = { 'x-mbx-used-weight-1m': String(address.used) };
		if (address.used <= limits.weightPerMinute) return headers;
		refused += 1;
		if (refused > limits.refusedMax) {
			bannedUntil = now + FIRST_BAN_MS;
			throw banned(bannedUntil, now);
		}
		throw tooManyRequests(limits, now, headers);
	};
}

/** Returns the refusal for an address that is banned until `until` (Unix milliseconds). */
export function banned(until: number, now: number): BinanceRefusal {
	return new BinanceRefusal(
		-1003,
		`Way too many requests; IP(127.0.0.1) banned until ${until}. Please use the websocket for live updates to avoid bans.`,
		418,
		{ 'retry-after': secondsUntil(until, now) },
	);
}

/** Returns the refusal of a request that exceeds the weight limit of its address. */
export function tooManyRequests(
	limits: BinanceLimits,
	now: number,
	headers: Readonly<Record<string, string>> = {},
): BinanceRefusal {
	return new BinanceRefusal(
		-1003,
		`Too many requests; current limit of IP(127.0.0.1) is ${limits.weightPerMinute} requests per minute. Please use the websocket for live updates to avoid polling the API.`,
		429,
		{ ...headers, 'retry-after': secondsUntil((Math.floor(now / MINUTE_MS) + 1) * MINUTE_MS, now) },
	);
}

function tooManyOrders(limit: number, interval: string, windowMs: number, now: number): BinanceRefusal {
	return new BinanceRefusal(
		-1015,
		`Too many new orders; current limit is ${limit} orders per ${interval}.`,
		429,
		{ 'retry-after': secondsUntil((Math.floor(now / windowMs) + 1) * windowMs, now) },
	);
}

function counted(present: Counted | undefined, window: number): Counted {
	return present?.window === window ? present : { window, used: 0 };
}

function secondsUntil(at: number, now: number): string {
	return String(Math.max(1, Math.ceil((at - now) / 1_000)));
}
