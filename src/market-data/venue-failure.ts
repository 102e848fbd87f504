/** What of a venue could not be read, said to people: what was tried and what came. */

import { VenueError, type VenueFault } from '../ports/venue.ts';
import type { Tried } from '../ports/venue-failure.ts';

const WORDS: Readonly<Record<Tried, string>> = {
	prices: 'Its prices',
	contracts: 'Its list of contracts',
	clock: 'Its clock',
	notices: 'Its notices',
};

const CAME: Readonly<Record<VenueFault, string>> = {
	unreachable: 'no connection to it could be made, or it was lost',
	timeout: 'it did not answer in time',
	unavailable: 'it answered that it cannot serve now',
	maintenance: 'it says that it is under maintenance',
	limited: 'it says that it was asked too often',
	refused: 'it refused the request',
};

/** A read that fails, try after try. */
export type Failure = {
	readonly tried: Tried;
	/** Whose words these are follows from `fault`: without one they are a sentence of ours. */
	readonly message: string;
	readonly fault: VenueFault | undefined;
	/** The first try of those in a row that failed. */
	readonly since: number;
};

export function failureOf(tried: Tried, error: unknown, since: number): Failure {
	return {
		tried,
		message: error instanceof Error ? error.message : String(error),
		fault: error instanceof VenueError ? error.fault : undefined,
		since,
	};
}

/** One sentence that stays as it is while the same goes on failing in the same way. */
export function failureSentence({ tried, fault, message }: Failure): string {
	if (fault !== undefined) return `${WORDS[tried]} could not be read: ${CAME[fault]}.`;
	return message.endsWith('.') ? message : `${message}.`;
}
