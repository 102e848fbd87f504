/** Defines a venue's errors. The text is for display; decisions depend only on `kind` and `code`. */

import type { VenueName } from '../domain/instrument.ts';
import type { ConnectionCause } from '../domain/unreachable.ts';
import { textOf, type Words } from '../sentences/sentence.ts';

/** Type of a failure, given only if a library or the venue wrote its message rather than this service. */
export type VenueFault = 'unreachable' | 'timeout' | 'unavailable' | 'maintenance' | 'limited' | 'refused';

/** Fields of a `VenueError` in addition to venue, kind and message. */
export type VenueErrorFacts = ErrorOptions & {
	readonly code?: string | undefined;
	readonly said?: string | undefined;
	readonly fault?: VenueFault | undefined;
	readonly connection?: ConnectionCause | undefined;
};

/**
 * Thrown if a venue could not or would not respond. The message is for display; decisions depend only on `code` and
 * `kind`.
 */
export class VenueError extends Error {
	override readonly name = 'VenueError';
	readonly venue: VenueName;
	/** The message with its facts, or without them if it has no translation. */
	readonly words: Words;
	/**
	 * `rejected`: the venue refused. `unavailable`: no response, 5xx or rate limit. The outcome is then unknown,
	 * except after a rate limit.
	 */
	readonly kind: 'rejected' | 'unavailable';
	/**
	 * The venue's own code as text. If the venue sends a message without a code, or uses one code for several errors,
	 * this is our own code. If a response has neither code nor message, it is `HTTP_` plus the status. Undefined
	 * without a response, or for our own refusal.
	 */
	readonly code: string | undefined;
	/** The venue's own message, at most 200 characters, for display; undefined if it sent none. */
	readonly said: string | undefined;
	/** Type of the failure; undefined if this service wrote the message, or if the type is unknown. */
	readonly fault: VenueFault | undefined;
	/**
	 * Cause of the missing connection; undefined unless `fault` is `unreachable` and a network error gives the cause.
	 */
	readonly connection: ConnectionCause | undefined;
	constructor(venue: VenueName, kind: 'rejected' | 'unavailable', words: Words, facts: VenueErrorFacts = {}) {
		super(textOf(words), facts.cause === undefined ? {} : { cause: facts.cause });
		this.venue = venue;
		this.words = words;
		this.kind = kind;
		this.code = facts.code;
		this.said = facts.said;
		this.fault = facts.fault;
		this.connection = facts.connection;
	}
}

/**
 * Thrown if a request exceeded a rate limit, either the venue's own or our stricter one. The request then had no
 * effect.
 */
export class VenueRateLimitError extends VenueError {
	/** Time until the same request may be accepted again, milliseconds. */
	readonly retryAfterMs: number;
	/** @param facts `fault` is `limited` if the venue wrote the message, and absent if this service wrote it */
	constructor(venue: VenueName, words: Words, retryAfterMs: number, facts: VenueErrorFacts = {}) {
		super(venue, 'unavailable', words, facts);
		this.retryAfterMs = Math.max(1, Math.ceil(retryAfterMs));
	}
}

/**
 * True if the venue could not be reached. Other parts need not log that, because the venue's market data already logs
 * it in one line.
 */
export function isUnreachable(error: unknown): boolean {
	return error instanceof VenueError && error.fault === 'unreachable';
}

/**
 * Thrown if the venue refused the key itself. The key is unknown, revoked or expired, does not match its secret, or
 * is used from a wrong address.
 */
export class KeyRefusedError extends VenueError {
	constructor(venue: VenueName, words: Words, facts?: VenueErrorFacts) {
		super(venue, 'rejected', words, facts);
	}
}

/** Thrown if the account holds positions by side (hedge mode), because our orders need one-way positions. */
export class HedgeModeError extends VenueError {
	/** The venue's API call that switches an account to one-way positions. */
	readonly how: string;
	constructor(venue: VenueName, words: Words, how: string) {
		super(venue, 'rejected', words);
		this.how = how;
	}
}
