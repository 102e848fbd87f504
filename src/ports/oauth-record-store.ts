/** A record of the authorization server. Identifiers are hashed, payloads sealed. Times are milliseconds. */
export type OAuthRecord = {
	/** Kind of the record in the server's terms: AccessToken, Grant, Session … */
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

/** Stores the records of every model of the authorization server: grants, codes, tokens, sessions. */
export interface OAuthRecordStore {
	/** Stores a record. Records without a user are limited: the oldest of their model may be removed. */
	upsert(record: OAuthRecord): Promise<void>;
	find(model: string, idHash: string): Promise<OAuthRecord | undefined>;
	findByUid(model: string, uidHash: string): Promise<OAuthRecord | undefined>;
	findByUserCode(model: string, userCodeHash: string): Promise<OAuthRecord | undefined>;
	/** False if there is none, or it was consumed before: of two concurrent calls, one succeeds. */
	consume(model: string, idHash: string, at: number): Promise<boolean>;
	destroy(model: string, idHash: string): Promise<void>;
	/** Removes every record of the grant, of any model but the grant's own. */
	destroyByGrant(grantHash: string): Promise<void>;
	/** Removes every record of the client, such as a stopped agent. */
	destroyByClient(clientId: string): Promise<void>;
	/** Unexpired records of one model that belong to a user, newest first. */
	ofUser(model: string, userId: string, at: number): Promise<readonly OAuthRecord[]>;
	deleteExpired(at: number): Promise<void>;
}

/** Keys that sign identity tokens. */
export type StoredSigningKey = { readonly kid: string; readonly sealed: string; readonly createdAt: number };

/** Stores the sealed signing keys of the authorization server. */
export interface SigningKeyStore {
	/** Newest first. */
	list(): Promise<readonly StoredSigningKey[]>;
	insert(key: StoredSigningKey): Promise<void>;
	delete(kid: string): Promise<void>;
}
