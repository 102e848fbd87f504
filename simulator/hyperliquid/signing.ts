/**
 * Finds the signer of an action (page "Signing", and the exchange's own Python client, utils/signing.py, read
 * 2026-11).
 *
 * The action hash is keccak256 over the action's MessagePack, the nonce in eight bytes, and the vault traded for. The
 * simulator has no vaults, so the vault is one zero byte. If there is an expiry, a zero byte and `expiresAfter` in
 * eight bytes follow. This hash is the `connectionId` of a phantom agent whose source is `a` (mainnet) or `b`
 * (testnet). The agent is signed as EIP-712 typed data.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { Action } from './actions.ts';
import { ActionRefusal } from './errors.ts';
import { addressOfPoint, type Hex, keccak256, typedDataHash } from './ethereum.ts';
import { bigEndian, packed } from './msgpack.ts';

const DOMAIN = { name: 'Exchange', version: '1', chainId: 1337 };

const SOURCES = { mainnet: 'a', testnet: 'b' } as const;

export type Signature = { readonly r: string; readonly s: string; readonly v: number };

/** Returns the hash to sign for an action, 32 bytes in hexadecimal. The testnet has a different hash. */
export function signedHash(
	action: Action,
	nonce: number,
	expiresAfter: number | undefined,
	isTest = false,
): Hex {
	const parts = [packed(action), bigEndian(nonce, 8), Uint8Array.of(0)];
	if (expiresAfter !== undefined) parts.push(Uint8Array.of(0), bigEndian(expiresAfter, 8));
	return typedDataHash(DOMAIN, 'Agent', [
		{ name: 'source', type: 'string', value: SOURCES[isTest ? 'testnet' : 'mainnet'] },
		{ name: 'connectionId', type: 'bytes32', value: keccak256(Buffer.concat(parts)) },
	]);
}

/**
 * Returns the signer's address, in lower case. Almost any signature belongs to some address. @throws ActionRefusal if
 * it belongs to none
 */
export function signerOf(hash: Hex, { r, s, v }: Signature): string {
	try {
		const signature = new secp256k1.Signature(BigInt(r), BigInt(s), v >= 27 ? v - 27 : v);
		return addressOfPoint(signature.recoverPublicKey(Buffer.from(hash.slice(2), 'hex')).toBytes(false));
	} catch {
		throw new ActionRefusal('Unable to recover signer');
	}
}
