/**
 * How actions of Hyperliquid are signed (pages "Signing", "Nonces and API wallets" and "Exchange endpoint", and the exchange's
 * own Python client, utils/signing.py, read 2026-11).
 *
 * The hash of an action is Keccak-256 of its MessagePack, the nonce in eight bytes, the vault that is traded for (here none: one
 * zero byte), and a zero byte with `expiresAfter` in eight. It is the `connectionId` of a phantom agent, which is signed as EIP-712 typed
 * data of a domain that is always the same.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 as keccak } from '@noble/hashes/sha3.js';
import type { VenueCredentials } from '../../ports/venue.ts';
import type { SignedRequests } from '../shared/signed-request.ts';
import { bigEndian, packed } from './msgpack.ts';

/** The money that an action moves. */
export type Money = 'real' | 'test';

/** An action with what makes it valid, in the order in which the exchange's clients send it. */
export type SignedAction = {
	readonly action: unknown;
	readonly nonce: number;
	readonly signature: { readonly r: string; readonly s: string; readonly v: number };
	/** The exchange refuses the action after this instant of its own, Unix milliseconds. */
	readonly expiresAfter: number;
};

/** Signs the actions of one session. Throws where the session has no private key. */
export type SignAction = (action: unknown, lifetimeMs: number, venueNow: number) => SignedAction;

const utf8 = (text: string): Uint8Array => Buffer.from(text, 'utf8');
const hash = (...parts: readonly Uint8Array[]): Uint8Array => keccak(Buffer.concat(parts));
const word = (value: number): Uint8Array => Uint8Array.from(bigEndian(value, 32));

const CHAIN_ID = 1337;
const VERIFYING_CONTRACT = 0;
const DOMAIN = hash(
	hash(utf8('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)')),
	hash(utf8('Exchange')),
	hash(utf8('1')),
	word(CHAIN_ID),
	word(VERIFYING_CONTRACT),
);
const AGENT = hash(utf8('Agent(string source,bytes32 connectionId)'));
const SOURCES: Readonly<Record<Money, Uint8Array>> = { real: hash(utf8('a')), test: hash(utf8('b')) };
const TYPED_DATA = Uint8Array.of(0x19, 0x01);
const NONE = Uint8Array.of(0);
/** The number to which Ethereum adds the recovery bit. */
const V_BASE = 27;

/**
 * Nonces rise with every action of the session, whoever sends it: two of one millisecond are a millisecond apart.
 * @param credentials absent for market data, which has no actions
 */
export function createActionSigner(credentials: VenueCredentials | undefined, money: Money): SignAction {
	let lastNonce = 0;
	return (action, lifetimeMs, venueNow) => {
		if (credentials === undefined)
			throw new Error('Hyperliquid: the session has no key to sign an action with.');
		const nonce = Math.max(venueNow, lastNonce + 1);
		lastNonce = nonce;
		const expiresAfter = venueNow + lifetimeMs;
		const connectionId = hash(packed(action), eight(nonce), NONE, NONE, eight(expiresAfter));
		const digest = hash(TYPED_DATA, DOMAIN, hash(AGENT, SOURCES[money], connectionId));
		return { action, nonce, signature: signatureOf(digest, credentials.secret), expiresAfter };
	};
}

/**
 * The public key, uncompressed, of a private key in hexadecimal with or without 0x. The first of a process computes the tables of the curve for 30 ms:
 * a session asks for it when it is opened, so that its first order does not.
 */
export function publicKeyOf(privateKey: string): Uint8Array {
	return secp256k1.getPublicKey(bytesOf(privateKey), false);
}

function bytesOf(privateKey: string): Uint8Array {
	return Buffer.from(privateKey.slice(-64), 'hex');
}

function eight(value: number): Uint8Array {
	return Uint8Array.from(bigEndian(value, 8));
}

function signatureOf(digest: Uint8Array, privateKey: string): SignedAction['signature'] {
	const bytes = secp256k1.sign(digest, bytesOf(privateKey), {
		lowS: true,
		prehash: false,
		format: 'recovered',
	});
	const { r, s, recovery = 0 } = secp256k1.Signature.fromBytes(bytes, 'recovered');
	return { r: `0x${r.toString(16)}`, s: `0x${s.toString(16)}`, v: V_BASE + recovery };
}

const JSON_TYPE = { 'Content-Type': 'application/json' } as const;

/** Orders and cancels, which are actions; and questions, by which their connections are kept open. */
export function hyperliquidRequests(signAction: SignAction): SignedRequests {
	return {
		publicPostInfo: (question) => ({
			method: 'POST',
			path: '/info',
			headers: JSON_TYPE,
			body: JSON.stringify(question),
		}),
		privatePostExchange: ({ action, lifetimeMs }, { venueNow }) => ({
			method: 'POST',
			path: '/exchange',
			headers: JSON_TYPE,
			body: JSON.stringify(signAction(action, Number(lifetimeMs), venueNow)),
		}),
	};
}
