/**
 * Types for the state behind a front end's pages and token endpoints: applications, logins, consents and keys.
 *
 * Each part is in its own file (`oauth-clients.ts`, `logins.ts`, `browser-sessions.ts`, `oauth-grants.ts`,
 * `key-book.ts`).
 */
import type { ApiKey, KeyApplication } from './api-keys.ts';

export type OAuth = {
	readonly clients: OAuthClients;
	readonly logins: Logins;
	readonly sessions: BrowserSessions;
	readonly grants: Grants;
	readonly keys: KeyBook;
};

export type OAuthClient = {
	readonly clientId: string;
	/** Name that the user sees; keys created for the application also get it. */
	readonly name: string;
	/** Allowed redirect URIs, compared character by character. */
	readonly redirectUris: readonly string[];
	readonly createdAt: number;
};

export type OAuthClientWish = Pick<OAuthClient, 'clientId' | 'name' | 'redirectUris'> & {
	readonly clientSecret: string;
};

export type OAuthClients = {
	/**
	 * Registers an application, or replaces the secret, name and redirect URIs of an existing id. @throws
	 * OAuthClientError
	 */
	register(wish: OAuthClientWish): OAuthClient & { readonly isNew: boolean };
	list(): readonly OAuthClient[];
	find(clientId: string): OAuthClient | undefined;
	/** @throws OAuthRefusal `client` if the id or the secret is wrong */
	authenticate(clientId: string, clientSecret: string): OAuthClient;
};

export type Logins = {
	/** Returns the account's id. @throws LoginRefusal, which is the same for a wrong name and a wrong password */
	logIn(name: string, password: string): string;
	/**
	 * Creates an account and returns its id. @throws LoginRefusal after too many attempts, AccountError for an
	 * invalid account
	 */
	open(name: string, password: string): string;
};

export type BrowserSessions = {
	/** Returns the id of the account that is logged in with this session; undefined if there is none. */
	owner(session: string): string | undefined;
	/** Starts a new session for the account and ends the browser's previous session, `former`. */
	start(accountId: string, former: string): string;
	end(session: string): void;
};

export type Consent = {
	readonly clientId: string;
	readonly accountId: string;
	readonly scope: string;
	readonly redirectUri: string;
	/** PKCE challenge (S256); undefined if the application sent none. */
	readonly challenge: string | undefined;
};

export type Lifetimes = { readonly accessMs: number; readonly refreshMs: number };

export type Tokens = {
	readonly accessToken: string;
	readonly refreshToken: string;
	readonly scope: string;
};

export type Allowed = {
	readonly accountId: string;
	readonly clientId: string;
	readonly grantId: string;
	readonly scope: string;
};

export type Grants = {
	/** Issues a code, which the browser passes to the application. The code is valid once, within a minute. */
	issueCode(consent: Consent): string;
	/**
	 * Exchanges a code for tokens. A second use revokes the tokens and keys that the first one created.
	 * @param given `redirectUri` is undefined if the exchange's token request does not have it
	 * @throws OAuthRefusal
	 */
	redeem(
		clientId: string,
		given: {
			readonly code: string;
			readonly redirectUri: string | undefined;
			readonly verifier: string | undefined;
		},
		lifetimes: Lifetimes,
	): Tokens;
	/**
	 * Issues a new pair of tokens and revokes the old one. A second use of a refresh token revokes every token of its
	 * grant. @throws OAuthRefusal
	 */
	refresh(clientId: string, refreshToken: string, lifetimes: Lifetimes): Tokens;
	/**
	 * Revokes an access token. Revoking a refresh token revokes every token of its grant. Keys stay valid. An unknown
	 * token is not an error.
	 */
	revoke(clientId: string, token: string): void;
	/** Returns the account, application, grant and scope of a valid access token. @throws OAuthRefusal */
	allowedBy(accessToken: string): Allowed;
};

export type KeyBook = {
	/** Returns the account's keys, oldest first. */
	ofAccount(accountId: string): readonly ApiKey[];
	/** Creates a key that can trade but not withdraw. @throws TooManyKeysError */
	makeFor(accountId: string, application: KeyApplication, lifetimeMs: number | undefined): ApiKey;
	/** Revokes the key and closes its streams. @throws RangeError if the key belongs to another account */
	revoke(accountId: string, key: string): ApiKey;
	/** Makes the key expire now. @throws RangeError if the key belongs to another account */
	expire(accountId: string, key: string): ApiKey;
	/** Revokes everything based on this consent: its tokens and the keys created with them. */
	revokeGrant(grantId: string): void;
	/** Notifies the `onKeyEnd` listeners of keys that have expired. */
	endExpired(now: number): void;
};
