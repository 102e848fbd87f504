/** Errors of a venue. The words are for people; `kind` and `code` are what a decision may depend on. */

import type { VenueName } from '../domain/instrument.ts';
import type { ConnectionCause } from '../domain/unreachable.ts';

/** The result of a request whose error is worded by a library or by the venue, not by us. */
export type VenueFault = 'unreachable' | 'timeout' | 'unavailable' | 'maintenance' | 'limited' | 'refused';

/** Members of a `VenueError` beside venue, kind and message. */
export type VenueErrorFacts = ErrorOptions & {
	readonly code?: string | undefined;
	readonly said?: string | undefined;
	readonly fault?: VenueFault | undefined;
	readonly connection?: ConnectionCause | undefined;
};

/** A venue could not or would not answer. The message is for people; code and kind are what a decision may depend on. */
export class VenueError extends Error {
	override readonly name = 'VenueError';
	readonly venue: VenueName;
	/** `rejected`: the venue said no. `unavailable`: no answer, 5xx, rate limit: nothing is known. */
	readonly kind: 'rejected' | 'unavailable';
	/**
	 * The venue's own code as text; ours where the venue has a sentence without a code, or one code for several things; `HTTP_` and
	 * the status where an answer has neither. Undefined where no answer came, or the refusal is ours.
	 */
	readonly code: string | undefined;
	/** The venue's own sentence of at most 200 characters, for people; undefined where it said none. */
	readonly said: string | undefined;
	/** Undefined: the message is a sentence of ours, or it cannot be told. */
	readonly fault: VenueFault | undefined;
	/** Why there was no connection; undefined unless `fault` is `unreachable` and an error of the network says why. */
	readonly connection: ConnectionCause | undefined;
	constructor(
		venue: VenueName,
		kind: 'rejected' | 'unavailable',
		message: string,
		facts: VenueErrorFacts = {},
	) {
		// Without a cause none is named.
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
 * A limit of requests stands in the way: the venue's own, by its word, or ours, which keeps below it. Either is proof that the
 * request had no effect.
 */
export class VenueRateLimitError extends VenueError {
	/** Before that the same request is refused again, milliseconds. */
	readonly retryAfterMs: number;
	/** @param facts their `fault` is `limited` where the words are the venue's; absent: the message is a sentence of ours */
	constructor(venue: VenueName, message: string, retryAfterMs: number, facts: VenueErrorFacts = {}) {
		super(venue, 'unavailable', message, facts);
		this.retryAfterMs = Math.max(1, Math.ceil(retryAfterMs));
	}
}

/** True when there was no connection to the venue. The log has one line about that, by the venue's market data. */
export function isUnreachable(error: unknown): boolean {
	return error instanceof VenueError && error.fault === 'unreachable';
}

/** The venue refused the key itself: unknown, revoked, expired, with another secret, or not from this address. */
export class KeyRefusedError extends VenueError {
	constructor(venue: VenueName, message: string, facts?: VenueErrorFacts) {
		super(venue, 'rejected', message, facts);
	}
}

/** The account holds positions by side (hedge mode), which our orders do not name: one-way positions are needed. */
export class HedgeModeError extends VenueError {
	/** The call of the venue's API that brings an account to one-way positions. */
	readonly how: string;
	constructor(venue: VenueName, message: string, how: string) {
		super(venue, 'rejected', message);
		this.how = how;
	}
}
