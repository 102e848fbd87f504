/** Schedules the next settlement shortly after the test asks for it, however long the preparation took. */
import type { TradedVenue } from '../../src/venues/facts.ts';
import type { Fixture } from './fixture.ts';
import type { Opportunity } from './wire.ts';

/**
 * Time until the settlement, milliseconds. It is long enough for all readers of prices to see the new settlement time
 * before it arrives.
 */
const SETTLES_IN_MS = 10_000;

/** Makes both legs settle in ten seconds, measured on each exchange's clock. Their funding intervals stay the same. */
export async function settleSoon(fixture: Fixture, opportunity: Opportunity): Promise<void> {
	const { long_venue, long_symbol, long_interval_hours } = opportunity;
	const { short_venue, short_symbol, short_interval_hours } = opportunity;
	for (const [venue, symbol, hours] of [
		[long_venue, long_symbol, long_interval_hours],
		[short_venue, short_symbol, short_interval_hours],
	] as const)
		await fixture.admin(venue as TradedVenue, 'POST', `/contracts/${encodeURIComponent(symbol)}/interval`, {
			hours: Math.round(Number(hours) / 1e18),
			inMs: SETTLES_IN_MS,
		});
}
