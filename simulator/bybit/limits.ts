/**
 * Enforces Bybit's request limits: one per account and endpoint over a rolling second, and one per address over five
 * seconds.
 *
 * Source: documentation page "Rate Limit Rules" (2026-07-24), column linear of UTA 2.0. For addresses, the simulator
 * enforces the window but not the ten-minute ban that follows at Bybit.
 */
import { type Caller, perCaller } from '../core/caller.ts';

export type RequestLimits = {
	/** Maximum requests per rolling second for each account and endpoint, by `METHOD path`. */
	readonly perSecond: Readonly<Record<string, number>>;
	/** Maximum requests per rolling minute for each account and endpoint, for endpoints that Bybit counts by minute. */
	readonly perMinute?: Readonly<Record<string, number>>;
	/** Maximum requests per rolling second for authenticated endpoints that are listed nowhere else. */
	readonly perSecondDefault: number;
	/** Maximum requests from one address in a window, across all endpoints. */
	readonly addressRequestsMax: number;
	readonly addressWindowMs: number;
};

export const BYBIT_LIMITS: RequestLimits = {
	perSecond: {
		'POST /v5/order/create': 10,
		'POST /v5/order/cancel': 10,
		'POST /v5/order/cancel-all': 10,
		'POST /v5/order/disconnected-cancel-all': 5,
		'GET /v5/order/realtime': 50,
		'GET /v5/order/history': 50,
		'GET /v5/execution/list': 50,
		'GET /v5/position/list': 50,
		'POST /v5/position/set-leverage': 10,
		'POST /v5/position/switch-mode': 10,
		'GET /v5/account/wallet-balance': 50,
		'GET /v5/account/withdrawal': 50,
		'GET /v5/account/transaction-log': 25,
		'GET /v5/account/fee-rate': 5,
		'GET /v5/account/info': 50,
		'GET /v5/account/query-dcp-info': 10,
		'POST /v5/account/set-margin-mode': 5,
		'GET /v5/asset/coin/query-info': 5,
		'GET /v5/user/query-api': 10,
		'GET /v5/asset/transfer/query-account-coins-balance': 5,
	},
	// Section Asset.
	perMinute: {
		'POST /v5/asset/transfer/inter-transfer': 60,
		'GET /v5/asset/transfer/query-inter-transfer-list': 60,
		'GET /v5/asset/deposit/query-record': 100,
		'GET /v5/asset/withdraw/query-record': 300,
	},
	perSecondDefault: 10,
	addressRequestsMax: 600,
	addressWindowMs: 5_000,
};

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** Returns the limit of an authenticated endpoint, and its rolling window, milliseconds. */
export function limitOf(
	{ perSecond, perMinute, perSecondDefault }: RequestLimits,
	endpoint: string,
): { readonly limit: number; readonly windowMs: number } {
	const inMinute = perMinute?.[endpoint];
	if (inMinute !== undefined) return { limit: inMinute, windowMs: MINUTE_MS };
	return { limit: perSecond[endpoint] ?? perSecondDefault, windowMs: SECOND_MS };
}

/**
 * Maximum number of request windows kept, one per account and endpoint. Beyond that, the oldest is forgotten, which
 * can only favour the client.
 */
const WINDOWS_MAX = 10_000;

export type LimitVerdict = {
	readonly allowed: boolean;
	/** Maximum requests per window. */
	readonly limit: number;
	/** Requests left in the window after this one. */
	readonly remaining: number;
	/**
	 * Time from which a refused client may send its next request; for an accepted request, the time of that request.
	 * Unix milliseconds.
	 */
	readonly resetAt: number;
};

export type RequestLimiter = {
	/** Counts one request by `owner` to an endpoint. Refused requests are not counted. */
	endpoint(owner: string, endpoint: string, at: number): LimitVerdict;
	/** Counts one request from the caller's address. Returns false if it exceeds the limit. */
	address(caller: Caller, at: number): boolean;
};

export function createRequestLimiter(limits: RequestLimits): RequestLimiter {
	const windows = new Map<string, number[]>();
	const addressTimes = perCaller((): number[] => []);
	return {
		endpoint(owner, endpoint, at) {
			const { limit, windowMs } = limitOf(limits, endpoint);
			const key = `${owner} ${endpoint}`;
			const times = windows.get(key) ?? newWindow(windows, key);
			return take(times, at, windowMs, limit);
		},
		address(caller, at) {
			return take(addressTimes(caller), at, limits.addressWindowMs, limits.addressRequestsMax).allowed;
		},
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

function take(times: number[], at: number, windowMs: number, limit: number): LimitVerdict {
	while (times[0] !== undefined && times[0] <= at - windowMs) times.shift();
	if (times.length >= limit) {
		return { allowed: false, limit, remaining: 0, resetAt: (times[0] ?? at) + windowMs };
	}
	times.push(at);
	return { allowed: true, limit, remaining: limit - times.length, resetAt: at };
}

/** Returns the headers that Bybit adds to every authenticated response. */
export function limitHeaders(verdict: LimitVerdict): Record<string, string> {
	return {
		'X-Bapi-Limit': String(verdict.limit),
		'X-Bapi-Limit-Status': String(verdict.remaining),
		'X-Bapi-Limit-Reset-Timestamp': String(verdict.resetAt),
	};
}
