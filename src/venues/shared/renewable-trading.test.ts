/**
 * Checks a session whose key was replaced: how it uses the earlier key's session, and which responses count towards
 * the exchange's stability.
 */

import { expect, test } from 'vitest';
import { createFaultyVenue } from '../../../test/support/faulty-venue.ts';
import { NO_FAULTS } from '../../../test/support/venue-faults.ts';
import { fromInteger, parseDecimal } from '../../domain/decimal.ts';
import type { OwnTransfer } from '../../ports/own-transfers.ts';
import type { VenueOrder, VenueTrading } from '../../ports/venue.ts';
import { VenueRateLimitError } from '../../ports/venue-error.ts';
import { seededRandom } from '../../runtime/seeded-random.ts';
import { createVirtualClock, passTime } from '../../runtime/virtual-clock.ts';
import { renewableTrading } from './renewable-trading.ts';

const UNCOUNTED = { note: () => {} };

const OVERLAP_MS = 30_000;

function session(name: string, asked: string[]): VenueTrading {
	return {
		venue: 'bybit',
		deadMan: {
			reach: 'account',
			check: async () => ({ kind: 'yes', said: name }),
			arm: async () => ({ kind: 'yes', said: name }),
			async disarm(symbol: string) {
				asked.push(`${name} ${symbol}`);
				return name !== 'deaf';
			},
		},
		close: async () => void asked.push(`${name} ends`),
	} as unknown as VenueTrading;
}

test('disarms a dead-man switch on the earlier key’s connection too, while it exists', async () => {
	const clock = createVirtualClock(0);
	const asked: string[] = [];
	const { trading, renew } = renewableTrading(session('first', asked), clock, UNCOUNTED);
	expect(await trading.deadMan?.disarm('BTCUSDT')).toBe(true);
	renew(session('second', asked));
	expect(await trading.deadMan?.disarm('BTCUSDT')).toBe(true);
	await passTime(clock, OVERLAP_MS);
	expect(await trading.deadMan?.disarm('BTCUSDT')).toBe(true);
	expect(asked).toEqual(['first BTCUSDT', 'second BTCUSDT', 'first BTCUSDT', 'first ends', 'second BTCUSDT']);
});

test('a switch is disarmed only if both connections confirm it', async () => {
	const { trading, renew } = renewableTrading(session('deaf', []), createVirtualClock(0), UNCOUNTED);
	renew(session('second', []));
	expect(await trading.deadMan?.disarm('BTCUSDT')).toBe(false);
	expect(await trading.deadMan?.arm('BTCUSDT', () => true)).toEqual({ kind: 'yes', said: 'second' });
});

const ORDER: VenueOrder = {
	symbol: 'SOLUSDT',
	clientOrderId: 'a'.repeat(32),
	side: 'buy',
	quantity: fromInteger(1),
	limitPrice: fromInteger(100),
	timeInForce: 'IOC',
	reduceOnly: false,
	leverage: fromInteger(1),
	marginMode: 'isolated',
};

function counted() {
	const clock = createVirtualClock(0);
	const venue = createFaultyVenue({
		venue: 'bybit',
		clock,
		random: seededRandom(7),
		lotSize: parseDecimal('0.1'),
		faults: NO_FAULTS,
		isIntended: () => true,
	});
	const told: string[] = [];
	const { trading } = renewableTrading(venue, clock, {
		note: (name, outcome) => void told.push(`${name} ${outcome}`),
	});
	const settled = async (work: Promise<unknown>): Promise<string> => {
		let end: string | undefined;
		work.then(
			() => {
				end = 'resolved';
			},
			() => {
				end = 'rejected';
			},
		);
		while (end === undefined) await clock.advance(clock.now() + 60_000);
		return end;
	};
	return { venue, trading, told, settled };
}

test('a refusal counts as an answer, silence does not', async () => {
	const { venue, trading, told, settled } = counted();
	expect(await settled(trading.balance())).toBe('resolved');
	venue.refuseLeverage('risk tier');
	expect(await settled(trading.prepare('SOLUSDT', fromInteger(9), 'isolated'))).toBe('rejected');
	venue.refuseReads(true);
	expect(await settled(trading.positions())).toBe('rejected');
	expect(await settled(trading.findOrder('SOLUSDT', ORDER.clientOrderId))).toBe('resolved');
	expect(told).toEqual(['bybit answered', 'bybit answered', 'bybit failed', 'bybit failed']);
});

test('counts an order by its outcome', async () => {
	const { venue, trading, told, settled } = counted();
	await settled(trading.placeOrder(ORDER));
	venue.setFaults({ ...NO_FAULTS, rejected: 1 });
	await settled(trading.placeOrder({ ...ORDER, clientOrderId: 'b'.repeat(32) }));
	venue.setFaults({ ...NO_FAULTS, lostAnswer: 1 });
	await settled(trading.placeOrder({ ...ORDER, clientOrderId: 'c'.repeat(32) }));
	expect(told).toEqual(['bybit answered', 'bybit answered', 'bybit failed']);
	expect(venue.violations).toEqual([]);
});

test('a rate limit does not count as silence', async () => {
	const { venue, told } = counted();
	const limited = new VenueRateLimitError('bybit', 'The budget is used up.', 800);
	const { trading } = renewableTrading(
		{ ...venue, balance: () => Promise.reject(limited) },
		createVirtualClock(0),
		{ note: (name, outcome) => void told.push(`${name} ${outcome}`) },
	);
	await expect(trading.balance()).rejects.toBe(limited);
	expect(told).toEqual([]);
});

test('offers what the session of the present key offers for wallets, and counts its answers', async () => {
	const counts: string[] = [];
	const outcomes = { note: (name: string, outcome: string) => void counts.push(`${name} ${outcome}`) };
	const { trading, renew } = renewableTrading(session('first', []), createVirtualClock(0), outcomes);
	expect([trading.wallets, trading.transferOwn, trading.findOwnTransfer, trading.outsideMoves]).toEqual(
		Array.from({ length: 4 }),
	);
	renew({
		...session('second', []),
		wallets: async () => [],
		transferOwn: async () => ({ kind: 'unknown', message: 'no answer' }),
		findOwnTransfer: async () => ({ kind: 'absent' }),
		outsideMoves: async () => [],
	});
	const transfer: OwnTransfer = {
		from: 'main',
		to: 'futures',
		asset: 'USDT',
		amount: fromInteger(1),
		clientId: 'a'.repeat(32),
	};
	expect(await trading.wallets?.()).toEqual([]);
	expect(await trading.transferOwn?.(transfer)).toMatchObject({ kind: 'unknown' });
	expect(await trading.findOwnTransfer?.(transfer, 0)).toEqual({ kind: 'absent' });
	expect(await trading.outsideMoves?.(0, 1)).toEqual([]);
	expect(counts).toEqual(['bybit answered', 'bybit failed', 'bybit answered', 'bybit answered']);
});
