/** Encrypts with AES-256-GCM (NIST SP 800-38D), 96-bit nonces and 128-bit tags, through Node's OpenSSL. */
import { createCipheriv, createDecipheriv } from 'node:crypto';
import { VaultError } from '../ports/vault.ts';

/** Length of an AES-256 key, bytes. */
export const KEY_BYTES = 32;
/** Length of a GCM nonce, bytes. */
export const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const ALGORITHM = 'aes-256-gcm';

/**
 * Returns ciphertext and tag. Never use a nonce twice with the same key; a random nonce or a random key ensures this.
 */
export function encrypt(key: Uint8Array, nonce: Uint8Array, plaintext: Uint8Array, aad: Uint8Array): Buffer {
	const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
	cipher.setAAD(aad);
	return Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

/** @throws VaultError if key, nonce, text and `aad` do not match */
export function decrypt(key: Uint8Array, nonce: Uint8Array, sealed: Uint8Array, aad: Uint8Array): Buffer {
	if (sealed.length < TAG_BYTES) throw new VaultError('A sealed text is too short.');
	const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
	decipher.setAAD(aad);
	decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
	try {
		return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
	} catch {
		// OpenSSL's error adds no information.
		throw new VaultError(
			'A sealed text cannot be decrypted, because the text, its place in the database or its key has changed.',
		);
	}
}
