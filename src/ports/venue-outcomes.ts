/** Where sessions tell whether a venue answered. A refusal is an answer; a lost connection, a 5xx, a rate limit is none. */
import type { VenueName } from '../domain/instrument.ts';

export type VenueOutcome = 'answered' | 'failed';

export interface VenueOutcomes {
	/** Must not throw. */
	note(venue: VenueName, outcome: VenueOutcome): void;
}
