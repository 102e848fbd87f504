import { ERROR_CODES, type ErrorCode } from './codes.ts';

/** Figures of an error for programs, sent to the caller with the message; never a secret. */
export type ErrorFacts = Readonly<Record<string, unknown>>;

/**
 * The one error that crosses layers. Its message states what happened, the value and the limit. It is safe to show to
 * the caller: it contains no secret, no stack and no internals.
 */
export class CarrywireError extends Error {
	override readonly name = 'CarrywireError';
	readonly code: ErrorCode;
	readonly retryable: boolean;
	/** Path of the parameter at fault, if any. */
	readonly field: string | undefined;
	readonly retryAfterMs: number | undefined;
	/** Further members of `error.data`. */
	readonly facts: ErrorFacts;

	constructor(
		code: ErrorCode,
		message: string,
		options: {
			readonly field?: string;
			readonly retryAfterMs?: number;
			readonly facts?: ErrorFacts;
			readonly cause?: unknown;
		} = {},
	) {
		super(message, options.cause === undefined ? undefined : { cause: options.cause });
		this.code = code;
		this.retryable = ERROR_CODES[code].retryable;
		this.field = options.field;
		this.retryAfterMs = options.retryAfterMs;
		this.facts = options.facts ?? {};
	}
}
