/** Users and bearer tokens at rest. Implemented by `store/`. Only hashes of tokens are kept. Times are milliseconds. */

export type StoredUser = { readonly userId: string; readonly name: string; readonly createdAt: number };

export type StoredToken = {
	readonly tokenId: string;
	readonly userId: string;
	/** What the owner calls it. */
	readonly name: string;
	/** SHA-256 of the token, 64 lower-case hex digits. Unique. */
	readonly hash: string;
	readonly scopes: readonly string[];
	readonly createdAt: number;
	readonly expiresAt: number;
	readonly revokedAt: number | null;
	/** Exact to about a minute. */
	readonly lastUsedAt: number | null;
};

export type ListedToken = StoredToken & { readonly userName: string };

export interface TokenStore {
	/** Inserts the user unless one of that name exists; answers the one that is kept. */
	ensureUser(user: StoredUser): Promise<StoredUser>;
	findUserByName(name: string): Promise<StoredUser | undefined>;
	/** Rejects when the hash or the id is taken. */
	insertToken(token: StoredToken): Promise<void>;
	findTokenByHash(hash: string): Promise<StoredToken | undefined>;
	/** Whose token it is; undefined when no token has this id. */
	ownerOf(tokenId: string): Promise<string | undefined>;
	/** Of one user or of all, newest first, at most `limit`: those that have ended are left out first. */
	listTokens(filter: {
		readonly userId?: string | undefined;
		readonly limit: number;
	}): Promise<readonly ListedToken[]>;
	/** Tokens of the user that are neither revoked nor expired at `at`. */
	countActiveTokens(userId: string, at: number): Promise<number>;
	/** Sets `revokedAt` where it is null. False when no token has this id. */
	revokeToken(tokenId: string, at: number): Promise<boolean>;
	touchToken(tokenId: string, at: number): Promise<void>;
	/** Removes tokens that expired or were revoked before `at`. */
	deleteTokensEndedBefore(at: number): Promise<void>;
}
