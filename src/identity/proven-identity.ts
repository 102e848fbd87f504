/** Defines the identity that a login has proven, and the errors of a login that failed. */

import { createHash } from 'node:crypto';
import { CarrywireError } from '../domain/carrywire-error.ts';
import type { Words } from '../sentences/sentence.ts';
import { LOGIN_TEXT } from './text.ts';

/**
 * An identity. The pair of `issuer` and `subject` identifies a user: the authority that vouches for the user, and its
 * name for the user. Each provider has its own issuer, so no provider can vouch for another provider's users.
 */
export type ProvenIdentity = {
	/**
	 * Authority that vouches for the user: `wallet`, `guest`, or the configured issuer of the external provider,
	 * unchanged.
	 */
	readonly issuer: string;
	readonly subject: string;
	/** Ethereum address from the provider, in EIP-55 form. It is only informational and does not identify the user. */
	readonly wallet: string | undefined;
	/** Id of the configured provider. */
	readonly provider: string;
};

/** Issuer of wallet logins at this service itself. No external provider may use it. */
export const WALLET_ISSUER = 'wallet';

/** Maximum length of a wallet message. Our messages are short, because a wallet shows its user the whole message. */
export const MESSAGE_LENGTH_MAX = 4_096;

/** Meanings of the `reason` in LOGIN_REFUSED. */
export const LOGIN_REFUSALS = {
	message: 'The text is not a login message in this service’s format.',
	domain: 'The message was made for another site.',
	uri: 'The URI in the message is not this service’s.',
	chain: 'The chain of the message is not configured.',
	time: 'The message or token is expired, too old, not yet valid, or issued in the future.',
	nonce: 'The nonce is unknown, used, expired, or from another browser.',
	signature: 'The signature does not belong to this wallet address.',
	contract_wallet:
		'Only the wallet’s contract can check the signature, but no node is configured for its chain.',
	browser: 'The browser has no cookie from a login in progress.',
	state: 'The state is missing, unknown, used, expired, or from another browser.',
	denied: 'The user or the provider declined the login.',
	answer: 'The provider’s answer failed a check: issuer, audience, nonce, algorithm, signature or times.',
	token: 'The token is malformed, has a wrong type or algorithm, or is not signed by a key of the issuer.',
	issuer: 'The token is from another issuer.',
	audience: 'The token was issued for another audience.',
	subject:
		'The claim that identifies the user is missing or is not 1 to 255 printable ASCII characters without spaces.',
	replayed: 'The token has already been used.',
	passkey:
		'The passkey is not registered, its answer is wrong (signature, counter, site or origin), or the attempt expired, was reused or began in another browser.',
	link: 'The login link is unknown, used, expired, or replaced by a newer one.',
} as const;

/** Reason for a refused login, in `data.reason` of LOGIN_REFUSED. */
export type LoginRefusal = keyof typeof LOGIN_REFUSALS;

/**
 * Creates the error for a refused login. Its cause is never a library's error, which may contain tokens, claims or
 * node URLs with keys and would reach a log.
 * @param field the unreadable parameter, if the attempt used nothing up and the caller may correct it
 */
export function refused(reason: LoginRefusal, sentence: Words, field?: string): CarrywireError {
	return new CarrywireError('LOGIN_REFUSED', sentence, {
		...(field === undefined ? {} : { field }),
		facts: { reason },
	});
}

/** Creates the error for a login whose provider or chain gives no usable response. */
export function unavailable(sentence: Words): CarrywireError {
	return new CarrywireError('LOGIN_UNAVAILABLE', sentence);
}

/** Minimum length of the opaque id in a browser's pre-login cookie: 96 bits in base64url. */
const BROWSER_LENGTH_MIN = 16;
const BROWSER_LENGTH_MAX = 256;

/**
 * Returns the hash that identifies a browser in the store.
 * @throws CarrywireError LOGIN_REFUSED for an empty id, or one with a length that this service never issues
 */
export function hashOfBrowser(browser: string): string {
	if (browser.length < BROWSER_LENGTH_MIN || browser.length > BROWSER_LENGTH_MAX)
		throw refused('browser', LOGIN_TEXT.noBrowser());
	return lookupHash('browser', browser);
}

/**
 * Returns the SHA-256 of the text with a label for its type, so that hashes of different types of text never match.
 */
export function lookupHash(label: string, text: string): string {
	return createHash('sha256').update(`carrywire ${label}\n`, 'utf8').update(text, 'utf8').digest('hex');
}
