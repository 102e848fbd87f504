/** Checks which state the sessions in one process share, and which they do not. */
import { expect, test } from 'vitest';
import { createVirtualClock } from '../../runtime/virtual-clock.ts';
import { dialectOf } from '../modules.ts';
import { noteAnswer } from './answers.ts';
import { createPermits } from './permits.ts';
import { createSharedAddress } from './shared-address.ts';

const NOW = Date.UTC(2026, 10, 22);

test('all sessions share the budget of an exchange, and each exchange has its own', () => {
	const clock = createVirtualClock(NOW);
	const sharedAddress = createSharedAddress(clock);
	const takeAll = (venue: string, method: string): number => {
		const places = createPermits({ dialect: dialectOf(venue), clock, sharedAddress });
		for (let taken = 0; ; taken += 1) if (places.take('market', method, {}, 1) !== undefined) return taken;
	};
	const [pool] = dialectOf('binance').limits.pools;
	expect(takeAll('binance', 'fapiPublicGetTime')).toBe(
		(pool?.burst ?? 0) - (pool?.shares.market.leaves ?? 0),
	);
	expect(takeAll('binance', 'fapiPublicGetTime')).toBe(0);
	expect(takeAll('hyperliquid', 'publicPostInfo')).toBeGreaterThan(0);
});

test('a ban of one session holds for all sessions at the exchange until a request is served', () => {
	const clock = createVirtualClock(NOW);
	const address = createSharedAddress(clock);
	const ofSession = (venue: string) => address.bansOf(venue, dialectOf(venue).errors.ban);
	const [first, second] = [ofSession('binance'), ofSession('binance')];
	first.failed(noteAnswer(new Error('banned'), 418, '{"code":-1003,"msg":"banned until 9999999999999"}'));
	expect(() => second.check('market')).toThrow(/has banned this machine/);
	expect(() => second.check('order')).not.toThrow();
	expect(() => ofSession('bybit').check('market')).not.toThrow();
	expect(() => ofSession('okx').check('market')).not.toThrow();
	second.served(clock.monotonic());
	expect(() => first.check('market')).not.toThrow();
});
