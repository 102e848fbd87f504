/**
 * The text that a wallet signs (EIP-4361, Sign-In with Ethereum, https://eips.ethereum.org/EIPS/eip-4361, read
 * 2026-11): written here, and read back strictly from the raw text that was signed.
 */
import { ParsedMessage } from '@spruceid/siwe-parser';
import { type Address, isAddress } from 'viem';
import { MESSAGE_LENGTH_MAX, refused } from './proven-identity.ts';

/** Characters of the sentence that the wallet shows. */
export const STATEMENT_LENGTH_MAX = 256;
/** How far the clock of whoever wrote `Issued At` may be ahead of ours. */
const CLOCK_SKEW_MS_MAX = 60_000;

const REQUEST = ' wants you to sign in with your Ethereum account:';
const NOBODY = `0x${'0'.repeat(40)}`;

/** The variable parts of a message, times in Unix milliseconds. */
export type WalletMessage = {
	readonly address: Address;
	readonly chainId: number;
	readonly nonce: string;
	readonly statement: string | undefined;
	readonly issuedAt: number;
	readonly expiresAt: number;
};

/** The service as a message names it. */
export type Site = {
	/** Scheme without a colon: `https`. */
	readonly scheme: string;
	/** Host, and the port where it is not that of the scheme: `example.org:8443`. */
	readonly domain: string;
	/** `https://example.org:8443`, without a slash at the end. */
	readonly uri: string;
};

/** Scheme, authority and origin of the service, as a message names them. */
export function siteOf(baseUrl: string): Site {
	const { protocol, host, origin } = new URL(baseUrl);
	return { scheme: protocol.slice(0, -1), domain: host, uri: origin };
}

/** True for what may stand in a message as its statement: one line of the characters that EIP-4361 names. */
export function isStatement(text: string): boolean {
	return text.length <= STATEMENT_LENGTH_MAX && /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;= ]+$/.test(text);
}

/** An address in EIP-55 form, other than that of nobody. */
export function isOwnedAddress(address: string): address is Address {
	return isAddress(address) && address !== NOBODY;
}

/** The exact text to sign, with LF line ends. */
export function writeWalletMessage(message: WalletMessage, site: Site): string {
	return [
		`${site.domain}${REQUEST}`,
		message.address,
		'',
		...(message.statement === undefined ? [''] : [message.statement, '']),
		`URI: ${site.uri}`,
		'Version: 1',
		`Chain ID: ${message.chainId}`,
		`Nonce: ${message.nonce}`,
		`Issued At: ${new Date(message.issuedAt).toISOString()}`,
		`Expiration Time: ${new Date(message.expiresAt).toISOString()}`,
	].join('\n');
}

/**
 * Reads a text by the grammar of EIP-4361, whole and without leniency, and holds it to the site and the time.
 * @throws CarrywireError LOGIN_REFUSED: nothing but the nonce and the signature is left to be proven.
 */
export function readWalletMessage(
	text: string,
	expected: { readonly site: Site; readonly now: number; readonly ageMsMax: number },
): { readonly address: Address; readonly chainId: number; readonly nonce: string } {
	const { site, now, ageMsMax } = expected;
	if (text.length > MESSAGE_LENGTH_MAX)
		throw refused('message', `The message has ${text.length} characters, limit ${MESSAGE_LENGTH_MAX}.`);
	// First what is cheap: parsing a long text that is none of ours takes tens of milliseconds.
	checkFirstLine(text, site);
	// A resource is something that the signer grants; this service asks for a login and for nothing besides.
	if (text.includes('\nResources:'))
		throw refused('message', 'The message must name no resources, but does.');
	const read = parse(text);
	if (read.uri !== site.uri) throw refused('uri', `The URI of the message must be ${site.uri}, was another.`);
	if (!Number.isSafeInteger(read.chainId)) throw refused('chain', 'The chain id of the message is no chain.');
	checkTimes(read, now, ageMsMax);
	return { address: read.address as Address, chainId: read.chainId, nonce: read.nonce };
}

/** The first line names the site, and its scheme or none; what follows it is left to the parser. */
function checkFirstLine(text: string, { scheme, domain }: Site): void {
	const [line = ''] = text.split('\n', 1);
	if (!line.endsWith(REQUEST)) throw refused('message', 'The text is no EIP-4361 message.');
	const asking = line.slice(0, -REQUEST.length);
	if (asking !== domain && asking !== `${scheme}://${domain}`)
		throw refused('domain', `The message must be for ${scheme}://${domain}, was for another site.`);
}

function parse(text: string): ParsedMessage {
	let read: ParsedMessage;
	try {
		read = new ParsedMessage(text);
	} catch {
		// What the parser says quotes the text, which is whatever somebody sent.
		throw refused('message', 'The text is no EIP-4361 message of version 1.');
	}
	if (!isOwnedAddress(read.address))
		throw refused('message', 'The address of the message must be one in EIP-55 form, and not zero.');
	return read;
}

function checkTimes(read: ParsedMessage, now: number, ageMsMax: number): void {
	const issuedAt = Date.parse(read.issuedAt);
	const expiresAt = read.expirationTime === undefined ? Infinity : Date.parse(read.expirationTime);
	const notBefore = read.notBefore === undefined ? -Infinity : Date.parse(read.notBefore);
	// A date that the grammar admits and no calendar has (a leap second) is not a number, and holds in no comparison.
	if (!(issuedAt <= now + CLOCK_SKEW_MS_MAX))
		throw refused(
			'time',
			`The message was issued in the future, more than ${CLOCK_SKEW_MS_MAX} ms from now.`,
		);
	if (!(issuedAt >= now - ageMsMax))
		throw refused('time', `The message is older than ${ageMsMax} ms. Begin again.`);
	if (!(now < expiresAt)) throw refused('time', 'The message has expired. Begin again.');
	if (!(now >= notBefore)) throw refused('time', 'The message is not valid yet.');
}
