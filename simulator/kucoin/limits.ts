/**
 * Enforces KuCoin's request budgets per key in windows of 30 seconds (Rate Limit page, futures pool at the lowest
 * level, read 2026-11).
 *
 * Cloudflare, the proxy in front of KuCoin, has a limit per address, "currently 500/10s". It blocks the address for
 * 30 seconds with its own error 1015 (page "Request Rate Limit, REST API", read 2026-11). The status 429 and
 * `Retry-After: 30` are from Cloudflare's changelog of 2026-03-12; the form of the body is from clients' records. The
 * simulator sends this response when the fault plan bans an address. It does not count requests toward such a block.
 */

export type KucoinLimits = {
	/** Maximum total weight of one key's requests in a window. */
	readonly weightMax: number;
	readonly windowMs: number;
	/** Weight of a request by `METHOD path`; any other request weighs `weightDefault`. */
	readonly weights: Readonly<Record<string, number>>;
	readonly weightDefault: number;
};

export const KUCOIN_LIMITS: KucoinLimits = {
	weightMax: 2_000,
	windowMs: 30_000,
	weights: {
		'POST /api/v1/orders': 2,
		'DELETE /api/v1/orders/multi-cancel': 20,
		'GET /api/v1/positions': 2,
		'GET /api/v1/account-overview': 5,
		'GET /api/v1/orders': 2,
		'GET /api/v1/orders/byClientOid': 5,
		'GET /api/v1/fills': 5,
		'GET /api/v1/funding-history': 5,
		'GET /api/v1/transaction-history': 2,
		'GET /api/v1/trade-fees': 3,
		'GET /api/v2/position/getMarginMode': 2,
		'POST /api/v2/position/changeMarginMode': 2,
		'POST /api/v1/bullet-private': 10,
		'GET /api/v1/user/api-key': 20,
		'POST /api/v3/accounts/universal-transfer': 4,
		'GET /api/v1/accounts': 5,
		'GET /api/v1/accounts/ledgers': 2,
		'GET /api/v1/deposits': 5,
		'GET /api/v1/withdrawals': 20,
	},
	weightDefault: 1,
};

/** Time for which Cloudflare blocks an address, seconds. */
export const ADDRESS_BLOCK_SECONDS = 30;

export type LimitState = { readonly allowed: boolean; readonly remaining: number; readonly resetMs: number };

export function createWeightLimiter(limits: KucoinLimits) {
	const windows = new Map<string, { startedAt: number; used: number }>();
	return (key: string, endpoint: string, now: number): LimitState => {
		const present = windows.get(key);
		const window =
			present === undefined || now - present.startedAt >= limits.windowMs
				? { startedAt: now, used: 0 }
				: present;
		windows.set(key, window);
		const weight = limits.weights[endpoint] ?? limits.weightDefault;
		const allowed = window.used + weight <= limits.weightMax;
		if (allowed) window.used += weight;
		return {
			allowed,
			remaining: Math.max(0, limits.weightMax - window.used),
			resetMs: window.startedAt + limits.windowMs - now,
		};
	};
}

/** Returns the headers that the gateway adds to every private response. */
export function limitHeaders(limits: KucoinLimits, state: LimitState): Readonly<Record<string, string>> {
	return {
		'gw-ratelimit-limit': String(limits.weightMax),
		'gw-ratelimit-remaining': String(state.remaining),
		'gw-ratelimit-reset': String(state.resetMs),
	};
}
