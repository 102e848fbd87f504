/** A session whose key is replaced: what of the earlier key's session is still reached. */
import { expect, test } from 'vitest';
import type { VenueTrading } from '../../ports/venue.ts';
import { createVirtualClock, passTime } from '../../runtime/virtual-clock.ts';
import { renewableTrading } from './renewable-trading.ts';

const OVERLAP_MS = 30_000;

function session(name: string, asked: string[]): VenueTrading {
	return {
		venue: 'bybit',
		deadMan: {
			reach: 'account',
			look: async () => ({ kind: 'yes', said: name }),
			arm: async () => ({ kind: 'yes', said: name }),
			async disarm(symbol: string) {
				asked.push(`${name} ${symbol}`);
				return name !== 'deaf';
			},
		},
		close: async () => void asked.push(`${name} ends`),
	} as unknown as VenueTrading;
}

test('a dead-man switch is disarmed on the earlier key’s connection too, as long as there is one', async () => {
	const clock = createVirtualClock(0);
	const asked: string[] = [];
	const { trading, renew } = renewableTrading(session('first', asked), clock);
	expect(await trading.deadMan?.disarm('BTCUSDT')).toBe(true);
	renew(session('second', asked));
	expect(await trading.deadMan?.disarm('BTCUSDT')).toBe(true);
	await passTime(clock, OVERLAP_MS);
	expect(await trading.deadMan?.disarm('BTCUSDT')).toBe(true);
	expect(asked).toEqual(['first BTCUSDT', 'second BTCUSDT', 'first BTCUSDT', 'first ends', 'second BTCUSDT']);
});

test('it is not off while one of the two connections does not say so', async () => {
	const { trading, renew } = renewableTrading(session('deaf', []), createVirtualClock(0));
	renew(session('second', []));
	expect(await trading.deadMan?.disarm('BTCUSDT')).toBe(false);
	expect(await trading.deadMan?.arm('BTCUSDT', () => true)).toEqual({ kind: 'yes', said: 'second' });
});
