/**
 * Defines the encryption of stored secrets. Each secret has its own key, which is wrapped by a key stored elsewhere.
 * `vault/` implements it. The source of the wrapping keys is also a port, so that a key management service can
 * provide them.
 */

/**
 * Owner and place of a secret, authenticated together with the secret. A secret that was moved to a different table,
 * record, user or field cannot be decrypted.
 */
export type SealBinding = {
	readonly table: string;
	/** Id of the row. */
	readonly record: string;
	/** Id of the user who owns the secret; empty for the service's own secrets. */
	readonly user: string;
	readonly field: string;
};

/** Provides the keys that wrap other keys. It is asynchronous, because the keys may be on another machine. */
export interface KeyProvider {
	/** Source of the keys, worded as part of a sentence: `the key file /data/vault.key`. */
	readonly source: string;
	/** Id of the current wrapping key. An id consists of 1 to 256 of the characters A-Z a-z 0-9 _ : / -. */
	readonly currentKid: string;
	/** Ids of all keys that can unwrap, the current one first. */
	readonly knownKids: readonly string[];
	/**
	 * Wraps a secret's key with the current wrapping key. `aad` is authenticated. @throws VaultError if the keys
	 * cannot be reached
	 */
	wrap(dek: Uint8Array, aad: Uint8Array): Promise<Uint8Array>;
	/**
	 * Unwraps a key. @throws VaultError for an unknown wrapping key, or if key, wrapped text and `aad` do not belong
	 * together
	 */
	unwrap(kid: string, wrapped: Uint8Array, aad: Uint8Array): Promise<Uint8Array>;
}

/** Encrypts and decrypts secrets. A sealed text includes its format version and the id of its wrapping key. */
export interface Vault {
	seal(plaintext: Uint8Array | string, binding: SealBinding): Promise<string>;
	/** @throws VaultError if text, binding and key do not belong together */
	open(sealed: string, binding: SealBinding): Promise<Buffer>;
	/**
	 * Rewraps the secret's own key with the current wrapping key, without changing the secret's own key. @throws
	 * VaultError as `open`
	 */
	rewrap(sealed: string, binding: SealBinding): Promise<string>;
	/** Returns the id of a sealed text's wrapping key. @throws VaultError for a text that is not sealed */
	kidOf(sealed: string): string;
	/**
	 * Derives 32 bytes for a purpose. They are the same in every process on this data, whichever wrapping key is
	 * current, and differ between purposes.
	 */
	deriveKey(purpose: string): Buffer;
	/**
	 * Returns a keyed hash in hex, so that a value can be looked up without being stored. A text's hash differs
	 * between purposes.
	 */
	fingerprint(purpose: string, text: string): string;
}

/** One sealed value in a table. */
export type SealedValue = { readonly binding: SealBinding; readonly sealed: string };

/** Stores all sealed values, and the check values that verify the keys. */
export interface VaultStore {
	/** Returns the ids of the wrapping keys that the sealed values use, each once. */
	usedKids(): Promise<readonly string[]>;
	/**
	 * Returns up to `limit` values whose wrapping key is one of `kids`, starting after the value `after`. Repeat the
	 * call with the last returned value until none is returned.
	 */
	sealedUnder(
		kids: readonly string[],
		limit: number,
		after: SealedValue | undefined,
	): Promise<readonly SealedValue[]>;
	/**
	 * Replaces each value with `next`, except a value that has changed since it was read. All replacements are one
	 * durable write.
	 */
	replace(changes: readonly { readonly value: SealedValue; readonly next: string }[]): Promise<void>;
	/** Returns a key's check value, a known text sealed with the key. */
	findCheck(kid: string): Promise<string | undefined>;
	putCheck(kid: string, sealed: string): Promise<void>;
	dropChecks(kids: readonly string[]): Promise<void>;
	/** Returns one of the service's own secrets. */
	findSecret(name: string): Promise<string | undefined>;
	/** Stores a secret unless there is one of this name, and returns the stored one. */
	putSecret(name: string, sealed: string): Promise<string>;
}

/** Thrown if a secret cannot be decrypted, or if a key is missing or wrong. The message contains nothing secret. */
export class VaultError extends Error {
	override readonly name = 'VaultError';
}
