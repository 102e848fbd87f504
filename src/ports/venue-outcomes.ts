/**
 * Receives from sessions whether a venue answered. A refusal is an answer; a lost connection, a 5xx and a rate limit
 * are not.
 */
import type { VenueName } from '../domain/instrument.ts';

/** Whether a venue answered a request of a session. */
export type VenueOutcome = 'answered' | 'failed';

/** Receives the outcome of each request; executions are refused on a venue with too many recent failures. */
export interface VenueOutcomes {
	/** Must not throw. */
	note(venue: VenueName, outcome: VenueOutcome): void;
}
