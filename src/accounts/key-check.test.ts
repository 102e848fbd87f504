/** A key is described in the time of a call, or refused with the reason; then nothing is connected. */

import { expect, test } from 'vitest';
import { TRADING_KEY } from '../../test/support/trading-key.ts';
import { createVirtualClock } from '../../test/support/virtual-clock.ts';
import { SILENT_LOGGER } from '../ports/logger.ts';
import type { VenueTrading } from '../ports/venue.ts';
import { describeForConnect } from './key-check.ts';

const CREDENTIALS = { apiKey: 'key', secret: 'secret' };

/** Connects where the exchange describes the key after so long, and reads have to wait for their turn. */
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

test('one whose reads wait too long is refused as a rate limit, with when to come again', async () => {
	const { answer, answeredAt, closed } = await connecting(30_000, 4_200);
	expect(answer).toMatchObject({
		code: 'VENUE_RATE_LIMITED',
		message: 'hyperliquid has a rate limit that is reached, so nothing was connected; try again in 4200 ms.',
		retryAfterMs: 4_200,
	});
	expect(answeredAt).toBeLessThan(20_000);
	expect(closed).toBe(1);
});

test('an exchange that is silent is another matter', async () => {
	const { answer, answeredAt } = await connecting(30_000, 0);
	expect(answer).toMatchObject({
		code: 'VENUE_UNAVAILABLE',
		message: 'hyperliquid did not answer, so nothing was connected.',
	});
	expect(answeredAt).toBeLessThan(20_000);
});

test('one that is described in time is, however its reads waited', async () => {
	expect(await connecting(11_000, 4_200)).toMatchObject({ answer: TRADING_KEY, closed: 1 });
});
