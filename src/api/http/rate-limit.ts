/**
 * Leaky buckets: every key may spend `burst` credits at once and gets `perSecond` of them back. One number per key
 * (the generic cell rate algorithm: the instant at which its bucket is full again), and a bound on keys.
 */

export type RateLimit = { readonly perSecond: number; readonly burst: number };

/** The bucket of a key after a call. */
export type RateLimitState = {
	readonly allowed: boolean;
	/** Whole credits left. */
	readonly remaining: number;
	/** Seconds until the bucket is full, rounded up. */
	readonly fullInSeconds: number;
	/** Milliseconds until one more credit is there; 0 when one is. */
	readonly retryAfterMs: number;
};

/** Buckets of one kind, one for each key. */
export interface RateLimiter {
	readonly limit: RateLimit;
	/** Takes one credit of the key where there is one. `now` in monotonic milliseconds. */
	take(key: string, now: number): RateLimitState;
}

/** Keys remembered at a time. The one that called longest ago makes room and starts with a full bucket again. */
const KEYS_MAX = 20_000;

/** Remembers at most `keysMax` keys; a forgotten key has a full bucket. */
export function createRateLimiter(limit: RateLimit, keysMax: number = KEYS_MAX): RateLimiter {
	const creditMs = 1_000 / limit.perSecond;
	const bucketMs = creditMs * limit.burst;
	/** Key → when its bucket is full again. In order of last use. */
	const fullAt = new Map<string, number>();
	return {
		limit,
		take(key, now) {
			const before = Math.max(fullAt.get(key) ?? now, now);
			const after = before + creditMs;
			const overMs = after - now - bucketMs;
			// A millionth of a credit is rounding of the division above, not a call too many.
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

/** `RateLimit-Policy` member (draft-ietf-httpapi-ratelimit-headers-10, section 3): the burst and the time that refills it. */
export function policyHeader(name: string, { perSecond, burst }: RateLimit): string {
	return `"${name}";q=${burst};w=${Math.max(1, Math.ceil(burst / perSecond))}`;
}

/** `RateLimit` member (section 4 of the same draft). */
export function stateHeader(name: string, state: RateLimitState): string {
	return `"${name}";r=${state.remaining};t=${state.fullInSeconds}`;
}

/** What an address is limited by: itself, and for IPv6 its /64, because a host may use all of those. */
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
