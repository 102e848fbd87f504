/** Errors of a venue. The text is for people; decisions depend on `kind` and `code` only. */

import type { VenueName } from '../domain/instrument.ts';
import type { ConnectionCause } from '../domain/unreachable.ts';

/** The kind of failure if a library or the venue, not this service, wrote the error's text. */
export type VenueFault = 'unreachable' | 'timeout' | 'unavailable' | 'maintenance' | 'limited' | 'refused';

/** Members of a `VenueError` beside venue, kind and message. */
export type VenueErrorFacts = ErrorOptions & {
	readonly code?: string | undefined;
	readonly said?: string | undefined;
	readonly fault?: VenueFault | undefined;
	readonly connection?: ConnectionCause | undefined;
};

/** A venue could not or would not answer. The message is for people; decisions depend on code and kind only. */
export class VenueError extends Error {
	override readonly name = 'VenueError';
	readonly venue: VenueName;
	/** `rejected`: the venue refused. `unavailable`: no answer, 5xx or rate limit; the outcome is unknown. */
	readonly kind: 'rejected' | 'unavailable';
	/**
	 * The venue's own code as text. It is ours if the venue sends a sentence without a code, or one code for several
	 * things, and `HTTP_` plus the status if an answer has neither. Undefined without an answer, or for our own
	 * refusal.
	 */
	readonly code: string | undefined;
	/** The venue's own sentence of at most 200 characters, for people; undefined without one. */
	readonly said: string | undefined;
	/** Undefined: the message is a sentence of ours, or the kind of failure is unknown. */
	readonly fault: VenueFault | undefined;
	/**
	 * Cause of a missing connection; undefined unless `fault` is `unreachable` and a network error states the cause.
	 */
	readonly connection: ConnectionCause | undefined;
	constructor(
		venue: VenueName,
		kind: 'rejected' | 'unavailable',
		message: string,
		facts: VenueErrorFacts = {},
	) {
		// Omits the member if there is no cause.
		super(message, facts.cause === undefined ? {} : { cause: facts.cause });
		this.venue = venue;
		this.kind = kind;
		this.code = facts.code;
		this.said = facts.said;
		this.fault = facts.fault;
		this.connection = facts.connection;
	}
}

/**
 * A request limit: the venue's own, stated by it, or our stricter one. Either proves that the request had no effect.
 */
export class VenueRateLimitError extends VenueError {
	/** Milliseconds until the same request may be accepted again. */
	readonly retryAfterMs: number;
	/** @param facts their `fault` is `limited` if the text is the venue's; absent: the message is a sentence of ours */
	constructor(venue: VenueName, message: string, retryAfterMs: number, facts: VenueErrorFacts = {}) {
		super(venue, 'unavailable', message, facts);
		this.retryAfterMs = Math.max(1, Math.ceil(retryAfterMs));
	}
}

/** True if there was no connection to the venue. The log has one line for that, from the venue's market data. */
export function isUnreachable(error: unknown): boolean {
	return error instanceof VenueError && error.fault === 'unreachable';
}

/** The venue refused the key itself: unknown, revoked, expired, wrong secret, or a wrong address. */
export class KeyRefusedError extends VenueError {
	constructor(venue: VenueName, message: string, facts?: VenueErrorFacts) {
		super(venue, 'rejected', message, facts);
	}
}

/** The account holds positions by side (hedge mode), but our orders need one-way positions. */
export class HedgeModeError extends VenueError {
	/** The API call of the venue that switches an account to one-way positions. */
	readonly how: string;
	constructor(venue: VenueName, message: string, how: string) {
		super(venue, 'rejected', message);
		this.how = how;
	}
}
