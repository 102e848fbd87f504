import { textOf, type Words } from '../sentences/sentence.ts';
import { ERROR_CODES, type ErrorCode } from './codes.ts';

/** An error's machine-readable figures, sent to the caller with the message. They never contain a secret. */
export type ErrorFacts = Readonly<Record<string, unknown>>;

/**
 * The only type of error that crosses layers. Its message states what happened, the value and the limit. The message
 * is safe to show to the caller, because it contains no secret, no stack and no internals.
 */
export class CarrywireError extends Error {
	override readonly name = 'CarrywireError';
	readonly code: ErrorCode;
	/** The message with its facts, or without them if it has no translation. */
	readonly words: Words;
	readonly retryable: boolean;
	/** Path of the invalid parameter, if any. */
	readonly field: string | undefined;
	readonly retryAfterMs: number | undefined;
	/** Additional fields of `error.data`. */
	readonly facts: ErrorFacts;

	constructor(
		code: ErrorCode,
		words: Words,
		options: {
			readonly field?: string;
			readonly retryAfterMs?: number;
			readonly facts?: ErrorFacts;
			readonly cause?: unknown;
		} = {},
	) {
		super(textOf(words), options.cause === undefined ? undefined : { cause: options.cause });
		this.code = code;
		this.words = words;
		this.retryable = ERROR_CODES[code].retryable;
		this.field = options.field;
		this.retryAfterMs = options.retryAfterMs;
		this.facts = options.facts ?? {};
	}
}
