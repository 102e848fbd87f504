/** Where sessions tell whether a venue answered. A refusal is an answer; a lost connection, a 5xx, a rate limit is none. */
import type { VenueName } from '../domain/instrument.ts';

/** Whether a venue answered a request of a session. */
export type VenueOutcome = 'answered' | 'failed';

/** Receives the outcome of each request; an execution is refused on a venue that failed too many of them lately. */
export interface VenueOutcomes {
	/** Must not throw. */
	note(venue: VenueName, outcome: VenueOutcome): void;
}
