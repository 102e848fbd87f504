/** How far a venue's clock is from ours, from one answer that states its time. */
import { VenueError } from '../../ports/venue-error.ts';

/** Half of a round trip is how wrong an offset may be. */
const ROUND_TRIP_MS_MAX = 1_000;

/** Venue's answer to the question for its time, with the time that it took; milliseconds. */
export type TimeAnswer = {
	/** What the venue stated, Unix milliseconds. */
	readonly venueTime: number;
	/** By our clock, Unix milliseconds. */
	readonly answeredAt: number;
	/** Between sending and answer alone: a wait in our own budgets before it says nothing about the way. */
	readonly onItsWayMs: number;
};

/** Venue time minus ours, whole milliseconds. @throws VenueError where the answer took so long that it says too little */
export function clockOffset(venue: string, { venueTime, answeredAt, onItsWayMs }: TimeAnswer): number {
	if (onItsWayMs > ROUND_TRIP_MS_MAX)
		throw new VenueError(
			venue,
			'unavailable',
			`The clocks were not compared: the answer took ${Math.round(onItsWayMs)} ms, limit ${ROUND_TRIP_MS_MAX} ms.`,
		);
	return Math.round(venueTime - (answeredAt - onItsWayMs / 2));
}
