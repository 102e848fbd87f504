/** Tests an exchange that bans this machine's IP address, through the adapter over real sockets. */

import { afterAll, beforeAll, describe, expect } from 'vitest';
import { VENUE_LACKS } from '../../scripts/venue-capabilities.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { SILENT_LOGGER } from '../../src/ports/logger.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { systemRandom } from '../../src/runtime/random.ts';
import { moduleOf } from '../../src/venues/modules.ts';
import { openVenueMarketData } from '../../src/venues/shared/market-data.ts';
import { createSharedAddress } from '../../src/venues/shared/shared-address.ts';
import { casesOf } from './cases.ts';
import { type Fixture, openFixture, orderOf } from './fixture.ts';
import { VENUE_ROWS } from './venue-rows.ts';

/**
 * Length of the ban, milliseconds; the exchange may report it. The ban outlasts this test's requests and the
 * documented bans of the other exchanges.
 */
const BAN_MS = 300_000;
const BANNING = VENUE_ROWS.filter(({ venue }) => VENUE_LACKS[venue]?.['address ban'] === undefined);

describe.each(BANNING)('$venue', (row) => {
	const prove = casesOf(row.venue);
	let fixture: Fixture;
	let aheadMs = 0;
	/** The system clock, advanced by the simulated waiting time. */
	const clock: Clock = {
		...systemClock,
		now: () => systemClock.now() + aheadMs,
		monotonic: () => systemClock.monotonic() + aheadMs,
	};

	beforeAll(async () => {
		fixture = await openFixture(row);
	});

	afterAll(() => fixture.close());

	async function asked(): Promise<number> {
		const { faults } = (await fixture.simulator.admin('GET', '/faults')) as {
			readonly faults: readonly { readonly hits: number }[];
		};
		return faults.reduce((sum, { hits }) => sum + hits, 0);
	}

	prove(
		'address ban',
		'holds back deferrable requests until the ban ends but still sends orders',
		async () => {
			const { symbol } = fixture.instrument('BTC');
			const limitPrice = await fixture.priceOf(fixture.instrument('BTC'), 'buy');
			const { trading } = await fixture.trader('banned');
			const sharedAddress = createSharedAddress(clock);
			const open = () =>
				openVenueMarketData({
					module: moduleOf(row.venue),
					clock,
					random: systemRandom,
					log: SILENT_LOGGER,
					sharedAddress,
					redirect: { port: fixture.simulator.port },
				});
			const [data, other] = [open(), open()];
			await Promise.all([data.loadInstruments(), other.loadInstruments()]);
			await fixture.simulator.admin('POST', '/faults', {
				operation: 'any',
				count: 1_000,
				action: { kind: 'ban', ms: BAN_MS },
			});

			const hours = (count: number) => systemClock.now() - count * 3_600_000;
			const reads = [
				() => data.fetchTickers(),
				// This is another session of the same process, which received no ban response itself.
				() => other.fetchTickers(),
				() => data.fetchBook(symbol, 5),
				() => data.fetchSettledRates(symbol, hours(24), hours(0), 'background'),
			];
			await expect(data.fetchBook(symbol, 5)).rejects.toMatchObject({ kind: 'unavailable' });
			const askedAtFirst = await asked();
			for (const read of reads)
				await expect(read()).rejects.toThrow(
					new RegExp(
						`${row.venue} has banned this machine's IP address .* We send it no read requests for another \\d`,
					),
				);
			expect(await asked()).toBe(askedAtFirst);

			await expect(trading.balance()).rejects.toMatchObject({ kind: 'unavailable' });
			await expect(trading.balance()).rejects.toThrow(/has banned/);
			const order = orderOf({ symbol, clientOrderId: 'e'.repeat(32), limitPrice });
			expect(await trading.placeOrder(order)).toMatchObject({ kind: 'rejected', passing: true });
			expect(await trading.findOrder(symbol, order.clientOrderId)).toMatchObject({ kind: 'unavailable' });
			expect(await asked()).toBeGreaterThanOrEqual(askedAtFirst + 3);

			await fixture.simulator.admin('DELETE', '/faults');
			await expect(data.fetchTickers()).rejects.toThrow(/has banned/);
			aheadMs = BAN_MS + 5_000;
			expect((await data.fetchTickers()).length).toBe(fixture.instruments.length);
			// Order status requests continue during a ban, and this response shows that the ban is over.
			expect(await trading.findOrder(symbol, order.clientOrderId)).toEqual({ kind: 'absent' });
			expect((await trading.balance()).walletBalance).toBeDefined();
			await Promise.all([trading.close(), data.close(), other.close()]);
		},
	);
});
