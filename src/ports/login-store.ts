/**
 * The records that a login leaves at rest until it is finished, so that each part of it counts once.
 * Only hashes are kept of what a browser or a provider sends back. Times are milliseconds since the epoch.
 */

/** Nonces of wallet messages that wait for their signature. */
export interface NonceStore {
	/**
	 * A browser keeps its latest `LOGINS_WAITING_PER_BROWSER_MAX`; older ones of its own make room. Of all browsers those make
	 * room that end first, beyond `LOGINS_WAITING_MAX`.
	 */
	put(nonce: {
		readonly nonceHash: string;
		readonly browserHash: string;
		readonly expiresAt: number;
	}): Promise<void>;
	/** Removes it in one step. True for one caller only: it was there, of that browser, and `now` is before its end. */
	take(nonceHash: string, browserHash: string, now: number): Promise<boolean>;
	/** Removes what ended at `before` or earlier. */
	deleteExpired(before: number): Promise<void>;
}

/** Logins that wait for the answer of an external OpenID provider. */
export interface PendingLoginStore {
	/** Bounded as nonces are: in a browser together with them, over all browsers by themselves. */
	put(login: {
		readonly stateHash: string;
		readonly browserHash: string;
		/** What finishes the login, encrypted by whoever puts it here. */
		readonly sealed: string;
		readonly expiresAt: number;
	}): Promise<void>;
	/** Removes it in one step and answers what was sealed; undefined by the rules of `NonceStore.take`. */
	take(stateHash: string, browserHash: string, now: number): Promise<string | undefined>;
	deleteExpired(before: number): Promise<void>;
}

/** External tokens that proved an identity once. */
export interface SpentTokenStore {
	/** True for the first caller with this hash, false for every later one until `expiresAt` has passed. */
	spend(token: { readonly tokenHash: string; readonly expiresAt: number }): Promise<boolean>;
	deleteExpired(before: number): Promise<void>;
}

/** Links with which the operator lets a user in without a wallet. */
export interface LoginLinkStore {
	/** A user has one at most: this one takes the place of an earlier one. */
	put(link: {
		/** SHA-256 of the code in the link, hex. */
		readonly codeHash: string;
		readonly userId: string;
		readonly expiresAt: number;
	}): Promise<void>;
	/** Removes it in one step and answers whose it was; undefined where it is unknown, used, replaced, or `now` is not before its end. */
	take(codeHash: string, now: number): Promise<string | undefined>;
	deleteExpired(before: number): Promise<void>;
}

/** The four stores of a login, which lie in one database. */
export type LoginStore = {
	readonly nonces: NonceStore;
	readonly pendingLogins: PendingLoginStore;
	readonly spentTokens: SpentTokenStore;
	readonly links: LoginLinkStore;
};
