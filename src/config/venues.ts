/** The setting `venues`: the exchanges that are traded at, and others that are read for data only. */
import * as z from 'zod';
import type { JsonObject } from '../domain/exact-json.ts';
import { isTradedAt, TESTABLE_VENUES, VENUE_NAMES, venueFacts } from '../venues/facts.ts';
import { list } from './values.ts';

/** Those that are traded at, and as many again that are read. */
const VENUES_MAX = 2 * VENUE_NAMES.length;

/** Setting `venues`: names of exchanges, at most `VENUES_MAX`. */
export const venuesSchema = list(
	z
		.string()
		.regex(/^[a-z][a-z0-9]{1,31}$/, { error: 'must be the name of an exchange: lower case, no spaces' }),
	VENUE_NAMES,
	VENUES_MAX,
	`Exchanges, two or more. Traded at are ${VENUE_NAMES.join(', ')}; any other of the installed ccxt with linear perpetuals (gate, bitget, krakenfutures, …) is read for data only, in the modes paper and live. Mode testnet has those with a test environment: ${TESTABLE_VENUES.join(', ')}, all of them where nothing is set.`,
);

/** What is wrong with the exchanges together, as [path, rule]. */
export function venueFaults(mode: string, venues: readonly string[]): [string, string][] {
	const faults: [string, string][] = [];
	const dataOnly = venues.filter((venue) => !isTradedAt(venue));
	if (new Set(venues).size !== venues.length || venues.length < 2)
		faults.push(['venues', 'must name two or more exchanges, each once']);
	else if (venues.length - dataOnly.length < 2)
		faults.push(['venues', `must name two or more of ${VENUE_NAMES.join(', ')}, at which it can trade`]);
	if (mode === 'simulated' && dataOnly.length > 0)
		faults.push([
			'venues',
			`must be among ${VENUE_NAMES.join(', ')} in mode simulated: there is no simulator of ${dataOnly.join(', ')}`,
		]);
	const untestable =
		mode === 'testnet' ? venues.filter((venue) => venueFacts(venue)?.sites.test === undefined) : [];
	if (untestable.length > 0)
		faults.push([
			'venues',
			`must be among ${TESTABLE_VENUES.join(', ')} in mode testnet: ${untestable.join(', ')} has no test environment that is used here`,
		]);
	return faults;
}

/** The settings as given; in mode testnet, where they name no exchange, with those that have a test environment. */
export function withTestVenues(given: JsonObject): JsonObject {
	return given.mode === 'testnet' && given.venues === undefined
		? { ...given, venues: [...TESTABLE_VENUES] }
		: given;
}
