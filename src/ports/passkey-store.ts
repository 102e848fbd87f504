/** A user's passkey: a public key whose private key is in an authenticator. Times are milliseconds. */

export type StoredPasskey = {
	/** Id of the passkey on pages and in the audit trail. */
	readonly passkeyId: string;
	readonly userId: string;
	/** The user's name for the passkey. */
	readonly name: string;
	/** The authenticator's id for the passkey, base64url. Unique. */
	readonly credentialId: string;
	/** COSE key (RFC 9052). */
	readonly publicKey: Uint8Array<ArrayBuffer>;
	/** Signature counter of the authenticator; 0 if it does not count. */
	readonly counter: number;
	/** Transports by which browsers reach the authenticator, as the browsers report them. */
	readonly transports: readonly string[];
	/** Host name of the passkey's site. Only that site accepts it. */
	readonly site: string;
	readonly createdAt: number;
	readonly lastUsedAt: number | null;
};

/** Stores users' passkeys, and the signature count that reveals a copied passkey. */
export interface PasskeyStore {
	/**
	 * Stores a new passkey. Returns false and stores nothing if the user already has `max` passkeys. Rejects if the
	 * credential is already stored.
	 */
	insert(passkey: StoredPasskey, max: number): Promise<boolean>;
	/** Returns the user's passkeys, oldest first. */
	listOf(userId: string): Promise<readonly StoredPasskey[]>;
	findByCredential(credentialId: string): Promise<StoredPasskey | undefined>;
	/** True if any user has a passkey for this site. */
	isAnyOf(site: string): Promise<boolean>;
	/**
	 * Records a use. Returns false and records nothing if the count is not above the stored one, unless both are 0.
	 */
	noteUse(passkeyId: string, counter: number, at: number): Promise<boolean>;
	/** Removes a passkey. Returns false if the user has no passkey with this id. */
	remove(userId: string, passkeyId: string): Promise<boolean>;
}
