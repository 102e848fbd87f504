/** Builds the sentences about accounts at exchanges in English. */
import { venueKey, venueRequest, venueSetting, venueSwitch } from '../sentences/venue.ts';
import { spoken } from './english.ts';

/** Settings of an account that do not allow an order. */
export const VENUE_SETTING_TEXT = spoken('venue_setting', venueSetting);

/** Why a key cannot be used, and advice. */
export const VENUE_KEY_TEXT = spoken('venue_key', venueKey);

/** Findings about dead-man switches; phrases without a full stop. */
export const VENUE_SWITCH_TEXT = spoken('venue_switch', venueSwitch);

/** Why a request to an exchange was not sent, or its answer is not used. */
export const VENUE_REQUEST_TEXT = spoken('venue_request', venueRequest);
