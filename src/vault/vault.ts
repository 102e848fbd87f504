/**
 * Performs envelope encryption. Each sealed value has a random data key, which is wrapped with one of the provider's
 * keys. Both layers authenticate the place where the value is stored. A data key encrypts only once, so a nonce is
 * never reused with it.
 */
import { createHmac, hkdfSync } from 'node:crypto';
import type { Random } from '../ports/clock.ts';
import { type KeyProvider, type SealBinding, type Vault, VaultError } from '../ports/vault.ts';
import { decrypt, encrypt, KEY_BYTES, NONCE_BYTES } from './aes-gcm.ts';
import { readSealed, SEAL_VERSION, writeSealed } from './sealed-text.ts';

/**
 * Encrypts and decrypts secrets. `deriveKey` is not included, because it needs a root secret, which is itself stored
 * encrypted.
 */
export type Sealer = Pick<Vault, 'seal' | 'open' | 'rewrap' | 'kidOf'>;

const PURPOSE = /^[a-z][a-z0-9-]{0,62}$/;

/** Creates the encryption part of the vault. Each secret has its own random key, which the provider wraps. */
export function createSealer(keys: KeyProvider, random: Random): Sealer {
	const drawn = (bytes: number): Buffer => Buffer.from(random.hex(bytes), 'hex');

	async function openWith<T>(
		sealed: string,
		binding: SealBinding,
		use: (dek: Uint8Array, secret: Buffer, aad: Buffer) => Promise<T> | T,
	): Promise<T> {
		const { kid, wrapped, secret } = readSealed(sealed);
		const aad = aadOf(binding);
		const dek = await keys.unwrap(kid, wrapped, aad);
		try {
			if (dek.length !== KEY_BYTES)
				throw new VaultError(`A data key must have ${KEY_BYTES} bytes; ${keys.source} gave ${dek.length}.`);
			return await use(dek, secret, aad);
		} finally {
			dek.fill(0);
		}
	}

	return {
		async seal(plaintext, binding) {
			const aad = aadOf(binding);
			const dek = drawn(KEY_BYTES);
			try {
				const nonce = drawn(NONCE_BYTES);
				const bytes = typeof plaintext === 'string' ? Buffer.from(plaintext, 'utf8') : plaintext;
				const secret = Buffer.concat([nonce, encrypt(dek, nonce, bytes, aad)]);
				const wrapped = Buffer.from(await keys.wrap(dek, aad));
				return writeSealed({ kid: keys.currentKid, wrapped, secret });
			} finally {
				dek.fill(0);
			}
		},
		open: (sealed, binding) =>
			openWith(sealed, binding, (dek, secret, aad) =>
				decrypt(dek, secret.subarray(0, NONCE_BYTES), secret.subarray(NONCE_BYTES), aad),
			),
		rewrap: (sealed, binding) =>
			openWith(sealed, binding, async (dek, secret, aad) => {
				// The value is decrypted first, because a damaged value must not look freshly encrypted.
				decrypt(dek, secret.subarray(0, NONCE_BYTES), secret.subarray(NONCE_BYTES), aad).fill(0);
				const wrapped = Buffer.from(await keys.wrap(dek, aad));
				return writeSealed({ kid: keys.currentKid, wrapped, secret });
			}),
		kidOf: (sealed) => readSealed(sealed).kid,
	};
}

/** @param root 32 random bytes, the same at every start */
export function createVault(sealer: Sealer, root: Uint8Array): Vault {
	const deriveKey = (purpose: string): Buffer => {
		if (!PURPOSE.test(purpose))
			throw new VaultError(
				`The purpose of a key must have 1 to 63 characters from a-z 0-9 - and begin with a letter; was ${JSON.stringify(purpose.slice(0, 64))}.`,
			);
		return Buffer.from(hkdfSync('sha256', root, Buffer.alloc(0), `carrywire ${purpose}`, KEY_BYTES));
	};
	return {
		...sealer,
		deriveKey,
		fingerprint: (purpose, text) =>
			createHmac('sha256', deriveKey(purpose)).update(text, 'utf8').digest('hex'),
	};
}

/** Encodes the place as a JSON list, so that two places never encode to the same text. */
function aadOf({ table, record, user, field }: SealBinding): Buffer {
	return Buffer.from(JSON.stringify([SEAL_VERSION, table, record, user, field]), 'utf8');
}
