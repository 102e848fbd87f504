/**
 * Defines how sessions report whether a venue responded. A refusal is a response; a lost connection, a 5xx and a rate
 * limit are not.
 */
import type { VenueName } from '../domain/instrument.ts';

/** Whether a venue responded to a session's request. */
export type VenueOutcome = 'answered' | 'failed';

/** Receives the outcome of each request. The service refuses executions on a venue with too many recent failures. */
export interface VenueOutcomes {
	/** Records the outcome of one request. Must not throw. */
	note(venue: VenueName, outcome: VenueOutcome): void;
}
