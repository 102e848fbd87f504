import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createVirtualClock } from '../../runtime/virtual-clock.ts';
import { type Budgets, createLimiter } from './limiter.ts';

const BUDGETS: Budgets = {
	order: { perSecond: 10, burst: 10, waitMsMax: 0 },
	probe: { perSecond: 10, burst: 10, waitMsMax: 1_000 },
	account: { perSecond: 10, burst: 5, waitMsMax: 1_000 },
	market: { perSecond: 5, burst: 5, waitMsMax: 2_000 },
	history: { perSecond: 1, burst: 1, waitMsMax: 60_000 },
};

describe('our own request budgets', () => {
	test('an order leaves in the same tick or not at all', () => {
		const clock = createVirtualClock(0);
		const limiter = createLimiter('bybit', BUDGETS, clock);
		for (let count = 0; count < 10; count += 1) expect(limiter.take('order')).toBeUndefined();
		expect(() => limiter.take('order')).toThrow(
			/budget for order requests at bybit.*would wait 100 ms; the limit is 0 ms/,
		);
	});

	test('a refused request takes nothing from the budget', async () => {
		const clock = createVirtualClock(0);
		const limiter = createLimiter('bybit', BUDGETS, clock);
		for (let count = 0; count < 10; count += 1) limiter.take('order');
		for (let count = 0; count < 50; count += 1) expect(() => limiter.take('order')).toThrow();
		clock.after(100, () => {});
		await clock.advance(100);
		expect(limiter.take('order')).toBeUndefined();
	});

	test('classes do not share budgets', () => {
		const limiter = createLimiter('bybit', BUDGETS, createVirtualClock(0));
		for (let count = 0; count < 5; count += 1) void limiter.take('market');
		expect(limiter.take('market')).toBeInstanceOf(Promise);
		expect(limiter.take('account')).toBeUndefined();
		expect(limiter.take('order')).toBeUndefined();
	});

	test('burst and rate limit the requests in every window of a second', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 60 }), async (asks) => {
				const clock = createVirtualClock(0);
				const limiter = createLimiter('bybit', BUDGETS, clock);
				const gone: number[] = [];
				let at = 0;
				for (const pauseMs of asks) {
					at += pauseMs;
					clock.after(at, () => {
						try {
							const place = limiter.take('account') ?? Promise.resolve();
							void place.then(() => gone.push(clock.now()));
						} catch {
							// The limiter refused the request, because the wait would be too long.
						}
					});
				}
				while (await clock.advance(60_000));
				for (const from of gone) {
					const inWindow = gone.filter((wentAt) => wentAt >= from && wentAt < from + 1_000);
					// Five are allowed at once and ten more per second; timers fire on whole milliseconds.
					expect(inWindow.length).toBeLessThanOrEqual(5 + 10 + 1);
				}
			}),
			{ numRuns: 40 },
		);
	});
});
