/**
 * Classifies failed requests by the codes in the exchange's errors file. Only a code in its `proofs` means that the
 * exchange refused an order. Any other error leaves the outcome unknown, and the service then queries the order. For
 * a read whose code is not in `proofs`, ccxt's error class decides whether the exchange refused the read.
 */

import { messageOf } from '../../domain/message-of.ts';
import { type ConnectionCause, connectionCause } from '../../domain/unreachable.ts';
import { NOT_TRADABLE, type SendOutcome, type VenueOrder } from '../../ports/venue.ts';
import type { VenueFault } from '../../ports/venue-error.ts';
import { answerOf } from './answers.ts';
import { lacksKeyPart, mayBeThere, wasNeverConnected } from './common-errors.ts';
import { means, type Said, UNLISTED, type VenueErrors } from './error-codes.ts';

/** Reason why the exchange refused a read, keyed by ccxt's most derived error class. */
const REFUSALS: Readonly<Record<string, string>> = {
	InsufficientFunds: 'the venue checked the margin',
	InvalidOrder: 'the venue checked the order',
	OrderImmediatelyFillable: 'the venue checked the order',
	OrderNotFillable: 'the venue checked the order',
	// KuCoin returns 100001 for malformed order parameters, and ccxt maps this code to OrderNotFound.
	OrderNotFound: 'the venue checked the parameters',
	ContractUnavailable: 'the venue does not trade the instrument',
	MarketClosed: 'the venue does not trade the instrument',
	BadSymbol: 'the venue does not know the instrument',
	BadRequest: 'the venue checked the parameters',
	ArgumentsRequired: 'nothing was sent',
	AuthenticationError: 'the venue checked the signature first',
	PermissionDenied: 'the venue checked the key first',
	AccountNotEnabled: 'the venue checked the account first',
	AccountSuspended: 'the venue checked the account first',
	OperationRejected: 'the venue checked the operation',
	NotSupported: 'nothing was sent',
	RestrictedLocation: 'the venue checked the account first',
	ManualInteractionNeeded: 'the venue requires another step first',
	NoChange: 'the venue found nothing to change',
	MarginModeAlreadySet: 'the venue found nothing to change',
	// ccxt derives these two classes from NetworkError, but in both cases the exchange refuses before it checks the
	// order.
	InvalidNonce: 'the venue refused the timestamp',
	RateLimitExceeded: 'the venue refused the request because of its rate limits',
};

/** Returns the name of the error's ccxt class; `unknown` for anything that is not an Error. */
export function errorClass(error: unknown): string {
	return error instanceof Error ? error.constructor.name : 'unknown';
}

/**
 * Returns the error code at an exchange without an errors file: the name of ccxt's error class. Undefined if no
 * response arrived.
 */
export function answeredClass(error: unknown): string | undefined {
	return answerOf(error) === undefined ? undefined : errorClass(error);
}

/**
 * Returns code and text from the exchange's response to a failed request; undefined without a response. The code
 * defaults to `HTTP_` and the status.
 */
export function saidBy(error: unknown, errors: VenueErrors): Said | undefined {
	const answer = answerOf(error);
	if (answer === undefined) return undefined;
	return errors.read(answer) ?? { code: `HTTP_${answer.status}`, words: undefined };
}

/**
 * Returns the outcome of a failed order. It is rejected only if `proofs` contains the code and the text does not
 * contradict it.
 */
export function outcomeOfError(
	error: unknown,
	errors: VenueErrors,
	timeInForce: VenueOrder['timeInForce'],
	secrets: Secrets = [],
): SendOutcome {
	const message = shortMessage(error, secrets);
	const said = saidBy(error, errors);
	if (said === undefined)
		return wasNeverConnected(error)
			? { kind: 'rejected', code: 'NOT_SENT', message, passing: true }
			: { kind: 'unknown', message };
	const { code, words } = said;
	const proof = errors.proofs.get(code);
	if (proof === undefined || mayBeThere(words)) return { kind: 'unknown', message };
	// Binance refuses a post-only order that would trade at once. Bybit, KuCoin and OKX accept such an order and then
	// cancel it.
	if (timeInForce === 'postOnly' && means(errors, code, 'wouldTake'))
		return { kind: 'rejected', code: 'POST_ONLY_WOULD_TAKE', message, passing: true };
	const isUntraded = proof.kind === 'untraded';
	return {
		kind: 'rejected',
		code: isUntraded ? NOT_TRADABLE : code,
		message,
		passing: proof.kind === 'passing',
	};
}

/** Temporary refusals, after which the same request may succeed a little later. */
const PASSING: ReadonlySet<string> = new Set(['InvalidNonce', 'RateLimitExceeded']);

/** True if the exchange refused the request's timestamp. */
export function isClockRefusal(error: unknown, errors: VenueErrors): boolean {
	return means(errors, saidBy(error, errors)?.code, 'clock');
}

/**
 * Faults of failed requests, keyed by ccxt's class. Classes in `REFUSALS` that are missing here have the fault
 * `refused`.
 */
const FAULTS: Readonly<Record<string, VenueFault>> = {
	NetworkError: 'unreachable',
	RequestTimeout: 'timeout',
	ExchangeNotAvailable: 'unavailable',
	OnMaintenance: 'maintenance',
	DDoSProtection: 'limited',
	RateLimitExceeded: 'limited',
};

/** Returns a failed request's fault as options for a `VenueError`; undefined if ccxt's class does not reveal it. */
export function faultOf(error: unknown): {
	readonly fault: VenueFault | undefined;
	readonly connection?: ConnectionCause;
} {
	const name = errorClass(error);
	const fault = FAULTS[name] ?? (name in REFUSALS ? 'refused' : undefined);
	return fault === 'unreachable' ? { fault, connection: connectionCause(error) } : { fault };
}

/**
 * True if the exchange refused the request because of a rate limit, by its code or by the HTTP status behind ccxt's
 * class.
 */
export function isRateLimit(error: unknown, errors: VenueErrors): boolean {
	return faultOf(error).fault === 'limited' || means(errors, saidBy(error, errors)?.code, 'limited');
}

/** Lowest HTTP status of a server failure. */
const SERVER_FAILED = 500;

/** True if the exchange refused a read. False if it did not respond, or refused only temporarily. */
export function isRefusal(error: unknown, errors?: VenueErrors): boolean {
	const code = errors === undefined ? undefined : saidBy(error, errors)?.code;
	if (errors !== undefined && code !== undefined) {
		if ((answerOf(error)?.status ?? 0) >= SERVER_FAILED) return false;
		if (code === UNLISTED || means(errors, code, 'busy') || means(errors, code, 'limited')) return false;
		const proof = errors.proofs.get(code);
		if (proof !== undefined) return proof.kind !== 'passing';
	}
	const name = errorClass(error);
	return name in REFUSALS && !PASSING.has(name);
}

/** True if the exchange refused the key itself; false if the error does not show that. */
export function isKeyRefusal(error: unknown, errors: VenueErrors): boolean {
	const code = saidBy(error, errors)?.code;
	return code === undefined ? lacksKeyPart(error) : means(errors, code, 'key');
}

const WORDS_CHARS_MAX = 200;

/** Returns the exchange's text without secrets, at most 200 characters; undefined if the exchange sent no text. */
export function wordsOf(said: Said | undefined, secrets: Secrets): string | undefined {
	return said?.words === undefined
		? undefined
		: withoutSecrets(said.words, secrets).slice(0, WORDS_CHARS_MAX);
}

/** Returns the exchange's text with its code; ccxt's message if the exchange sent no text. */
export function venueReason(error: unknown, errors: VenueErrors, secrets: Secrets = []): string {
	const said = saidBy(error, errors);
	const words = wordsOf(said, secrets);
	return words === undefined ? shortMessage(error, secrets) : `${words} (${said?.code})`;
}

/** Texts that must never appear in a message. */
export type Secrets = readonly (string | undefined)[];

/**
 * Replaces every secret in the text, also in URL and JSON encoding, because an exchange may echo a request. Shorten
 * texts only after this call; otherwise a truncated secret would remain.
 */
export function withoutSecrets(text: string, secrets: Secrets): string {
	return secrets
		.flatMap((secret) => (secret === undefined || secret === '' ? [] : spellingsOf(secret)))
		.sort((a, b) => b.length - a.length)
		.reduce((said, secret) => said.replaceAll(secret, '[secret]'), text);
}

function spellingsOf(secret: string): readonly string[] {
	return [
		...new Set([secret, encodeURIComponent(secret.toWellFormed()), JSON.stringify(secret).slice(1, -1)]),
	];
}

const MESSAGE_CHARS_MAX = 300;

/** Returns ccxt's class and message without secrets, at most 300 characters, because bodies may be long. */
export function shortMessage(error: unknown, secrets: Secrets = []): string {
	return withoutSecrets(`${errorClass(error)}: ${messageOf(error)}`, secrets).slice(0, MESSAGE_CHARS_MAX);
}
