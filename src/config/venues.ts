/** Defines the setting `venues`: the exchanges to trade on, and others that only provide data. */
import * as z from 'zod';
import type { JsonObject } from '../domain/exact-json.ts';
import { isTradedAt, TESTABLE_VENUES, VENUE_NAMES, venueFacts } from '../venues/facts.ts';
import { list } from './values.ts';

/** Maximum number of exchanges: all tradable ones and the same number of read-only ones. */
const VENUES_MAX = 2 * VENUE_NAMES.length;

/** Setting `venues`: exchange names, at most `VENUES_MAX`. */
export const venuesSchema = list(
	z
		.string()
		.regex(/^[a-z][a-z0-9]{1,31}$/, { error: 'must be the name of an exchange: lower case, no spaces' }),
	VENUE_NAMES,
	VENUES_MAX,
	`Exchanges, two or more. The service trades on ${VENUE_NAMES.join(', ')}. In paper and live mode it can also read data, without trading, from any other exchange of the installed ccxt with linear perpetuals (gate, bitget, krakenfutures, …). Testnet mode supports, and by default uses, those with a test environment: ${TESTABLE_VENUES.join(', ')}.`,
);

/** Finds invalid combinations of exchanges; returns them as [path, rule]. */
export function venueFaults(mode: string, venues: readonly string[]): [string, string][] {
	const faults: [string, string][] = [];
	const dataOnly = venues.filter((venue) => !isTradedAt(venue));
	if (new Set(venues).size !== venues.length || venues.length < 2)
		faults.push(['venues', 'must list two or more exchanges, each only once']);
	else if (venues.length - dataOnly.length < 2)
		faults.push([
			'venues',
			`must list two or more of the exchanges that the service trades on: ${VENUE_NAMES.join(', ')}`,
		]);
	if (mode === 'simulated' && dataOnly.length > 0)
		faults.push([
			'venues',
			`must be among ${VENUE_NAMES.join(', ')} in simulated mode, because there is no simulator for ${dataOnly.join(', ')}`,
		]);
	const untestable =
		mode === 'testnet' ? venues.filter((venue) => venueFacts(venue)?.sites.test === undefined) : [];
	if (untestable.length > 0)
		faults.push([
			'venues',
			`must be among ${TESTABLE_VENUES.join(', ')} in testnet mode, because ${untestable.join(', ')} has no test environment that this service supports`,
		]);
	return faults;
}

/**
 * Returns the settings unchanged, except in testnet mode without `venues`, where it fills in the exchanges that have
 * a test environment.
 */
export function withTestVenues(given: JsonObject): JsonObject {
	return given.mode === 'testnet' && given.venues === undefined
		? { ...given, venues: [...TESTABLE_VENUES] }
		: given;
}
