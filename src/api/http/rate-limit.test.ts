import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressKey, createRateLimiter, policyHeader, stateHeader } from './rate-limit.ts';

describe('createRateLimiter', () => {
	test('allows the burst at once, then one call per period', () => {
		const limiter = createRateLimiter({ perSecond: 20, burst: 100 });
		for (let call = 1; call <= 100; call += 1)
			expect(limiter.take('a', 1_000)).toMatchObject({ allowed: true, remaining: 100 - call });
		expect(limiter.take('a', 1_000)).toEqual({
			allowed: false,
			remaining: 0,
			fullInSeconds: 5,
			retryAfterMs: 50,
		});
		expect(limiter.take('a', 1_049).allowed).toBe(false);
		expect(limiter.take('a', 1_050).allowed).toBe(true);
		expect(limiter.take('a', 1_050).allowed).toBe(false);
		expect(limiter.take('a', 6_050)).toMatchObject({ allowed: true, remaining: 99 });
	});

	test('limits each key separately', () => {
		const limiter = createRateLimiter({ perSecond: 1, burst: 1 });
		expect(limiter.take('a', 0).allowed).toBe(true);
		expect(limiter.take('a', 0).allowed).toBe(false);
		expect(limiter.take('b', 0).allowed).toBe(true);
	});

	test('evicts the least recently used key', () => {
		const limiter = createRateLimiter({ perSecond: 0.001, burst: 1 }, 2);
		for (const key of ['a', 'b', 'c']) expect(limiter.take(key, 0).allowed).toBe(true);
		expect(limiter.take('c', 0).allowed).toBe(false);
		expect(limiter.take('b', 0).allowed).toBe(false);
		expect(limiter.take('a', 0).allowed).toBe(true);
	});

	test('never allows more calls in a window than the burst and its refill', () => {
		fc.assert(
			fc.property(
				fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 200 }),
				fc.integer({ min: 1, max: 20 }),
				fc.integer({ min: 1, max: 50 }),
				(gaps, burst, perSecond) => {
					const limiter = createRateLimiter({ perSecond, burst });
					let now = 0;
					const allowedAt: number[] = [];
					for (const gap of gaps) {
						now += gap;
						if (limiter.take('k', now).allowed) allowedAt.push(now);
					}
					for (const [first, from] of allowedAt.entries())
						for (let last = first; last < allowedAt.length; last += 1)
							expect(last - first + 1).toBeLessThanOrEqual(
								burst + (((allowedAt[last] ?? 0) - from) * perSecond) / 1_000 + 1e-3,
							);
				},
			),
			{ numRuns: 200 },
		);
	});

	test('allows a refused call after exactly the stated wait', () => {
		const limiter = createRateLimiter({ perSecond: 3, burst: 2 });
		limiter.take('k', 0);
		limiter.take('k', 0);
		const { allowed, retryAfterMs } = limiter.take('k', 10);
		expect(allowed).toBe(false);
		expect(limiter.take('k', 10 + retryAfterMs - 1).allowed).toBe(false);
		expect(limiter.take('k', 10 + retryAfterMs).allowed).toBe(true);
	});
});

test('headers are structured field items', () => {
	const limiter = createRateLimiter({ perSecond: 20, burst: 100 });
	expect(policyHeader('public', limiter.limit)).toBe('"public";q=100;w=5');
	expect(stateHeader('public', limiter.take('a', 0))).toBe('"public";r=99;t=1');
});

test.each([
	['127.0.0.1', '127.0.0.1'],
	['::ffff:10.0.0.9', '10.0.0.9'],
	['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
	['2001:db8:1:2::1', '2001:db8:1:2::/64'],
	['2001:DB8:0001:2::9', '2001:db8:1:2::/64'],
	['::1', '0:0:0:0::/64'],
	['fe80::1%eth0', 'fe80:0:0:0::/64'],
	['1::', '1:0:0:0::/64'],
])('%s is limited as %s', (address, key) => {
	expect(addressKey(address)).toBe(key);
});
