/**
 * Converts failures to error objects on the wire. Only this module does so, so that internal details never reach a
 * caller.
 */
import { CarrywireError } from '../../domain/carrywire-error.ts';
import { ERROR_CODES, type ErrorCode } from '../../domain/codes.ts';
import { snakeNamed } from '../../domain/snake-case.ts';
import type { Random } from '../../ports/clock.ts';
import { JournalError } from '../../ports/journal.ts';
import type { Logger } from '../../ports/logger.ts';
import { VenueError, VenueRateLimitError } from '../../ports/venue-error.ts';
import { shownNameOf } from '../../venues/facts.ts';
import { sentenceMember } from './record-fields.ts';
import { FAILURE_TEXT } from './text.ts';

/** The `error` member of a JSON-RPC response. `data` contains our code, the message and the exact figures. */
export type RpcError = {
	readonly code: number;
	readonly message: string;
	readonly data: {
		readonly code: ErrorCode;
		readonly message: string;
		readonly retryable: boolean;
		readonly retry_after_ms?: number;
		readonly field?: string;
		readonly [fact: string]: unknown;
	};
};

/** Placeholder in `RPC_MESSAGES` for the value of `data.message`. */
const SENTENCE = '<data.message>';

/**
 * `error.message` by JSON-RPC code: the standard text, or our own message for clients that show only `error.message`.
 */
export const RPC_MESSAGES: Readonly<Record<number, string>> = {
	[-32700]: 'Parse error',
	[-32600]: 'Invalid Request',
	[-32601]: 'Method not found',
	[-32602]: `Invalid params: ${SENTENCE}`,
	[-32603]: 'Internal error',
	[-32000]: SENTENCE,
	401: 'Unauthorized',
	403: 'Forbidden',
	429: 'Too Many Requests',
};

/** Converts an error that is meant for the caller to its error object on the wire. */
export function rpcErrorOf(error: CarrywireError): RpcError {
	const { rpcCode } = ERROR_CODES[error.code];
	return {
		code: rpcCode,
		message: (RPC_MESSAGES[rpcCode] ?? SENTENCE).replace(SENTENCE, () => error.message),
		data: {
			...snakeFacts(error.facts),
			code: error.code,
			message: error.message,
			...sentenceMember(error.words),
			retryable: error.retryable,
			...(error.retryAfterMs === undefined ? {} : { retry_after_ms: Math.ceil(error.retryAfterMs) }),
			...(error.field === undefined ? {} : { field: error.field }),
		},
	};
}

function snakeFacts(facts: CarrywireError['facts']): Readonly<Record<string, unknown>> {
	return snakeNamed(facts) as Readonly<Record<string, unknown>>;
}

/**
 * Converts anything thrown to an error that the caller may see. Internal details are logged under a `ref` that the
 * caller receives.
 */
export function toCarrywireError(
	thrown: unknown,
	parts: { readonly logger: Logger; readonly random: Random; readonly method: string },
): CarrywireError {
	if (thrown instanceof CarrywireError) return thrown;
	const ref = parts.random.hex(8);
	const facts = { ref, method: parts.method, error: thrown };
	if (thrown instanceof VenueRateLimitError) {
		parts.logger.info(facts, FAILURE_TEXT.log.exchangeLimited);
		return rateLimited(thrown, ref);
	}
	if (thrown instanceof VenueError) {
		parts.logger.warn(facts, FAILURE_TEXT.log.exchangeFailed);
		return new CarrywireError(
			'VENUE_UNAVAILABLE',
			FAILURE_TEXT.exchangeFailed({
				exchange: shownNameOf(thrown.venue),
				isRefused: thrown.kind === 'rejected',
			}),
			{ facts: { exchange: thrown.venue, ref }, cause: thrown },
		);
	}
	parts.logger.error(facts, FAILURE_TEXT.log.method);
	if (thrown instanceof JournalError) {
		return new CarrywireError('STORE_UNAVAILABLE', FAILURE_TEXT.journal(), {
			facts: { ref },
			cause: thrown,
		});
	}
	return new CarrywireError('INTERNAL_ERROR', FAILURE_TEXT.internal({ ref }), {
		facts: { ref },
		cause: thrown,
	});
}

function rateLimited(limit: VenueRateLimitError, ref: string): CarrywireError {
	const { venue, retryAfterMs } = limit;
	return new CarrywireError(
		'VENUE_RATE_LIMITED',
		FAILURE_TEXT.exchangeLimited({ exchange: shownNameOf(venue), ms: retryAfterMs }),
		{
			retryAfterMs,
			facts: { exchange: venue, ref },
			cause: limit,
		},
	);
}
