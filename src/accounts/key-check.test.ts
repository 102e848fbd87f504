/**
 * A key is connected only if the exchange describes it within the call's time limit. Otherwise the call is refused
 * with a reason.
 */

import { expect, test } from 'vitest';
import { TRADING_KEY } from '../../test/support/trading-key.ts';
import { SILENT_LOGGER } from '../ports/logger.ts';
import type { VenueTrading } from '../ports/venue.ts';
import { createVirtualClock } from '../runtime/virtual-clock.ts';
import { describeForConnect } from './key-check.ts';

const CREDENTIALS = { apiKey: 'key', secret: 'secret' };

/**
 * Connects a key. The exchange describes it after `describedAfterMs`; the rate limit delays other reads by
 * `readInMs`.
 */
async function connecting(describedAfterMs: number, readInMs: number) {
	const clock = createVirtualClock(0);
	let closed = 0;
	const session = {
		describeKey: () =>
			new Promise((resolve) => {
				clock.after(describedAfterMs, () => resolve(TRADING_KEY));
			}),
		readInMs: () => readInMs,
		async close() {
			closed += 1;
		},
	} as unknown as VenueTrading;
	let answeredAt: number | undefined;
	const answer = describeForConnect(() => session, 'hyperliquid', CREDENTIALS, { log: SILENT_LOGGER, clock })
		.catch((error: unknown) => error)
		.finally(() => {
			answeredAt = clock.now();
		});
	while (await clock.advance(60_000));
	return { answer: await answer, answeredAt, closed };
}

test('refuses a key whose reads wait too long as rate limited, with a retry time', async () => {
	const { answer, answeredAt, closed } = await connecting(30_000, 4_200);
	expect(answer).toMatchObject({
		code: 'VENUE_RATE_LIMITED',
		message: 'The rate limit of Hyperliquid is exhausted. Nothing was connected. Try again in 4.2 s.',
		retryAfterMs: 4_200,
	});
	expect(answeredAt).toBeLessThan(20_000);
	expect(closed).toBe(1);
});

test('reports a silent exchange as unavailable', async () => {
	const { answer, answeredAt } = await connecting(30_000, 0);
	expect(answer).toMatchObject({
		code: 'VENUE_UNAVAILABLE',
		message: 'Hyperliquid did not answer. Nothing was connected. Try again.',
	});
	expect(answeredAt).toBeLessThan(20_000);
});

test('connects a key that is described in time although its reads waited', async () => {
	expect(await connecting(11_000, 4_200)).toMatchObject({ answer: TRADING_KEY, closed: 1 });
});
