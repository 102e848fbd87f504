/** A call whose exchanges take too long is answered in time, says why, and opens nothing. */
import { expect, test } from 'vitest';
import { VenueRateLimitError } from '../../src/ports/venue-error.ts';
import { createTradingStage, START_AT } from '../support/trading-stage.ts';

const USER = 'user_a';

function waitingStage(readInMs: number) {
	const stage = createTradingStage(3);
	const held = Promise.withResolvers<void>();
	const { prepare } = stage.bybit;
	Object.assign(stage.bybit, {
		readInMs: () => readInMs,
		prepare: (...args: Parameters<typeof prepare>) => held.promise.then(() => prepare(...args)),
	});
	return { stage, held };
}

test.each(['open', 'preview'] as const)('%s: a limit of requests is told with its time', async (action) => {
	const { stage } = waitingStage(2_300);
	if (action === 'preview') Object.assign(stage.bybit, { fees: () => new Promise(() => {}) });
	stage.feed('SOL');
	const call = stage.settled(stage.execute({ preview: action === 'preview' }));
	await expect(call).rejects.toBeInstanceOf(VenueRateLimitError);
	await expect(call).rejects.toMatchObject({ venue: 'bybit', retryAfterMs: 2_300 });
	expect(stage.clock.now() - START_AT).toBeLessThan(10_000);
	expect(stage.driver.statesOf(USER)).toEqual([]);
});

test('an exchange that is silent is no limit', async () => {
	const { stage } = waitingStage(0);
	stage.feed('SOL');
	await expect(stage.settled(stage.execute({}))).rejects.toMatchObject({
		code: 'VENUE_UNAVAILABLE',
		message: expect.stringMatching(/^bybit or kucoin did not answer within 8000 ms .* Nothing was opened/),
	});
	expect(stage.driver.statesOf(USER)).toEqual([]);
});

test('what comes after the answer opens nothing, and holds nothing of the next call', async () => {
	const { stage, held } = waitingStage(700);
	stage.feed('SOL');
	await expect(stage.settled(stage.execute({}))).rejects.toBeInstanceOf(VenueRateLimitError);
	held.resolve();
	await stage.pass(2_000);
	expect(stage.driver.statesOf(USER)).toEqual([]);
	stage.feed('SOL');
	const answer = await stage.settled(stage.execute({}));
	expect(answer).toMatchObject({ success: true, status: 'queued' });
});
