/** Who someone is, once a login has proven it, and how a login says that it has not. */
import { createHash } from 'node:crypto';
import { CarrywireError } from '../domain/carrywire-error.ts';

/**
 * A user is the pair of `issuer` and `subject`: whoever vouches, and the name that it gives. Two providers never
 * vouch under one issuer, so that no provider can speak for the users of another.
 */
export type ProvenIdentity = {
	/** `wallet`, or the issuer of the external provider exactly as it is configured. */
	readonly issuer: string;
	readonly subject: string;
	/** An Ethereum address that the provider names, EIP-55. Information only: it is not part of who someone is. */
	readonly wallet: string | undefined;
	/** Id of the configured provider. */
	readonly provider: string;
};

/** The issuer of all who prove a wallet to this service itself. No external provider may carry it. */
export const WALLET_ISSUER = 'wallet';

/** A wallet shows the whole message that it signs: one that a person would not read to its end is none of ours. */
export const MESSAGE_LENGTH_MAX = 4_096;

/** Why a login was refused: the fact `reason` of LOGIN_REFUSED. */
export const LOGIN_REFUSALS = {
	message: 'The text is not a wallet message of the kind that this service asks to sign.',
	domain: 'The message was made for another site.',
	uri: 'The message names another URI than that of this service.',
	chain: 'The chain is not one of those configured.',
	time: 'Expired, too old, not yet valid, or issued in the future.',
	nonce: 'The nonce is unknown, used, expired, or of another browser.',
	signature: 'The signature is not that of the address.',
	contract_wallet: 'A signature that only the contract of the wallet can judge, on a chain without a node.',
	browser: 'The browser has no cookie of a login that was begun.',
	state: 'The state is missing, unknown, used, expired, or of another browser.',
	denied: 'The user or the provider declined.',
	answer:
		'The answer of the provider failed a check: issuer, audience, nonce, algorithm, signature or times.',
	token: 'The token is malformed, of a wrong type or algorithm, or not signed by a key of the issuer.',
	issuer: 'The token is of another issuer.',
	audience: 'The token is meant for somebody else.',
	subject:
		'The claim that names the user is missing, or not 1 to 255 printable ASCII characters without spaces.',
	replayed: 'The token was used before.',
	passkey:
		'The passkey is unknown, its signature, counter, site or origin is wrong, or its challenge is unknown, used, expired, or of another browser.',
	link: 'The login link is unknown, used, expired, or replaced by a newer one.',
} as const;

/** Why a proof was refused, as `data.reason` of LOGIN_REFUSED. */
export type LoginRefusal = keyof typeof LOGIN_REFUSALS;

/**
 * What the libraries throw is never handed on as a cause: it holds tokens, claims, and the URLs of nodes with their
 * keys, and would end in a log.
 * @param field what was sent and cannot be read, where nothing is spent by it: it may be sent anew
 */
export function refused(reason: LoginRefusal, sentence: string, field?: string): CarrywireError {
	return new CarrywireError('LOGIN_REFUSED', sentence, {
		...(field === undefined ? {} : { field }),
		facts: { reason },
	});
}

/** The error of a login whose provider or chain cannot be asked. */
export function unavailable(sentence: string): CarrywireError {
	return new CarrywireError('LOGIN_UNAVAILABLE', sentence);
}

/** Least characters of the opaque id in a browser's pre-login cookie: 96 bits in base64url. */
const BROWSER_LENGTH_MIN = 16;
const BROWSER_LENGTH_MAX = 256;

/**
 * What the store knows a browser by.
 * @throws CarrywireError LOGIN_REFUSED for an id that is absent or too short to be one that the service gave.
 */
export function hashOfBrowser(browser: string): string {
	if (browser.length < BROWSER_LENGTH_MIN || browser.length > BROWSER_LENGTH_MAX)
		throw refused('browser', 'This browser has not begun a login, or does not keep cookies. Begin again.');
	return lookupHash('browser', browser);
}

/** SHA-256 under a label for what is hashed, so that a hash of one kind is none of another. */
export function lookupHash(label: string, text: string): string {
	return createHash('sha256').update(`carrywire ${label}\n`, 'utf8').update(text, 'utf8').digest('hex');
}
