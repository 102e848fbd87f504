import { describe, expect, it } from 'vitest';
import { createRequestLimiter, limitHeaders, type RequestLimits } from './limits.ts';

const LIMITS: RequestLimits = {
	perSecond: { 'POST /create': 3 },
	perSecondDefault: 1,
	addressRequestsMax: 4,
	addressWindowMs: 5_000,
};

describe('createRequestLimiter', () => {
	it('allows the limit in any rolling second', () => {
		const limiter = createRequestLimiter(LIMITS);
		const at = (ms: number): boolean => limiter.endpoint('ann', 'POST /create', ms).allowed;
		expect([at(0), at(400), at(900)]).toEqual([true, true, true]);
		expect(at(999)).toBe(false);
		expect(at(1000)).toBe(true);
		expect(at(1399)).toBe(false);
		expect(at(1400)).toBe(true);
	});

	it('counts accounts and endpoints separately, and other endpoints by the default limit', () => {
		const limiter = createRequestLimiter(LIMITS);
		expect(limiter.endpoint('ann', 'GET /other', 0).allowed).toBe(true);
		expect(limiter.endpoint('ann', 'GET /other', 1).allowed).toBe(false);
		expect(limiter.endpoint('ben', 'GET /other', 1).allowed).toBe(true);
		expect(limiter.endpoint('ann', 'POST /create', 1).allowed).toBe(true);
	});

	it('states the remaining requests and when the next one is allowed', () => {
		const limiter = createRequestLimiter(LIMITS);
		expect(limiter.endpoint('ann', 'POST /create', 10)).toEqual({
			allowed: true,
			limit: 3,
			remaining: 2,
			resetAt: 10,
		});
		limiter.endpoint('ann', 'POST /create', 20);
		limiter.endpoint('ann', 'POST /create', 30);
		const refused = limiter.endpoint('ann', 'POST /create', 40);
		expect(refused).toEqual({ allowed: false, limit: 3, remaining: 0, resetAt: 1010 });
		expect(limitHeaders(refused)).toEqual({
			'X-Bapi-Limit': '3',
			'X-Bapi-Limit-Status': '0',
			'X-Bapi-Limit-Reset-Timestamp': '1010',
		});
	});

	it('counts all requests of the address together', () => {
		const limiter = createRequestLimiter(LIMITS);
		expect([0, 1, 2, 3].map((at) => limiter.address('others', at))).toEqual([true, true, true, true]);
		expect(limiter.address('others', 4_999)).toBe(false);
		expect(limiter.address('others', 5_000)).toBe(true);
	});
});
