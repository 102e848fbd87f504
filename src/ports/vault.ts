/**
 * Secrets at rest: each is encrypted by a key of its own, and that key is wrapped by one that lies elsewhere. Implemented
 * by `vault/`; where the wrapping keys come from is a port too, so that a key management service fits.
 */

/**
 * Whose secret it is and where it lies. It is authenticated with the secret: a row that is moved to another record, user,
 * table or member no longer opens.
 */
export type SealBinding = {
	readonly table: string;
	/** Id of the row. */
	readonly record: string;
	/** Empty for what belongs to the service. */
	readonly user: string;
	readonly field: string;
};

/** Keys that wrap keys. Asynchronous, for they may lie in another machine. */
export interface KeyProvider {
	/** Where they come from, inside a sentence: `the key file /data/vault.key`. */
	readonly source: string;
	/** The key that wraps from now on. An id has 1 to 256 of A-Z a-z 0-9 _ : / -. */
	readonly currentKid: string;
	/** All that can unwrap, the current one first. */
	readonly knownKids: readonly string[];
	/** Under the current key. `aad` is authenticated. @throws VaultError when the keys cannot be reached */
	wrap(dek: Uint8Array, aad: Uint8Array): Promise<Uint8Array>;
	/** @throws VaultError for an unknown key, and where key, wrapped text and `aad` do not belong together */
	unwrap(kid: string, wrapped: Uint8Array, aad: Uint8Array): Promise<Uint8Array>;
}

/** Encrypts and decrypts. A sealed text says by itself with which version and key it was made. */
export interface Vault {
	seal(plaintext: Uint8Array | string, binding: SealBinding): Promise<string>;
	/** @throws VaultError where text, binding and key do not belong together */
	open(sealed: string, binding: SealBinding): Promise<Buffer>;
	/** The same secret under the current key; what encrypts it stays. @throws VaultError as `open` */
	rewrap(sealed: string, binding: SealBinding): Promise<string>;
	/** The key under which it is sealed. @throws VaultError for a text that is not sealed */
	kidOf(sealed: string): string;
	/** 32 bytes that are the same in every process on this data, whatever key is current, and that no other purpose has. */
	deriveKey(purpose: string): Buffer;
	/** Hex of a keyed hash: finds a value again without keeping it. Other purposes make other hashes of the same text. */
	fingerprint(purpose: string, text: string): string;
}

/** One sealed value of a table. */
export type SealedValue = { readonly binding: SealBinding; readonly sealed: string };

/** Everything that is sealed, wherever it lies, and what proves that the keys are the right ones. */
export interface VaultStore {
	/** Keys under which anything is sealed, each once. */
	usedKids(): Promise<readonly string[]>;
	/** Up to `limit` values under one of the keys, behind `after`; ask again with the last one until nothing comes. */
	sealedUnder(
		kids: readonly string[],
		limit: number,
		after: SealedValue | undefined,
	): Promise<readonly SealedValue[]>;
	/** Puts `next` in the place of each value that is still there as it was; durable, all in one. */
	replace(changes: readonly { readonly value: SealedValue; readonly next: string }[]): Promise<void>;
	/** The check value of a key: a known text that was sealed under it. */
	findCheck(kid: string): Promise<string | undefined>;
	putCheck(kid: string, sealed: string): Promise<void>;
	dropChecks(kids: readonly string[]): Promise<void>;
	/** A secret of the service itself. */
	findSecret(name: string): Promise<string | undefined>;
	putSecret(name: string, sealed: string): Promise<void>;
}

/** A secret does not open, or a key is not there or not right. The sentence holds nothing secret. */
export class VaultError extends Error {
	override readonly name = 'VaultError';
}
