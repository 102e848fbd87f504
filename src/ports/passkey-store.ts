/** Passkeys of users: public keys whose private keys are in authenticators. Times are milliseconds. */

export type StoredPasskey = {
	/** Its name on pages and in the audit trail. */
	readonly passkeyId: string;
	readonly userId: string;
	/** The user's name for it. */
	readonly name: string;
	/** The authenticator's id for it, base64url. Unique. */
	readonly credentialId: string;
	/** COSE key (RFC 9052). */
	readonly publicKey: Uint8Array<ArrayBuffer>;
	/** Number of signatures by the authenticator's own count; 0 if it does not count. */
	readonly counter: number;
	/** Ways in which browsers reach the authenticator, as reported by them. */
	readonly transports: readonly string[];
	/** Host name of its site; only that site accepts it. */
	readonly site: string;
	readonly createdAt: number;
	readonly lastUsedAt: number | null;
};

/** Stores users' passkeys, and the count of uses that reveals a copied one. */
export interface PasskeyStore {
	/** False, and nothing is stored, if the user already has `max`. Rejects if the credential is known. */
	insert(passkey: StoredPasskey, max: number): Promise<boolean>;
	/** Oldest first. */
	listOf(userId: string): Promise<readonly StoredPasskey[]>;
	findByCredential(credentialId: string): Promise<StoredPasskey | undefined>;
	/** True if any user has one for this site. */
	isAnyOf(site: string): Promise<boolean>;
	/** Records a use. False, and nothing is recorded, if the count is not above the stored one, unless both are 0. */
	noteUse(passkeyId: string, counter: number, at: number): Promise<boolean>;
	/** False if the user has none with this id. */
	remove(userId: string, passkeyId: string): Promise<boolean>;
}
