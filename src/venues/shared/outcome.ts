/**
 * Reads what an error of ccxt proves. An order is refused only by a code or a sentence of the exchange's table of proofs; everything else
 * leaves the outcome unknown, and the order is asked about. For a read, where nothing is at stake but how the error is told, ccxt's
 * class decides too.
 */

import { messageOf } from '../../domain/message-of.ts';
import { type ConnectionCause, connectionCause } from '../../domain/unreachable.ts';
import { NOT_TRADABLE, type SendOutcome, type VenueFault, type VenueOrder } from '../../ports/venue.ts';
import type { OrderCodes, SaidProof } from './dialect.ts';

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

export function errorClass(error: unknown): string {
	return error instanceof Error ? error.constructor.name : 'unknown';
}

/** The venue's own code inside ccxt's message, which carries the body. */
export function venueCode(error: unknown): string | undefined {
	if (!(error instanceof Error)) return undefined;
	// OKX answers for a batch with 1, and for each order with its own.
	const ofOrder = /"sCode"\s*:\s*"?(-?\d{1,9})"?/.exec(error.message)?.[1];
	return ofOrder ?? /"(?:retCode|code)"\s*:\s*"?(-?\d{1,9})"?/.exec(error.message)?.[1];
}

/** The venue's sentence inside ccxt's message where it has no codes: of an order, or of the whole action. */
export function venueSentence(error: unknown): string | undefined {
	if (!(error instanceof Error)) return undefined;
	const body = /\{.*\}/s.exec(error.message)?.[0];
	if (body === undefined) return undefined;
	return /"(?:error|response)"\s*:\s*"((?:[^"\\]|\\.){1,400})"/.exec(body)?.[1];
}

function proofSaid(error: unknown, proofs: readonly SaidProof[]): SaidProof | undefined {
	const sentence = venueSentence(error);
	return sentence === undefined ? undefined : proofs.find(({ said }) => said.test(sentence));
}

/** The connection was never made, so nothing can have been sent on it. */
const NEVER_CONNECTED =
	/connect (?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)|getaddrinfo (?:ENOTFOUND|EAI_AGAIN)/;

/** The venue's words for a post-only order that it refused because it would have taken. */
const WOULD_TAKE = /post.?only/i;

/** The venue's words for an order that it has, or had: with them no code is proof, as Binance has said so with that of any refusal. */
const ALREADY_THERE = /duplicat|repeated|\balready\b/i;

/** Reads an order's error: it is a refusal only by a code or a sentence of the venue's table, with words that do not contradict it. */
export function outcomeOfError(
	error: unknown,
	codes: OrderCodes,
	timeInForce: VenueOrder['timeInForce'],
): SendOutcome {
	const code = venueCode(error);
	const message = shortMessage(error);
	const name = errorClass(error);
	if (code === undefined && NEVER_CONNECTED.test(message))
		return { kind: 'rejected', code: 'NOT_SENT', message, passing: true };
	if (codes.notTaken?.test(messageOf(error)) === true)
		return { kind: 'rejected', code: code ?? name, message, passing: true };
	if (codes.said !== undefined) {
		const proof = proofSaid(error, codes.said);
		return proof === undefined || ALREADY_THERE.test(venueSentence(error) ?? '')
			? { kind: 'unknown', message }
			: { kind: 'rejected', code: proof.code, message, passing: proof.passing };
	}
	const proof = code === undefined ? undefined : codes.proofs?.get(code);
	if (code === undefined || proof === undefined || ALREADY_THERE.test(saidWith(error) ?? ''))
		return { kind: 'unknown', message };
	// Binance refuses it at once; Bybit and KuCoin accept such an order and end it.
	if (timeInForce === 'postOnly' && WOULD_TAKE.test(message))
		return { kind: 'rejected', code: 'POST_ONLY_WOULD_TAKE', message, passing: true };
	const passing = proof.kind === 'passing';
	const isUntraded = proof.kind === 'untraded' || codes.notTradableSaid?.test(messageOf(error)) === true;
	return { kind: 'rejected', code: isUntraded && !passing ? NOT_TRADABLE : code, message, passing };
}

/** Refusals of a moment: the same request may be answered a little later. */
const PASSING: ReadonlySet<string> = new Set(['InvalidNonce', 'RateLimitExceeded']);

/** True when the venue refused the timestamp of a request. */
export function isClockRefusal(error: unknown): boolean {
	return errorClass(error) === 'InvalidNonce';
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

/** True when the venue refused the request by its limits of requests. */
export function isRateLimit(error: unknown, codes: readonly string[]): boolean {
	return faultOf(error).fault === 'limited' || codes.includes(venueCode(error) ?? '');
}

/** True when the venue answered a read and said no, as opposed to not answering, or not now. */
export function isRefusal(
	error: unknown,
	{ proofs, said, busy }: Pick<OrderCodes, 'proofs' | 'said' | 'busy'> = {},
): boolean {
	const name = errorClass(error);
	if (said !== undefined && venueSentence(error) !== undefined)
		return proofSaid(error, said)?.passing === false;
	const code = venueCode(error) ?? '';
	if (proofs?.get(code)?.kind === 'passing' || busy?.includes(code) === true) return false;
	return name in REFUSALS && !PASSING.has(name);
}

/** ccxt's own words for a key without a part that the venue needs: nothing was sent. */
const LACKS_PART = /requires "(?:apiKey|secret|password)" credential/;

/** True when the venue refused the key itself; false when that cannot be told. */
export function isKeyRefusal(
	error: unknown,
	keyCodes: readonly string[],
	said?: readonly SaidProof[],
): boolean {
	const code = said === undefined ? venueCode(error) : proofSaid(error, said)?.code;
	if (code !== undefined) return keyCodes.includes(code);
	return error instanceof Error && LACKS_PART.test(error.message);
}

/** The venue's own sentence inside ccxt's message, with its code; ccxt's where there is none. */
export function venueReason(error: unknown): string {
	const said = saidWith(error);
	return said === undefined ? shortMessage(error) : `${said} (${venueCode(error) ?? errorClass(error)})`;
}

/** The venue's words beside its code; undefined where it said nothing. */
function saidWith(error: unknown): string | undefined {
	if (!(error instanceof Error)) return undefined;
	// The order's own words come before those of the whole answer.
	return (/"sMsg"\s*:\s*"([^"]{1,200})"/.exec(error.message) ??
		/"(?:retMsg|msg)"\s*:\s*"([^"]{1,200})"/.exec(error.message))?.[1];
}

/** The text with every secret cut out that stands in it: a venue may repeat what it was sent. */
export function withoutSecrets(text: string, secrets: readonly (string | undefined)[]): string {
	return secrets.reduce<string>(
		(said, secret) => (secret === undefined || secret === '' ? said : said.replaceAll(secret, '[secret]')),
		text,
	);
}

const MESSAGE_CHARS_MAX = 300;

/** ccxt's sentence without the request's address and bounded: bodies may be long, and never hold our keys. */
export function shortMessage(error: unknown): string {
	return `${errorClass(error)}: ${messageOf(error)}`.slice(0, MESSAGE_CHARS_MAX);
}
