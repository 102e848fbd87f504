/** Checks that a call returns in time when exchanges are slow, gives the reason, and opens nothing. */
import { expect, test } from 'vitest';
import { VenueRateLimitError } from '../../src/ports/venue-error.ts';
import { createTradingFixture, START_AT } from '../support/trading-fixture.ts';

const USER = 'user_a';

function waitingFixture(readInMs: number) {
	const fixture = createTradingFixture(3);
	const held = Promise.withResolvers<void>();
	const { prepare } = fixture.bybit;
	Object.assign(fixture.bybit, {
		readInMs: () => readInMs,
		prepare: (...args: Parameters<typeof prepare>) => held.promise.then(() => prepare(...args)),
	});
	return { fixture, held };
}

test.each(['open', 'preview'] as const)(
	'%s: reports an exchange’s rate limit with the time to wait',
	async (action) => {
		const { fixture } = waitingFixture(2_300);
		if (action === 'preview') Object.assign(fixture.bybit, { fees: () => new Promise(() => {}) });
		fixture.feed('SOL');
		const call = fixture.settled(fixture.execute({ preview: action === 'preview' }));
		await expect(call).rejects.toBeInstanceOf(VenueRateLimitError);
		await expect(call).rejects.toMatchObject({ venue: 'bybit', retryAfterMs: 2_300 });
		expect(fixture.clock.now() - START_AT).toBeLessThan(10_000);
		expect(fixture.driver.statesOf(USER)).toEqual([]);
	},
);

test('does not report a silent exchange as a rate limit', async () => {
	const { fixture } = waitingFixture(0);
	fixture.feed('SOL');
	await expect(fixture.settled(fixture.execute({}))).rejects.toMatchObject({
		code: 'VENUE_UNAVAILABLE',
		message: expect.stringMatching(/^Bybit or KuCoin did not answer within 8\.0 s\. Nothing was opened/),
	});
	expect(fixture.driver.statesOf(USER)).toEqual([]);
});

test('a late exchange answer opens nothing and does not block the next call', async () => {
	const { fixture, held } = waitingFixture(700);
	fixture.feed('SOL');
	await expect(fixture.settled(fixture.execute({}))).rejects.toBeInstanceOf(VenueRateLimitError);
	held.resolve();
	await fixture.pass(2_000);
	expect(fixture.driver.statesOf(USER)).toEqual([]);
	fixture.feed('SOL');
	const answer = await fixture.settled(fixture.execute({}));
	expect(answer).toMatchObject({ success: true, status: 'queued' });
});
