/** Reads the user and the wallet from an external provider's claims. */
import { ECDH } from 'node:crypto';
import { getAddress, isAddress } from 'viem';
import { publicKeyToAddress } from 'viem/accounts';
import { refused } from './proven-identity.ts';
import { LOGIN_TEXT } from './text.ts';

/** Claims of a verified token. Their types have not been checked. */
export type Claims = Readonly<Record<string, unknown>>;

const SUBJECT_LENGTH_MAX = 255;
/** Maximum number of wallets read from one claim. A user has only a few. */
const WALLETS_MAX = 64;
const LINKED_TEXT_LENGTH_MAX = 65_536;

/**
 * Returns the subject, which is the value of the claim that names the user.
 * @throws CarrywireError LOGIN_REFUSED if the subject is missing or not 1 to `SUBJECT_LENGTH_MAX` printable ASCII
 * characters
 */
export function subjectOf(claims: Claims, subjectClaim: string): string {
	const subject = Object.hasOwn(claims, subjectClaim) ? claims[subjectClaim] : undefined;
	// Subjects are ASCII only, as OpenID Connect Core 1.0, section 2 requires. Characters of other scripts therefore
	// cannot make two subjects look alike.
	if (typeof subject === 'string' && subject.length <= SUBJECT_LENGTH_MAX && /^[\x21-\x7e]+$/.test(subject))
		return subject;
	throw refused('subject', LOGIN_TEXT.subjectClaim({ claim: subjectClaim, limit: SUBJECT_LENGTH_MAX }));
}

/**
 * Returns the first Ethereum address in the claim, in EIP-55 form. If no claim is configured, returns the address
 * from a subject such as `eip155:1:0x…`. Undefined if there is none. The wallet is only informational, so an
 * unreadable one does not stop a login.
 *
 * The claim may be an address or a CAIP-10 account id with or without `did:pkh:`. It may also be a list of these, or
 * of objects with `address` or, on secp256k1, `public_key` (Web3Auth `wallets`, Dynamic `verified_credentials`, Privy
 * `linked_accounts`, which is JSON in a string).
 */
export function walletOf(
	claims: Claims,
	walletClaim: string | undefined,
	subject: string,
): string | undefined {
	if (walletClaim === undefined) return addressIn(subject);
	const claim = Object.hasOwn(claims, walletClaim) ? claims[walletClaim] : undefined;
	const listed = typeof claim === 'string' && claim.startsWith('[') ? parsed(claim) : claim;
	const candidates: readonly unknown[] = Array.isArray(listed) ? listed.slice(0, WALLETS_MAX) : [listed];
	for (const candidate of candidates) {
		const address =
			typeof candidate === 'object' && candidate !== null ? addressOf(candidate) : addressIn(candidate);
		if (address !== undefined) return address;
	}
	return undefined;
}

function addressOf(listed: object): string | undefined {
	if ('address' in listed) return addressIn(listed.address);
	if (!('public_key' in listed && 'curve' in listed && listed.curve === 'secp256k1')) return undefined;
	const key = listed.public_key;
	if (typeof key !== 'string' || !/^(?:0x)?(?:0[23][0-9a-f]{64}|04[0-9a-f]{128})$/i.test(key))
		return undefined;
	try {
		const point = ECDH.convertKey(key.replace(/^0x/, ''), 'secp256k1', 'hex', 'hex', 'uncompressed');
		return publicKeyToAddress(`0x${point.toString()}`);
	} catch {
		return undefined;
	}
}

function addressIn(value: unknown): string | undefined {
	if (typeof value !== 'string') return undefined;
	const text = /^(?:(?:did:pkh:)?eip155:\d{1,20}:)?(0x[0-9a-fA-F]{40})$/.exec(value)?.[1];
	return text !== undefined && isAddress(text) ? getAddress(text) : undefined;
}

function parsed(text: string): unknown {
	if (text.length > LINKED_TEXT_LENGTH_MAX) return undefined;
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
