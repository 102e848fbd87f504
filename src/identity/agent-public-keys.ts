/** Public keys by which an agent proves itself (`private_key_jwt`, RFC 7523), as JSON Web Keys (RFC 7517). */
import { createPublicKey, type KeyObject } from 'node:crypto';
import { CarrywireError } from '../domain/carrywire-error.ts';

/** A JSON Web Key as it was sent; `checkPublicKeys` judges it. */
export type PublicKey = Readonly<Record<string, unknown>>;

const KEYS_MAX = 4;
const MEMBERS_MAX_BYTES = 4_096;
/** Members that only a private or a symmetric key has (RFC 7518, 6.2.2, 6.3.2 and 6.4). */
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];
/** As OpenSSL names P-256, P-384 and P-521. */
const CURVES: readonly unknown[] = ['prime256v1', 'secp384r1', 'secp521r1'];
const RSA_BITS_MIN = 2_048;
/** FIPS 186-5, A.1.1: a small exponent makes forging easier, and with 1 everybody signs. */
const RSA_EXPONENT_MIN = 65_537n;

/** @throws CarrywireError INVALID_PARAMS that says which rule a key breaks, and never shows the key. */
export function checkPublicKeys(keys: readonly PublicKey[]): void {
	if (keys.length === 0 || keys.length > KEYS_MAX)
		throw invalid(`must hold 1 to ${KEYS_MAX} keys; was ${keys.length}`);
	for (const key of keys) {
		if (PRIVATE_MEMBERS.some((member) => member in key))
			throw invalid('must be public keys only; one of them has private members. Take it for leaked');
		if (Buffer.byteLength(JSON.stringify(key)) > MEMBERS_MAX_BYTES)
			throw invalid(`must be at most ${MEMBERS_MAX_BYTES} bytes each`);
		if (!isStrong(readKey(key)))
			throw invalid(
				`must be RSA of ${RSA_BITS_MIN} bits or more with an exponent from ${RSA_EXPONENT_MIN} on, P-256, P-384, P-521 or Ed25519`,
			);
	}
}

/** Undefined for what is no public key, a point that is not on its curve for one. */
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

function invalid(rule: string): CarrywireError {
	return new CarrywireError('INVALID_PARAMS', `public_keys ${rule}.`, { field: 'public_keys' });
}
