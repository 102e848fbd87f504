/** Browsers that are logged in. Only hashes of cookies are kept. Times are milliseconds. */
export type StoredWebSession = {
	/** SHA-256 of the cookie's value, hex. */
	readonly sessionHash: string;
	/** SHA-256 of the origin key that the login began with, hex: without it the cookie is worth nothing. */
	readonly originHash: string;
	readonly userId: string;
	readonly createdAt: number;
	readonly seenAt: number;
	readonly expiresAt: number;
};

/** Keeps the sessions of logged-in browsers until they expire or end. */
export interface WebSessionStore {
	insert(session: StoredWebSession): Promise<void>;
	find(sessionHash: string): Promise<StoredWebSession | undefined>;
	touch(sessionHash: string, at: number): Promise<void>;
	delete(sessionHash: string): Promise<void>;
	/** Ends every session of the user. */
	deleteOf(userId: string): Promise<void>;
	deleteExpired(at: number): Promise<void>;
}
