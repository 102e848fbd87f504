/**
 * Computes the Ethereum addresses and hashes that the exchange uses for signatures and account names. It is written
 * in plain steps on top of keccak256. A blockchain client library would take too much memory in a process with five
 * exchanges, and its signature functions are asynchronous, while responses are synchronous.
 */
import { createECDH } from 'node:crypto';
import { keccak_256 as keccak } from '@noble/hashes/sha3.js';

/** Bytes in hexadecimal with the prefix `0x`. */
export type Hex = `0x${string}`;

const WORD_BYTES = 32;
const ADDRESS_BYTES = 20;

/** Returns the 32 bytes of keccak256. */
export function keccak256(data: Uint8Array): Hex {
	return `0x${Buffer.from(keccak(data)).toString('hex')}`;
}

/** Returns the address of a public key, in lower case. @param point 65 bytes, uncompressed (SEC 1) */
export function addressOfPoint(point: Uint8Array): Hex {
	return `0x${Buffer.from(keccak(point.subarray(1)).subarray(-ADDRESS_BYTES)).toString('hex')}`;
}

/** Returns the address of a private key, in lower case. @throws Error if the bytes are not a private key */
export function addressOfKey(key: Hex): Hex {
	const pair = createECDH('secp256k1');
	pair.setPrivateKey(key.slice(2), 'hex');
	return addressOfPoint(pair.getPublicKey());
}

/** A message member with a plain type. Numbers are encoded as 32 bytes, like every other member. */
export type TypedMember =
	| { readonly name: string; readonly type: 'string'; readonly value: string }
	| { readonly name: string; readonly type: 'address' | 'bytes32'; readonly value: Hex }
	| { readonly name: string; readonly type: 'uint64' | 'uint256' | 'bool'; readonly value: bigint };

/** Domain of a message (EIP-712), without a salt. Its verifying contract is the zero address. */
export type TypedDomain = { readonly name: string; readonly version: string; readonly chainId: number };

/** Returns the hash of typed data to sign (EIP-712), for a message of one type with plain members. */
export function typedDataHash(
	{ name, version, chainId }: TypedDomain,
	primaryType: string,
	message: readonly TypedMember[],
): Hex {
	const domain: readonly TypedMember[] = [
		{ name: 'name', type: 'string', value: name },
		{ name: 'version', type: 'string', value: version },
		{ name: 'chainId', type: 'uint256', value: BigInt(chainId) },
		{ name: 'verifyingContract', type: 'address', value: `0x${'0'.repeat(2 * ADDRESS_BYTES)}` },
	];
	return keccak256(
		Buffer.concat([
			Buffer.of(0x19, 0x01),
			structHash('EIP712Domain', domain),
			structHash(primaryType, message),
		]),
	);
}

function structHash(type: string, members: readonly TypedMember[]): Uint8Array {
	const typeText = `${type}(${members.map((member) => `${member.type} ${member.name}`).join(',')})`;
	return keccak(Buffer.concat([keccak(Buffer.from(typeText)), ...members.map(word)]));
}

/** Encodes a member as 32 bytes. Text is hashed; other values are right-aligned. */
function word({ type, value }: TypedMember): Uint8Array {
	if (type === 'string') return keccak(Buffer.from(value));
	const digits = typeof value === 'bigint' ? value.toString(16) : value.slice(2);
	return Buffer.from(digits.padStart(2 * WORD_BYTES, '0'), 'hex');
}
