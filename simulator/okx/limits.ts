/**
 * Enforces OKX's request limits, each a number of requests to an endpoint in a rolling two seconds. Private endpoints
 * are limited per user and public ones per address. Some of both are also limited per instrument (each endpoint's own
 * page; page "Rate Limits" for orders, read 2026-11). A user's orders and amendments also have a common limit, whose
 * code is 50061.
 *
 * A request above a limit gets 429 with code 50011 and no Retry-After. OKX documents no IP ban (pages "Rate Limits"
 * and "Error Code"), so an address that a test bans gets the same response.
 */

export type OkxLimits = {
	/** Limits by `METHOD path`. */
	readonly endpoints: Readonly<Record<string, Limit>>;
	/** Limit for endpoints that `endpoints` does not list. */
	readonly others: Limit;
	/** Maximum orders of one user in a window, across all instruments. */
	readonly ordersMax: number;
	readonly windowMs: number;
};

export type Limit = {
	readonly max: number;
	/** True if the endpoint counts each instrument separately. */
	readonly perInstrument?: true;
	/** Window in milliseconds, if it is not two seconds. */
	readonly windowMs?: number;
};

const ORDERS: Limit = { max: 60, perInstrument: true };

export const OKX_LIMITS: OkxLimits = {
	endpoints: {
		'GET /api/v5/public/instruments': { max: 20 },
		'GET /api/v5/public/time': { max: 10 },
		'GET /api/v5/public/mark-price': { max: 10 },
		'GET /api/v5/public/open-interest': { max: 20 },
		'GET /api/v5/public/funding-rate': { max: 10, perInstrument: true },
		'GET /api/v5/public/funding-rate-history': { max: 10, perInstrument: true },
		'GET /api/v5/public/price-limit': { max: 20 },
		'GET /api/v5/public/position-tiers': { max: 10 },
		'GET /api/v5/market/tickers': { max: 20 },
		'GET /api/v5/market/ticker': { max: 20 },
		'GET /api/v5/market/index-tickers': { max: 20 },
		'GET /api/v5/market/books': { max: 40 },
		'GET /api/v5/market/trades': { max: 100 },
		'GET /api/v5/system/status': { max: 1, windowMs: 5_000 },
		'POST /api/v5/trade/order': ORDERS,
		'POST /api/v5/trade/batch-orders': { max: 300, perInstrument: true },
		'POST /api/v5/trade/cancel-order': ORDERS,
		'POST /api/v5/trade/cancel-batch-orders': { max: 300, perInstrument: true },
		'GET /api/v5/trade/order': ORDERS,
		'GET /api/v5/trade/orders-pending': { max: 60 },
		'GET /api/v5/trade/orders-history': { max: 40 },
		'GET /api/v5/trade/orders-history-archive': { max: 20 },
		'GET /api/v5/trade/fills': { max: 60 },
		'GET /api/v5/trade/fills-history': { max: 10 },
		'GET /api/v5/account/balance': { max: 10 },
		'GET /api/v5/account/positions': { max: 10 },
		'GET /api/v5/account/config': { max: 5 },
		'GET /api/v5/account/bills': { max: 10 },
		'GET /api/v5/account/bills-archive': { max: 5 },
		'POST /api/v5/trade/cancel-all-after': { max: 1, perInstrument: true, windowMs: 1_000 },
		'GET /api/v5/account/leverage-info': { max: 20 },
		'POST /api/v5/account/set-leverage': { max: 20 },
		'GET /api/v5/account/trade-fee': { max: 5 },
		'GET /api/v5/account/max-size': { max: 20 },
		'GET /api/v5/account/instruments': { max: 20 },
		'GET /api/v5/asset/currencies': { max: 12 },
		'GET /api/v5/asset/balances': { max: 12 },
		// "2 requests per second" per user and currency, and 10 for its state.
		'POST /api/v5/asset/transfer': { max: 2, windowMs: 1_000 },
		'GET /api/v5/asset/transfer-state': { max: 10, windowMs: 1_000 },
		'GET /api/v5/asset/bills': { max: 12 },
		'GET /api/v5/asset/deposit-history': { max: 12 },
		'GET /api/v5/asset/withdrawal-history': { max: 12 },
		'GET /api/v5/account/max-withdrawal': { max: 20 },
	},
	others: { max: 20 },
	ordersMax: 1_000,
	windowMs: 2_000,
};

/**
 * Maximum number of request windows kept, across all limits, users and addresses. Beyond that, the oldest is
 * forgotten, which can only favour the client.
 */
const WINDOWS_MAX = 10_000;

export type RequestLimiter = {
	/**
	 * Counts `count` requests by `owner`, a user or an address. Returns false, and counts none of them, if the limit
	 * would be exceeded.
	 */
	take(owner: string, endpoint: string, instId: string | undefined, count: number, at: number): boolean;
	/** Counts a user's orders. Returns false if the limit would be exceeded. */
	takeOrders(owner: string, count: number, at: number): boolean;
};

export function createRequestLimiter(limits: OkxLimits): RequestLimiter {
	const windows = new Map<string, number[]>();
	const take = (key: string, count: number, max: number, windowMs: number, at: number): boolean => {
		const times = windows.get(key) ?? newWindow(windows, key);
		while (times[0] !== undefined && times[0] <= at - windowMs) times.shift();
		if (times.length + count > max) return false;
		for (let added = 0; added < count; added += 1) times.push(at);
		return true;
	};
	return {
		take(owner, endpoint, instId, count, at) {
			const limit = limits.endpoints[endpoint] ?? limits.others;
			const instrument = limit.perInstrument === true ? (instId ?? '') : '';
			const key = `${owner} ${endpoint} ${instrument}`;
			return take(key, count, limit.max, limit.windowMs ?? limits.windowMs, at);
		},
		takeOrders: (owner, count, at) => take(`${owner} orders`, count, limits.ordersMax, limits.windowMs, at),
	};
}

function newWindow(windows: Map<string, number[]>, key: string): number[] {
	if (windows.size >= WINDOWS_MAX) {
		const oldest = windows.keys().next().value;
		if (oldest !== undefined) windows.delete(oldest);
	}
	const times: number[] = [];
	windows.set(key, times);
	return times;
}
