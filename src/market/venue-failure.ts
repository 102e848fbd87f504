/** The failed reads of a venue, as sentences for people. */

import { messageOf } from '../domain/message-of.ts';
import { type ConnectionCause, unreachable } from '../domain/unreachable.ts';
import type { Logger } from '../ports/logger.ts';
import { VenueError, type VenueFault } from '../ports/venue-error.ts';
import type { Tried } from '../ports/venue-failure.ts';
import { shownNameOf } from '../venues/facts.ts';

const WORDS: Readonly<Record<Tried, string>> = {
	prices: 'Its prices',
	contracts: 'Its list of contracts',
	clock: 'Its clock',
	notices: 'Its notices',
};

const CAME: Readonly<Record<Exclude<VenueFault, 'unreachable'>, string>> = {
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
	/** Why there was no connection, where `fault` is `unreachable`. */
	readonly connection: ConnectionCause | undefined;
	/** The first try of those in a row that failed. */
	readonly since: number;
};

/** A failure at an exchange: what failed and why. `since`: the instant from which it has failed, ms. */
export function failureOf(tried: Tried, error: unknown, since: number): Failure {
	return {
		tried,
		message: messageOf(error),
		fault: error instanceof VenueError ? error.fault : undefined,
		connection: error instanceof VenueError ? error.connection : undefined,
		since,
	};
}

/** One sentence that stays as it is while the same goes on failing in the same way. */
export function failureSentence(venue: string, { tried, fault, connection, message }: Failure): string {
	if (fault === 'unreachable')
		return `${unreachable(shownNameOf(venue), connection ?? 'unknown')}. Run \`carrywire doctor\`.`;
	if (fault !== undefined) return `${WORDS[tried]} could not be read: ${CAME[fault]}.`;
	return message.endsWith('.') ? message : `${message}.`;
}

/** Between two lines of the log about the same failure, milliseconds. */
const LOG_AGAIN_MS = 60_000;
const MS_PER_S = 1_000;

/**
 * Logs failed reads of one venue: a failure that is new at once, the same failure again once a minute while it lasts. Reads
 * that fail with the same sentence share its lines.
 */
export function createFailureLog(venue: string, log: Logger, now: () => number) {
	/** Sentence, whatever its figures → when it was last logged, ms. */
	const loggedAt = new Map<string, number>();
	return {
		failed(failure: Failure, nextTryMs: number): void {
			const sentence = failureSentence(venue, failure);
			const kind = sentence.replaceAll(/\d+/g, '#');
			const last = loggedAt.get(kind);
			if (last !== undefined && now() - last < LOG_AGAIN_MS) return;
			loggedAt.set(kind, now());
			log.warn(
				{ venue, tried: failure.tried, error: failure.message },
				`${sentence} Next try in ${(nextTryMs / MS_PER_S).toFixed(1)} s.`,
			);
		},
		/** The venue answers: what fails from now on is new. */
		answered: (): void => loggedAt.clear(),
	};
}
