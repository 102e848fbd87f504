/** A user, as stored with the bearer tokens. Only hashes of tokens are stored. Times are milliseconds. */

export type StoredUser = { readonly userId: string; readonly name: string; readonly createdAt: number };

/** A stored bearer token: its hash, its scopes, and its validity. */
export type StoredToken = {
	readonly tokenId: string;
	readonly userId: string;
	/** The owner's name for the token. */
	readonly name: string;
	/** SHA-256 hash of the token, 64 lower-case hex digits. Unique. */
	readonly hash: string;
	readonly scopes: readonly string[];
	readonly createdAt: number;
	readonly expiresAt: number;
	readonly revokedAt: number | null;
	/** Time of the token's last use, accurate to about a minute; null before its first use. */
	readonly lastUsedAt: number | null;
	/** Hash of the browser session whose end also ends the token; null for a personal access token. */
	readonly login: string | null;
};

/** A token with its owner's name, for lists shown to users. */
export type ListedToken = StoredToken & { readonly userName: string };

/** Stores users and their bearer tokens. */
export interface TokenStore {
	/** Inserts the user unless the name is taken. Returns the user stored under this name. */
	ensureUser(user: StoredUser): Promise<StoredUser>;
	/** Returns every user, oldest first. */
	users(): Promise<readonly StoredUser[]>;
	findUserByName(name: string): Promise<StoredUser | undefined>;
	/**
	 * Stores a new token. Returns false and stores nothing if the user already has `activeMax` valid tokens of the
	 * same login, or of no login. A token counts if it is still valid when this one is created. Rejects if the hash
	 * or the id is taken.
	 */
	insertToken(token: StoredToken, activeMax: number): Promise<boolean>;
	findToken(tokenId: string): Promise<ListedToken | undefined>;
	findTokenByHash(hash: string): Promise<StoredToken | undefined>;
	/**
	 * Returns at most `limit` tokens of one user or of all. Tokens valid at `at` come before ended ones, each newest
	 * first.
	 */
	listTokens(filter: {
		readonly userId?: string | undefined;
		readonly at: number;
		readonly limit: number;
	}): Promise<readonly ListedToken[]>;
	/** Sets `revokedAt` if it is null. Returns false if no token has this id. */
	revokeToken(tokenId: string, at: number): Promise<boolean>;
	/**
	 * Revokes the dashboard page tokens of this login that are valid at `at`, except the `keep` newest. Returns the
	 * revoked ids.
	 */
	revokeTokensOfLogin(loginId: string, at: number, keep: number): Promise<readonly string[]>;
	/** Revokes the dashboard page tokens of all the user's logins that are valid at `at`. Returns the revoked ids. */
	revokeTokensOfLogins(userId: string, at: number): Promise<readonly string[]>;
	touchToken(tokenId: string, at: number): Promise<void>;
	/**
	 * Removes tokens that expired or were revoked before `at`. Also removes a login's tokens that expired before
	 * `now`.
	 */
	deleteTokensEndedBefore(at: number, now: number): Promise<void>;
}
