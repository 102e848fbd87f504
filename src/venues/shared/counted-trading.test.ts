import { expect, test } from 'vitest';
import { createFaultyVenue } from '../../../test/support/faulty-venue.ts';
import { seededRandom } from '../../../test/support/seeded-random.ts';
import { NO_FAULTS } from '../../../test/support/venue-faults.ts';
import { fromInteger, parseDecimal } from '../../domain/decimal.ts';
import { type VenueOrder, VenueRateLimitError } from '../../ports/venue.ts';
import { createVirtualClock } from '../../runtime/virtual-clock.ts';
import { countedTrading } from './counted-trading.ts';

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
	const trading = countedTrading(venue, { note: (name, outcome) => void told.push(`${name} ${outcome}`) });
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

test('a refusal is an answer, silence is none', async () => {
	const { venue, trading, told, settled } = counted();
	expect(await settled(trading.balance())).toBe('resolved');
	venue.refuseLeverage('risk tier');
	expect(await settled(trading.prepare('SOLUSDT', fromInteger(9), 'isolated'))).toBe('rejected');
	venue.refuseReads(true);
	expect(await settled(trading.positions())).toBe('rejected');
	expect(await settled(trading.findOrder('SOLUSDT', ORDER.clientOrderId))).toBe('resolved');
	expect(told).toEqual(['bybit answered', 'bybit answered', 'bybit failed', 'bybit failed']);
});

test('an order is counted by its outcome', async () => {
	const { venue, trading, told, settled } = counted();
	await settled(trading.placeOrder(ORDER));
	venue.setFaults({ ...NO_FAULTS, rejected: 1 });
	await settled(trading.placeOrder({ ...ORDER, clientOrderId: 'b'.repeat(32) }));
	venue.setFaults({ ...NO_FAULTS, lostAnswer: 1 });
	await settled(trading.placeOrder({ ...ORDER, clientOrderId: 'c'.repeat(32) }));
	expect(told).toEqual(['bybit answered', 'bybit answered', 'bybit failed']);
	expect(venue.violations).toEqual([]);
});

test('a limit of requests is no silence: nothing was asked, or the exchange has said so', async () => {
	const { venue, told } = counted();
	const limited = new VenueRateLimitError('bybit', 'The budget is used up.', 800);
	const trading = countedTrading(
		{ ...venue, balance: () => Promise.reject(limited) },
		{ note: (name, outcome) => void told.push(`${name} ${outcome}`) },
	);
	await expect(trading.balance()).rejects.toBe(limited);
	expect(told).toEqual([]);
});
