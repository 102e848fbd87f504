/** The only place that turns a failure into the error object of the wire. Nothing from inside passes it. */
import { CarrywireError } from '../errors/carrywire-error.ts';
import { ERROR_CODES, type ErrorCode } from '../errors/codes.ts';
import type { Random } from '../ports/clock.ts';
import { JournalError } from '../ports/journal.ts';
import type { Logger } from '../ports/logger.ts';
import { VenueError } from '../ports/venue.ts';

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

/** The closed list of `error.message`, by JSON-RPC code. */
export const RPC_MESSAGES: Readonly<Record<number, string>> = {
	[-32700]: 'Parse error',
	[-32600]: 'Invalid Request',
	[-32601]: 'Method not found',
	[-32602]: 'Invalid params',
	[-32603]: 'Internal error',
	[-32000]: 'Server error',
	401: 'Unauthorized',
	403: 'Forbidden',
	429: 'Too Many Requests',
};

/** The error object of a failure that is meant for the caller. */
export function rpcErrorOf(error: CarrywireError): RpcError {
	const { rpcCode } = ERROR_CODES[error.code];
	return {
		code: rpcCode,
		message: RPC_MESSAGES[rpcCode] ?? 'Server error',
		data: {
			...error.facts,
			code: error.code,
			message: error.message,
			retryable: error.retryable,
			...(error.retryAfterMs === undefined ? {} : { retry_after_ms: Math.ceil(error.retryAfterMs) }),
			...(error.field === undefined ? {} : { field: error.field }),
		},
	};
}

/** Anything thrown, as what the caller may know. What is not meant for the caller is logged under a `ref`. */
export function toCarrywireError(
	thrown: unknown,
	parts: { readonly logger: Logger; readonly random: Random; readonly method: string },
): CarrywireError {
	if (thrown instanceof CarrywireError) return thrown;
	const ref = parts.random.hex(8);
	const facts = { ref, method: parts.method, error: thrown };
	if (thrown instanceof VenueError) {
		parts.logger.warn(facts, 'A venue did not answer a read that a call needs.');
		return new CarrywireError(
			'VENUE_UNAVAILABLE',
			`${thrown.venue} ${thrown.kind === 'rejected' ? 'refused' : 'did not answer'} a read that this call needs.`,
			{ facts: { exchange: thrown.venue, ref }, cause: thrown },
		);
	}
	parts.logger.error(facts, 'A method failed.');
	if (thrown instanceof JournalError) {
		return new CarrywireError('STORE_UNAVAILABLE', 'The journal cannot be written; nothing was opened.', {
			facts: { ref },
			cause: thrown,
		});
	}
	return new CarrywireError(
		'INTERNAL_ERROR',
		`The service failed; the log names the fault under ref ${ref}.`,
		{
			facts: { ref },
			cause: thrown,
		},
	);
}
