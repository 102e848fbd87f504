/** Builds the sentences about accounts at exchanges in English. */

import type { Sentence } from '../sentences/sentence.ts';
import { venueKey, venueRequest, venueSetting, venueSwitch } from '../sentences/venue.ts';
import { spoken } from './english.ts';
import type { VenueSites } from './venue-sites.ts';

/** Settings of an account that do not allow an order. */
export const VENUE_SETTING_TEXT = spoken('venue_setting', venueSetting);

/** Why a key cannot be used, and advice. */
export const VENUE_KEY_TEXT = spoken('venue_key', venueKey);

/** Findings about dead-man switches; phrases without a full stop. */
export const VENUE_SWITCH_TEXT = spoken('venue_switch', venueSwitch);

/** Why a request to an exchange was not sent, or its answer is not used. */
export const VENUE_REQUEST_TEXT = spoken('venue_request', venueRequest);

/**
 * Returns advice for a user whose key the exchange's test environment does not know; undefined if there is no test
 * environment.
 */
export function testKeySentence({ test }: VenueSites): Sentence | undefined {
	if (test === undefined) return undefined;
	return VENUE_KEY_TEXT.testKey({ page: test.keyPage });
}

/** Returns advice for a user whose key the exchange does not know; undefined if the exchange has no other site. */
export function otherSiteSentence(venue: string, { regional }: VenueSites): Sentence | undefined {
	if (regional.length === 0) return undefined;
	return VENUE_KEY_TEXT.otherSite({ name: venue, regions: regional.map(({ region }) => region) });
}
