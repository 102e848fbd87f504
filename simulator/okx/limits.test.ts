import { describe, expect, it } from 'vitest';
import { createRequestLimiter, type OkxLimits } from './limits.ts';

const LIMITS: OkxLimits = {
	endpoints: {
		'POST /order': { max: 2, perInstrument: true },
		'GET /fills': { max: 2 },
		'GET /status': { max: 1, windowMs: 5_000 },
	},
	others: { max: 1 },
	ordersMax: 3,
	windowMs: 2_000,
};

describe('createRequestLimiter', () => {
	it('allows the limit in any rolling two seconds, or in the window of the endpoint', () => {
		const limiter = createRequestLimiter(LIMITS);
		const fills = (at: number): boolean => limiter.take('ann', 'GET /fills', undefined, 1, at);
		expect([fills(0), fills(900), fills(1_999), fills(2_000)]).toEqual([true, true, false, true]);
		const status = (at: number): boolean => limiter.take('address', 'GET /status', undefined, 1, at);
		expect([status(0), status(4_999), status(5_000)]).toEqual([true, false, true]);
	});

	it('counts users and endpoints separately, and instruments where the endpoint does', () => {
		const limiter = createRequestLimiter(LIMITS);
		const order = (owner: string, instId: string, count = 1): boolean =>
			limiter.take(owner, 'POST /order', instId, count, 0);
		expect([order('ann', 'BTC', 2), order('ann', 'BTC'), order('ann', 'ETH'), order('ben', 'BTC')]).toEqual([
			true,
			false,
			true,
			true,
		]);
		expect([limiter.take('ann', 'GET /x', 'BTC', 1, 0), limiter.take('ann', 'GET /x', 'ETH', 1, 0)]).toEqual([
			true,
			false,
		]);
	});

	it('accepts a whole batch or none of it', () => {
		const limiter = createRequestLimiter(LIMITS);
		expect(limiter.takeOrders('ann', 4, 0)).toBe(false);
		expect(limiter.takeOrders('ann', 3, 0)).toBe(true);
		expect(limiter.takeOrders('ann', 1, 1_999)).toBe(false);
		expect(limiter.takeOrders('ann', 1, 2_000)).toBe(true);
	});
});
