/**
 * Defines the records of unfinished logins. The stores ensure that each record is used only once. Only hashes of
 * values sent to a browser or provider are stored. Times are milliseconds since 1970.
 */

/** Stores the nonces of wallet messages that are waiting to be signed. */
export interface NonceStore {
	/**
	 * Stores a nonce. Each browser keeps its latest `LOGINS_WAITING_PER_BROWSER_MAX` nonces; older ones are removed.
	 * Beyond `LOGINS_WAITING_MAX` over all browsers, the nonces that expire first are removed.
	 */
	put(nonce: {
		readonly nonceHash: string;
		readonly browserHash: string;
		readonly expiresAt: number;
	}): Promise<void>;
	/**
	 * Removes the nonce atomically. Returns true if the nonce existed for that browser and `now` is before its
	 * expiry. Only one of several concurrent callers receives true.
	 */
	take(nonceHash: string, browserHash: string, now: number): Promise<boolean>;
	/** Removes nonces that expired at `before` or earlier. */
	deleteExpired(before: number): Promise<void>;
}

/** Stores logins that are waiting for a response from an external OpenID provider. */
export interface PendingLoginStore {
	/**
	 * Stores a login. The limit per browser counts logins and nonces together; the limit for all browsers counts them
	 * separately.
	 */
	put(login: {
		readonly stateHash: string;
		readonly browserHash: string;
		/** Data needed to finish the login, encrypted by the caller. */
		readonly sealed: string;
		readonly expiresAt: number;
	}): Promise<void>;
	/**
	 * Removes the login atomically and returns the sealed data. Returns undefined in the cases where
	 * `NonceStore.take` returns false.
	 */
	take(stateHash: string, browserHash: string, now: number): Promise<string | undefined>;
	deleteExpired(before: number): Promise<void>;
}

/** Stores external tokens that have already been used for a login. */
export interface SpentTokenStore {
	/**
	 * Returns true for the first caller with this hash, and false for every later one until `expiresAt` has passed.
	 */
	spend(token: { readonly tokenHash: string; readonly expiresAt: number }): Promise<boolean>;
	deleteExpired(before: number): Promise<void>;
}

/** Stores links with which an operator lets a user log in without a wallet. */
export interface LoginLinkStore {
	/** Stores a link. It replaces the user's earlier link, because a user has at most one. */
	put(link: {
		/** SHA-256 hash of the code in the link, hex. */
		readonly codeHash: string;
		readonly userId: string;
		readonly expiresAt: number;
	}): Promise<void>;
	/**
	 * Removes the link atomically and returns its user; undefined if the link is unknown, used, replaced or expired.
	 */
	take(codeHash: string, now: number): Promise<string | undefined>;
	deleteExpired(before: number): Promise<void>;
}

/** The four login stores, all in one database. */
export type LoginStore = {
	readonly nonces: NonceStore;
	readonly pendingLogins: PendingLoginStore;
	readonly spentTokens: SpentTokenStore;
	readonly links: LoginLinkStore;
};
