/** Passkeys of users: public keys that authenticators hold the other half of. Times are milliseconds. */

export type StoredPasskey = {
	/** Names it on pages and in the audit trail. */
	readonly passkeyId: string;
	readonly userId: string;
	/** As its user calls it. */
	readonly name: string;
	/** As the authenticator calls it, base64url. Unique. */
	readonly credentialId: string;
	/** COSE key (RFC 9052). */
	readonly publicKey: Uint8Array<ArrayBuffer>;
	/** Signatures so far by the authenticator's own count; 0 from one that does not count. */
	readonly counter: number;
	/** How browsers reach the authenticator, as they said it. */
	readonly transports: readonly string[];
	/** Host name of the site that it was made for; it is taken there alone. */
	readonly site: string;
	readonly createdAt: number;
	readonly lastUsedAt: number | null;
};

/** Keeps users' passkeys, and the count of uses that shows a copied one. */
export interface PasskeyStore {
	/** False, and nothing is kept, where the user has `max` already. Rejects when the credential is known. */
	insert(passkey: StoredPasskey, max: number): Promise<boolean>;
	/** Oldest first. */
	listOf(userId: string): Promise<readonly StoredPasskey[]>;
	findByCredential(credentialId: string): Promise<StoredPasskey | undefined>;
	/** Whether anybody has one for this site. */
	isAnyOf(site: string): Promise<boolean>;
	/** Notes a use. False where the count has not risen above the one that is kept, unless both are 0: then nothing is noted. */
	noteUse(passkeyId: string, counter: number, at: number): Promise<boolean>;
	/** False when the user has none of this id. */
	remove(userId: string, passkeyId: string): Promise<boolean>;
}
