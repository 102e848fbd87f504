/** Why a command came to nothing: what people are told, what programs are told, and the exit code. */

import { RpcError, TransportError } from '../client/errors.ts';
import { ConfigError } from '../src/config/config-flags.ts';
import { ERROR_CODES } from '../src/domain/codes.ts';
import type { ErrorRow } from '../src/domain/error-row.ts';
import { messageOf } from '../src/domain/message-of.ts';
import { UsageError } from './command.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { harmless } from './paint.ts';

/** No service can be asked: none is known, or none is there. */
export class NoServiceError extends Error {
	override readonly name = 'NoServiceError';
}

/** What was asked for was taken up, and did not come to the end that was waited for. */
export class OutcomeError extends Error {
	override readonly name = 'OutcomeError';
}

/** @throws OutcomeError with the service's own sentence, where what was asked for is not done yet */
export function requireSuccess({
	success,
	message,
}: {
	readonly success: boolean;
	readonly message: string;
}): void {
	if (!success) throw new OutcomeError(message);
}

/** Somebody has ended the command while it waited. `message` says what goes on. */
export class InterruptedError extends Error {
	override readonly name = 'InterruptedError';
	readonly signal: 'SIGINT' | 'SIGTERM';
	constructor(signal: 'SIGINT' | 'SIGTERM', message: string) {
		super(message);
		this.signal = signal;
	}
}

/** A failure as it is printed, with the code that the shell sees. */
export type Failure = {
	readonly exitCode: number;
	/** `data.code` of the service's error, or one of the command line's own. */
	readonly code: string;
	/** Sentences, a line each. */
	readonly lines: readonly string[];
	/** What to do about it, for people. */
	readonly advice: readonly string[];
	/** Further members for programs. */
	readonly facts: Readonly<Record<string, unknown>>;
};

/** Codes beside those of the service, which programs see in `error.code`. */
export const OWN_CODES = {
	USAGE: 'The command line, or a setting that it needs, cannot be used.',
	UNREACHABLE: 'The service cannot be reached, or did not answer as one.',
	OUTCOME: 'What was followed ended otherwise than was waited for.',
	INTERRUPTED: 'Ctrl-C or SIGTERM.',
	FAILURE: 'Anything else that went wrong on this machine.',
} as const;

/** Sorts anything that was thrown: errors of the service, of the way there, of settings and of the command line. */
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
				`Whether it was carried out is not known: look at carrywire portfolio before you call again. With the idempotency key ${harmless(thrown.idempotencyKey)} the same call is carried out once at most.`,
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
	if (code === 'UNAUTHORIZED')
		advice.push(
			'Log in once with carrywire login --keep, or give a token by CARRYWIRE_TOKEN or --token-file.',
		);
	if (code === 'FORBIDDEN')
		advice.push('A login with more scopes: carrywire login --keep --scope "arb:read arb:trade".');
	if (code === 'TIMEOUT')
		advice.push('What it began goes on: look at carrywire portfolio before you call again.');
	if (retryAfterMs !== undefined) advice.push(`Try again in ${Math.ceil(retryAfterMs / 1_000)} s.`);
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

/** One JSON document on one line. */
export function failureJson({ exitCode, code, lines, facts }: Failure): string {
	const { service_message: message = lines.join('\n'), ...others } = facts;
	return JSON.stringify({ error: { ...others, code, message, exit_code: exitCode } });
}

/** Refused by the state of the world by their number, and yet nothing was decided: somebody did not answer. */
const NO_ANSWER: ReadonlySet<string> = new Set([
	'VENUE_UNAVAILABLE',
	'VENUE_RATE_LIMITED',
	'LOGIN_UNAVAILABLE',
	'EXCHANGE_OAUTH_FAILED',
]);

/**
 * The exit code of an error that a service answered.
 * @param code `data.code`; one that this version does not know goes by the number and `retryable`
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
