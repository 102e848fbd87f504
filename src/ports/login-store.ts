/**
 * Records of unfinished logins, so that each part of a login counts once. Only hashes of values sent to a browser or
 * provider are stored. Times are milliseconds since 1970.
 */

/** Nonces of wallet messages that await their signature. */
export interface NonceStore {
	/**
	 * Stores a nonce. A browser keeps its latest `LOGINS_WAITING_PER_BROWSER_MAX`; older ones of its own are removed.
	 * Beyond `LOGINS_WAITING_MAX` over all browsers, those that expire first are removed.
	 */
	put(nonce: {
		readonly nonceHash: string;
		readonly browserHash: string;
		readonly expiresAt: number;
	}): Promise<void>;
	/**
	 * Removes it in one step. True for one caller only, if it existed for that browser and `now` is before its
	 * expiry.
	 */
	take(nonceHash: string, browserHash: string, now: number): Promise<boolean>;
	/** Removes nonces that expired at `before` or earlier. */
	deleteExpired(before: number): Promise<void>;
}

/** Logins that await the answer of an external OpenID provider. */
export interface PendingLoginStore {
	/** Limited like nonces: together with them per browser, separately over all browsers. */
	put(login: {
		readonly stateHash: string;
		readonly browserHash: string;
		/** Data that finishes the login, encrypted by the caller. */
		readonly sealed: string;
		readonly expiresAt: number;
	}): Promise<void>;
	/** Removes it in one step and returns the sealed data; undefined by the rules of `NonceStore.take`. */
	take(stateHash: string, browserHash: string, now: number): Promise<string | undefined>;
	deleteExpired(before: number): Promise<void>;
}

/** External tokens that have already proven an identity. */
export interface SpentTokenStore {
	/** True for the first caller with this hash; false for every later one until `expiresAt` has passed. */
	spend(token: { readonly tokenHash: string; readonly expiresAt: number }): Promise<boolean>;
	deleteExpired(before: number): Promise<void>;
}

/** Links with which the operator lets a user in without a wallet. */
export interface LoginLinkStore {
	/** Stores a link in place of the user's earlier one: a user has at most one. */
	put(link: {
		/** SHA-256 of the code in the link, hex. */
		readonly codeHash: string;
		readonly userId: string;
		readonly expiresAt: number;
	}): Promise<void>;
	/** Removes it in one step and returns its user; undefined if it is unknown, used, replaced or expired. */
	take(codeHash: string, now: number): Promise<string | undefined>;
	deleteExpired(before: number): Promise<void>;
}

/** The four stores of a login, all in one database. */
export type LoginStore = {
	readonly nonces: NonceStore;
	readonly pendingLogins: PendingLoginStore;
	readonly spentTokens: SpentTokenStore;
	readonly links: LoginLinkStore;
};
