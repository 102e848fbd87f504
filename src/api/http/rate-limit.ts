/**
 * Limits call rates with leaky buckets: each key may make `burst` calls at once, and regains `perSecond` calls per
 * second. The generic cell rate algorithm stores one number per key, the time at which the key's bucket is full
 * again.
 */

export type RateLimit = { readonly perSecond: number; readonly burst: number };

/** State of a key's bucket after a call. */
export type RateLimitState = {
	readonly allowed: boolean;
	/** Calls that the key can still make now. */
	readonly remaining: number;
	/** Seconds until the bucket is full, rounded up. */
	readonly fullInSeconds: number;
	/** Milliseconds until the next call is allowed; 0 if the call was allowed. */
	readonly retryAfterMs: number;
};

/** Rate limiter for one class of calls, with one bucket per key. */
export interface RateLimiter {
	readonly limit: RateLimit;
	/** Charges one call to a key if the limit allows the call. @param now monotonic time, milliseconds */
	take(key: string, now: number): RateLimitState;
}

/**
 * Maximum stored keys. At the limit, the least recently used key is evicted. An evicted key starts over with a full
 * bucket.
 */
const KEYS_MAX = 20_000;

/** Creates a rate limiter that stores at most `keysMax` keys. */
export function createRateLimiter(limit: RateLimit, keysMax: number = KEYS_MAX): RateLimiter {
	const creditMs = 1_000 / limit.perSecond;
	const bucketMs = creditMs * limit.burst;
	/** Time at which each key's bucket is full again, least recently used key first. */
	const fullAt = new Map<string, number>();
	return {
		limit,
		take(key, now) {
			const before = Math.max(fullAt.get(key) ?? now, now);
			const after = before + creditMs;
			const overMs = after - now - bucketMs;
			// Tolerate a millionth of a call, because `creditMs` is rounded.
			const allowed = overMs <= creditMs * 1e-6;
			const kept = allowed ? after : before;
			fullAt.delete(key);
			if (fullAt.size >= keysMax) {
				const oldest = fullAt.keys().next();
				if (!oldest.done) fullAt.delete(oldest.value);
			}
			fullAt.set(key, kept);
			return {
				allowed,
				remaining: Math.max(0, Math.floor((bucketMs - (kept - now)) / creditMs + 1e-6)),
				fullInSeconds: Math.ceil((kept - now) / 1_000),
				retryAfterMs: allowed ? 0 : Math.ceil(overMs),
			};
		},
	};
}

/**
 * Formats a `RateLimit-Policy` member: the burst and its refill time (draft-ietf-httpapi-ratelimit-headers-10,
 * section 3).
 */
export function policyHeader(name: string, { perSecond, burst }: RateLimit): string {
	return `"${name}";q=${burst};w=${Math.max(1, Math.ceil(burst / perSecond))}`;
}

/** Formats a `RateLimit` member (draft-ietf-httpapi-ratelimit-headers-10, section 4). */
export function stateHeader(name: string, state: RateLimitState): string {
	return `"${name}";r=${state.remaining};t=${state.fullInSeconds}`;
}

/**
 * Returns the rate-limit key for an address. This is the address itself, or its /64 for IPv6, because one host may
 * use the whole /64.
 */
export function addressKey(address: string): string {
	const plain =
		address.startsWith('::ffff:') && address.includes('.') ? address.slice('::ffff:'.length) : address;
	if (!plain.includes(':')) return plain;
	const [head = '', tail] = (plain.split('%')[0] ?? '').split('::');
	const groups = head === '' ? [] : head.split(':');
	if (tail !== undefined) {
		const after = tail === '' ? 0 : tail.split(':').length;
		while (groups.length < 8 - after) groups.push('0');
	}
	while (groups.length < 4) groups.push('0');
	return `${groups
		.slice(0, 4)
		.map((group) => group.replace(/^0+(?=.)/, '').toLowerCase())
		.join(':')}::/64`;
}
