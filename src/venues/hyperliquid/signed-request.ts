/**
 * Signs Hyperliquid's actions (pages "Signing", "Nonces and API wallets" and "Exchange endpoint", and the exchange's
 * Python client, utils/signing.py, read 2026-11).
 *
 * An action's hash is Keccak-256 over four parts: its MessagePack; the nonce in eight bytes; the vault (one zero byte
 * for none, as here); and a zero byte followed by `expiresAfter` in eight bytes. The hash is the `connectionId` of a
 * phantom agent, which is signed as EIP-712 typed data with a constant domain.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 as keccak } from '@noble/hashes/sha3.js';
import type { VenueCredentials } from '../../ports/venue.ts';
import type { SignedRequests } from '../shared/signed-request.ts';
import { bigEndian, packed } from './msgpack.ts';
import { NO_SIGNING_KEY } from './text.ts';

/** Whether the action moves real money or test money. */
export type Money = 'real' | 'test';

/** An action with its signature, nonce and expiry. The fields are in the same order as in the exchange's clients. */
export type SignedAction = {
	readonly action: unknown;
	readonly nonce: number;
	readonly signature: { readonly r: string; readonly s: string; readonly v: number };
	/** Time by Hyperliquid's clock after which it refuses the action, Unix milliseconds. */
	readonly expiresAfter: number;
};

/** Signs the actions in one session. Throws if the session has no private key. */
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
/** Base of a signature's `v`, to which Ethereum adds the recovery bit. */
const V_BASE = 27;

/**
 * Creates the signer. A nonce is the time by Hyperliquid's clock, or one more than the session's last nonce if that
 * is larger. Nonces therefore rise with every action in the session, whichever function sends it. @param credentials
 * undefined for a market data session, which has no actions
 */
export function createActionSigner(credentials: VenueCredentials | undefined, money: Money): SignAction {
	let lastNonce = 0;
	return (action, lifetimeMs, venueNow) => {
		if (credentials === undefined) throw new Error(NO_SIGNING_KEY);
		const nonce = Math.max(venueNow, lastNonce + 1);
		lastNonce = nonce;
		const expiresAfter = venueNow + lifetimeMs;
		const connectionId = hash(packed(action), eight(nonce), NONE, NONE, eight(expiresAfter));
		const digest = hash(TYPED_DATA, DOMAIN, hash(AGENT, SOURCES[money], connectionId));
		return { action, nonce, signature: signatureOf(digest, credentials.secret), expiresAfter };
	};
}

/**
 * Computes the uncompressed public key for a hexadecimal private key with or without 0x. The first call in a process
 * computes the curve's tables, which takes 30 ms. A session calls this function on opening, so that its first order
 * need not wait.
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

/**
 * Defines the signed requests: orders and cancels, which are actions, and the query that keeps their connections
 * open.
 */
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
