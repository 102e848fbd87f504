/**
 * Reads what a failed request proves from the codes of the exchange's errors file. An order is refused only by a code that is listed as
 * proof; everything else leaves the outcome unknown, and the order is asked about. For a read with a code that is not listed, where
 * nothing is at stake but how the error is told, ccxt's class decides.
 */

import { messageOf } from '../../domain/message-of.ts';
import { type ConnectionCause, connectionCause } from '../../domain/unreachable.ts';
import { NOT_TRADABLE, type SendOutcome, type VenueOrder } from '../../ports/venue.ts';
import type { VenueFault } from '../../ports/venue-error.ts';
import { answerOf } from './answers.ts';
import { lacksKeyPart, mayBeThere, wasNeverConnected } from './common-errors.ts';
import { means, type Said, UNLISTED, type VenueErrors } from './error-codes.ts';

/** Class → why a read that failed with it was refused. The most derived class decides. */
const REFUSALS: Readonly<Record<string, string>> = {
	InsufficientFunds: 'the venue checked the margin',
	InvalidOrder: 'the venue checked the order',
	OrderImmediatelyFillable: 'the venue checked the order',
	OrderNotFillable: 'the venue checked the order',
	// KuCoin answers 100001 to malformed order parameters, which ccxt maps to this.
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
	ManualInteractionNeeded: 'the venue asks for something else first',
	NoChange: 'the venue compared the request with what is there',
	MarginModeAlreadySet: 'the venue compared the request with what is there',
	// Subclasses of NetworkError in ccxt, yet both are the venue's own refusal before the order is looked at.
	InvalidNonce: 'the venue refused the timestamp',
	RateLimitExceeded: 'the venue refused the request by its limits',
};

/** ccxt's name for an error. */
export function errorClass(error: unknown): string {
	return error instanceof Error ? error.constructor.name : 'unknown';
}

/** The code of an exchange without an errors file: ccxt's class of its answer. Undefined where none came. */
export function answeredClass(error: unknown): string | undefined {
	return answerOf(error) === undefined ? undefined : errorClass(error);
}

/** The answer to a failed request; undefined without one. An answer without a code has that of its HTTP status. */
export function saidBy(error: unknown, errors: VenueErrors): Said | undefined {
	const answer = answerOf(error);
	if (answer === undefined) return undefined;
	return errors.read(answer) ?? { code: `HTTP_${answer.status}`, words: undefined };
}

/** Reads an order's error: it is a refusal only by a code that is listed as proof, with words that do not contradict it. */
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
	// Binance refuses it at once; Bybit, KuCoin and OKX accept such an order and end it.
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

/** Refusals of a moment: the same request may be answered a little later. */
const PASSING: ReadonlySet<string> = new Set(['InvalidNonce', 'RateLimitExceeded']);

/** True when the venue refused the timestamp of a request. */
export function isClockRefusal(error: unknown, errors: VenueErrors): boolean {
	return means(errors, saidBy(error, errors)?.code, 'clock');
}

/** ccxt's classes of requests that nothing came of. What a venue refused is told by `isRefusal`. */
const FAULTS: Readonly<Record<string, VenueFault>> = {
	NetworkError: 'unreachable',
	RequestTimeout: 'timeout',
	ExchangeNotAvailable: 'unavailable',
	OnMaintenance: 'maintenance',
	DDoSProtection: 'limited',
	RateLimitExceeded: 'limited',
};

/** The fault of a request that failed, as options of a `VenueError`; undefined where ccxt's class does not tell. */
export function faultOf(error: unknown): {
	readonly fault: VenueFault | undefined;
	readonly connection?: ConnectionCause;
} {
	const name = errorClass(error);
	const fault = FAULTS[name] ?? (name in REFUSALS ? 'refused' : undefined);
	return fault === 'unreachable' ? { fault, connection: connectionCause(error) } : { fault };
}

/** True when the venue refused the request by its limits of requests: by its code, or by the HTTP status that ccxt's class is of. */
export function isRateLimit(error: unknown, errors: VenueErrors): boolean {
	return faultOf(error).fault === 'limited' || means(errors, saidBy(error, errors)?.code, 'limited');
}

/** From here on an HTTP status says that the server failed. */
const SERVER_FAILED = 500;

/** True when the venue answered a read and said no, as opposed to not answering, or not now. */
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

/** True when the venue refused the key itself; false when that cannot be told. */
export function isKeyRefusal(error: unknown, errors: VenueErrors): boolean {
	const code = saidBy(error, errors)?.code;
	return code === undefined ? lacksKeyPart(error) : means(errors, code, 'key');
}

const WORDS_CHARS_MAX = 200;

/** The venue's own sentence of bounded length, without secrets; undefined where it said none. */
export function wordsOf(said: Said | undefined, secrets: Secrets): string | undefined {
	return said?.words === undefined
		? undefined
		: withoutSecrets(said.words, secrets).slice(0, WORDS_CHARS_MAX);
}

/** The venue's own sentence with its code; ccxt's where there is none. */
export function venueReason(error: unknown, errors: VenueErrors, secrets: Secrets = []): string {
	const said = saidBy(error, errors);
	const words = wordsOf(said, secrets);
	return words === undefined ? shortMessage(error, secrets) : `${words} (${said?.code})`;
}

/** Texts that no message may repeat. */
export type Secrets = readonly (string | undefined)[];

/**
 * The text with every secret cut out that stands in it, as it is or as an address or JSON writes it: a venue may repeat what it was
 * sent. Text is shortened after this and never before, or the head of a secret at the cut would stay.
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

/** ccxt's class and sentence without secrets, bounded: bodies may be long. */
export function shortMessage(error: unknown, secrets: Secrets = []): string {
	return withoutSecrets(`${errorClass(error)}: ${messageOf(error)}`, secrets).slice(0, MESSAGE_CHARS_MAX);
}
