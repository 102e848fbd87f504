/** Checks which of a session's requests are sent and which wait, under the exchanges' own limits. */
import { describe, expect, test } from 'vitest';
import { VenueRateLimitError } from '../../ports/venue-error.ts';
import { createVirtualClock } from '../../runtime/virtual-clock.ts';
import { VENUE_NAMES } from '../facts.ts';
import { dialectOf } from '../modules.ts';
import { createPermits } from './permits.ts';
import { createSharedAddress } from './shared-address.ts';

const NOW = Date.UTC(2026, 10, 23);

function permitsAt(venue: string) {
	const clock = createVirtualClock(NOW);
	const sharedAddress = createSharedAddress(clock);
	const open = () => createPermits({ dialect: dialectOf(venue), clock, sharedAddress });
	return { clock, open, permits: open() };
}

/** Counts the orders that may be sent at once. */
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
	test('wait for their turn: the sixth fee request at Bybit within a second', async () => {
		const { clock, permits } = permitsAt('bybit');
		const wentAt: number[] = [];
		for (let count = 0; count < 12; count += 1) {
			const place = permits.take('account', 'privateGetV5AccountFeeRate', {});
			void (place ?? Promise.resolve()).then(() => wentAt.push(clock.now() - NOW));
		}
		while (await clock.advance(NOW + 60_000));
		expect(wentAt).toEqual([0, 0, 0, 0, 0, 1_200, 1_200, 1_200, 1_200, 1_200, 2_400, 2_400]);
	});

	test('do not delay other endpoints, and are refused beyond the wait of a call', () => {
		const { permits } = permitsAt('bybit');
		for (let count = 0; count < 35; count += 1)
			void permits.take('account', 'privateGetV5AccountFeeRate', {});
		expect(permits.take('account', 'privateGetV5AccountInfo', {})).toBeUndefined();
		expect(permits.readInMs()).toBe(8_400);
		expect(() => permits.take('account', 'privateGetV5AccountFeeRate', {})).toThrow(
			/budget for account requests \(privateGetV5AccountFeeRate, 5 in 1000 ms\) at bybit is used up\. .* 8\.4 s; the limit is 8\.0 s/,
		);
	});

	test('count per instrument if the exchange does, and per account', () => {
		const { open, permits } = permitsAt('okx');
		const ask = (instId: string, of = permits) => of.take('probe', 'privateGetTradeOrder', { instId });
		for (let count = 0; count < 60; count += 1) expect(ask('BTC-USDT-SWAP')).toBeUndefined();
		expect(ask('BTC-USDT-SWAP')).toBeInstanceOf(Promise);
		expect(ask('ETH-USDT-SWAP')).toBeUndefined();
		expect(ask('BTC-USDT-SWAP', open())).toBeUndefined();
	});

	test('count for all sessions together if the limit is per address', () => {
		const { open } = permitsAt('okx');
		const ask = () => open().take('market', 'publicGetPublicTime', {});
		for (let count = 0; count < 10; count += 1) expect(ask()).toBeUndefined();
		expect(ask()).toBeInstanceOf(Promise);
	});

	test('leave some permits to order queries', () => {
		const { permits } = permitsAt('okx');
		const ask = (kind: 'account' | 'probe') => permits.take(kind, 'privateGetTradeFillsHistory', {});
		for (let count = 0; count < 6; count += 1) expect(ask('account')).toBeUndefined();
		expect(ask('account')).toBeInstanceOf(Promise);
		expect(ask('probe')).toBeUndefined();
	});

	test('pause after a rate limit, and no others do', () => {
		const { permits } = permitsAt('bybit');
		permits.refused('privateGetV5PositionList', {}, 700);
		expect(permits.take('account', 'privateGetV5PositionList', {})).toBeInstanceOf(Promise);
		expect(permits.take('account', 'privateGetV5AccountInfo', {})).toBeUndefined();
		expect(permits.readInMs()).toBe(700);
	});
});

describe('orders', () => {
	test.each([
		['bybit', 6, 8, 10],
		['okx', 36, 48, 60],
		['binance', 180, 240, 300],
	])(
		'%s: %i opening, %i closing and %i repairing orders leave at once',
		(venue, opening, closing, repairing) => {
			for (const [urgency, most] of [
				['opens', opening],
				['closes', closing],
				['repairs', repairing],
			] as const) {
				const { permits } = permitsAt(venue);
				expect(ordersAtOnce(() => permits.takeOrder('X', urgency))).toBe(most);
			}
		},
	);

	test.each(VENUE_NAMES)(
		'%s: repairs an unhedged leg despite any number of opening orders, closing orders and reads',
		(venue) => {
			const { permits } = permitsAt(venue);
			const { limits, orderMethod } = dialectOf(venue);
			const endpoint = Object.keys(limits.endpoints).find((name) => name !== orderMethod) ?? 'publicPostInfo';
			for (let count = 0; count < 700; count += 1)
				for (const ask of [
					() => permits.takeOrder('X', 'opens'),
					() => permits.takeOrder('X', 'closes'),
					() => permits.take('account', endpoint, { instId: 'X' }, 1)?.catch(() => undefined),
					() => permits.take('market', 'publicGetX', {}, 1)?.catch(() => undefined),
				])
					try {
						ask();
					} catch (error) {
						expect(error).toBeInstanceOf(VenueRateLimitError);
					}
			expect(permits.orderInMs('X', 'opens')).toBeGreaterThan(0);
			expect(permits.orderInMs('X', 'repairs')).toBe(0);
			expect(() => permits.takeOrder('X', 'repairs')).not.toThrow();
		},
	);

	test('an order without a permit takes none of another limit, and leaves at the stated time', async () => {
		const { clock, permits } = permitsAt('bybit');
		expect(ordersAtOnce(() => permits.takeOrder('BTCUSDT', 'opens'))).toBe(6);
		for (let count = 0; count < 500; count += 1) ordersAtOnce(() => permits.takeOrder('BTCUSDT', 'opens'));
		const waitMs = permits.orderInMs('BTCUSDT', 'opens');
		expect(waitMs).toBe(1_200);
		clock.after(waitMs, () => {});
		await clock.advance(NOW + waitMs);
		expect(ordersAtOnce(() => permits.takeOrder('BTCUSDT', 'opens'))).toBe(6);
	});

	test('pause only opening orders after a rate limit', () => {
		const { permits } = permitsAt('okx');
		permits.orderRefused('BTC-USDT-SWAP', 2_000);
		expect(permits.orderInMs('BTC-USDT-SWAP', 'opens')).toBe(2_000);
		expect(permits.orderInMs('BTC-USDT-SWAP', 'closes')).toBe(0);
		expect(permits.orderInMs('BTC-USDT-SWAP', 'repairs')).toBe(0);
	});
});
