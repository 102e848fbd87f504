/** Users and bearer tokens at rest. Only hashes of tokens are kept. Times are milliseconds. */

export type StoredUser = { readonly userId: string; readonly name: string; readonly createdAt: number };

/** A bearer token at rest: its hash, its scopes, and how long it is valid. */
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
	/** The login in a browser that it ends with, by the hash that the session has; null for one that was copied. */
	readonly login: string | null;
};

/** A token with the name of its owner, for lists that a person reads. */
export type ListedToken = StoredToken & { readonly userName: string };

/** Keeps users and their bearer tokens. */
export interface TokenStore {
	/** Inserts the user unless one of that name exists; answers the one that is kept. */
	ensureUser(user: StoredUser): Promise<StoredUser>;
	/** Every user, oldest first. */
	users(): Promise<readonly StoredUser[]>;
	findUserByName(name: string): Promise<StoredUser | undefined>;
	/**
	 * False, and nothing is kept, where the user has `activeMax` that are neither revoked nor expired when this one is
	 * created. Rejects when the hash or the id is taken.
	 */
	insertToken(token: StoredToken, activeMax: number): Promise<boolean>;
	findToken(tokenId: string): Promise<ListedToken | undefined>;
	findTokenByHash(hash: string): Promise<StoredToken | undefined>;
	/** Of one user or of all, at most `limit`: those that are valid at `at` before those that have ended, each newest first. */
	listTokens(filter: {
		readonly userId?: string | undefined;
		readonly at: number;
		readonly limit: number;
	}): Promise<readonly ListedToken[]>;
	/** Sets `revokedAt` where it is null. False when no token has this id. */
	revokeToken(tokenId: string, at: number): Promise<boolean>;
	/** Revokes what pages of this login hold that is valid at `at`, but the `keep` newest. Answers the ids. */
	revokeTokensOfLogin(loginId: string, at: number, keep: number): Promise<readonly string[]>;
	/** The same of every login of the user. Answers the ids. */
	revokeTokensOfLogins(userId: string, at: number): Promise<readonly string[]>;
	touchToken(tokenId: string, at: number): Promise<void>;
	/** Removes tokens that expired or were revoked before `at`; those of logins as soon as they have expired. */
	deleteTokensEndedBefore(at: number, now: number): Promise<void>;
}
