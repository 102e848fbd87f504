/** Returns the host names of exchanges, for tests. */
import type { VenueHosts } from '../../src/domain/venue-sites.ts';
import { type TradedVenue, VENUE_FACTS } from '../../src/venues/facts.ts';

/** Returns the hosts of an exchange's main site. */
export function mainHostsOf(venue: TradedVenue): VenueHosts {
	return VENUE_FACTS[venue].sites.main;
}

/** Returns the hosts of an exchange's test environment. @throws Error if the exchange has none */
export function testHostsOf(venue: TradedVenue): VenueHosts {
	const { test } = VENUE_FACTS[venue].sites;
	if (test === undefined) throw new Error(`${venue} has no test environment.`);
	return test.hosts;
}
