/** What the claims of an external provider say: who someone is, and which wallet is theirs. */
import { ECDH } from 'node:crypto';
import { getAddress, isAddress } from 'viem';
import { publicKeyToAddress } from 'viem/accounts';
import { refused } from './proven-identity.ts';

/** Members of a verified token; nothing is known of their types. */
export type Claims = Readonly<Record<string, unknown>>;

const SUBJECT_LENGTH_MAX = 255;
/** Wallets of one claim that are looked at; a person has a few. */
const WALLETS_MAX = 64;
const LINKED_TEXT_LENGTH_MAX = 65_536;

/**
 * The text of the claim that names the user.
 * @throws CarrywireError LOGIN_REFUSED when it is missing or no plain text of 1 to `SUBJECT_LENGTH_MAX` characters.
 */
export function subjectOf(claims: Claims, subjectClaim: string): string {
	const subject = Object.hasOwn(claims, subjectClaim) ? claims[subjectClaim] : undefined;
	// Printable ASCII, as OpenID Connect Core 2 has it: two texts that look alike are the same user.
	if (typeof subject === 'string' && subject.length <= SUBJECT_LENGTH_MAX && /^[\x21-\x7e]+$/.test(subject))
		return subject;
	throw refused(
		'subject',
		`The claim ${subjectClaim}, which names the user, must be 1 to ${SUBJECT_LENGTH_MAX} printable ASCII characters without spaces, was not.`,
	);
}

/**
 * The first Ethereum address that the claim names, EIP-55; without such a claim the one in a subject of the form
 * `eip155:1:0x…`. Undefined when there is none: a wallet is information, and a strange one stops no login.
 *
 * Understood are an address, an account id of CAIP-10 with or without `did:pkh:`, and lists of them or of objects with
 * `address` or, on secp256k1, `public_key` (Web3Auth `wallets`, Dynamic `verified_credentials`, Privy `linked_accounts`,
 * which is JSON in a text).
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
