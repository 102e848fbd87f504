/** Reports why a command failed: sentences for people, JSON for programs, and the exit code. */

import { RpcError, TransportError } from '../client/errors.ts';
import { ConfigError } from '../src/config/config-flags.ts';
import { ERROR_CODES } from '../src/domain/codes.ts';
import type { ErrorRow } from '../src/domain/error-row.ts';
import { messageOf } from '../src/domain/message-of.ts';
import { UsageError } from './command.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { harmless } from './paint.ts';
import { ADVICE_TEXT } from './text.ts';

/** No service can be called, because no address is known or no service is running. */
export class NoServiceError extends Error {
	override readonly name = 'NoServiceError';
}

/** The request did not reach the outcome that the command waited for, or the user declined the request. */
export class OutcomeError extends Error {
	override readonly name = 'OutcomeError';
}

/** @throws OutcomeError with the service's message if the request is not done yet */
export function requireSuccess({
	success,
	message,
}: {
	readonly success: boolean;
	readonly message: string;
}): void {
	if (!success) throw new OutcomeError(message);
}

/** A signal ended the command while it waited. `message` says what the service continues to do. */
export class InterruptedError extends Error {
	override readonly name = 'InterruptedError';
	readonly signal: 'SIGINT' | 'SIGTERM';
	constructor(signal: 'SIGINT' | 'SIGTERM', message: string) {
		super(message);
		this.signal = signal;
	}
}

/** A failure as it is printed, with the exit code for the shell. */
export type Failure = {
	readonly exitCode: number;
	/** `data.code` from the service's error, or one of the command line's own codes. */
	readonly code: string;
	/** Messages, one per line. */
	readonly lines: readonly string[];
	/** Advice for the user, one sentence per item. */
	readonly advice: readonly string[];
	/** Additional JSON fields for programs. */
	readonly facts: Readonly<Record<string, unknown>>;
};

/** Codes of the command line itself. Programs see them in `error.code`, where the service's codes also appear. */
export const OWN_CODES = {
	USAGE: 'The command line, or a setting that it needs, is invalid.',
	UNREACHABLE: 'The service is unreachable, or the answer does not come from a Carrywire service.',
	OUTCOME: 'The request did not reach the outcome that the command waited for, or you declined it.',
	INTERRUPTED: 'Ctrl-C or SIGTERM.',
	FAILURE: 'Any other failure on this machine.',
} as const;

/** Classifies any thrown value: an error of the service, the connection, the settings or the command line. */
export function failureOf(thrown: unknown): Failure {
	const message = messageOf(thrown);
	const own = (exitCode: number, code: keyof typeof OWN_CODES, advice: readonly string[] = []): Failure => ({
		exitCode,
		code,
		lines: message.split('\n').map(harmless),
		advice,
		facts: {},
	});
	if (thrown instanceof RpcError) return ofService(thrown);
	if (thrown instanceof TransportError && thrown.idempotencyKey !== undefined)
		return {
			...own(EXIT_CODES.UNREACHABLE, 'UNREACHABLE', [
				ADVICE_TEXT.outcomeUnknown(harmless(thrown.idempotencyKey)),
			]),
			facts: { idempotency_key: thrown.idempotencyKey },
		};
	if (thrown instanceof TransportError || thrown instanceof NoServiceError)
		return own(EXIT_CODES.UNREACHABLE, 'UNREACHABLE');
	if (thrown instanceof UsageError)
		return own(EXIT_CODES.USAGE, 'USAGE', [
			`See carrywire ${thrown.command === undefined ? '' : `${thrown.command} `}--help.`,
		]);
	if (thrown instanceof ConfigError) return own(EXIT_CODES.USAGE, 'USAGE');
	if (thrown instanceof OutcomeError) return own(EXIT_CODES.REFUSED, 'OUTCOME');
	if (thrown instanceof InterruptedError)
		return own(thrown.signal === 'SIGINT' ? EXIT_CODES.INTERRUPTED : EXIT_CODES.TERMINATED, 'INTERRUPTED');
	return own(EXIT_CODES.FAILURE, 'FAILURE');
}

function ofService(error: RpcError): Failure {
	const { code, rpcCode, retryable, retryAfterMs, field, ref, facts } = error;
	const advice: string[] = [];
	if (code === 'UNAUTHORIZED') advice.push(ADVICE_TEXT.logIn);
	if (code === 'FORBIDDEN') advice.push(ADVICE_TEXT.moreScopes);
	if (code === 'TIMEOUT') advice.push(ADVICE_TEXT.continues);
	if (retryAfterMs !== undefined) advice.push(ADVICE_TEXT.retryIn(retryAfterMs));
	return {
		exitCode: exitOfError(code, { rpcCode, retryable }),
		code,
		lines: [
			`${harmless(code)}: ${harmless(error.message)}${ref === undefined ? '' : ` (ref ${harmless(ref)})`}`,
		],
		advice,
		facts: {
			...facts,
			rpc_code: rpcCode,
			retryable,
			...(retryAfterMs === undefined ? {} : { retry_after_ms: retryAfterMs }),
			...(field === undefined ? {} : { field }),
			...(ref === undefined ? {} : { ref }),
			service_message: error.message,
		},
	};
}

/** Formats the failure as one JSON document on one line. */
export function failureJson({ exitCode, code, lines, facts }: Failure): string {
	const { service_message: message = lines.join('\n'), ...others } = facts;
	return JSON.stringify({ error: { ...others, code, message, exit_code: exitCode } });
}

/**
 * Error codes whose JSON-RPC number means a refusal, although the service refused nothing: an exchange or a login
 * provider did not respond.
 */
const NO_ANSWER: ReadonlySet<string> = new Set([
	'VENUE_UNAVAILABLE',
	'VENUE_RATE_LIMITED',
	'LOGIN_UNAVAILABLE',
	'EXCHANGE_OAUTH_FAILED',
]);

/**
 * Returns the exit code for a service's error response.
 * @param code `data.code`; a code that this version does not know is mapped by its number and `retryable`
 */
export function exitOfError(code: string, row: Pick<ErrorRow, 'rpcCode' | 'retryable'>): number {
	const { rpcCode, retryable } = Object.hasOwn(ERROR_CODES, code)
		? ERROR_CODES[code as keyof typeof ERROR_CODES]
		: row;
	switch (rpcCode) {
		case 401:
		case 403:
			return EXIT_CODES.NOT_ALLOWED;
		case 429:
			return EXIT_CODES.LATER;
		case -32_700:
		case -32_600:
		case -32_601:
		case -32_602:
			return EXIT_CODES.NOT_UNDERSTOOD;
		case -32_000:
			return NO_ANSWER.has(code) ? EXIT_CODES.LATER : EXIT_CODES.REFUSED;
		default:
			return retryable ? EXIT_CODES.LATER : EXIT_CODES.FAILURE;
	}
}
