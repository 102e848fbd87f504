/** A record that the authorization server keeps. Identifiers are hashed, payloads sealed. Times are milliseconds. */
export type OAuthRecord = {
	/** Type of the record in the server's terms: AccessToken, Grant, Session … */
	readonly model: string;
	readonly idHash: string;
	readonly grantHash: string | null;
	readonly uidHash: string | null;
	readonly userCodeHash: string | null;
	readonly userId: string | null;
	readonly clientId: string | null;
	readonly sealed: string;
	readonly createdAt: number;
	readonly consumedAt: number | null;
	readonly expiresAt: number;
};

/** Stores the authorization server's records of all models: grants, codes, tokens and sessions. */
export interface OAuthRecordStore {
	/**
	 * Stores a record. The number of records without a user is limited, so storing one may remove the oldest of its
	 * model.
	 */
	upsert(record: OAuthRecord): Promise<void>;
	find(model: string, idHash: string): Promise<OAuthRecord | undefined>;
	findByUid(model: string, uidHash: string): Promise<OAuthRecord | undefined>;
	findByUserCode(model: string, userCodeHash: string): Promise<OAuthRecord | undefined>;
	/**
	 * Marks a record as consumed. Returns false if there is no such record, or if it has already been consumed; only
	 * one of two concurrent calls succeeds.
	 */
	consume(model: string, idHash: string, at: number): Promise<boolean>;
	destroy(model: string, idHash: string): Promise<void>;
	/** Removes every record that belongs to the grant, in any model except the grant's own. */
	destroyByGrant(grantHash: string): Promise<void>;
	/** Removes every record that belongs to the client, for instance to a stopped agent. */
	destroyByClient(clientId: string): Promise<void>;
	/** Returns a user's unexpired records in one model, newest first. */
	ofUser(model: string, userId: string, at: number): Promise<readonly OAuthRecord[]>;
	deleteExpired(at: number): Promise<void>;
}

/** A sealed key that signs identity tokens. */
export type StoredSigningKey = { readonly kid: string; readonly sealed: string; readonly createdAt: number };

/** Stores the authorization server's sealed signing keys. */
export interface SigningKeyStore {
	/** Returns the keys, newest first. */
	list(): Promise<readonly StoredSigningKey[]>;
	insert(key: StoredSigningKey): Promise<void>;
	delete(kid: string): Promise<void>;
}
