/**
 * Encryption of stored secrets: each has a key of its own, which is wrapped by a key stored elsewhere. Implemented by
 * `vault/`. The source of the wrapping keys is a port as well, so that a key management service can provide them.
 */

/**
 * Owner and place of a secret, authenticated with it: a row moved to another record, user, table or member does not
 * open.
 */
export type SealBinding = {
	readonly table: string;
	/** Id of the row. */
	readonly record: string;
	/** Empty for secrets of the service. */
	readonly user: string;
	readonly field: string;
};

/** Keys that wrap keys. Asynchronous, because they may be on another machine. */
export interface KeyProvider {
	/** Their source, as part of a sentence: `the key file /data/vault.key`. */
	readonly source: string;
	/** The present wrapping key. An id has 1 to 256 of A-Z a-z 0-9 _ : / -. */
	readonly currentKid: string;
	/** All keys that can unwrap, the present one first. */
	readonly knownKids: readonly string[];
	/** Wraps with the present key. `aad` is authenticated. @throws VaultError if the keys cannot be reached */
	wrap(dek: Uint8Array, aad: Uint8Array): Promise<Uint8Array>;
	/** Unwraps. @throws VaultError for an unknown key, or if key, wrapped text and `aad` do not belong together */
	unwrap(kid: string, wrapped: Uint8Array, aad: Uint8Array): Promise<Uint8Array>;
}

/** Encrypts and decrypts. A sealed text states its version and key. */
export interface Vault {
	seal(plaintext: Uint8Array | string, binding: SealBinding): Promise<string>;
	/** @throws VaultError if text, binding and key do not belong together */
	open(sealed: string, binding: SealBinding): Promise<Buffer>;
	/** Rewraps the secret with the present key; its own key stays. @throws VaultError as `open` */
	rewrap(sealed: string, binding: SealBinding): Promise<string>;
	/** The wrapping key of a sealed text. @throws VaultError for a text that is not sealed */
	kidOf(sealed: string): string;
	/**
	 * 32 bytes that are the same in every process on this data, whatever the present key, and differ for every
	 * purpose.
	 */
	deriveKey(purpose: string): Buffer;
	/** Hex of a keyed hash: finds a value again without storing it. The hash of a text differs for every purpose. */
	fingerprint(purpose: string, text: string): string;
}

/** One sealed value of a table. */
export type SealedValue = { readonly binding: SealBinding; readonly sealed: string };

/** All sealed values, and the check values that verify the keys. */
export interface VaultStore {
	/** Keys of all sealed values, each once. */
	usedKids(): Promise<readonly string[]>;
	/** Up to `limit` values under one of the keys, after `after`; repeat with the last one until none is returned. */
	sealedUnder(
		kids: readonly string[],
		limit: number,
		after: SealedValue | undefined,
	): Promise<readonly SealedValue[]>;
	/** Replaces each value that is still unchanged by `next`; durable, all in one. */
	replace(changes: readonly { readonly value: SealedValue; readonly next: string }[]): Promise<void>;
	/** The check value of a key: a known text sealed with it. */
	findCheck(kid: string): Promise<string | undefined>;
	putCheck(kid: string, sealed: string): Promise<void>;
	dropChecks(kids: readonly string[]): Promise<void>;
	/** A secret of the service itself. */
	findSecret(name: string): Promise<string | undefined>;
	putSecret(name: string, sealed: string): Promise<void>;
}

/** A secret does not open, or a key is missing or wrong. The message contains nothing secret. */
export class VaultError extends Error {
	override readonly name = 'VaultError';
}
