/** Offset of an exchange's clock from ours, from one answer that states its time. */
import { VenueError } from '../../ports/venue-error.ts';
import { clocksNotCompared } from './text.ts';

/** Longest usable round trip: an offset may be wrong by half of it. */
const ROUND_TRIP_MS_MAX = 1_000;

/** Answer to a time request, with its duration. */
export type TimeAnswer = {
	/** Time stated by the exchange, Unix milliseconds. */
	readonly venueTime: number;
	/** Arrival of the answer by our clock, Unix milliseconds. */
	readonly answeredAt: number;
	/** From sending to answer, milliseconds, without the wait for our own budget. */
	readonly roundTripMs: number;
};

/**
 * Exchange time minus ours, whole milliseconds. @throws VenueError if the round trip was too long for a useful offset
 */
export function clockOffset(venue: string, { venueTime, answeredAt, roundTripMs }: TimeAnswer): number {
	if (roundTripMs > ROUND_TRIP_MS_MAX)
		throw new VenueError(venue, 'unavailable', clocksNotCompared(roundTripMs, ROUND_TRIP_MS_MAX));
	return Math.round(venueTime - (answeredAt - roundTripMs / 2));
}
