/**
 * Tests orders whose response is lost, at exchanges where a client order id can be used again once its order has
 * ended. If the service sent such an order twice, it would fill twice. The test reads the exchanges' own records.
 */
import { describe, expect, test } from 'vitest';
import { neg, ZERO } from '../../src/domain/decimal.ts';
import type { TradedVenue } from '../../src/venues/facts.ts';
import { orderFaults, truthOf } from './chaos-truth.ts';
import { type Fixture, openFixture } from './fixture.ts';
import { closeAndEnd, firstFirmOpportunity, hedgedSize, openAndRun } from './trading.ts';

const PAIRS: readonly (readonly [TradedVenue, TradedVenue])[] = [
	['binance', 'kucoin'],
	['binance', 'hyperliquid'],
];
const AMOUNT_USD = 1_200;

/** Makes each exchange accept its next order but drop the response. */
async function loseAnswers(fixture: Fixture, venues: readonly TradedVenue[]): Promise<void> {
	for (const venue of venues)
		await fixture.admin(venue, 'POST', '/faults', {
			operation: 'order.create',
			count: 1,
			action: { kind: 'dropAnswer' },
		});
}

async function lostAt(fixture: Fixture, venue: TradedVenue): Promise<number> {
	type Faults = { readonly faults: readonly { readonly hits: number }[] };
	const { faults } = await fixture.admin<Faults>(venue, 'GET', '/faults');
	return faults.reduce((sum, { hits }) => sum + hits, 0);
}

describe.each(PAIRS)('%s and %s', (...venues) => {
	test('queries an order whose answer is lost and never sends it again', async () => {
		await using fixture = openFixture({}, venues);
		const service = await fixture.serve();
		const token = await fixture.token('arb:read arb:trade');
		const beganAt = Date.now();
		const opportunity = await firstFirmOpportunity(service);

		await loseAnswers(fixture, venues);
		const { opened, execution } = await openAndRun(service, token, opportunity, { amount: AMOUNT_USD });
		expect(hedgedSize(execution)).toBeGreaterThan(ZERO);
		for (const venue of venues) {
			const [held = ZERO] = (await truthOf(fixture, venue)).positions.values();
			const isLong = execution.long_position.exchange === venue;
			expect([venue, held]).toEqual([venue, isLong ? hedgedSize(execution) : neg(hedgedSize(execution))]);
		}

		await loseAnswers(fixture, venues);
		await closeAndEnd(service, token, opened.execution_id);
		for (const venue of venues) {
			expect([venue, await lostAt(fixture, venue)]).toEqual([venue, 2]);
			expect((await truthOf(fixture, venue)).positions.size).toBe(0);
		}
		expect(await orderFaults(fixture, venues, beganAt)).toEqual([]);
	});
});
