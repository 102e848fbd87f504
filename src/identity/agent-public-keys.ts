/**
 * Checks the public keys of agents that authenticate by `private_key_jwt` (RFC 7523). The keys are JSON Web Keys (RFC
 * 7517).
 */

import { createPublicKey, type KeyObject } from 'node:crypto';
import { CarrywireError } from '../domain/carrywire-error.ts';
import type { Words } from '../sentences/sentence.ts';
import { AGENT_TEXT } from './text.ts';

/** A JSON Web Key as it was sent, before `checkPublicKeys` has validated it. */
export type PublicKey = Readonly<Record<string, unknown>>;

const KEYS_MAX = 4;
const MEMBERS_MAX_BYTES = 4_096;
/** Fields that only private and symmetric keys have (RFC 7518, 6.2.2, 6.3.2 and 6.4). */
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];
/** P-256, P-384 and P-521, by their OpenSSL names. */
const CURVES: readonly unknown[] = ['prime256v1', 'secp384r1', 'secp521r1'];
const RSA_BITS_MIN = 2_048;
/**
 * Minimum exponent of an RSA key (FIPS 186-5, A.1.1). A small exponent makes forgery easier; with an exponent of 1,
 * anybody can sign.
 */
const RSA_EXPONENT_MIN = 65_537n;

/** @throws CarrywireError INVALID_PARAMS that names the broken rule and never contains the key */
export function checkPublicKeys(keys: readonly PublicKey[]): void {
	if (keys.length === 0 || keys.length > KEYS_MAX)
		throw invalid(AGENT_TEXT.keyCount({ limit: KEYS_MAX, was: keys.length }));
	for (const key of keys) {
		if (PRIVATE_MEMBERS.some((member) => member in key)) throw invalid(AGENT_TEXT.privateKey());
		if (Buffer.byteLength(JSON.stringify(key)) > MEMBERS_MAX_BYTES)
			throw invalid(AGENT_TEXT.keySize({ limit: MEMBERS_MAX_BYTES }));
		if (!isStrong(readKey(key)))
			throw invalid(AGENT_TEXT.weakKey({ bits: RSA_BITS_MIN, exponent: Number(RSA_EXPONENT_MIN) }));
	}
}

/** Parses a public key. Undefined for anything that is not a valid key, such as a point that is not on its curve. */
function readKey(key: PublicKey): KeyObject | undefined {
	try {
		return createPublicKey({ key, format: 'jwk' });
	} catch {
		return undefined;
	}
}

function isStrong(key: KeyObject | undefined): boolean {
	const { namedCurve, modulusLength = 0, publicExponent = 0n } = key?.asymmetricKeyDetails ?? {};
	switch (key?.asymmetricKeyType) {
		case 'ed25519':
			return true;
		case 'ec':
			return CURVES.includes(namedCurve);
		case 'rsa':
			return modulusLength >= RSA_BITS_MIN && publicExponent >= RSA_EXPONENT_MIN;
		default:
			return false;
	}
}

function invalid(sentence: Words): CarrywireError {
	return new CarrywireError('INVALID_PARAMS', sentence, { field: 'public_keys' });
}
