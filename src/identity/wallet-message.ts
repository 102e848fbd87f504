/**
 * Writes the text that a wallet signs, and strictly parses the signed text (EIP-4361, Sign-In with Ethereum,
 * https://eips.ethereum.org/EIPS/eip-4361, read 2026-11).
 */
import { ParsedMessage } from '@spruceid/siwe-parser';
import { type Address, isAddress } from 'viem';
import { MESSAGE_LENGTH_MAX, refused } from './proven-identity.ts';
import { WALLET_TEXT } from './text.ts';

/** Maximum length of the statement that the wallet shows, characters. */
export const STATEMENT_LENGTH_MAX = 256;
/** Maximum time by which `Issued At` may be ahead of our clock, milliseconds. */
const CLOCK_SKEW_MS_MAX = 60_000;

const REQUEST = ' wants you to sign in with your Ethereum account:';
const NOBODY = `0x${'0'.repeat(40)}`;

/** The variable parts of a message; times are in Unix milliseconds. */
export type WalletMessage = {
	readonly address: Address;
	readonly chainId: number;
	readonly nonce: string;
	readonly statement: string | undefined;
	readonly issuedAt: number;
	readonly expiresAt: number;
};

/** The service, as a message names it. */
export type Site = {
	/** Scheme without a colon: `https`. */
	readonly scheme: string;
	/** Host, with a port other than the scheme's default: `example.org:8443`. */
	readonly domain: string;
	/** Origin without a trailing slash: `https://example.org:8443`. */
	readonly uri: string;
};

/** Derives scheme, authority and origin from the service's base URL. */
export function siteOf(baseUrl: string): Site {
	const { protocol, host, origin } = new URL(baseUrl);
	return { scheme: protocol.slice(0, -1), domain: host, uri: origin };
}

/** True for a valid statement: one line with characters that EIP-4361 allows. */
export function isStatement(text: string): boolean {
	return text.length <= STATEMENT_LENGTH_MAX && /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;= ]+$/.test(text);
}

/** True for a valid address, in lower case or EIP-55 form, other than the zero address. */
export function isOwnedAddress(address: string): address is Address {
	return isAddress(address) && address !== NOBODY;
}

/** Writes the exact text to sign, with LF line ends. */
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
 * Parses the whole text strictly by EIP-4361's grammar, and checks its site and times.
 * @throws CarrywireError LOGIN_REFUSED for any fault. Only the nonce and the signature remain to be checked.
 */
export function readWalletMessage(
	text: string,
	expected: { readonly site: Site; readonly now: number; readonly ageMsMax: number },
): { readonly address: Address; readonly chainId: number; readonly nonce: string } {
	const { site, now, ageMsMax } = expected;
	if (text.length > MESSAGE_LENGTH_MAX)
		throw refused('message', WALLET_TEXT.tooLong({ length: text.length, limit: MESSAGE_LENGTH_MAX }));
	// The cheap check comes first, because parsing a long text that is not our message takes tens of milliseconds.
	checkFirstLine(text, site);
	// The user's signature would grant each listed resource, but this service requests only a login.
	if (text.includes('\nResources:')) throw refused('message', WALLET_TEXT.resources());
	const read = parse(text);
	if (read.uri !== site.uri) throw refused('uri', WALLET_TEXT.otherUri({ uri: site.uri }));
	if (!Number.isSafeInteger(read.chainId)) throw refused('chain', WALLET_TEXT.chainNumber());
	checkTimes(read, now, ageMsMax);
	return { address: read.address as Address, chainId: read.chainId, nonce: read.nonce };
}

/** Checks the first line, which names the site with or without its scheme. */
function checkFirstLine(text: string, { scheme, domain }: Site): void {
	const [line = ''] = text.split('\n', 1);
	if (!line.endsWith(REQUEST)) throw refused('message', WALLET_TEXT.notMessage());
	const asking = line.slice(0, -REQUEST.length);
	if (asking !== domain && asking !== `${scheme}://${domain}`)
		throw refused('domain', WALLET_TEXT.otherSite({ site: `${scheme}://${domain}` }));
}

function parse(text: string): ParsedMessage {
	let read: ParsedMessage;
	try {
		read = new ParsedMessage(text);
	} catch {
		// The parser's message quotes the sent text, so it is not included.
		throw refused('message', WALLET_TEXT.notMessage());
	}
	if (!isOwnedAddress(read.address)) throw refused('message', WALLET_TEXT.messageAddress());
	return read;
}

function checkTimes(read: ParsedMessage, now: number, ageMsMax: number): void {
	const issuedAt = Date.parse(read.issuedAt);
	const expiresAt = read.expirationTime === undefined ? Infinity : Date.parse(read.expirationTime);
	const notBefore = read.notBefore === undefined ? -Infinity : Date.parse(read.notBefore);
	// A leap second is valid in the grammar but parses to NaN, which fails every comparison below.
	if (!(issuedAt <= now + CLOCK_SKEW_MS_MAX))
		throw refused('time', WALLET_TEXT.future({ skew: CLOCK_SKEW_MS_MAX }));
	if (!(issuedAt >= now - ageMsMax)) throw refused('time', WALLET_TEXT.old({ age: ageMsMax }));
	if (!(now < expiresAt)) throw refused('time', WALLET_TEXT.expired());
	if (!(now >= notBefore)) throw refused('time', WALLET_TEXT.early());
}
