/** Computes the offset of an exchange's clock from ours, using one response that contains the exchange's time. */
import { VENUE_REQUEST_TEXT } from '../../domain/venue-text.ts';
import { VenueError } from '../../ports/venue-error.ts';

/** Maximum usable round trip, milliseconds. An offset may be wrong by half the round trip. */
const ROUND_TRIP_MS_MAX = 1_000;

/** Response to a time request, with its duration. */
export type TimeAnswer = {
	/** The exchange's time in the response, Unix milliseconds. */
	readonly venueTime: number;
	/** When the response arrived by our clock, Unix milliseconds. */
	readonly answeredAt: number;
	/** Time from request to response, milliseconds, without the wait for our own budget. */
	readonly roundTripMs: number;
};

/**
 * Returns the exchange's time minus ours, whole milliseconds. @throws VenueError if the round trip was too long for a
 * useful offset
 */
export function clockOffset(venue: string, { venueTime, answeredAt, roundTripMs }: TimeAnswer): number {
	if (roundTripMs > ROUND_TRIP_MS_MAX)
		throw new VenueError(
			venue,
			'unavailable',
			VENUE_REQUEST_TEXT.clocksNotCompared({ took: Math.round(roundTripMs), limit: ROUND_TRIP_MS_MAX }),
		);
	return Math.round(venueTime - (answeredAt - roundTripMs / 2));
}
