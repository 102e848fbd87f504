/**
 * Provides wrapping keys that this process has in memory, and their text format: `KID KEY`, with the key as 32 bytes
 * in base64url. The first key is the current one; the others can only unwrap.
 */
import type { Random } from '../ports/clock.ts';
import { type KeyProvider, VaultError } from '../ports/vault.ts';
import { decrypt, encrypt, KEY_BYTES, NONCE_BYTES } from './aes-gcm.ts';
import { isKid } from './sealed-text.ts';

/** A vault key, and the id that refers to it in sealed texts. */
export type RawKey = { readonly kid: string; readonly key: Buffer };

const KEYS_MAX = 100;

/** Creates a key. Its id is `k` and 16 random hex digits, independent of the key. */
export function newRawKey(random: Random): RawKey {
	return { kid: `k${random.hex(8)}`, key: Buffer.from(random.hex(KEY_BYTES), 'hex') };
}

/** Formats the line for the key in a key file. */
export function writeRawKey({ kid, key }: RawKey): string {
	return `${kid} ${key.toString('base64url')}`;
}

/** @param source name of the source in messages: `the key file …`. No message contains a key. @throws VaultError */
export function readRawKeys(entries: readonly string[], source: string): readonly RawKey[] {
	const keys = entries.map((entry, index) => readRawKey(entry, `Entry ${index + 1} of ${source}`));
	if (keys.length === 0) throw new VaultError(`There is no key in ${source}; at least one is required.`);
	if (keys.length > KEYS_MAX)
		throw new VaultError(`There must be at most ${KEYS_MAX} keys in ${source}; there were ${keys.length}.`);
	const kids = keys.map(({ kid }) => kid);
	const twice = kids.find((kid, index) => kids.indexOf(kid) !== index);
	if (twice !== undefined) throw new VaultError(`The key ${twice} occurs twice in ${source}.`);
	return keys;
}

function readRawKey(entry: string, where: string): RawKey {
	const [kid, text, ...more] = entry.trim().split(/\s+/);
	if (kid === undefined || text === undefined || more.length > 0)
		throw new VaultError(`${where} must consist of a key id, a space and the key; it has another form.`);
	if (!isKid(kid))
		throw new VaultError(`${where} must begin with a key id: 1 to 256 characters from A-Z a-z 0-9 _ : / -.`);
	const key = Buffer.from(text, 'base64url');
	if (key.length !== KEY_BYTES || key.toString('base64url') !== text)
		throw new VaultError(
			`${where} must contain a key of ${KEY_BYTES} bytes in base64url; it has another form.`,
		);
	return { kid, key };
}

/** Creates a provider. A wrapped key consists of a nonce, the ciphertext and its tag. */
export function createRawKeyProvider(keys: readonly RawKey[], source: string, random: Random): KeyProvider {
	const [current] = keys;
	if (current === undefined) throw new VaultError(`There is no key in ${source}; at least one is required.`);
	return {
		source,
		currentKid: current.kid,
		knownKids: keys.map(({ kid }) => kid),
		async wrap(dek, aad) {
			const nonce = Buffer.from(random.hex(NONCE_BYTES), 'hex');
			return Buffer.concat([nonce, encrypt(current.key, nonce, dek, aad)]);
		},
		async unwrap(kid, wrapped, aad) {
			const key = keys.find((known) => known.kid === kid);
			if (key === undefined) throw new VaultError(`There is no key ${kid} in ${source}.`);
			return decrypt(key.key, wrapped.subarray(0, NONCE_BYTES), wrapped.subarray(NONCE_BYTES), aad);
		},
	};
}
