/** A browser that has logged in. Only hashes of cookies are stored. Times are milliseconds. */
export type StoredWebSession = {
	/** SHA-256 hash of the cookie's value, hex. */
	readonly sessionHash: string;
	/** SHA-256 hash of the login's origin key, hex. The cookie is useless without that key. */
	readonly originHash: string;
	readonly userId: string;
	readonly createdAt: number;
	readonly seenAt: number;
	readonly expiresAt: number;
};

/** Stores the sessions of logged-in browsers until they expire or end. */
export interface WebSessionStore {
	insert(session: StoredWebSession): Promise<void>;
	find(sessionHash: string): Promise<StoredWebSession | undefined>;
	touch(sessionHash: string, at: number): Promise<void>;
	delete(sessionHash: string): Promise<void>;
	/** Ends every session of the user. */
	deleteOf(userId: string): Promise<void>;
	deleteExpired(at: number): Promise<void>;
}
