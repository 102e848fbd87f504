/** Public keys by which an agent proves itself (`private_key_jwt`, RFC 7523), as JSON Web Keys (RFC 7517). */
import { CarrywireError } from '../errors/carrywire-error.ts';

export type PublicKey = Readonly<Record<string, unknown>>;

const KEYS_MAX = 4;
const MEMBERS_MAX_BYTES = 4_096;
/** Members that only a private or a symmetric key has (RFC 7518, 6.2.2, 6.3.2 and 6.4). */
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];
const CURVES: Readonly<Record<string, readonly string[]>> = {
	EC: ['P-256', 'P-384', 'P-521'],
	OKP: ['Ed25519'],
};
const RSA_MODULUS_CHARS_MIN = 342;

/** @throws CarrywireError INVALID_PARAMS that says which rule a key breaks, and never shows the key. */
export function checkPublicKeys(keys: readonly PublicKey[]): void {
	if (keys.length === 0 || keys.length > KEYS_MAX)
		throw invalid(`must hold 1 to ${KEYS_MAX} keys; was ${keys.length}`);
	for (const key of keys) {
		if (PRIVATE_MEMBERS.some((member) => member in key))
			throw invalid('must be public keys only; one of them has private members. Take it for leaked');
		if (JSON.stringify(key).length > MEMBERS_MAX_BYTES)
			throw invalid(`must be at most ${MEMBERS_MAX_BYTES} bytes each`);
		const { kty, crv, n } = key;
		const isRsa = kty === 'RSA' && typeof n === 'string' && n.length >= RSA_MODULUS_CHARS_MIN;
		const isCurve = typeof kty === 'string' && CURVES[kty]?.includes(String(crv)) === true;
		if (!isRsa && !isCurve) throw invalid('must be RSA of 2048 bits or more, P-256, P-384, P-521 or Ed25519');
	}
}

function invalid(rule: string): CarrywireError {
	return new CarrywireError('INVALID_PARAMS', `public_keys ${rule}.`, { field: 'public_keys' });
}
