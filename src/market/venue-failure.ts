/** Builds the message and the log lines for failed reads from a venue. */

import { MARKET_TEXT } from '../domain/market-text.ts';
import { messageOf } from '../domain/message-of.ts';
import type { ConnectionCause } from '../domain/unreachable.ts';
import type { Logger } from '../ports/logger.ts';
import { VenueError, type VenueFault } from '../ports/venue-error.ts';
import type { Tried } from '../ports/venue-failure.ts';
import { textOf, type Words } from '../sentences/sentence.ts';
import { shownNameOf } from '../venues/facts.ts';

/** A read that keeps failing. */
export type Failure = {
	readonly tried: Tried;
	/** The exchange's message if `fault` is defined, otherwise a message from this service. */
	readonly message: string;
	readonly fault: VenueFault | undefined;
	/** Reason for the lost connection if `fault` is `unreachable`. */
	readonly connection: ConnectionCause | undefined;
	/** Time of the first of the consecutive failed attempts, ms. */
	readonly since: number;
};

/** Describes a failed read. @param since time of the first of the consecutive failed attempts, ms */
export function failureOf(tried: Tried, error: unknown, since: number): Failure {
	return {
		tried,
		message: messageOf(error),
		fault: error instanceof VenueError ? error.fault : undefined,
		connection: error instanceof VenueError ? error.connection : undefined,
		since,
	};
}

/**
 * Builds the message about the failure for users. The message does not change while the same read fails in the same
 * way.
 */
export function failureSentence(venue: string, { tried, fault, connection, message }: Failure): Words {
	const exchange = shownNameOf(venue);
	if (fault === 'unreachable') return MARKET_TEXT.unreachable({ exchange, cause: connection ?? 'unknown' });
	if (fault !== undefined) return MARKET_TEXT.unread({ exchange, read: tried, fault });
	return message.endsWith('.') ? message : `${message}.`;
}

/** Interval between two log lines about the same failure, ms. */
const LOG_AGAIN_MS = 60_000;
const MS_PER_S = 1_000;

/**
 * Creates the log for one venue's failed reads. A new failure is logged at once, then once a minute while it lasts.
 * Reads that fail with the same message share its lines.
 */
export function createFailureLog(venue: string, log: Logger, now: () => number) {
	/**
	 * Time of the last log line of each message, ms. Digits in the keys are masked, so that a message with changing
	 * figures does not count as new.
	 */
	const loggedAt = new Map<string, number>();
	return {
		failed(failure: Failure, nextTryMs: number): void {
			const sentence = textOf(failureSentence(venue, failure));
			const kind = sentence.replaceAll(/\d+/g, '#');
			const last = loggedAt.get(kind);
			if (last !== undefined && now() - last < LOG_AGAIN_MS) return;
			loggedAt.set(kind, now());
			log.warn(
				{ venue, tried: failure.tried, error: failure.message },
				`${sentence} Next try in ${(nextTryMs / MS_PER_S).toFixed(1)} s.`,
			);
		},
		/** Resets the log after the venue has responded, so that the next failure counts as new. */
		answered: (): void => loggedAt.clear(),
	};
}
