/** Which requests of a session go, and which wait, by the venues' own limits. */
import { describe, expect, test } from 'vitest';
import { createVirtualClock } from '../../../test/support/virtual-clock.ts';
import { VenueRateLimitError } from '../../ports/venue-error.ts';
import { VENUE_NAMES } from '../facts.ts';
import { dialectOf } from '../modules.ts';
import { createPermits } from './permits.ts';
import { createSharedAddress } from './shared-address.ts';

const NOW = Date.UTC(2026, 10, 23);

function placesAt(venue: string) {
	const clock = createVirtualClock(NOW);
	const sharedAddress = createSharedAddress(clock);
	const open = () => createPermits({ dialect: dialectOf(venue), clock, sharedAddress });
	return { clock, open, places: open() };
}

/** How many orders leave at once. */
function ordersAtOnce(takeOrder: () => void): number {
	for (let count = 0; ; count += 1)
		try {
			takeOrder();
		} catch (error) {
			expect(error).toBeInstanceOf(VenueRateLimitError);
			return count;
		}
}

describe('reads of an endpoint', () => {
	test('wait for their turn: the sixth question for fees at Bybit within a second', async () => {
		const { clock, places } = placesAt('bybit');
		const wentAt: number[] = [];
		for (let count = 0; count < 12; count += 1) {
			const place = places.take('account', 'privateGetV5AccountFeeRate', {});
			void (place ?? Promise.resolve()).then(() => wentAt.push(clock.now() - NOW));
		}
		while (await clock.advance(NOW + 60_000));
		expect(wentAt).toEqual([0, 0, 0, 0, 0, 1_200, 1_200, 1_200, 1_200, 1_200, 2_400, 2_400]);
	});

	test('hold up no other endpoint, and are told when they would wait for longer than a call', () => {
		const { places } = placesAt('bybit');
		for (let count = 0; count < 35; count += 1) void places.take('account', 'privateGetV5AccountFeeRate', {});
		expect(places.take('account', 'privateGetV5AccountInfo', {})).toBeUndefined();
		expect(places.readInMs()).toBe(8_400);
		expect(() => places.take('account', 'privateGetV5AccountFeeRate', {})).toThrow(
			/budget of privateGetV5AccountFeeRate, 5 in 1000 ms at bybit is used up .* was 8400 ms, limit 8000 ms/,
		);
	});

	test('are counted for each instrument where the venue does so, and for each account', () => {
		const { open, places } = placesAt('okx');
		const ask = (instId: string, of = places) => of.take('probe', 'privateGetTradeOrder', { instId });
		for (let count = 0; count < 60; count += 1) expect(ask('BTC-USDT-SWAP')).toBeUndefined();
		expect(ask('BTC-USDT-SWAP')).toBeInstanceOf(Promise);
		expect(ask('ETH-USDT-SWAP')).toBeUndefined();
		expect(ask('BTC-USDT-SWAP', open())).toBeUndefined();
	});

	test('of an address are counted for all sessions together', () => {
		const { open } = placesAt('okx');
		const ask = () => open().take('market', 'publicGetPublicTime', {});
		for (let count = 0; count < 10; count += 1) expect(ask()).toBeUndefined();
		expect(ask()).toBeInstanceOf(Promise);
	});

	test('leave some to the question what became of an order', () => {
		const { places } = placesAt('okx');
		const ask = (kind: 'account' | 'probe') => places.take(kind, 'privateGetTradeFillsHistory', {});
		for (let count = 0; count < 6; count += 1) expect(ask('account')).toBeUndefined();
		expect(ask('account')).toBeInstanceOf(Promise);
		expect(ask('probe')).toBeUndefined();
	});

	test('that the venue has refused pause, and nothing else does', () => {
		const { places } = placesAt('bybit');
		places.refused('privateGetV5PositionList', {}, 700);
		expect(places.take('account', 'privateGetV5PositionList', {})).toBeInstanceOf(Promise);
		expect(places.take('account', 'privateGetV5AccountInfo', {})).toBeUndefined();
		expect(places.readInMs()).toBe(700);
	});
});

describe('orders', () => {
	test.each([
		['bybit', 6, 8, 10],
		['okx', 36, 48, 60],
		['binance', 180, 240, 300],
	])(
		'%s: %i that open, %i that close and %i that repair leave at once',
		(venue, opening, closing, repairing) => {
			for (const [urgency, most] of [
				['opens', opening],
				['closes', closing],
				['repairs', repairing],
			] as const) {
				const { places } = placesAt(venue);
				expect(ordersAtOnce(() => places.takeOrder('X', urgency))).toBe(most);
			}
		},
	);

	test.each(VENUE_NAMES)(
		'%s: one leg alone is repaired however many want to open, close or read',
		(venue) => {
			const { places } = placesAt(venue);
			const { limits, orderMethod } = dialectOf(venue);
			const endpoint = Object.keys(limits.endpoints).find((name) => name !== orderMethod) ?? 'publicPostInfo';
			for (let count = 0; count < 700; count += 1)
				for (const ask of [
					() => places.takeOrder('X', 'opens'),
					() => places.takeOrder('X', 'closes'),
					() => places.take('account', endpoint, { instId: 'X' }, 1)?.catch(() => undefined),
					() => places.take('market', 'publicGetX', {}, 1)?.catch(() => undefined),
				])
					try {
						ask();
					} catch (error) {
						expect(error).toBeInstanceOf(VenueRateLimitError);
					}
			expect(places.orderInMs('X', 'opens')).toBeGreaterThan(0);
			expect(places.orderInMs('X', 'repairs')).toBe(0);
			expect(() => places.takeOrder('X', 'repairs')).not.toThrow();
		},
	);

	test('one that finds no place takes none of another limit, and goes at the time that it is told', async () => {
		const { clock, places } = placesAt('bybit');
		expect(ordersAtOnce(() => places.takeOrder('BTCUSDT', 'opens'))).toBe(6);
		for (let count = 0; count < 500; count += 1) ordersAtOnce(() => places.takeOrder('BTCUSDT', 'opens'));
		const waitMs = places.orderInMs('BTCUSDT', 'opens');
		expect(waitMs).toBe(1_200);
		clock.after(waitMs, () => {});
		await clock.advance(NOW + waitMs);
		expect(ordersAtOnce(() => places.takeOrder('BTCUSDT', 'opens'))).toBe(6);
	});

	test('that the venue has refused by its limits hold back those that open, and no other', () => {
		const { places } = placesAt('okx');
		places.orderRefused('BTC-USDT-SWAP', 2_000);
		expect(places.orderInMs('BTC-USDT-SWAP', 'opens')).toBe(2_000);
		expect(places.orderInMs('BTC-USDT-SWAP', 'closes')).toBe(0);
		expect(places.orderInMs('BTC-USDT-SWAP', 'repairs')).toBe(0);
	});
});
