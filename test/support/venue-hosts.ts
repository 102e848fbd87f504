/** Returns the exchanges' hosts, for tests. */
import type { VenueHosts } from '../../src/domain/venue-sites.ts';
import { type TradedVenue, VENUE_FACTS } from '../../src/venues/facts.ts';

/** Returns the hosts of the main site. */
export function mainHostsOf(venue: TradedVenue): VenueHosts {
	return VENUE_FACTS[venue].sites.main;
}

/** Returns the hosts of the test environment. @throws Error if there is none */
export function testHostsOf(venue: TradedVenue): VenueHosts {
	const { test } = VENUE_FACTS[venue].sites;
	if (test === undefined) throw new Error(`${venue} has no test environment.`);
	return test.hosts;
}
